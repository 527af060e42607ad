"""A file of many logs, written: made as a whole, or growing under its lock, a block at a time.

Each block is on the disk before its logs are acknowledged. While a file grows it has no table: a reader makes it of the
blocks. A kill leaves at most the beginning of a block, which was not acknowledged: the next writer cuts it off.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from kronika.core.basics import limits
from kronika.core.basics.limits import size_text
from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize
from kronika.logs.files import pack_blocks
from kronika.logs.files.disk import UNCHANGED
from kronika.logs.files.faults import FileError
from kronika.logs.files.pack import Pack, open_pack
from kronika.logs.files.pack_blocks import ENTRY, MAGIC, content_digest
from kronika.logs.files.packed import CorruptPack
from kronika.logs.files.streams import display_name, os_reason
from kronika.logs.files.writing import WAIT, LockedFile, create_first, growing_file, open_locked

EMPTY: Final = MAGIC + pack_blocks.table(b"", len(MAGIC), 0)
"""A file of no logs."""
SECONDS: Final = 5.0
"""The longest time that a log waits for its block to become full, in a file that grows."""
SIZE: Final = 512 << 10
"""Bytes of logs in a block, from which on it is full. A smaller block takes more space, a larger one more time."""


class PackWriter:
    """Writes logs to the end of a file of many, in blocks. Close it to write the table, by a `with`.

    `logs` counts those in the file, `safe` those of them that are on the disk for certain. `has_gaps` is true if a
    block before the last one is not full.
    """

    def __init__(self, file: LockedFile, found: Pack | None, *, sync: bool) -> None:
        """Continue a file after what was found in it; `sync` waits for the disk after each block."""
        self._file = file
        self._sync = sync
        self._rows = bytearray(found.rows if found else b"")
        self._end = found.end if found else len(MAGIC)
        self._how = pack_blocks.compression()
        self._waiting: list[tuple[bytes, str]] = []
        self._size = 0
        self._written = time.monotonic() if sync else math.inf
        sizes = [found.block(at).raw for at in range(found.blocks)] if found else []
        self._open_end = bool(sizes) and sizes[-1] < SIZE
        self.has_gaps = any(size < SIZE for size in sizes[:-1])
        self.safe = self.logs = found.logs if found else 0

    def add(self, log: bytes, name: str) -> None:
        """Add a log; it is safe after the next `flush`. Raises FileError."""
        if len(log) > limits.LOG:
            raise FileError(f"{name}: has {size_text(len(log))}; a log has at most {size_text(limits.LOG)}.")
        self._waiting.append((log, name))
        self._size += len(log)
        self.logs += 1
        if self._size >= SIZE or time.monotonic() - self._written > SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what is waiting as a block, and wait for the disk. Raises OSError or FileError."""
        if not self._waiting:
            return
        self.has_gaps |= self._open_end
        self._open_end = self._size < SIZE
        block = block_of(self._waiting, self._how)
        self._write(block)
        self._rows += pack_blocks.ROW.pack(self._end, self.logs - len(self._waiting))
        self._end += len(block)
        self._waiting, self._size = [], 0
        self.safe, self._written = self.logs, time.monotonic()

    def finish(self) -> None:
        """Write what is waiting, and the table. Raises OSError or FileError."""
        self.flush()
        self._write(pack_blocks.table(bytes(self._rows), self._end, self.logs))

    def _write(self, data: bytes) -> None:
        if not self._sync:
            self._file.add(data)
            return
        try:
            self._file.append(data)
        except OSError as error:
            why = f"cannot write: {os_reason(error)}. {pluralize(self.safe, 'log')} in it are safe"
            raise FileError(f"{display_name(self._file.path)}: {why}.") from None


def block_of(logs: Iterable[tuple[bytes, str]], how: int) -> bytes:
    """A block with these logs and their names."""
    entries, names, data = bytearray(), [], bytearray()
    for log, name in logs:
        entries += ENTRY.pack(len(data), len(log), content_digest(log))
        names.append(printable(name).encode())
        data += log
    packed = pack_blocks.compress_block(bytes(data), how)
    return pack_blocks.block_head(how, bytes(entries), b"\n".join(names), len(data), len(packed)) + packed


