"""A file of many logs with some of them changed or taken out: written again as a whole, block by block."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from kronika.logs.files import pack_blocks
from kronika.logs.files.disk import UNCHANGED
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.pack import Pack, open_pack
from kronika.logs.files.pack_blocks import MAGIC, log_in
from kronika.logs.files.pack_writing import block_of
from kronika.logs.files.packed import CorruptPack
from kronika.logs.files.streams import display_name
from kronika.logs.files.writing import WAIT, open_locked

Change = Callable[[int, bytes], bytes | None]
"""The new bytes of a log, by its place and its present bytes; None takes the log out."""


def change_logs(
    path: str, places: Collection[int], change: Change, *, wait: float = WAIT, tell: Notify = no_op
) -> None:
    """Change the logs at these places, each by `change`. The file is replaced as a whole, or not at all.

    Blocks without such a log keep their bytes, damaged ones too. The file is locked meanwhile, for which this waits up
    to `wait` seconds; `tell` gets a sentence about other names of the file. Raises FileError, also if one of these
    logs is damaged, and what `change` raises: then the file is as it was.
    """
    with open_locked(path, "write", wait, tell) as file, _damage(path):
        found = open_pack(path)
        if found.unread:
            why = f"it is damaged after log {found.logs:,}: `kronika repair` saves what follows and cuts it off"
            raise FileError(f"{display_name(path)}: {why}. {UNCHANGED}")
        file.replace(_parts(found, frozenset(places), change))


@contextmanager
def _damage(path: str) -> Iterator[None]:
    """Say which file it is that is damaged."""
    try:
        yield
    except CorruptPack as error:
        raise FileError(f"{display_name(path)}: {error or 'it is cut short'}. {UNCHANGED}") from None


def _parts(found: Pack, places: frozenset[int], change: Change) -> Iterator[bytes]:
    yield MAGIC
    rows, end, logs = bytearray(), len(MAGIC), 0
    for number in range(found.blocks):
        first = found.row(number)[1] + 1
        number_of_logs = found.logs_of(number)
        if places.isdisjoint(range(first, first + number_of_logs)):
            block = found.raw_block(number)
        else:
            changed = list(_changed(found, number, first, places, change))
            number_of_logs = len(changed)
            block = block_of(changed, pack_blocks.compression()) if changed else b""
        if block:
            yield block
            rows += pack_blocks.ROW.pack(end, logs)
            end, logs = end + len(block), logs + number_of_logs
    yield pack_blocks.table(bytes(rows), end, logs)


def _changed(
    found: Pack, number: int, first: int, places: frozenset[int], change: Change
) -> Iterator[tuple[bytes, str]]:
    """The logs of a block after the change, with their names. Raises CorruptPack."""
    block, data = found.content(number)
    for at, name in enumerate(block.name_list()):
        log: bytes | None = log_in(block, data, at)
        if log is not None and first + at in places:
            log = change(first + at, log)
        if log is not None:
            yield log, name
