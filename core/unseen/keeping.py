"""The full games that agreed with each length of a record, in memory that grows with its length alone.

Most games only continue the one before. Of such a run only the longest game is kept; the others are its beginnings. Of
the runs only the last ones are kept, and the first.
"""

from __future__ import annotations

from operator import is_
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.unseen.rows import FullGame, Places, operations_of

MOST_RUNS: Final = 64
"""The most runs that are kept."""


class _Run(Struct, frozen=True):
    """Games each of which continues the one before: the first length, the contents of places then, the longest game."""

    first: int
    there: Places
    top: FullGame


class Kept:
    """The full games by length of the record; see `push` and `cut`."""

    def __init__(self, start: FullGame) -> None:
        self._runs = [_Run(0, start.there, start)]

    def __copy__(self) -> Kept:
        twin = object.__new__(Kept)
        twin._runs = self._runs.copy()
        return twin

    @property
    def top(self) -> FullGame:
        """The newest game."""
        return self._runs[-1].top

    def push(self, game: FullGame) -> None:
        """Keep a game with one more event than the newest one."""
        run = self._runs[-1]
        if _continues(run.top, game):
            self._runs[-1] = replace(run, top=game)
            return
        self._runs.append(_Run(len(game.rows), game.there, game))
        if len(self._runs) > MOST_RUNS:
            del self._runs[1]

    def cut(self, length: int) -> None:
        """Return to the game with `length` events, or to the longest shorter one if that one is not kept."""
        while self._runs[-1].first > length:
            self._runs.pop()
        run = self._runs[-1]
        if len(run.top.rows) > length:
            self._runs[-1] = replace(run, top=_beginning(run, length))


def _continues(game: FullGame, longer: FullGame) -> bool:
    """Whether a game is the beginning of another one that has one more event."""
    pairs = (
        (game.rows, longer.rows),
        (game.dos, longer.dos),
        (game.things, longer.things),
        (game.states, longer.states),
    )
    return all(len(one) + 1 == len(other) and all(map(is_, one, other)) for one, other in pairs)


def _beginning(run: _Run, length: int) -> FullGame:
    top = run.top
    since = operations_of(top.rows[run.first : length])
    there = run.there.moved(since, [thing for of in top.things[run.first : length] for thing in of])
    return FullGame(top.rows[:length], top.dos[:length], top.states[: length + 1], top.things[:length], there)
