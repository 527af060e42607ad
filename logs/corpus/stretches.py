"""Logs in stretches: as many as a process gets at once, and of a file of many logs a part of one block.

Every log is known by its content. That of a file is a digest of its bytes, which are read each time. A file of many
logs lists the digests of its logs; such a list is believed only for a block whose bytes are, by their digest, those
of a block that was read before, log by log.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, groupby, islice, starmap
from typing import Final, NamedTuple

import msgspec

from kronika.logs.corpus.sums import Extents, Folded, folded
from kronika.logs.files.faults import FileError
from kronika.logs.files.pack import Pack, is_pack, open_pack
from kronika.logs.files.pack_blocks import content_digest, log_in
from kronika.logs.files.packed import CorruptPack, TruncatedPack, is_packed_name
from kronika.logs.files.walk import Logs
from kronika.logs.replaying.survey import Facts, Survey, facts_of, renamed, survey
from kronika.logs.work.catalog import LARGEST, Catalog, Place, content_of
from kronika.logs.work.catalog_rows import Row, row_of

SIZE: Final = 32
"""The most logs in a stretch, and the number of those of a file of many logs."""
FACTS_LEVEL: Final = 1
"""The level of compression of facts: a sixth of the bytes, in 2 microseconds a log."""


class Stretch(NamedTuple):
    """Some logs by their paths from a folder, `files` being the names that open them.

    Of a file of many logs, `first` is the place of the first log, `contents` are the digests that the file lists, and
    `proof` stands for the bytes of the block and the logs in it.
    """

    paths: Sequence[str]
    files: Sequence[str]
    first: int = 0
    contents: tuple[bytes, ...] = ()
    proof: bytes = b""

    @property
    def logs(self) -> int:
        """The number of logs."""
        return len(self.paths)

    @property
    def addresses(self) -> Sequence[str]:
        """The addresses that open its logs."""
        if not self.proof or not self.paths[0].endswith(f"#{self.first}"):  # files of one log have no places
            return self.files
        return [f"{self.files[0]}#{place}" for place in range(self.first, self.first + self.logs)]


class Fold(NamedTuple):
    """The sums over several logs, empty if they can't be folded, and their facts: both are kept."""

    sums: bytes
    facts: bytes = b""


class Examined(NamedTuple):
    """The survey of a log; its content, if it may be kept; whether the survey is `new`; where the log lies.

    `proved` is the stretch of which this is the last log, if all of its logs have the listed contents; `fold` is what
    is kept of them at once, if that is new.
    """

    survey: Survey
    content: bytes | None = None
    new: bool = False
    file: str = ""
    proved: Stretch | None = None
    fold: Fold | None = None


class Summed(NamedTuple):
    """A stretch of valid logs by the sums over them, so that little travels between processes.

    `rows` are the new ones of the catalog, `placed` the files of one log with their contents; `proved` as in
    `Examined`.
    """

    fold: Fold
    rows: list[Row]
    placed: list[tuple[str, bytes]]
    proved: Stretch | None


