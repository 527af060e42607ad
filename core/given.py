"""What the hand-written positions of all games have in common: players by name, and errors that begin with the key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from kronika.core.errors import BadSetup, NotationError, PositionError
from kronika.core.moves import find_player


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
