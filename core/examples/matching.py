"""Checks that the values in an expectation are possible in a game, and values as text.

Values are plain data: expected ones as TOML gives them, actual ones as `msgspec.to_builtins` makes them.
`kronika.core.examples.expectations.Expect` explains the words that an expectation can have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct, inspect

from kronika.core.basics.fields import Field, field_of
from kronika.core.basics.text import did_you_mean, quoted, suggestion
from kronika.core.contract.labels import card_names, find_exact
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.view import EMPTY, HIDDEN
from kronika.core.rulebook.spec import rules_of

NOTHING: Final = "nothing"
"""The word in an expectation for something absent: null, a missing key, a place without a card."""

COUNT: Final = "count"
"""The key for the number of entries of a table or list, or of effects."""
HAS, LACKS = "has", "lacks"
"""The keys for entries that are in a list, and for entries that are not."""
_LIST_WORDS: Final = (COUNT, HAS, LACKS)


class KnownNames(Struct, frozen=True):
    """The names that a game and a table have: players by seat, ids of cards, numbers of rules.

    `card_names` maps the normalized ids and names of cards to their ids.
    """

    players: Sequence[str]
    cards: Sequence[str] = ()
    rules: Sequence[str] = ()
    card_names: Mapping[str, str] = MappingProxyType({})

    @classmethod
    def of(cls, game: AnyGame, names: Sequence[str]) -> KnownNames:
        """The names in a game with these players, by seat."""
        cards = tuple(card.id for card in game.cards())
        return cls(names, cards, tuple(rule.number for rule in rules_of(game)), card_names(game))

    def card(self, text: str) -> str:
        """The id of the card that a text names, `9` for `9 Maze of the Damned`; the text itself if it names none."""
        return next(iter(find_exact(text, self.card_names)), text)


# -- impossible values --------------------------------------------------------------------------------------------

Mismatch = tuple[str, str]
"""The path of an impossible name or value in an expectation, and why it is impossible or what would be right."""


def mismatches(field: Field, wanted: Any, known: KnownNames) -> Iterator[Mismatch]:
    """The parts of a wanted value that no value of this field can ever match."""
    if wanted == NOTHING and (field.optional or field.marks.get("card")):
        return
    match field.type:
        case inspect.StructType():
            yield from _struct_mismatches(field, wanted, known)
        case inspect.DictType():
            yield from _dict_mismatches(field, wanted, known)
        case inspect.VarTupleType() | inspect.TupleType() | inspect.ListType():
            yield from _list_mismatches(field, wanted, known)
        case _:
            if why := _scalar_mismatch(field, wanted, known):
                yield "", why


def _under_key(key: str | int, found: Iterator[Mismatch]) -> Iterator[Mismatch]:
    return ((f"{key}.{path}" if path else str(key), why) for path, why in found)


def _struct_mismatches(field: Field, wanted: Any, known: KnownNames) -> Iterator[Mismatch]:
    keys = ", ".join(field.keys)
    if not isinstance(wanted, dict) or not wanted:
        yield "", f"it is a table; name those of its parts that matter: {keys}"
        return
    for key, value in wanted.items():
        if key not in field.keys:
            yield key, f"there is no {key} here.{did_you_mean(key, field.keys) or f' There are {keys}.'}"
        elif key == "rule" and known.rules and value not in known.rules:
            yield key, unknown_rule(value, known)
        else:
            yield from _under_key(key, mismatches(field.inside(key), value, known))


def _dict_mismatches(field: Field, wanted: Any, known: KnownNames) -> Iterator[Mismatch]:
    assert isinstance(field.type, inspect.DictType)
    if not isinstance(wanted, dict):
        yield "", "it is a table: `{ … }` with the keys that matter, `{}` if it is empty"
        return
    names = field_of(field.type.key_type)
    for key, value in wanted.items():
        if key == COUNT:
            yield from _count_mismatch(value)
        elif why := _scalar_mismatch(names, key, known):
            yield key, why
        elif value != NOTHING:
            yield from _under_key(key, mismatches(field.inside(key), value, known))


def _list_mismatches(field: Field, wanted: Any, known: KnownNames) -> Iterator[Mismatch]:
    if isinstance(wanted, list):
        for at, value in enumerate(wanted):
            yield from _under_key(at + 1, mismatches(field.inside(at), value, known))
    elif not isinstance(wanted, dict) or not wanted:
        yield "", "it is a list: `[…]`, or a table with count, has, lacks or names of players"
    elif is_list_query(wanted):
        for key, value in wanted.items():
            if key == COUNT:
                yield from _count_mismatch(value)
            elif not isinstance(value, list) or not value:
                yield key, f"`{key}` is followed by a list that is not empty"
            else:
                yield from _under_key(key, _list_mismatches(field, value, known))
    elif field.marks.get("any_order"):
        yield next(iter(wanted)), "it is a list, and not by player: it has count, has, lacks"
    else:
        for name, value in wanted.items():
            if name in known.players:
                yield from _under_key(name, mismatches(field.inside(known.players.index(name)), value, known))
            else:
                yield name, unknown_player(name, known)


def is_list_query(wanted: Mapping[str, Any]) -> bool:
    """Whether a table describes a list by `count`, `has` and `lacks`, and has no other keys."""
    return all(key in _LIST_WORDS for key in wanted)


def _count_mismatch(value: Any) -> Iterator[Mismatch]:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        yield COUNT, f"{quoted(value)} is not how many there are"


def _scalar_mismatch(field: Field, wanted: Any, known: KnownNames) -> str:
    """The reason why a scalar is impossible for this field; empty if it is possible."""
    number = isinstance(wanted, (int, float)) and not isinstance(wanted, bool)
    if field.marks.get("seat"):
        if isinstance(wanted, str):
            return "" if wanted in known.players else unknown_player(wanted, known)
        return "" if number and -1 <= wanted < len(known.players) else f"{quoted(wanted)} is not a player: give a name"
    if field.marks.get("card"):
        ids = (*known.cards, EMPTY, HIDDEN, "0")
        return "" if not known.cards or known.card(str(wanted)) in ids else _none_of("card", wanted, known.cards)
    if field.words:
        return "" if wanted in field.words else _none_of("", wanted, field.words)
    right, what = True, ""
    match field.type:
        case inspect.BoolType():
            right, what = isinstance(wanted, bool), "not true or false"
        case inspect.IntType() | inspect.FloatType():
            right, what = number or wanted in known.players, "neither a number nor a player"
        case inspect.StrType():
            right, what = number or isinstance(wanted, str), "not a text"
    return "" if right else f"{quoted(wanted)} is {what}"


def _none_of(what: str, wanted: Any, words: Sequence[str]) -> str:
    if what:
        return f"there is no {what} {quoted(wanted)}.{suggestion(str(wanted), words)}"
    return f"{quoted(wanted)} is not one of {', '.join(words)}.{did_you_mean(str(wanted), words)}"


def unknown_player(name: Any, known: KnownNames) -> str:
    """The message that there is no such player, with the player that was probably meant, or all of them."""
    return f"there is no player {quoted(name)}.{suggestion(str(name), known.players, most=len(known.players))}"


def unknown_rule(number: Any, known: KnownNames) -> str:
    """The message that there is no such rule, with the rule that was probably meant, or a few of those there are."""
    return f"there is no rule {quoted(number)}.{suggestion(str(number), known.rules)}"


# -- as text ------------------------------------------------------------------------------------------------------


def display_value(field: Field, value: Any, known: KnownNames) -> str:
    """A value as findings show it: seats by name, null and an empty table as `nothing`."""
    if isinstance(value, dict):
        kind = f"{value['type']} " if "type" in value else ""
        parts = ", ".join(
            f"{key} {display_value(field.inside(key), part, known)}"
            for key, part in value.items()
            if key not in ("type", "rule")
        )
        rule = f" ({value['rule']})" if "rule" in value else ""
        return f"{kind}{parts}{rule}".strip() or NOTHING
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(display_value(field.inside(at), part, known) for at, part in enumerate(value)) + "]"
    if value is None:
        return NOTHING
    is_seat = field.marks.get("seat") and isinstance(value, int) and not isinstance(value, bool)
    return known.players[value] if is_seat and 0 <= value < len(known.players) else str(value)
