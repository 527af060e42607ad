"""A log as a stream: the header, then record by record, each with its line number, or a fault."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BufferedIOBase, BytesIO
from typing import Any, Final, cast

import msgspec
from msgspec import UNSET, Struct

from kronika.core.basics import limits
from kronika.core.basics.errors import UnknownGame
from kronika.core.basics.limits import size_text
from kronika.core.basics.nesting import decoded, refuse_deep
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.sessions.events import FORMAT, WITNESSED, Header
from kronika.logs.files import packed
from kronika.logs.files.faults import Code, Fault, LogError, fault_of
from kronika.logs.files.form_faults import header_line_fault, record_line_fault, why_no_header, why_no_record
from kronika.logs.files.json_lines import BAD_JSON, repeated_key
from kronika.logs.files.opening import close_log, open_address
from kronika.logs.files.pack_log import PackedLog
from kronika.logs.files.records import (
    TOO_DEEP,
    AnyRecord,
    record_decoder,
    record_lines,
    record_type_of,
    shape_error,
)
from kronika.logs.files.streams import CHUNK, BadStream, display_name, unreadable_error
from kronika.logs.files.upcast import upcast_header, upcast_record

_TOO_LONG: Final = f"the line is longer than {size_text(limits.LINE)}, the most there can be; reading stops here"
_TOO_MANY: Final = f"a log has at most {limits.RECORDS:,} lines after its header; the rest is not checked"


class _Version(Struct):
    """The fields that the header of every format has, older and newer."""

    kronika: int


class LogReader:
    """A log that is being read. Memory does not grow with its length, unless it is one of many in a file.

    It is named by its address: a file, or `games.kpack#57` or `games.kpack#NAME` for one in a file of many.

    `header` and `game` are there after construction, as is `version`, the format in which the log is stored. Header and
    records are in the current format, except for the digests. `witnessed` is true for the log of a witness.

    Iteration gives `(line, record or Fault)`, and continues after a fault of one line. `line` is the number of the line
    after those read from a text log. `final` is the final digest of a packed log, after iteration. With `any_digest`, a
    digest of an older format is accepted, as it may remain in a log that was upgraded.
    """

    def __init__(self, path: str, data: bytes | None = None, game: AnyGame | None = None) -> None:
        """Open the log, or take its bytes, and read its header. A given game need not be installed.

        The bytes may be those of a file, or those of one log in a file of many.

        Raises FileError, or LogError if the header is faulty.
        """
        self._path = path
        self.path = display_name(path)
        self.line = 2
        self.version = FORMAT
        self.final: str | None = None
        self.any_digest = False
        self._file, first, self._log = open_address(path, data)
        try:
            self._start(first, game)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file; standard input stays open."""
        close_log(self._path, self._file)

    def __enter__(self) -> LogReader:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def fault(self, line: int, code: Code, message: str, rules: tuple[str, ...] = ()) -> Fault:
        """A fault of this log."""
        return fault_of(self.path, line, code, message, rules)

    def __iter__(self) -> Iterator[tuple[int, AnyRecord | Fault]]:
        if self._log is not None:
            yield from self._records_of(self._log)
        elif self.packed:
            yield from self._packed_records()
        else:
            for piece in self.pieces():
                yield from self.records(piece)

    # -- the header ---------------------------------------------------------------------------------------------

    def _start(self, line: bytes, game: AnyGame | None) -> None:
        self.packed = self._log is not None or line.startswith(packed.MAGIC)
        self.header = self._packed_header(line) if self.packed else self._text_header(line)
        self.witnessed = self.header.witness is not UNSET
        if self.witnessed and self.packed:
            raise LogError(self.fault(1, "schema", "what a witness saw has no packed form"))
        try:
            self.game = game or get_game(self.header.game)
        except UnknownGame as error:
            raise LogError(self.fault(1, "unknown-game", str(error))) from None
        if self.header.rules > self.game.rules_version:
            mine = self.game.rules_version
            raise self._newer(f"rules {self.header.rules} of {self.header.game}; this program has rules {mine}")

    def _has_more(self) -> bool:
        """True if more than blanks follow."""
        try:
            return bool(self._file.read(limits.LINE).strip())
        except (BadStream, OSError):
            return True

    def _newer(self, what: str) -> LogError:
        return LogError(self.fault(1, "newer-version", f"the log is of {what}"))

    def _text_header(self, line: bytes) -> Header:
        if len(line) > limits.LINE:
            raise LogError(self.fault(1, "syntax", _TOO_LONG))
        if not line.strip():
            what = "the first line is blank" if self._has_more() else "the log is empty"
            raise LogError(self.fault(1, "schema", f"{what}: the first line must be its header"))
        if line.startswith(BOM_UTF8):
            message = "the file begins with a byte order mark: save it as UTF-8 without one"
            raise LogError(self.fault(1, "syntax", message))
        if line.startswith(b"[Game"):
            raise LogError(self.fault(1, "syntax", "this is the text of a game: `kronika convert` makes a log of it"))
        try:
            header = self._raised(lambda kind: decoded(line, kind))
        except BAD_JSON:
            raise LogError(self.fault(1, *header_line_fault(line, self.version))) from None
        if problem := repeated_key(line):
            raise LogError(self.fault(1, "schema", problem))
        return header

    def _raised(self, decode: Callable[[Any], Any]) -> Header:
        """The header in the current format; `decode` reads the stored one as a value of some type."""
        with suppress(msgspec.ValidationError):
            header = cast(Header, decode(Header))
            if FORMAT <= header.kronika <= WITNESSED:  # nearly always
                self.version = header.kronika
                return self._of_format(header)
        with suppress(msgspec.ValidationError):  # it is not a header of any format
            self.version = decode(_Version).kronika
        if self.version > WITNESSED:  # it may have fields of its own, but that is the thing to say
            raise self._newer(f"format {self.version}; this program reads up to {WITNESSED}")
        if 0 < self.version < FORMAT:
            return msgspec.convert(upcast_header(decode(dict), self.version), Header)
        return self._of_format(cast(Header, decode(Header)))

    def _of_format(self, header: Header) -> Header:
        if header.witness is not UNSET and self.version < WITNESSED:
            message = f"format {self.version} has no field `witness`: it came with format {WITNESSED}"
            raise LogError(self.fault(1, "schema", message))
        return header

    def _packed_header(self, line: bytes) -> Header:
        plain: Any = None
        try:
            if self._log is not None:
                return self._raised(self._log.header)
            self._frames = packed.frames(_Rejoined(line[len(packed.MAGIC) :], self._file))
            plain = packed.unpack(next(self._frames))
            return self._raised(lambda kind: msgspec.convert(plain, kind))
        except msgspec.ValidationError:
            why = self._why_packed(plain)
            raise LogError(self.fault(1, "schema", f"the packed log has no header: {why}")) from None
        except packed.CorruptPack as error:
            message = "the packed log has no readable header"
            raise LogError(self.fault(1, "syntax", f"{message}: {error}" if str(error) else message)) from None
        except (packed.TruncatedPack, StopIteration):
            raise LogError(self.fault(1, "incomplete", "the packed log is cut short in its header")) from None
        except OSError as error:
            raise unreadable_error(self.path, error) from None

    def _why_packed(self, plain: Any) -> str:
        """The reason why a packed value is not a header. Not all that has a wrong type can be read without types."""
        try:
            return why_no_header(self._log.header(Any) if self._log else plain, self.version)
        except packed.CorruptPack as error:
            return str(error)

    # -- the records --------------------------------------------------------------------------------------------

    def pieces(self) -> Iterator[bytes | Fault]:
        """Yield the lines of a text log after the header, in pieces; or a fault if the file can't or need not be read
        on.

        Each piece is passed to `records`, or else its lines are added to `line`.
        """
        for piece in self._pieces():
            room = limits.RECORDS + 2 - self.line
            if isinstance(piece, bytes) and piece.count(b"\n") >= room:
                lines = BytesIO(piece).readlines()
                if len(lines) > room:
                    if room:
                        yield b"".join(lines[:room])
                    yield self.fault(limits.RECORDS + 2, "syntax", _TOO_MANY)
                    return
            yield piece

    def _pieces(self) -> Iterator[bytes | Fault]:
        rest = b""
        try:
            while read := self._file.read1(CHUNK):
                end = read.rfind(b"\n") + 1
                if not end:  # a line longer than that
                    read += self._file.readline(limits.LINE + 1 - len(rest) - len(read))
                    end = len(read)
                    if len(rest) + end > limits.LINE:
                        yield self.fault(self.line, "syntax", _TOO_LONG)
                        return
                yield rest + read[:end]
                rest = read[end:]
            if rest:
                yield rest
        except BadStream as error:
            yield self.fault(self.line, error.code, str(error))
        except OSError as error:
            yield self.fault(self.line, "syntax", f"the file cannot be read on: {error}")

    def records(self, piece: bytes | Fault) -> Iterator[tuple[int, AnyRecord | Fault]]:
        """The lines of a piece one by one, each with its number."""
        if isinstance(piece, Fault):
            yield piece.line, piece
            return
        if records := self._at_once(piece):
            for number, record in enumerate(records, self.line):
                self.line = number + 1
                problem = shape_error(record)
                yield number, self._misshapen(number, problem) if problem else record
        else:
            yield from self._one_by_one(piece)

    def _at_once(self, piece: bytes) -> list[AnyRecord]:
        """The records of whole lines, if all whitespace in them is as the encoder writes it; else none."""
        if self.version < FORMAT:
            return []
        try:
            records = record_decoder(self.game, self.witnessed).decode_lines(piece)
        except BAD_JSON:
            return []
        whole = piece if piece.endswith(b"\n") else piece + b"\n"
        return records if _compact(record_lines(records)) == _compact(whole) else []

    def _one_by_one(self, piece: bytes) -> Iterator[tuple[int, AnyRecord | Fault]]:
        current = self.version >= FORMAT
        decode = record_decoder(self.game, self.witnessed).decode if current else self._decode_older
        for line in BytesIO(piece):
            number = self.line
            self.line += 1
            if line.isspace():
                continue
            try:
                refuse_deep(line)
                record = decode(line)
            except BAD_JSON:
                yield number, self.fault(number, *record_line_fault(line, self.version, self._type()))
                continue
            problem = shape_error(record) or repeated_key(line)
            yield number, self._misshapen(number, problem) if problem else record

    def _misshapen(self, number: int, problem: str) -> Fault:
        return self.fault(number, "syntax" if problem == TOO_DEEP else "schema", problem)

    def _decode_older(self, line: bytes) -> AnyRecord:
        return self._convert(upcast_record(msgspec.json.decode(line), self.version))

    def _convert(self, plain: Any) -> AnyRecord:
        return cast(AnyRecord, msgspec.convert(plain, self._type()))

    def _type(self) -> Any:
        return record_type_of(self.game, witnessed=self.witnessed)

    def packed_events(self) -> list[tuple[int, Any]] | None:
        """The actor and the action of each event of a log in a file of many, if it has nothing else and no fault of
        form. `final` and `line` are then those after its end.
        """
        if self._log is None or self.version < FORMAT:
            return None
        events = self._log.events(self.game)
        if events is None or len(events) > limits.RECORDS:
            return None
        self.final = self._log.digest
        return events

    def _records_of(self, log: PackedLog) -> Iterator[tuple[int, AnyRecord | Fault]]:
        number = 1
        try:
            for fields in log.records(self.game):
                number += 1
                if number > limits.RECORDS + 1:
                    yield number, self.fault(number, "syntax", _TOO_MANY)
                    return
                yield number, self._packed_record(number, fields)
            self.final = log.digest
        except packed.CorruptPack as error:
            yield number + 1, self.fault(number + 1, "syntax", str(error) or "the packed record is not readable")

    def _packed_records(self) -> Iterator[tuple[int, AnyRecord | Fault]]:
        number = 1
        try:
            unpacker = packed.Unpacker(self.game, packed.unpack(next(self._frames)))
            for payload in self._frames:
                number += 1
                values = packed.unpack(payload)
                if number > limits.RECORDS + 1 and not isinstance(values, str):
                    yield number, self.fault(number, "syntax", _TOO_MANY)
                    return
                if isinstance(values, str):
                    self.final = values
                    if next(self._frames, None) is not None:
                        yield number, self.fault(number, "syntax", "something follows the end of the packed log")
                    break
                yield number, self._packed_record(number, unpacker.record(values))
            if self.final is None:
                raise packed.TruncatedPack
        except packed.CorruptPack as error:
            yield number, self.fault(number, "syntax", str(error) or "the packed record is not readable")
        except (packed.TruncatedPack, StopIteration):
            yield number + 1, self.fault(number + 1, "incomplete", "the packed log is cut short")
        except OSError as error:
            yield number + 1, self.fault(number + 1, "syntax", f"the file cannot be read on: {error}")

    def _packed_record(self, number: int, fields: dict[str, Any]) -> AnyRecord | Fault:
        try:
            record = self._convert(upcast_record(fields, self.version))
        except msgspec.ValidationError:
            return self.fault(number, "schema", why_no_record(fields, self.version, self._type()))
        problem = shape_error(record)
        return self._misshapen(number, problem) if problem else record


class _Rejoined:
    """A stream of the bytes that were read too far, then the rest of the file."""

    def __init__(self, head: bytes, file: BufferedIOBase) -> None:
        self._head = BytesIO(head)
        self._file = file

    def read(self, size: int, /) -> bytes:
        taken = self._head.read(size)
        return taken + self._file.read(size - len(taken)) if len(taken) < size else taken


def _compact(text: bytes) -> bytes:
    """JSON without whitespace between its tokens."""
    return text.translate(None, b" \t\r")
