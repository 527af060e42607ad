"""What the hand-written positions of all games have in common: players by name, and errors that begin with the key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from kronika.core.errors import BadSetup, NotationError, PositionError
from kronika.core.moves import find_player
from kronika.core.words import lookup


@contextmanager
def under(key: str) -> Iterator[None]:
    """Around what reads the value of a key. Raises PositionError for what can't be read or set up."""
    try:
        yield
    except (NotationError, BadSetup) as error:
        raise PositionError(f"{key}: {error}") from None


def player_of(name: str, names: Sequence[str], key: str) -> int:
    """The seat of a player named under a key. Raises PositionError."""
    with under(key):
        return find_player(name, names)


def cards_of(named: Sequence[int | str], table: Mapping[str, int], what: str, key: str) -> bytes:
    """The codes of the cards listed under a key, by number or name, looked up in `table`. Raises PositionError."""
    with under(key):
        return bytes([lookup(str(card), table, what) for card in named])


def named_once(zones: Sequence[tuple[str, bytes]], label: Callable[[int], str], rule: str) -> set[int]:
    """All cards of the zones, each with its key. Raises PositionError when one is named twice, against a rule."""
    seen: set[int] = set()
    for key, cards in zones:
        for card in cards:
            if card in seen:
                raise PositionError(f"{key}: {label(card)} is named twice: there is one of each ({rule}).")
            seen.add(card)
    return seen
