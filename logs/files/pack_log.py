"""One log within a file of many: MessagePack arrays, decoded typed.

    [header, tags, entries, digest]

`tags` lists the types of the game's actions and outcomes. An event is `[number, by, fields…]`: the number of its type
in `tags`, the actor, and the fields in the order of its Struct. Undo and redo are `[-2, k]` and `[-3, k]`, a set and a
note `[-4, {…}]` and `[-5, {…}]` with their fields as in the text form. `digest` is that of the last state. Everything
else is derived again on reading. The log of a witness, which can't be derived, is stored as its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import Annotated, Any, Final, cast

import msgspec
from msgspec import Meta, Raw, Struct, defstruct, structs

from kronika.core.basics.nesting import TooDeep, is_packed_too_deep
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.events import Entry, Event, Header, Redo, Set, Undo
from kronika.logs.files.packed import NOTE, REDO, SET, UNDO, CorruptPack, Extension, Unpacker, structs_of, unpack

BEGINS: Final = b"\x94"
"""The first byte of a log in this form: a list of four."""
_BAD = (msgspec.DecodeError, UnicodeDecodeError, TypeError, RecursionError)
"""Errors of a decoder; TypeError is that of a map as a key, in older msgspec."""

KNOWN: Final = 4096
"""The most events of a game that are known by their bytes."""
SHORT: Final = 64
"""The most bytes of such an event."""

_By = Annotated[int, Meta(ge=-1, le=99)]
_encode = msgspec.msgpack.Encoder().encode


class _Parts(Struct, array_like=True, forbid_unknown_fields=True):
    header: Raw
    tags: tuple[str, ...]
    entries: Raw
    digest: str


_read_parts = msgspec.msgpack.Decoder(_Parts).decode
_read_list = msgspec.msgpack.Decoder(list[Raw]).decode


def pack_log(header: Header, game: AnyGame, entries: Iterable[Entry], digest: str) -> bytes:
    """The bytes of a log whose last state has this digest. The same log has the same bytes."""
    kinds = structs_of(game.Do)
    numbers = {kind: number for number, kind in enumerate(kinds.values())}
    return _encode([header, list(kinds), [_entry(entry, numbers) for entry in entries], digest])


def _entry(entry: Entry, numbers: dict[type, int]) -> list[Any]:
    if isinstance(entry, Event):
        do = entry.do
        return [numbers[type(do)], entry.by, *[getattr(do, name) for name in do.__struct_fields__]]
    if isinstance(entry, (Undo, Redo)):
        return [UNDO if isinstance(entry, Undo) else REDO, entry.events]
    return [SET if isinstance(entry, Set) else NOTE, entry]


class PackedLog:
    """A log in this form. Its entries are decoded on demand."""

    def __init__(self, data: bytes) -> None:
        """Raises CorruptPack if the bytes are not in this form."""
        try:
            self._parts = _read_parts(data)
        except _BAD:
            raise CorruptPack("the packed log is not readable") from None
        self.digest = self._parts.digest

    def header(self, kind: Any) -> Any:
        """The header as a value of some type. Raises msgspec.ValidationError for another value, and CorruptPack."""
        if is_packed_too_deep(bytes(self._parts.header)):
            raise CorruptPack(str(TooDeep()))
        try:
            return msgspec.msgpack.decode(self._parts.header, type=kind, ext_hook=Extension)
        except msgspec.ValidationError:
            raise
        except _BAD:
            raise CorruptPack("the header is not readable") from None

    def events(self, game: AnyGame) -> list[tuple[int, Any]] | None:
        """The actor and the action of each event, if the log has nothing but readable events; else None."""
        try:
            event_of = _typed(game, self._parts.tags)
            return [event_of[data] for data in map(bytes, _read_list(self._parts.entries))]
        except _BAD:
            return None

    def records(self, game: AnyGame) -> Iterator[dict[str, Any]]:
        """The fields of each record as plain data, for the schema check. Raises CorruptPack."""
        unpacker = Unpacker(game, list(self._parts.tags))
        try:
            entries = _read_list(self._parts.entries)
        except _BAD:
            raise CorruptPack("the packed records are not readable") from None
        for entry in entries:
            yield unpacker.record(_as_in_frames(unpack(bytes(entry))))


def _as_in_frames(values: Any) -> Any:
    """The values of an entry in the order of the older form."""
    if not isinstance(values, list) or len(values) < 2:
        raise CorruptPack
    first, second, *fields = values
    if first in (SET, NOTE) and type(first) is int:
        return [first, 0, second, *fields]
    return values if first in (UNDO, REDO) else [second, first, *fields]


class _Typed(dict[bytes, tuple[int, Any]]):
    """The actor and the action of events by their bytes: the same ones come again in many logs.

    Decoding an event takes as long as looking up four. A missing one raises one of `_BAD` if it is not readable.
    """

    def __init__(self, kinds: dict[type[Struct], Callable[..., Any]]) -> None:
        self._kinds = kinds
        self._decode = msgspec.msgpack.Decoder(reduce(or_, kinds)).decode

    def __missing__(self, data: bytes) -> tuple[int, Any]:
        mirror = self._decode(data)
        by, *fields = structs.astuple(mirror)
        event = by, self._kinds[type(mirror)](*fields)
        if len(self) < KNOWN and len(data) <= SHORT:
            self[data] = event
        return event


@lru_cache(maxsize=32)
def _typed(game: AnyGame, tags: tuple[str, ...]) -> _Typed:
    """The events of this game whose types have these numbers."""
    kinds = structs_of(game.Do)
    known = [(number, kinds[tag]) for number, tag in enumerate(tags) if tag in kinds]
    if not known:
        raise TypeError("no type of it is known")
    return _Typed({_mirror(number, kind): cast(Callable[..., Any], kind) for number, kind in known})


def _mirror(number: int, kind: type[Struct]) -> type[Struct]:
    """A type whose values are the arrays of events with this kind of action: they are decoded without a dictionary."""
    fields = [(field.name, field.type) for field in structs.fields(kind)]
    return defstruct(
        kind.__name__,
        [("by", _By), *fields],
        array_like=True,
        tag=number,
        gc=False,
        frozen=True,
        forbid_unknown_fields=True,
    )