def stretches(folder: str, logs: Logs | Sequence[str], jobs: int = 1) -> Iterator[Stretch]:
    """The logs in their order; a few files of one log are still shared by all jobs.

    They may be given by their paths from the folder, as files of one log each.
    """
    if isinstance(logs, Logs):
        size = max(1, min(SIZE, len(logs.files) // (4 * jobs)))
        for packed, files in groupby(logs.files, lambda file: is_packed_name(file) and is_pack(file)):
            named = ((os.path.relpath(file, folder or os.curdir), file) for file in files)
            yield from chain.from_iterable(starmap(_of_pack, named)) if packed else _of_files(named, size)
        return
    size = max(1, min(SIZE, len(logs) // (4 * jobs)))
    yield from _of_files(((path, os.path.join(folder, path)) for path in logs), size)


def _of_files(logs: Iterable[tuple[str, str]], size: int) -> Iterator[Stretch]:
    coming = iter(logs)
    while some := tuple(islice(coming, size)):
        paths, files = zip(*some, strict=True)
        yield Stretch(paths, files)


def _of_pack(path: str, file: str) -> Iterator[Stretch]:
    """The logs of a file of many. One that is not listed is read by its address, which gives the reason."""
    try:
        pack = open_pack(file)
    except (CorruptPack, FileError):
        yield Stretch((path,), (file,))
        return
    several = pack.logs + bool(pack.unread) > 1
    for number in range(pack.blocks):
        yield from _of_block(path, file, pack, number, several)
    if pack.unread:
        last = f"#{pack.logs + 1}" if several else ""
        yield Stretch((path + last,), (file + last,))
    if not pack.logs + bool(pack.unread):
        yield Stretch((path,), (file,))


def _of_block(path: str, file: str, pack: Pack, number: int, several: bool) -> Iterator[Stretch]:
    before, logs = pack.row(number)[1], pack.logs_of(number)
    try:
        block, stored = pack.block(number), content_digest(pack.stored(number))
    except (CorruptPack, OSError):
        block, stored = None, b""
    for start in range(0, logs, SIZE):
        part = range(start, min(start + SIZE, logs))
        places = [before + at + 1 for at in part]
        paths = [f"{path}#{place}" for place in places] if several else [path]
        if block is None:
            yield Stretch(paths, [f"{file}#{place}" for place in places])
        else:
            proof = blake2b(stored + b"%d %d" % (part.start, part.stop), digest_size=16).digest()
            yield Stretch(paths, (file,), places[0], block.digests(part), proof)


# -- what is known of them ----------------------------------------------------------------------------------------


def known_fold(catalog: Catalog, stretch: Stretch) -> list[Folded] | None:
    """The sums over a stretch of a file of many logs, if the catalog has them; nothing but its block is read."""
    kept = _kept(catalog, stretch, stretch.proof)
    return [_decode(kept)] if kept else None


def known_extents(catalog: Catalog, stretch: Stretch) -> Extents | None:
    """The beginning of the same sums."""
    kept = _kept(catalog, stretch, stretch.proof)
    return _decode_extents(kept) if kept else None


def _kept(catalog: Catalog, stretch: Stretch, key: bytes) -> bytes | None:
    """The bytes that are kept under a key of a stretch of a file of many logs; they may be empty."""
    return catalog.fold(key) if stretch.proof and catalog.knows_block(stretch.proof) else None


def _facts_key(stretch: Stretch) -> bytes:
    return stretch.proof + b"facts"


def known_facts(catalog: Catalog, stretch: Stretch) -> list[Facts] | None:
    """The facts of a stretch of a file of many logs, if the catalog has them; nothing but its block is read."""
    kept = _kept(catalog, stretch, _facts_key(stretch))
    if kept is None:
        return None
    found = _decode_facts(zlib.decompress(kept))
    for log, path in zip(found, stretch.paths, strict=True):
        log.path = path
    return found


def known(catalog: Catalog, stretch: Stretch) -> list[Examined] | None:
    """The surveys of a stretch of a file of many logs, if the catalog has them all; nothing but its block is read."""
    if not stretch.proof or not catalog.knows_block(stretch.proof):
        return None
    found = catalog.get_all(stretch.contents)
    if found is None:
        return None
    surveys = [Examined(renamed(one, path)) for one, path in zip(found, stretch.paths, strict=True)]
    fold = fold_of(found) if None in (catalog.fold(stretch.proof), catalog.fold(_facts_key(stretch))) else None
    return [*surveys[:-1], surveys[-1]._replace(proved=stretch, fold=fold)]


def sums_of(found: Summed) -> Folded:
    """The sums over a stretch."""
    return _decode(found.fold.sums)


def fold_of(logs: Sequence[Survey]) -> Fold:
    """The sums over logs, and their facts, as they are kept."""
    facts = zlib.compress(_encode([facts_of(log) for log in logs]), FACTS_LEVEL)
    return Fold(sums_over(logs), facts)


def sums_over(logs: Iterable[Survey]) -> bytes:
    """The sums over logs; empty if they can't be folded."""
    sums = folded(logs)
    return b"" if sums is None else _encode(sums)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Folded).decode
_decode_extents = msgspec.msgpack.Decoder(Extents).decode
_decode_facts = msgspec.msgpack.Decoder(list[Facts]).decode


def examine(folder: str, strict: bool, catalog: Catalog | None, stretch: Stretch) -> Iterator[Examined]:
    """The surveys of a stretch, by the catalog where it has them. Each log is read once."""
    if stretch.proof:
        yield from _examine_listed(folder, strict, catalog, stretch)
        return
    for path, file in zip(stretch.paths, stretch.files, strict=True):
        data = stored_data(file) if catalog is not None else None
        if catalog is None or data is None:
            yield Examined(survey(folder, path, strict))
        else:
            content = content_of(data)
            yield _examined(folder, path, strict, catalog.get(content), data, content)._replace(file=file)


def examine_folded(folder: str, strict: bool, catalog: Catalog | None, stretch: Stretch) -> Iterator[Examined | Summed]:
    """The same, but a stretch of valid logs comes as the sums over them."""
    yield from folded_stretch(list(examine(folder, strict, catalog, stretch)), catalog.work if catalog else b"")


def folded_stretch(found: Sequence[Examined], work: bytes) -> Iterator[Examined | Summed]:
    """The sums over a stretch, with its new rows for a catalog of this `work`; its logs if one has a fault."""
    fold = found[-1].fold or Fold(sums_over(one.survey for one in found))
    if not fold.sums:
        yield from found
        return
    kept = [(one, one.content) for one in found if one.content is not None]
    rows = [row_of(one.survey, content, work) for one, content in kept if one.new] if work else []
    yield Summed(fold, rows, [(one.file, content) for one, content in kept if one.file], found[-1].proved)


def _examine_listed(folder: str, strict: bool, catalog: Catalog | None, stretch: Stretch) -> Iterator[Examined]:
    proved: Stretch | None = stretch
    logs: list[Survey] = []
    known = catalog.get_some(stretch.contents) if catalog is not None else {}
    for path, content, data in zip(stretch.paths, stretch.contents, listed_data(stretch), strict=True):
        if data is None:
            proved = None
            yield Examined(survey(folder, path, strict))
        elif catalog is None:
            yield Examined(survey(folder, path, strict, data))
        else:
            found = _examined(folder, path, strict, known.get(content), data, content)
            logs.append(found.survey)
            whole = proved is not None and len(logs) == stretch.logs
            yield found._replace(proved=proved, fold=fold_of(logs)) if whole else found


def _examined(folder: str, path: str, strict: bool, known: Survey | None, data: bytes, content: bytes) -> Examined:
    found = survey(folder, path, strict, data) if known is None else renamed(known, path)
    return Examined(found, content, known is None)


def listed_data(stretch: Stretch) -> Iterator[bytes | None]:
    """The bytes of the logs of a stretch of a file of many; None for one that can't be read, or is not that of the list
    any more.
    """
    try:
        pack = open_pack(stretch.files[0])
        number, first = pack.find(stretch.first)
        block, data = pack.content(number)
    except (CorruptPack, TruncatedPack, FileError, OSError):
        yield from [None] * stretch.logs
        return
    for at, content in enumerate(stretch.contents, first):
        try:
            yield log_in(block, data, at) if at < block.logs and block.entry(at)[2] == content else None
        except CorruptPack:
            yield None


def stored_data(path: str) -> bytes | None:
    """The content of a file; None if it is too large or can't be read, which its survey reports."""
    try:
        with open(path, "rb", buffering=0) as file:
            return file.readall() if os.fstat(file.fileno()).st_size <= LARGEST else None
    except (OSError, ValueError):
        return None


def keep(catalog: Catalog, found: Examined | Summed) -> None:
    """Keep what is new of a log, or of a stretch of valid ones: its survey, and where it lies."""
    if isinstance(found, Summed):
        catalog.put_rows(found.rows)
        for file, content in found.placed:
            catalog.place(_place(file), content)
    elif found.content is not None:
        if found.new:
            catalog.put(found.content, found.survey)
        if found.file:
            catalog.place(_place(found.file), found.content)
    if found.proved is not None:
        stretch = found.proved
        catalog.place_block(_place(stretch.files[0], stretch.first), stretch.proof, stretch.contents)
        if found.fold is not None:
            catalog.put_fold(stretch.proof, found.fold.sums)
            catalog.put_fold(_facts_key(stretch), found.fold.facts)


def _place(file: str, number: int = 0) -> Place:
    folder, name = os.path.split(os.path.abspath(file))
    return os.path.join(_real(folder), name), number


@lru_cache(256)
def _real(folder: str) -> str:
    return os.path.realpath(folder)
