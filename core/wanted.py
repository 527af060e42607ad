"""A value as a person expects it, held against the type that the game gives it, and against the one that came.

Values are plain data: those expected as TOML has them, those that came as `msgspec.to_builtins` makes them. What the
words in an expectation mean stands at `core.expecting.Expect`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct, inspect
from msgspec.structs import replace

from kronika.core.registry import AnyGame
from kronika.core.view import EMPTY, HIDDEN
from kronika.core.words import meant, quoted

NOTHING: Final = "nothing"
"""What is expected where nothing is: null, a key that is not there, a place without a card."""

COUNT: Final = "count"
_HAS, _LACKS = "has", "lacks"
_LIST_WORDS: Final = (COUNT, _HAS, _LACKS)


class Field(Struct, frozen=True):
    """The type of a value: as msgspec describes it without None, whether None is one of its values, and its marks."""

    type: inspect.Type
    optional: bool
    marks: Mapping[str, Any]

    def inside(self, key: str | int) -> Field:
        """The field of an entry of this table or list; one of which nothing is known where there is none."""
        match self.type:
            case inspect.StructType(fields=fields):
                field = next((field_of(field.type) for field in fields if field.encode_name == key), ANYTHING)
                return replace(field, marks={"seat": True}) if key == "seat" else field
            case inspect.DictType(value_type=value):
                return field_of(value)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return field_of(item)
            case inspect.TupleType(item_types=items) if isinstance(key, int) and key < len(items):
                return field_of(items[key])
            case inspect.UnionType(types=kinds):
                found = (field_of(kind).inside(key) for kind in kinds)
                return next((field for field in found if field is not ANYTHING), ANYTHING)
        return ANYTHING

    @property
    def keys(self) -> tuple[str, ...]:
        """The fields of a Struct."""
        if isinstance(self.type, inspect.UnionType):
            return tuple(key for kind in self.type.types for key in field_of(kind).keys)
        fields = self.type.fields if isinstance(self.type, inspect.StructType) else ()
        return tuple(field.encode_name for field in fields)

    @property
    def words(self) -> tuple[str, ...]:
        """The strings that it can be, where the game says so."""
        if isinstance(self.type, inspect.LiteralType):
            return tuple(map(str, self.type.values))
        return tuple(self.marks.get("one_of", ()))


ANYTHING: Final = Field(inspect.AnyType(), True, {})


def field_of(kind: inspect.Type) -> Field:
    """What is to be known of a type."""
    marks: dict[str, Any] = {}
    optional = False
    while isinstance(kind, (inspect.Metadata, inspect.UnionType)):
        if isinstance(kind, inspect.Metadata):
            marks |= kind.extra or {}
            kind = kind.type
            continue
        others = [member for member in kind.types if not isinstance(member, inspect.NoneType)]
        optional = optional or len(others) < len(kind.types)
        if len(others) > 1:
            break
        kind = others[0]
    return Field(kind, optional, marks)


class Known(Struct, frozen=True):
    """The names of a game and a table: its players by seat, its cards by id, the numbers of its rules."""

    players: Sequence[str]
    cards: Sequence[str] = ()
    rules: Sequence[str] = ()


@cache
def ids_of_cards(game: AnyGame) -> tuple[str, ...]:
    """The ids of a game's cards."""
    return tuple(card.id for card in game.cards())


# -- what cannot be meant -----------------------------------------------------------------------------------------

Amiss = tuple[str, str]
"""The path of a name or value in an expectation that can't be meant, and why: what would be right."""


def amiss(field: Field, wanted: Any, known: Known) -> Iterator[Amiss]:
    """What in a wanted value can be no value of this field, whatever came."""
    if wanted == NOTHING and (field.optional or field.marks.get("card")):
        return
    match field.type:
        case inspect.StructType():
            yield from _amiss_struct(field, wanted, known)
        case inspect.DictType():
            yield from _amiss_dict(field, wanted, known)
        case inspect.VarTupleType() | inspect.TupleType() | inspect.ListType():
            yield from _amiss_list(field, wanted, known)
        case _:
            if why := _not_one(field, wanted, known):
                yield "", why


def _within(key: str | int, found: Iterator[Amiss]) -> Iterator[Amiss]:
    return ((f"{key}.{path}" if path else str(key), why) for path, why in found)


def _amiss_struct(field: Field, wanted: Any, known: Known) -> Iterator[Amiss]:
    keys = ", ".join(field.keys)
    if not isinstance(wanted, dict) or not wanted:
        yield "", f"it is a table; name those of its parts that matter: {keys}"
        return
    for key, value in wanted.items():
        if key not in field.keys:
            yield key, f"there is no {key} here.{meant(key, field.keys) or f' There are {keys}.'}"
        elif key == "rule" and known.rules and value not in known.rules:
            yield key, no_rule(value, known)
        else:
            yield from _within(key, amiss(field.inside(key), value, known))


