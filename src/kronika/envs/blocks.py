"""How the types of views become numbers: one function for each kind of type."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from types import NoneType
from typing import Any, Final, get_args, get_origin, get_type_hints

from msgspec import Struct

from kronika.core import HIDDEN
from kronika.core.contract.domains import bare, domain, extras, is_union, numbers

Write = Callable[[Any, Any, int], None]
"""A function that writes a value into an array, from a place on."""
MOST: Final = 1000
"""The bound of numbers that declare none; greater ones are cut to it."""
TRUE: Final = "0 or 1"
"""The unit of what is so or not."""


class Feature(Struct, frozen=True):
    """A number of an observation: its name, such as `hands.1.17`, its least and greatest value, and its unit."""

    name: str
    low: float
    high: float
    unit: str


class Block(Struct, frozen=True):
    """The features of a part of a view, named within it, and the function that writes them."""

    features: tuple[Feature, ...]
    write: Write

    @property
    def size(self) -> int:
        """The number of its features."""
        return len(self.features)

    def named(self, name: str) -> list[Feature]:
        """Its features with the name of the part before theirs."""
        return [Feature(f"{name}.{one.name}".rstrip("."), one.low, one.high, one.unit) for one in self.features]


class Known(Struct, frozen=True):
    """The facts of a game that types do not say: the number of seats, and its cards with their places."""

    seats: int
    cards: Mapping[str, int]


def block_of(kind: Any, known: Known) -> Block | None:
    """The block of a type with its marks; None if it is omitted."""
    kind, metas = bare(kind)
    marks = extras(metas)
    if observed := marks.get("observed"):
        return _LENGTH if observed == "length" else None
    if is_union(kind) and NoneType in get_args(kind):
        return _optional(kind, known)
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind), marks, known)
    if get_origin(kind) is dict:
        key, value = get_args(kind)
        return _table(key, value, marks.get("at_most"), known)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _struct(kind, known)
    if marks.get("card"):
        return _card(known)
    if kind is bool:
        return Block((Feature("", 0, 1, TRUE),), _write_number)
    if kind is int:
        return _number(numbers(metas))
    words = domain(kind) or marks.get("one_of") or marks.get("distinguished")
    return _word(words) if words else None


def _write_number(value: Any, out: Any, at: int) -> None:
    out[at] = value


def _write_length(value: Any, out: Any, at: int) -> None:
    out[at] = min(len(value), MOST)


_LENGTH: Final = Block((Feature("length", 0, MOST, "number"),), _write_length)


def _number(values: Sequence[int] | None) -> Block:
    if values:
        return Block((Feature("", values[0], values[-1], "number"),), _write_number)

    def write(value: Any, out: Any, at: int) -> None:
        out[at] = value if -MOST <= value <= MOST else (MOST if value > 0 else -MOST)

    return Block((Feature("", -MOST, MOST, "number"),), write)


def _card(known: Known) -> Block:
    """One card: its place among the cards of the game from 1, 0 for none, -1 for one that is hidden."""
    numbers = {HIDDEN: -1, **{card: at + 1 for card, at in known.cards.items()}}

    def write(value: Any, out: Any, at: int) -> None:
        out[at] = numbers.get(value, 0)

    return Block((Feature("", -1, len(known.cards), "number of a card, 0 none, -1 hidden"),), write)


def _word(words: Sequence[Any]) -> Block:
    places = {word: at for at, word in enumerate(words)}

    def write(value: Any, out: Any, at: int) -> None:
        place = places.get(value)
        if place is not None:
            out[at + place] = 1.0

    return Block(tuple([Feature(str(word), 0, 1, TRUE) for word in words]), write)


def _optional(kind: Any, known: Known) -> Block | None:
    (inner,) = [part for part in get_args(kind) if part is not NoneType] or [str]
    block = block_of(inner, known)
    if block is None or domain(inner):
        return block  # no word at all says that there is none

    def write(value: Any, out: Any, at: int) -> None:
        if value is not None:
            out[at] = 1.0
            block.write(value, out, at + 1)

    return Block((Feature("known", 0, 1, TRUE), *block.features), write)


def _struct(kind: type[Struct], known: Known) -> Block:
    hints = get_type_hints(kind, include_extras=True)
    features: list[Feature] = []
    parts: list[tuple[str, int, Write]] = []
    for name in kind.__struct_fields__:
        if block := block_of(hints[name], known):
            parts.append((name, len(features), block.write))
            features += block.named(name)

    def write(value: Any, out: Any, at: int) -> None:
        for name, place, part in parts:
            part(getattr(value, name), out, at + place)

    return Block(tuple(features), write)


def _tuple(kinds: Sequence[Any], marks: Mapping[str, Any], known: Known) -> Block | None:
    if kinds[-1] is not Ellipsis:
        return _fixed([block_of(kind, known) for kind in kinds])
    _, metas = bare(kinds[0])
    if "at_most" not in marks:
        if extras(metas).get("card"):
            return _counts([*known.cards, HIDDEN], "cards")
        if marks.get("any_order") and (words := domain(kinds[0])):
            return _counts(words, "number of them")
    return _list(block_of(kinds[0], known), marks.get("at_most", known.seats))


def _counts(words: Sequence[Any], unit: str) -> Block:
    """A set: how often it has each of these."""
    places = {word: at for at, word in enumerate(words)}

    def write(value: Any, out: Any, at: int) -> None:
        for item in value:
            place = places.get(item)
            if place is not None:
                out[at + place] += 1.0

    return Block(tuple([Feature(str(word), 0, MOST, unit) for word in words]), write)


def _fixed(blocks: Sequence[Block | None]) -> Block | None:
    kept = [(number, block) for number, block in enumerate(blocks) if block]
    features: list[Feature] = []
    parts: list[tuple[int, int, Write]] = []
    for number, block in kept:
        parts.append((number, len(features), block.write))
        features += block.named(str(number))

    def write(value: Any, out: Any, at: int) -> None:
        for number, place, part in parts:
            part(value[number], out, at + place)

    return Block(tuple(features), write) if features else None


def _list(block: Block | None, most: int) -> Block | None:
    """A list of at most this length: its length, then its items."""
    if block is None:
        return None
    size, part = block.size, block.write

    def write(value: Any, out: Any, at: int) -> None:
        out[at] = min(len(value), MOST)
        for number, item in enumerate(value[:most]):
            part(item, out, at + 1 + number * size)

    items = [feature for number in range(most) for feature in block.named(str(number))]
    return Block((Feature("length", 0, MOST, "number"), *items), write)


def _table(key: Any, value: Any, most: int | None, known: Known) -> Block | None:
    _, metas = bare(key)
    keys = domain(key) or (tuple(known.cards) if extras(metas).get("card") else None)
    block = block_of(value, known)
    if keys is not None:
        return _by_key(keys, block)
    return None if most is None else _by_place(block, most)


def _by_key(keys: Sequence[Any], block: Block | None) -> Block | None:
    if block is None:
        return None
    size, part = block.size, block.write
    places = {key: number * size for number, key in enumerate(keys)}

    def write(value: Any, out: Any, at: int) -> None:
        for key, item in value.items():
            if item is not None:
                part(item, out, at + places[key])

    return Block(tuple([feature for key in keys for feature in block.named(str(key))]), write)


def _by_place(block: Block | None, most: int) -> Block | None:
    """A table by places such as `3.-1`, in their order: for at most this number the two numbers, and what is there."""
    if block is None:
        return None

    def pairs(value: Mapping[str, Any]) -> list[tuple[tuple[int, ...], Any]]:
        return sorted([(_place(key), item) for key, item in value.items()], key=itemgetter(0))

    two = Block(tuple([Feature(name, -MOST, MOST, "number") for name in ("level", "column")]), _write_two)
    both = _list(_fixed([two, block]), most)
    if both is None:
        return None
    write_list = both.write
    return Block(both.features, lambda value, out, at: write_list(pairs(value), out, at))


@cache
def _place(key: str) -> tuple[int, ...]:
    """The numbers of a place; a game has few."""
    return tuple(map(int, key.split(".")))


def _write_two(value: Any, out: Any, at: int) -> None:
    out[at], out[at + 1] = value
