"""Results of a check for later comparison: a line for each log with what a comparison needs, read as they come.

The result of `corpus check --format json` is read, too, which has all surveys in one document.
"""

from __future__ import annotations

import io
import os
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final

import msgspec
from msgspec import Struct

from kronika.core.basics import limits, older
from kronika.core.basics.decode_errors import json_decode_fault
from kronika.core.basics.nesting import decoded, refuse_deep
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import BadStream, compressing, display_name, open_log, os_errors
from kronika.logs.files.walk import path_to_text, text_to_path
from kronika.logs.files.writing import growing_file
from kronika.logs.replaying.survey import Survey, renamed
from kronika.logs.work.scratch import Scratch

VERSION: Final = 1
"""The version of the lines below."""
MARK: Final = b'{"baseline":'
"""The beginning of the first line."""
KEPT: Final = (
    "path",
    "unreadable",
    "game",
    "rules",
    "players",
    "faults",
    "digest",
    "other_digests",
    "result",
    "sources",
)
"""The fields of a survey that a comparison needs."""
PIECE: Final = 1 << 16
"""Bytes that are compressed at once."""


class _Head(Struct, forbid_unknown_fields=True):
    baseline: int


class Line(Struct, omit_defaults=True):
    """A log in a baseline: the fields of its survey that a comparison needs."""

    path: str
    unreadable: str = ""
    game: str = ""
    rules: int = 0
    players: tuple[str, ...] = ()
    faults: tuple[Any, ...] = ()
    digest: str = ""
    other_digests: tuple[str, ...] = ()
    result: Any = None
    sources: dict[str, tuple[int, ...]] = {}


@contextmanager
def new_baseline(path: str, logs: Iterable[Survey]) -> Iterator[Iterator[Survey]]:
    """Yield the same logs; at the end of the block they are in a new file, compressed as its name says.

    Raises FileError, also for an existing file, which is left as it is.
    """
    press, finish = compressing(path)
    with growing_file(path) as file:

        def kept() -> Iterator[Survey]:
            lines = [msgspec.json.encode(_Head(VERSION))]
            size = 0
            for log in logs:
                lines.append(_encode(_line(log)))
                size += len(lines[-1])
                if size > PIECE:
                    file.add(press(b"\n".join(lines) + b"\n"))
                    lines, size = [], 0
                yield log
            if lines:
                file.add(press(b"\n".join(lines) + b"\n"))
            file.add(finish())

        yield kept()


def _line(log: Survey) -> Line:
    values = {name: getattr(log, name) for name in KEPT}
    return Line(**{**values, "path": path_to_text(log.path)})


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Survey).decode


def read_baseline(path: str) -> Iterator[Survey]:
    """The logs of an earlier check, as far as a comparison needs them. Raises FileError."""
    with _opened(path) as file:
        try:
            first = file.readline(limits.LINE)
            if first.startswith(MARK):
                yield from _lines(path, first, file)
            else:
                yield from _of_document(path, _whole(path, first, file))
        except BadStream as error:
            raise FileError(f"{display_name(path)}: {error}.") from None


@contextmanager
def _opened(path: str) -> Iterator[io.BufferedIOBase]:
    """The file, decompressed, as UTF-8 without a byte order mark, which some shells write."""
    if os.path.lexists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise FileError(f"{display_name(path)}: is not a file to read.")
    with open_log(path) as file, os_errors(path, "read"):
        head = file.peek(4)[:4] if isinstance(file, io.BufferedReader) else b""
        if head.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            yield io.BufferedReader(_Encoded(file))
            return
        if head.startswith(BOM_UTF8):
            file.read(len(BOM_UTF8))
        yield file


class _Encoded(io.RawIOBase):
    """A file in UTF-16, read as UTF-8."""

    def __init__(self, file: io.BufferedIOBase) -> None:
        self._text = io.TextIOWrapper(file, "utf-16", errors="replace", newline="")  # type: ignore[type-var]

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        data = self._text.read(len(buffer) // 4).encode()
        buffer[: len(data)] = data
        return len(data)


def _lines(path: str, first: bytes, file: io.BufferedIOBase) -> Iterator[Survey]:
    number = 1
    try:
        head = decoded(first, _Head)
        if head.baseline > VERSION:
            raise FileError(
                f"{display_name(path)}: is a baseline of version {head.baseline}, this program reads {VERSION}."
            )
        while line := file.readline(limits.LINE):
            number += 1
            refuse_deep(line)
            log = _decode(line)
            yield renamed(log, text_to_path(log.path))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise FileError(f"{display_name(path)}: line {number} is not one of a baseline.") from None


def _whole(path: str, first: bytes, file: io.BufferedIOBase) -> bytes:
    data = first + file.read(limits.RESULT + 1)
    if len(data) > limits.RESULT:
        most = limits.size_text(limits.RESULT)
        raise FileError(f"{display_name(path)}: is larger than {most}, the most that is read of the result of a check.")
    return data


class _Document(Struct):
    """The result of a check as JSON, whose logs are not yet decoded."""

    logs: list[msgspec.Raw]


def _of_document(path: str, data: bytes) -> Iterator[Survey]:
    """The logs of a result as JSON, of any version. In version 1, a key for a finished game has an older name."""
    try:
        found = decoded(data, _Document)
        for raw in found.logs:
            log = _decode(raw) if not _is_older(raw) else msgspec.convert(_raised(raw), Survey)
            yield renamed(log, text_to_path(log.path))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        from kronika.logs.corpus.check import Corpus  # only for the message

        why = json_decode_fault(data, Corpus).clause
        raise FileError(f"{path}: is not a result of `kronika corpus check --format json`: {why}.") from None


def _is_older(raw: msgspec.Raw) -> bool:
    data = bytes(raw)
    return any(f'"{key}"'.encode() in data for key in older.SURVEY)


def _raised(raw: msgspec.Raw) -> Any:
    return older.renamed(msgspec.json.decode(raw), older.SURVEY)


# -- compared -------------------------------------------------------------------------------------------------------


class Earlier:
    """The logs of an earlier check, on the disk of this machine while they are compared."""

    def __init__(self, logs: Iterable[Survey]) -> None:
        self._logs = Scratch("create table logs (n integer primary key, path blob unique, line blob, seen integer)")
        rows = ((os.fsencode(log.path), _encode(_line(log))) for log in logs)
        self._logs.do_each("insert or replace into logs (path, line, seen) values (?, ?, 0)", rows)

    def __enter__(self) -> Earlier:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._logs.__exit__(kind, error, trace)

    def get(self, path: str) -> Survey | None:
        """A log by its path, which is not gone."""
        for n, line in self._logs.ask("select n, line from logs where path = ?", (os.fsencode(path),)):
            self._logs.do("update logs set seen = 1 where n = ?", (n,))
            return _read(line, path)
        return None

    def gone(self) -> Iterator[Survey]:
        """The logs that nobody has asked for, in their order."""
        for path, line in self._logs.ask("select path, line from logs where seen = 0 order by n"):
            yield _read(line, os.fsdecode(path))


def _read(line: bytes, path: str) -> Survey:
    return renamed(_decode(line), path)