def _amiss_dict(field: Field, wanted: Any, known: Known) -> Iterator[Amiss]:
    assert isinstance(field.type, inspect.DictType)
    if not isinstance(wanted, dict):
        yield "", "it is a table: `{ … }` with the keys that matter, `{}` if it is empty"
        return
    names = field_of(field.type.key_type)
    for key, value in wanted.items():
        if key == COUNT:
            yield from _amiss_count(value)
        elif why := _not_one(names, key, known):
            yield key, why
        elif value != NOTHING:
            yield from _within(key, amiss(field.inside(key), value, known))


def _amiss_list(field: Field, wanted: Any, known: Known) -> Iterator[Amiss]:
    if isinstance(wanted, list):
        for at, value in enumerate(wanted):
            yield from _within(at + 1, amiss(field.inside(at), value, known))
    elif not isinstance(wanted, dict) or not wanted:
        yield "", "it is a list: `[…]`, or a table with count, has, lacks or names of players"
    elif _in_words(wanted):
        for key, value in wanted.items():
            if key == COUNT:
                yield from _amiss_count(value)
            elif not isinstance(value, list) or not value:
                yield key, f"`{key}` is followed by a list that is not empty"
            else:
                yield from _within(key, _amiss_list(field, value, known))
    elif field.marks.get("any_order"):
        yield next(iter(wanted)), "it is a list, and not by player: it has count, has, lacks"
    else:
        for name, value in wanted.items():
            if name in known.players:
                yield from _within(name, amiss(field.inside(known.players.index(name)), value, known))
            else:
                yield name, no_player(name, known)


def _in_words(wanted: Mapping[str, Any]) -> bool:
    return all(key in _LIST_WORDS for key in wanted)


def _amiss_count(value: Any) -> Iterator[Amiss]:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        yield COUNT, f"{quoted(value)} is not how many there are"


def _not_one(field: Field, wanted: Any, known: Known) -> str:
    """Why a scalar can't be meant; empty if it can."""
    number = isinstance(wanted, (int, float)) and not isinstance(wanted, bool)
    if field.marks.get("seat"):
        if isinstance(wanted, str):
            return "" if wanted in known.players else no_player(wanted, known)
        return "" if number and -1 <= wanted < len(known.players) else f"{quoted(wanted)} is no player: give a name"
    if field.marks.get("card"):
        ids = (*known.cards, EMPTY, HIDDEN, "0")
        return "" if not known.cards or str(wanted) in ids else _none_of("card", wanted, known.cards)
    if field.words:
        return "" if wanted in field.words else _none_of("", wanted, field.words)
    match field.type:
        case inspect.BoolType():
            return "" if isinstance(wanted, bool) else f"{quoted(wanted)} is not true or false"
        case inspect.IntType() | inspect.FloatType():
            right = number or wanted in known.players
            return "" if right else f"{quoted(wanted)} is neither a number nor a player"
        case inspect.StrType():
            right = number or isinstance(wanted, str)
            return "" if right else f"{quoted(wanted)} is not a text"
    return ""


def _none_of(what: str, wanted: Any, words: Sequence[str]) -> str:
    guess = meant(str(wanted), words)
    if what:
        return f"there is no {what} {quoted(wanted)}.{guess}"
    return f"{quoted(wanted)} is none of {', '.join(words)}.{guess}"


def no_player(name: Any, known: Known) -> str:
    """That there is no such player, and who there is."""
    return (
        f"there is no player {quoted(name)}.{meant(str(name), known.players) or f' There are {_all(known.players)}.'}"
    )


def no_rule(number: Any, known: Known) -> str:
    """That there is no such rule, and which there may be."""
    return f"there is no rule {quoted(number)}.{meant(str(number), known.rules)}"


def _all(names: Sequence[str]) -> str:
    return ", ".join(names)


# -- what differs -------------------------------------------------------------------------------------------------

Difference = tuple[str, str, str]
"""The path of what differs, what was expected there, and what came, in words."""


