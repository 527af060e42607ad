"""The packed form of one log as a stream: decisions and chance alone, as MessagePack arrays, with one final digest.

    magic | frame(header) | frame(tags) | frame(entry) … | frame(digest)

A frame is its length as a base-128 number, low bits first, then that many bytes. An event is `[by, tag, fields…]` with
the fields in the order of its Struct; `tags` lists the types in use; undo and redo are `[-2, k]` and `[-3, k]`, a set
and a note `[-4, 0, {…}]` and `[-5, 0, {…}]` with their fields as in the text form. Everything else is derived again on
reading. The whole file may be compressed, by name. A file of many logs has another form, see `pack_blocks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

import msgspec
from msgspec.structs import astuple

from kronika.core.basics import limits
from kronika.core.basics.limits import size_text
from kronika.core.basics.nesting import TooDeep, is_packed_too_deep
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.events import Entry, Event, Header, Redo, Set, Undo
from kronika.logs.files.streams import BadStream

MAGIC = b"KRONIKA\x01"
UNDO, REDO, SET, NOTE = -2, -3, -4, -5
"""The numbers in place of a seat for records of other kinds than events."""
_WORDS = {UNDO: "undo", REDO: "redo", SET: "set", NOTE: "note"}

_encode = msgspec.msgpack.Encoder().encode


def is_packed_name(path: str) -> bool:
    """True if the name asks for the packed form."""
    return path.removesuffix(".gz").removesuffix(".zst").endswith(".kpack")


def is_pack_name(path: str) -> bool:
    """True if the name asks for a file of many logs: it ends in `.kpack`, and is not compressed as a whole."""
    return path.endswith(".kpack")


def structs_of(union: Any) -> dict[str, type[msgspec.Struct]]:
    """The tagged Structs of a union (or one alone), by tag."""
    members = getattr(union, "__args__", None) or (union,)
    return {str(member.__struct_config__.tag): member for member in members}


def pack(header: Header, game: AnyGame, entries: Iterable[Entry], digest: str) -> Iterator[bytes]:
    """The parts of a packed log whose last state has this digest."""
    tags = list(structs_of(game.Do))
    numbers = {kind: number for number, kind in enumerate(structs_of(game.Do).values())}
    yield MAGIC
    yield _frame(_encode(header))
    yield _frame(_encode(tags))
    for entry in entries:
        yield _frame(_encode(packed_entry(entry, numbers)))
    yield _frame(_encode(digest))


def packed_entry(entry: Entry, numbers: dict[type, int]) -> list[Any]:
    """An entry as the array of its frame; `numbers` are the places of the types in `structs_of`."""
    if isinstance(entry, Event):
        return [entry.by, numbers[type(entry.do)], *astuple(entry.do)]
    if isinstance(entry, (Undo, Redo)):
        return [UNDO if isinstance(entry, Undo) else REDO, entry.events]
    return [SET if isinstance(entry, Set) else NOTE, 0, entry]


def _frame(payload: bytes) -> bytes:
    size, head = len(payload), bytearray()
    while size > 127:
        head.append(size & 127 | 128)
        size >>= 7
    head.append(size)
    return bytes(head) + payload


class ByteSource(Protocol):
    """A source of frames."""

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; none at the end."""
        ...


class TruncatedPack(Exception):
    """The file ends in the middle of a frame, or before the final digest."""


class CorruptPack(Exception):
    """A frame has impossible content. The message, if any, is a clause."""


class Extension:
    """A MessagePack extension, which no log has. A message quotes it the same each time, without a place in memory."""

    def __init__(self, code: int, data: memoryview) -> None:
        self._code = code

    def __repr__(self) -> str:
        return f"a MessagePack extension of type {self._code}"


_decode = msgspec.msgpack.Decoder(ext_hook=Extension).decode


def frames(file: ByteSource) -> Iterator[bytes]:
    """Yield the frames after the magic. Raises TruncatedPack or CorruptPack."""
    while head := _read(file, 1):
        size, shift = head[0] & 127, 7
        while head[0] & 128:
            head = _read(file, 1)
            if not head:
                raise TruncatedPack
            size |= (head[0] & 127) << shift
            shift += 7
            if shift > 28:
                raise CorruptPack("a frame has no length")
        if size > limits.LINE:
            raise CorruptPack(f"a frame is longer than {size_text(limits.LINE)}, the most there can be")
        payload = _read(file, size)
        if len(payload) < size:
            raise TruncatedPack
        yield payload


def _read(file: ByteSource, size: int) -> bytes:
    try:
        return file.read(size)
    except BadStream as error:
        raise (TruncatedPack if error.cut else CorruptPack)(str(error)) from None


def unpack(payload: bytes) -> Any:
    """The content of a frame. Raises CorruptPack."""
    if is_packed_too_deep(payload):
        raise CorruptPack(str(TooDeep()))
    try:
        return _decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):  # a map as a key, in older msgspec
        raise CorruptPack from None


class Unpacker:
    """Turns the frames of entries back into the fields of records."""

    def __init__(self, game: AnyGame, tags: Any) -> None:
        """`tags` is the content of the second frame. Raises CorruptPack."""
        if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
            raise CorruptPack
        kinds = structs_of(game.Do)
        self._tags = tags
        self._fields = {tag: kind.__struct_fields__ for tag, kind in kinds.items()}

    def record(self, values: Any) -> dict[str, Any]:
        """A record's fields as plain data, for the schema check. Raises CorruptPack."""
        if not isinstance(values, list) or len(values) < 2 or not all(type(value) is int for value in values[:2]):
            raise CorruptPack
        by, number, *fields = values
        if by in (UNDO, REDO) and not fields:
            return {_WORDS[by]: number}
        if by in (SET, NOTE) and len(fields) == 1 and number == 0:
            return {_WORDS[by]: fields[0]}
        if not 0 <= number < len(self._tags):
            raise CorruptPack
        tag = self._tags[number]
        names = self._fields.get(tag, ())
        if len(names) != len(fields):
            raise CorruptPack
        do = {"type": tag, **dict(zip(names, fields, strict=True))}
        return {"by": "chance" if by == -1 else by, "do": do}
