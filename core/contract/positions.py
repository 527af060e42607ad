"""What the hand-written positions of all games have in common: players, cards, words, numbers, and keys in errors.

Every error begins with the path of the key that is wrong: `hands.Anna: …`, and in a list by number, `ships.2: …`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TypeVar

from kronika.core.basics.errors import BadSetup, NotationError, PositionError
from kronika.core.basics.text import clipped, close_matches, normalize, quoted
from kronika.core.contract.labels import find_labelled
from kronika.core.contract.moves import find_player

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")
ReadT = TypeVar("ReadT")

_NO_OTHER_NAMES: Mapping[str, int] = MappingProxyType({})


@contextmanager
def at_key(key: str) -> Iterator[None]:
    """Around what reads the value of a key. Raises PositionError for what can't be read or set up."""
    try:
        yield
    except (NotationError, BadSetup) as error:
        raise PositionError(f"{key}: {error}") from None


def seat_at_key(name: str, names: Sequence[str], key: str) -> int:
    """The seat of a player named under a key. Raises PositionError."""
    with at_key(key):
        return find_player(name, names, whole=True)


def read_entries(
    table: Mapping[str, ValueT], read: Callable[[str, str], KeyT], key: str, what: str
) -> Iterator[tuple[KeyT, ValueT, str]]:
    """What each key of a table means, as `read(name, path)` finds it; its value; its path.

    Raises PositionError for two that mean the same: only one of the values would count, and nobody could say which.
    """
    spelt: dict[KeyT, str] = {}
    for name, value in table.items():
        path = f"{key}.{clipped(name)}"
        meaning = read(name, path)
        if meaning in spelt:
            both = f"{quoted(spelt[meaning])} and {quoted(name)}"
            raise PositionError(f"{path}: {both} are the same {what}; name each {what} once.")
        spelt[meaning] = name
        yield meaning, value, path


class Players:
    """The players of a position, found by name, by number or by what else the game calls them, folded."""

    def __init__(self, names: Sequence[str], others: Mapping[str, int] = _NO_OTHER_NAMES) -> None:
        self.names = names
        self.others = others

    def find(self, word: str, key: str) -> int:
        """The seat of a player named under a key. Raises PositionError."""
        try:
            return seat_at_key(word, self.names, key)
        except PositionError:
            if (seat := self.others.get(normalize(word))) is None:
                raise
            return seat

    def seat(self, word: str | None, key: str, default: int) -> int:
        """The seat of a player who may be left out. Raises PositionError."""
        return default if word is None else self.find(word, key)

    def entries(self, table: Mapping[str, ValueT], key: str) -> Iterator[tuple[int, ValueT, str]]:
        """Seat, value and path of each entry of a table by player. Raises PositionError for a player named twice."""
        return read_entries(table, self.find, key, "player")

    def by_seat(
        self, table: Mapping[str, ValueT], key: str, read: Callable[[ValueT, str], ReadT], default: ReadT
    ) -> tuple[ReadT, ...]:
        """A table by player as values by seat, each as `read(value, path)` finds it. Raises PositionError."""
        values = [default] * len(self.names)
        for seat, value, path in self.entries(table, key):
            values[seat] = read(value, path)
        return tuple(values)


def read_choice(word: str, table: Mapping[str, ValueT], key: str, rule: str = "") -> ValueT:
    """What one of a few words means. Raises PositionError, which lists them and names their rule."""
    if word not in table:
        guess = close_matches(word, table)
        hint = f" Did you mean {guess[0]}?" if guess else ""
        raise PositionError(f"{key}: {quoted(word)} is not one of {', '.join(table)}{_rule_suffix(rule)}.{hint}")
    return table[word]


def check_range(value: int, least: int, most: int, key: str, rule: str = "") -> int:
    """The number, if it is in its range. Raises PositionError, which names the rule that sets it, if one does."""
    if not least <= value <= most:
        raise PositionError(f"{key}: {quoted(value)} is not from {least} to {most}{_rule_suffix(rule)}.")
    return value


def _rule_suffix(rule: str) -> str:
    return f" ({rule})" if rule else ""


def read_cards(named: Sequence[int | str], table: Mapping[str, int], what: str, key: str) -> bytes:
    """The codes of the cards listed under a key, by number or name, looked up in `table`. Raises PositionError."""
    with at_key(key):
        return bytes([find_labelled(str(card), table, what) for card in named])


def check_unique(zones: Sequence[tuple[str, bytes]], label: Callable[[int], str], rule: str) -> set[int]:
    """All cards of the zones, each with its key. Raises PositionError when one is named twice, against a rule."""
    seen: set[int] = set()
    for key, cards in zones:
        for card in cards:
            if card in seen:
                raise PositionError(f"{key}: {label(card)} is named twice: there is one of each ({rule}).")
            seen.add(card)
    return seen