def differences(field: Field, wanted: Any, got: Any, known: Known) -> Iterator[Difference]:
    """Where the value that came is not what is wanted, part by part."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        yield from _table_differs(field, wanted, got, known)
    elif isinstance(wanted, dict) and isinstance(got, (list, tuple)):
        yield from _listed_differs(field, wanted, got, known)
    elif isinstance(wanted, list) and isinstance(got, (list, tuple)):
        yield from _list_differs(field, wanted, got, known)
    elif not _same(field, wanted, got, known):
        yield "", shown(field, wanted, known), shown(field, got, known)


def fits(field: Field, wanted: Any, got: Any, known: Known) -> bool:
    """Is the value that came what is wanted?"""
    return next(differences(field, wanted, got, known), None) is None


def _inside(key: str | int, found: Iterator[Difference]) -> Iterator[Difference]:
    return ((f"{key}.{path}" if path else str(key), expected, got) for path, expected, got in found)


def _table_differs(
    field: Field, wanted: Mapping[str, Any], got: Mapping[Any, Any], known: Known
) -> Iterator[Difference]:
    if not wanted and got:
        yield "", "nothing in it", shown(field, got, known)
    by_name = {str(key): value for key, value in got.items()}
    for key, value in wanted.items():
        if key == COUNT and key not in by_name and isinstance(value, int):
            yield from _count_differs(field, value, got, known)
        elif key in by_name:
            yield from _inside(key, differences(field.inside(key), value, by_name[key], known))
        elif value != NOTHING:
            there = f"nothing there; there are: {', '.join(by_name) or 'none'}"
            yield key, shown(field.inside(key), value, known), there


def _count_differs(field: Field, wanted: int, got: Any, known: Known) -> Iterator[Difference]:
    if len(got) != wanted:
        yield COUNT, str(wanted), f"{len(got)}: {shown(field, got, known)}"


def _listed_differs(field: Field, wanted: Mapping[str, Any], got: Sequence[Any], known: Known) -> Iterator[Difference]:
    """A list in words, or by player."""
    if not _in_words(wanted):
        by_seat = len(got) == len(known.players)
        for name, value in wanted.items():
            if by_seat and name in known.players:
                seat = known.players.index(name)
                yield from _inside(name, differences(field.inside(seat), value, got[seat], known))
            else:
                yield name, shown(field, value, known), f"no entry for each player: {shown(field, got, known)}"
        return
    if COUNT in wanted:
        yield from _count_differs(field, wanted[COUNT], got, known)
    for value in _left_over(field, wanted.get(_HAS, ()), got, known)[0]:
        yield _HAS, shown(field.inside(0), value, known), shown(field, got, known)
    for value in wanted.get(_LACKS, ()):
        if any(fits(field.inside(0), value, one, known) for one in got):
            yield _LACKS, f"no {shown(field.inside(0), value, known)}", shown(field, got, known)


def _list_differs(field: Field, wanted: Sequence[Any], got: Sequence[Any], known: Known) -> Iterator[Difference]:
    missing, surplus = _left_over(field, wanted, got, known)
    expected, came = shown(field, wanted, known), shown(field, got, known)
    if field.marks.get("any_order"):
        if missing or surplus:
            parts = ("without", missing), ("with", surplus)
            more = " and ".join(f"{word} {shown(field, part, known)}" for word, part in parts if part)
            yield "", expected, f"{came}, {more}"
    elif len(wanted) == len(got) and any(isinstance(value, (dict, list)) for value in wanted):
        for at, (value, one) in enumerate(zip(wanted, got, strict=True)):
            yield from _inside(at + 1, differences(field.inside(at), value, one, known))
    elif len(wanted) != len(got) or not all(
        fits(field.inside(at), value, got[at], known) for at, value in enumerate(wanted)
    ):
        yield "", expected, came if missing or surplus else f"the same in another order: {came}"


def _left_over(field: Field, wanted: Sequence[Any], got: Sequence[Any], known: Known) -> tuple[list[Any], list[Any]]:
    """What is wanted and not there, and what is there and not wanted, in whatever order."""
    missing, left = [], list(got)
    for value in wanted:
        at = next((at for at, one in enumerate(left) if fits(field.inside(0), value, one, known)), None)
        if at is None:
            missing.append(value)
        else:
            del left[at]
    return missing, left


def _same(field: Field, wanted: Any, got: Any, known: Known) -> bool:
    """Are two scalars the same?

    A seat may be given by name, a card whose id is a number as that number, an empty place as 0.
    """
    if wanted == NOTHING and (got is None or (got == EMPTY and isinstance(got, str))):
        return True
    if isinstance(wanted, str) and isinstance(got, int) and not isinstance(got, bool):
        return wanted in known.players and known.players.index(wanted) == got
    if isinstance(got, str) and isinstance(wanted, int) and not isinstance(wanted, bool):
        return (str(wanted) if wanted else EMPTY) == got
    return bool(wanted == got) and isinstance(wanted, bool) == isinstance(got, bool)


# -- in words -----------------------------------------------------------------------------------------------------


def shown(field: Field, value: Any, known: Known) -> str:
    """A value as findings quote it: seats by name, nothing as `nothing`."""
    if isinstance(value, dict):
        kind = f"{value['type']} " if "type" in value else ""
        parts = ", ".join(
            f"{key} {shown(field.inside(key), part, known)}"
            for key, part in value.items()
            if key not in ("type", "rule")
        )
        rule = f" ({value['rule']})" if "rule" in value else ""
        return f"{kind}{parts}{rule}".strip() or NOTHING
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(shown(field.inside(at), part, known) for at, part in enumerate(value)) + "]"
    if value is None:
        return NOTHING
    is_seat = field.marks.get("seat") and isinstance(value, int) and not isinstance(value, bool)
    return known.players[value] if is_seat and 0 <= value < len(known.players) else str(value)
