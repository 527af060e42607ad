"""Opens a log by its address: a file, a stream, or one log in a file of many."""

from __future__ import annotations

from collections.abc import Callable
from io import BufferedIOBase, BytesIO
from typing import Final, NamedTuple

from kronika.core.basics import limits
from kronika.core.basics.limits import size_text
from kronika.logs.files import pack, pack_blocks, packed
from kronika.logs.files.faults import Code, FileError, LogError, fault_of
from kronika.logs.files.pack_log import BEGINS, PackedLog
from kronika.logs.files.streams import STDIO, BadStream, display_name, open_log, typed_path, unreadable_error

_MANY: Final = "a file of many logs is there in the place of one log"


class OpenedLog(NamedTuple):
    """A log in one of two forms: a file with its first line, which is read already, or a packed log."""

    file: BufferedIOBase
    first: bytes
    packed: PackedLog | None


def open_address(path: str, data: bytes | None = None) -> OpenedLog:
    """Open a log, or take its bytes: those of a file, or of one log in a file of many.

    Raises FileError, or LogError if its first line or its block can't be read.
    """
    if data is None and (parts := pack.packed_address(path)):
        data = _one_of_many(path, lambda: pack.open_pack(parts[0]), parts[1])
    log = _open(path, data)
    if not log.first.startswith(pack_blocks.MAGIC):
        return log
    try:
        if pack.packed_address(path):
            raise _error(path, "syntax", _MANY)
        only = _only_log(path, log, data)
    finally:
        close_log(path, log.file)
    log = _open(path, only)
    if log.first.startswith(pack_blocks.MAGIC):
        raise _error(path, "syntax", _MANY)
    return log


def close_log(path: str, file: BufferedIOBase) -> None:
    """Close the file of a log; standard input stays open."""
    if path != STDIO:
        file.close()


def _open(path: str, data: bytes | None) -> OpenedLog:
    """Open a file, or take these bytes; they may still be many logs."""
    if data is not None and data.startswith(BEGINS):
        return OpenedLog(BytesIO(), b"", _packed_log(path, data))
    file = open_log(path, data)
    try:
        return OpenedLog(file, _read(path, lambda: file.readline(limits.LINE + 1)), None)
    except BaseException:
        close_log(path, file)
        raise


def _only_log(path: str, many: OpenedLog, data: bytes | None) -> bytes:
    """The bytes of the only log of a file of many, or of these bytes of one. Raises FileError or LogError."""
    if path != STDIO and data is None and pack.is_pack(path):
        return _one_of_many(path, lambda: pack.open_pack(path), "")
    rest = _read(path, lambda: many.file.read(limits.LOG + 1))
    if len(rest) > limits.LOG:
        most = f"larger than {size_text(limits.LOG)}, the most that is read from a stream"
        raise FileError(f"{display_name(path)}: is {most}.")
    return _one_of_many(path, lambda: pack.pack_of(path, many.first + rest), "")


def _one_of_many(path: str, opened: Callable[[], pack.Pack], key: str) -> bytes:
    """The bytes of one log in a file of many; without a key, of the only one. Raises FileError or LogError."""
    name = display_name(path)
    try:
        many = opened()
        if not key and many.logs + bool(many.unread) != 1:
            raise FileError(f"{name}: {_not_one(many)}.")
        try:
            return many.log(many.place(key or "1"))
        except packed.TruncatedPack:
            raise _error(path, "incomplete", many.cut_short()) from None
    except packed.CorruptPack as error:
        raise _error(path, "syntax", str(error)) from None
    except OSError as error:
        raise unreadable_error(path, error) from None


def _not_one(many: pack.Pack) -> str:
    """A clause about a file of many in the place of one log."""
    if not many.logs:
        return pack.NO_LOG
    what = f"holds {many.logs:,} logs"
    if many.path == STDIO:
        return f"{what}, and a stream stands for one: name a file"
    return f"{what}: name one of them, such as {typed_path(f'{display_name(many.path)}#1')}"


def _packed_log(path: str, data: bytes) -> PackedLog:
    try:
        return PackedLog(data)
    except packed.CorruptPack as error:
        raise _error(path, "syntax", str(error)) from None


def _read(path: str, read: Callable[[], bytes]) -> bytes:
    try:
        return read()
    except BadStream as error:
        raise _error(path, error.code, str(error)) from None
    except OSError as error:
        raise unreadable_error(path, error) from None


def _error(path: str, code: Code, message: str) -> LogError:
    return LogError(fault_of(display_name(path), 1, code, message))
