"""Stored logs, wherever they lie: one by one, with the address that every command takes and the content if known.

An address names one log: a file, `games.kpack#57` (the place in a file of many logs, from 1) or `games.kpack#NAME`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from kronika.logs.files.faults import FileError
from kronika.logs.files.pack import NO_LOG, Pack, is_pack, open_pack, pack_of, packed_address
from kronika.logs.files.pack_blocks import MAGIC, content_digest
from kronika.logs.files.packed import CorruptPack, TruncatedPack
from kronika.logs.files.streams import display_name, stored_bytes
from kronika.logs.files.walk import Logs, find_logs

__all__ = ["Stored", "content_digest", "place_in", "read_stored", "stored_log", "stored_logs"]


class Stored(Struct, frozen=True):
    """A log that is stored: its address, and the digest of its content if that is known without reading it.

    `name` is the name of a log in a file of many, else empty.
    """

    address: str
    content: bytes | None = None
    name: str = ""


def stored_logs(paths: Iterable[str] | Logs, *, strict: bool = False) -> Iterator[Stored]:
    """The logs of the named files and folders, in the order of `find_logs`; those of a file of many one by one.

    `strict` as in `find_logs`. Memory does not grow with the number of logs in a file. Raises FileError.
    """
    found = paths if isinstance(paths, Logs) else find_logs(paths, strict=strict)
    for path in found.files:
        if is_pack(path):
            yield from _listed(path)
        else:
            yield stored_log(path)


def _listed(path: str) -> Iterator[Stored]:
    """The logs of a file of many. One in a damaged block has no known content, and reading it gives the reason."""
    try:
        pack = open_pack(path)
    except CorruptPack:
        yield Stored(path)
        return
    if pack.logs + bool(pack.unread) < 2:
        yield msgspec.structs.replace(stored_log(f"{path}#1"), address=path) if pack.logs else Stored(path)
        return
    for number in range(pack.blocks):
        yield from _in_block(path, pack, number)
    if pack.unread:
        yield Stored(f"{path}#{pack.logs + 1}")


def _in_block(path: str, pack: Pack, number: int) -> Iterator[Stored]:
    first = pack.row(number)[1] + 1
    try:
        block = pack.block(number)
    except CorruptPack:
        yield from (Stored(f"{path}#{first + at}") for at in range(pack.logs_of(number)))
        return
    for at, name in enumerate(block.name_list()):
        yield Stored(f"{path}#{first + at}", block.entry(at)[2], name)


def stored_log(address: str) -> Stored:
    """The log at an address, with its content if the file knows it. Raises FileError for a log that does not exist."""
    parts = packed_address(address)
    if parts is None:
        return Stored(address)
    try:
        pack = open_pack(parts[0])
        number, at = pack.find(pack.place(parts[1]))
        block = pack.block(number)
    except (CorruptPack, TruncatedPack):
        return Stored(address)
    return Stored(address, block.entry(at)[2], block.name_list()[at])


def place_in(address: str) -> int:
    """The place of a log in its file of many, from 1; that of the only one without a key.

    Raises FileError, also if there is no such log.
    """
    file, key = packed_address(address) or (address, "1")
    try:
        return open_pack(file).place(key)
    except CorruptPack as error:
        raise FileError(f"{address}: cannot read: {error}.") from None


def read_stored(log: Stored) -> bytes:
    """The bytes of a stored log, as `LogReader(address, data)` takes them.

    Raises FileError, also for a damaged file of many logs: `LogReader(address)` raises the fault.
    """
    parts = packed_address(log.address)
    if parts is None:
        return _whole(log.address)
    why = ""
    try:
        pack = open_pack(parts[0])
        why = pack.cut_short()
        return pack.log(pack.place(parts[1]))
    except (CorruptPack, TruncatedPack) as error:
        raise FileError(f"{log.address}: cannot read: {str(error) or why}.") from None


def _whole(path: str) -> bytes:
    """The bytes of a file, unless it is one of many logs that holds none."""
    data = stored_bytes(path)
    if data.startswith(MAGIC) and not (pack := pack_of(path, data)).logs + bool(pack.unread):
        raise FileError(f"{display_name(path)}: {NO_LOG}.")
    return data
