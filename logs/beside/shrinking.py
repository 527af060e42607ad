"""The shortest game found that still shows a difference: other games cut short, then decisions omitted."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Final

from kronika.logs.beside.engine import Engine
from kronika.logs.beside.lockstep import (
    Chooser,
    Comparer,
    FoundDifference,
    Step,
    choose_at_random,
    choose_if_legal,
    play_in_lockstep,
)
from kronika.logs.beside.naming import UnmappedName
from kronika.logs.work.simulate import game_seed

MAX_FAILED_TRIES: Final = 60
"""The search ends after this number of tries in a row that show no difference in a shorter game."""
MAX_TRIES: Final = 500
"""The most games that are tried."""
SECONDS: Final = 20.0
"""The time limit for all tries, in seconds: a slow program must not take much longer than it took to find the
difference.
"""


def shrink(engine: Engine, found: FoundDifference, comparer: Comparer) -> tuple[FoundDifference, int]:
    """The shortest game found with a difference of the same kind, and the number of games tried.

    Raises ProgramFailed.
    """
    search = _Shrinker(engine, found, comparer)
    search.try_others()
    search.leave_out()
    return search.best, search.tried


class _Shrinker:
    def __init__(self, engine: Engine, found: FoundDifference, comparer: Comparer) -> None:
        self.engine = engine
        self.best = found
        self.comparer = comparer
        self.tried = 0
        self.until = monotonic() + SECONDS

    @property
    def over(self) -> bool:
        """True if the time or the number of tries is used up."""
        return monotonic() > self.until or self.tried >= MAX_TRIES

    def tries(self, choose: Chooser) -> bool:
        """Plays a game; returns true if it is shorter and shows the same difference."""
        if self.over:
            return False
        self.tried += 1
        try:
            found = play_in_lockstep(self.engine, self.best.beginning, choose, self.comparer).found
        except UnmappedName:  # another game has moves that the map does not
            return False
        if found is None or not found.difference.like(self.best.difference) or found.decisions >= self.best.decisions:
            return False
        self.best = found
        return True

    def try_others(self) -> None:
        """Random games, each cut off before it is as long as the shortest."""
        in_vain = 0
        while self.best.decisions > 1 and in_vain < MAX_FAILED_TRIES and not self.over:
            found = self.tries(choose_at_random(game_seed(0, self.tried), self.best.decisions - 1))
            in_vain = 0 if found else in_vain + 1

    def leave_out(self) -> None:
        """Delta debugging: omit halves of the decisions, then quarters, down to single ones."""
        parts = 2
        while self.best.decisions and not self.over:
            if any(self.tries(choose_if_legal(less)) for less in _without_a_part(self.best, parts)):
                parts = max(2, parts - 1)
            elif parts >= self.best.decisions:
                return
            else:
                parts = min(2 * parts, self.best.decisions)


def _without_a_part(found: FoundDifference, parts: int) -> Iterator[list[Step]]:
    """The game without one of `parts` parts of its decisions, one part after the other; all outcomes stay."""
    deeds = [(event.by, event.do) for event in found.session.line.events]
    at = [number for number, (by, _) in enumerate(deeds) if by >= 0]
    size = -(-len(at) // parts)
    for start in range(0, len(at), size):
        out = {*at[start : start + size]}
        yield [deed for number, deed in enumerate(deeds) if number not in out]