def pack_file(logs: Sequence[tuple[bytes, str]]) -> bytes:
    """A file of these logs with their names, in one block."""
    block = block_of(logs, pack_blocks.compression())
    return MAGIC + block + pack_blocks.table(pack_blocks.ROW.pack(len(MAGIC), 0), len(MAGIC) + len(block), len(logs))


@contextmanager
def new_pack(path: str, *, sync: bool = True) -> Iterator[PackWriter]:
    """A file of many logs that is made as a whole, or not at all: it gets its name at the end. `sync` as in
    `create_file`. Raises FileError, also for an existing file, which is left as it is.
    """
    with growing_file(path, sync=sync) as file:
        file.add(MAGIC)
        writer = PackWriter(file, None, sync=False)
        yield writer
        writer.finish()


@contextmanager
def growing_pack(path: str, *, wait: float = WAIT) -> Iterator[PackWriter]:
    """A file of many logs that grows under its lock; it is made if it is missing.

    After an error, what was added so far is written all the same. At the end, blocks that were written before they were
    full are put together, so that the bytes do not depend on interruptions. Raises FileError.
    """
    create_first(path, EMPTY)
    with open_locked(path, "append", wait) as file:
        found = _found(path)
        _cut_unacknowledged(file, found)
        writer = PackWriter(file, found, sync=True)
        try:
            yield writer
        except BaseException:  # that is the thing to say
            with suppress(OSError, FileError):
                writer.finish()
            raise
        writer.finish()
        if writer.has_gaps:
            file.undone = "All its logs are safe."
            file.replace(_repacked(_found(path)), "append", "appended")


def _found(path: str) -> Pack:
    try:
        return open_pack(path)
    except CorruptPack:
        why = "is not a file of many logs: nothing can be added to it; choose another name"
        raise FileError(f"{display_name(path)}: {why}. {UNCHANGED}") from None


def _cut_unacknowledged(file: LockedFile, found: Pack) -> None:
    """Cut off the table, or the beginning of a block that a kill has left. Raises FileError for anything else."""
    if found.unread and not found.is_unfinished():
        why = f"it is damaged after log {found.logs:,}: `kronika repair` saves what follows and cuts it off"
        raise FileError(f"{display_name(file.path)}: {why}. {UNCHANGED}")
    if file.seen.size > found.end:
        file.cut(found.end)


def _repacked(found: Pack) -> Iterator[bytes]:
    """The parts of a file with the same logs, in which every block but the last is full."""
    yield MAGIC
    how, rows, end, logs = pack_blocks.compression(), bytearray(), len(MAGIC), 0
    for part in _full_blocks(found):
        block = block_of(part, how)
        yield block
        rows += pack_blocks.ROW.pack(end, logs)
        end, logs = end + len(block), logs + len(part)
    yield pack_blocks.table(bytes(rows), end, logs)


def _full_blocks(found: Pack) -> Iterator[list[tuple[bytes, str]]]:
    part: list[tuple[bytes, str]] = []
    size = 0
    for log, name in logs_in(found):
        part.append((log, name))
        size += len(log)
        if size >= SIZE:
            yield part
            part, size = [], 0
    if part:
        yield part


def logs_in(found: Pack) -> Iterator[tuple[bytes, str]]:
    """The bytes and the name of each log, block by block. Raises CorruptPack at a damaged one, FileError, OSError."""
    for number in range(found.blocks):
        block, data = found.content(number)
        for at, name in enumerate(block.name_list()):
            yield pack_blocks.log_in(block, data, at), name


Save = Callable[[LockedFile, int], str]
"""Saves the bytes of a file from an offset on, cuts them off, and returns the name of the file that they are in."""


def repair_pack(path: str, save: Save, wait: float = WAIT) -> tuple[int, int, str | None]:
    """Cut off what follows the last whole block, once it is saved, and write the table if it is missing.

    Return the numbers of bytes kept and cut, and the file with the cut bytes. Raises FileError.
    """
    with open_locked(path, "repair", wait) as file:
        found = _found(path)
        if found.has_table:
            return file.seen.size, 0, None
        saved = save(file, found.end) if found.unread else None
        if file.seen.size > found.end:
            file.cut(found.end)
        file.append(pack_blocks.table(found.rows, found.end, found.logs))
    return found.end, found.unread, saved
