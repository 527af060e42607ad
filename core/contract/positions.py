"""Helpers to read hand-written positions, shared by all games: players, cards, words and numbers.

The message of every error begins with the path of the key that is wrong: `hands.Anna: …`, in a list with the number of
the entry, `ships.2: …`.
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
    """A context that turns NotationError and BadSetup into a PositionError about this key."""
    try:
        yield
    except (NotationError, BadSetup) as error:
        raise PositionError(f"{key}: {error}") from None


def seat_at_key(name: str, names: Sequence[str], key: str) -> int:
    """Find the seat of a player by name, for the value of a key. Raises PositionError."""
    with at_key(key):
        return find_player(name, names, whole=True)


def read_entries(
    table: Mapping[str, ValueT], read: Callable[[str, str], KeyT], key: str, what: str
) -> Iterator[tuple[KeyT, ValueT, str]]:
    """Yield for each entry of a table: its key as `read(name, path)` parses it, its value, and its path.

    `key` is the path of the table, `what` a noun for its keys. Raises PositionError for two keys with the same meaning,
    since only one of their values could be used.
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
    """The players of a position, who can be found by name, by number, or by other names of the game.

    `others` maps these other names, as `normalize` returns them, to seats.
    """

    def __init__(self, names: Sequence[str], others: Mapping[str, int] = _NO_OTHER_NAMES) -> None:
        self.names = names
        self.others = others

    def find(self, word: str, key: str) -> int:
        """Find the seat of a player, for the value of a key. Raises PositionError."""
        try:
            return seat_at_key(word, self.names, key)
        except PositionError:
            if (seat := self.others.get(normalize(word))) is None:
                raise
            return seat

    def seat(self, word: str | None, key: str, default: int) -> int:
        """Find the seat of an optional player; None gives the default. Raises PositionError."""
        return default if word is None else self.find(word, key)

    def entries(self, table: Mapping[str, ValueT], key: str) -> Iterator[tuple[int, ValueT, str]]:
        """Yield seat, value and path of each entry of a table by player.

        Raises PositionError for an unknown player, or one who is named twice.
        """
        return read_entries(table, self.find, key, "player")

    def by_seat(
        self, table: Mapping[str, ValueT], key: str, read: Callable[[ValueT, str], ReadT], default: ReadT
    ) -> tuple[ReadT, ...]:
        """Read a table by player to a tuple by seat, with `read(value, path)` or the default for each seat.

        Raises PositionError.
        """
        values = [default] * len(self.names)
        for seat, value, path in self.entries(table, key):
            values[seat] = read(value, path)
        return tuple(values)

    def cards(self, table: Mapping[str, Sequence[int | str]], key: str, names: Mapping[str, int]) -> tuple[bytes, ...]:
        """Read cards by player, each by number or name, to a tuple by seat; none for a player who is not there.

        `names` is the table of the cards. Raises PositionError.
        """
        return self.by_seat(table, key, lambda named, path: read_cards(named, names, "card", path), b"")

    def zones(self, cards: Sequence[bytes], key: str) -> list[tuple[str, bytes]]:
        """The cards of each player with their key, for `check_unique`."""
        return [(f"{key}.{name}", held) for name, held in zip(self.names, cards, strict=True)]


def read_choice(word: str, table: Mapping[str, ValueT], key: str, rule: str = "") -> ValueT:
    """Return the meaning of a word in `table`. Raises PositionError, with the list of words and the rule if given."""
    if word not in table:
        guess = close_matches(word, table)
        hint = f" Did you mean {guess[0]}?" if guess else ""
        raise PositionError(f"{key}: {quoted(word)} is not one of {', '.join(table)}{_rule_suffix(rule)}.{hint}")
    return table[word]


def check_range(value: int, least: int, most: int, key: str, rule: str = "") -> int:
    """Return the number if it is from `least` to `most`. Raises PositionError, with the rule if given."""
    if not least <= value <= most:
        raise PositionError(f"{key}: {quoted(value)} is not from {least} to {most}{_rule_suffix(rule)}.")
    return value


def _rule_suffix(rule: str) -> str:
    return f" ({rule})" if rule else ""


def read_cards(named: Sequence[int | str], table: Mapping[str, int], what: str, key: str) -> bytes:
    """Return the codes of the cards that a key lists by number or name, from `table`. Raises PositionError."""
    with at_key(key):
        return bytes([find_labelled(str(card), table, what) for card in named])


def check_unique(zones: Sequence[tuple[str, bytes]], label: Callable[[int], str], rule: str) -> set[int]:
    """Return the set of all cards in zones, which are given as pairs of key and cards.

    `label` returns the name of a card for the message. Raises PositionError if a card occurs twice, with the rule that
    there is only one of each.
    """
    seen: set[int] = set()
    for key, cards in zones:
        for card in cards:
            if card in seen:
                raise PositionError(f"{key}: {label(card)} is named twice: there is one of each ({rule}).")
            seen.add(card)
    return seen
