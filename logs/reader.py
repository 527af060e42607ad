"""Reading a log as a stream: the header, then record by record, each with its line or its fault."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from io import BufferedIOBase, BytesIO
from typing import Any, cast

import msgspec
from msgspec import Struct

from kronika.core.errors import UnknownGame
from kronika.core.events import FORMAT, Header
from kronika.core.registry import AnyGame, get_game
from kronika.logs import packed
from kronika.logs.faults import Code, Fault, LogError
from kronika.logs.files import PIECE, open_log, shown, stream_errors, unreadable
from kronika.logs.records import AnyRecord, record_decoder, record_type, shape_error

_decode_header = msgspec.json.Decoder(Header).decode
BAD_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What a decoder raises for bytes that are no JSON, or not of its type."""


class _Version(Struct):
    """What the header of every format has, older and newer."""

    kronika: int


class LogReader:
    """A log being read. Memory does not grow with its length.

    `header` and `game` are there after construction. Iteration gives `(line, record or Fault)`; after a fault of
    one line it goes on with the next. `line` is that after those read of a text log. `final` is the digest that a
    packed log ends with, after iteration.
    """

    def __init__(self, path: str, data: bytes | None = None) -> None:
        """Opens the log, or takes its bytes, and reads its header.

        Raises FileTrouble, or LogError when the header is faulty.
        """
        self.path = shown(path)
        self.line = 2
        self.final: str | None = None
        self._file = open_log(path, data)
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Closes the file; standard input stays open."""
        if self.path != "<stdin>":
            self._file.close()

    def __enter__(self) -> LogReader:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def fault(self, line: int, code: Code, message: str, rules: tuple[str, ...] = ()) -> Fault:
        """A fault of this log."""
        return Fault(self.path, line, code, message, rules)

    def __iter__(self) -> Iterator[tuple[int, AnyRecord | Fault]]:
        if self.packed:
            yield from self._packed_records()
        else:
            for piece in self.pieces():
                yield from self.records(piece)

    # -- the header ---------------------------------------------------------------------------------------------

    def _start(self) -> None:
        line = self._readline()
        self.packed = line.startswith(packed.MAGIC)
        self.header = self._packed_header(line) if self.packed else self._text_header(line)
        if self.header.kronika > FORMAT:
            raise self._newer(f"format {self.header.kronika}; this program reads up to {FORMAT}")
        try:
            self.game: AnyGame = get_game(self.header.game)
        except UnknownGame as error:
            raise LogError(self.fault(1, "unknown-game", str(error))) from None
        if self.header.rules > self.game.rules_version:
            mine = self.game.rules_version
            raise self._newer(f"rules {self.header.rules} of {self.header.game}; this program has rules {mine}")

    def _readline(self) -> bytes:
        try:
            return self._file.readline()
        except stream_errors():
            raise LogError(self.fault(1, "incomplete", "the compressed file is cut short or damaged")) from None
        except OSError as error:
            raise unreadable(self.path, error) from None

    def _newer(self, what: str) -> LogError:
        return LogError(self.fault(1, "newer-version", f"the log is of {what}"))

    def _text_header(self, line: bytes) -> Header:
        if not line.strip():
            raise LogError(self.fault(1, "schema", "the log is empty: the first line must be its header"))
        if line.startswith(BOM_UTF8):
            message = "the file begins with a byte order mark: save it as UTF-8 without one"
            raise LogError(self.fault(1, "syntax", message))
        try:
            return _decode_header(line)
        except BAD_JSON as error:
            broken = broken_json(line)
            if broken is None:
                self._refuse_newer_format(lambda: msgspec.json.decode(line, type=_Version))
            code: Code = "schema" if broken is None else "syntax" if line.endswith(b"\n") else "incomplete"
            raise LogError(self.fault(1, code, f"the first line is no header: {tidy(broken or error)}")) from None

    def _refuse_newer_format(self, decode: Callable[[], _Version]) -> None:
        # A newer header may have fields of its own: then its version is the thing to say.
        try:
            version = decode().kronika
        except msgspec.ValidationError:
            return
        if version > FORMAT:
            raise self._newer(f"format {version}; this program reads up to {FORMAT}")

    def _packed_header(self, line: bytes) -> Header:
        self._frames = packed.frames(_Rest(line[len(packed.MAGIC) :], self._file))
        try:
            plain = packed.unpack(next(self._frames))
            self._refuse_newer_format(lambda: msgspec.convert(plain, _Version))
            return msgspec.convert(plain, Header)
        except msgspec.ValidationError as error:
            raise LogError(self.fault(1, "schema", f"the packed log has no header: {tidy(error)}")) from None
        except packed.Garbled:
            raise LogError(self.fault(1, "syntax", "the packed log has no readable header")) from None
        except (packed.Torn, StopIteration):
            raise LogError(self.fault(1, "incomplete", "the packed log is cut short in its header")) from None

    # -- the records --------------------------------------------------------------------------------------------

    def pieces(self) -> Iterator[bytes | Fault]:
        """The lines of a text log after the header, many at once; a fault where the file can't be read on.

        Each piece goes through `records`, or else its lines are added to `line`.
        """
        rest = b""
        try:
            while read := self._file.read1(PIECE):
                end = read.rfind(b"\n") + 1
                piece = rest + read[:end] if end else rest + read + self._file.readline()
                rest = read[end:] if end else b""
                yield piece
            if rest:
                yield rest
        except stream_errors():
            yield self.fault(self.line, "incomplete", "the compressed file is cut short or damaged")
        except OSError as error:
            yield self.fault(self.line, "syntax", f"the file cannot be read on: {error}")

    def records(self, piece: bytes | Fault) -> Iterator[tuple[int, AnyRecord | Fault]]:
        """The lines of a piece one by one, each with its number."""
        if isinstance(piece, Fault):
            yield piece.line, piece
            return
        decode = record_decoder(self.game).decode
        for line in BytesIO(piece):
            number = self.line
            self.line += 1
            try:
                record = decode(line)
            except BAD_JSON as error:
                if line.strip():
                    yield number, self._bad_line(number, line, error)
            else:
                problem = shape_error(record)
                yield number, self.fault(number, "schema", problem) if problem else record

    def _bad_line(self, number: int, line: bytes, error: Exception) -> Fault:
        broken = broken_json(line)
        if broken is None:
            return self.fault(number, "schema", tidy(error))
        if line.endswith(b"\n"):
            return self.fault(number, "syntax", tidy(broken))
        return self.fault(
            number, "incomplete", "the last line was not written to its end; `kronika repair` cuts it off"
        )

    def _packed_records(self) -> Iterator[tuple[int, AnyRecord | Fault]]:
        number = 1
        try:
            unpacker = packed.Unpacker(self.game, packed.unpack(next(self._frames)))
            for payload in self._frames:
                number += 1
                values = packed.unpack(payload)
                if isinstance(values, str):
                    self.final = values
                    if next(self._frames, None) is not None:
                        yield number, self.fault(number, "syntax", "something follows the end of the packed log")
                    break
                yield number, self._packed_record(number, unpacker.record(values))
            if self.final is None:
                raise packed.Torn
        except packed.Garbled:
            yield number, self.fault(number, "syntax", "the packed record is not readable")
        except (packed.Torn, StopIteration):
            yield number + 1, self.fault(number + 1, "incomplete", "the packed log is cut short")
        except OSError as error:
            yield number + 1, self.fault(number + 1, "syntax", f"the file cannot be read on: {error}")

    def _packed_record(self, number: int, fields: dict[str, Any]) -> AnyRecord | Fault:
        try:
            return cast(AnyRecord, msgspec.convert(fields, record_type(self.game)))
        except msgspec.ValidationError as error:
            return self.fault(number, "schema", tidy(error))


class _Rest:
    """The bytes that were read too far, then the rest of the file."""

    def __init__(self, head: bytes, file: BufferedIOBase) -> None:
        self._head = head
        self._file = file

    def read(self, size: int, /) -> bytes:
        taken, self._head = self._head[:size], self._head[size:]
        return taken + self._file.read(size - len(taken)) if len(taken) < size else taken


def broken_json(line: bytes) -> Exception | None:
    """What keeps a line from being JSON at all. A typed decoder may stumble over a value before it sees that."""
    try:
        line.decode()
        msgspec.json.decode(line, type=msgspec.Raw)  # nothing but the form: a number may be of any size
    except BAD_JSON as error:
        return error
    return None


def tidy(error: Exception) -> str:
    """A decoder's message as part of a sentence."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    message, _, path = str(error).partition(" - at ")
    key = path.strip("`").removeprefix("$").removeprefix(".")
    text = message if message[:2].isupper() else message[:1].lower() + message[1:]
    return f"{key}: {text}" if key and key != "key" else text
