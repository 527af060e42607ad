"""The shortest game found that still shows a difference: other games cut short, then decisions left out."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Final

from kronika.logs.beside.course import Chooser, Comparer, Deed, Found, as_wished, at_random, side_by_side
from kronika.logs.beside.engine import Engine
from kronika.logs.beside.naming import Gap
from kronika.logs.work.simulate import game_seed

IN_VAIN: Final = 60
"""So many other games in a row, cut off before the difference in the shortest so far, and there will be none."""
MOST: Final = 500
"""Games that are tried in all."""
SECONDS: Final = 20.0
"""For all of them: a slow program is not to be waited for much longer than it took to find the difference."""


def shortest(engine: Engine, found: Found, comparer: Comparer) -> tuple[Found, int]:
    """The shortest game found with a difference of the same kind, and the number of games tried.

    Raises ProgramFailed.
    """
    search = _Search(engine, found, comparer)
    search.try_others()
    search.leave_out()
    return search.best, search.tried


class _Search:
    def __init__(self, engine: Engine, found: Found, comparer: Comparer) -> None:
        self.engine = engine
        self.best = found
        self.comparer = comparer
        self.tried = 0
        self.until = monotonic() + SECONDS

    @property
    def over(self) -> bool:
        """Has it taken long enough?"""
        return monotonic() > self.until or self.tried >= MOST

    def tries(self, choose: Chooser) -> bool:
        """Plays a game; is it shorter, and shows the same?"""
        if self.over:
            return False
        self.tried += 1
        try:
            found = side_by_side(self.engine, self.best.beginning, choose, self.comparer).found
        except Gap:  # another game has moves that the map does not
            return False
        if found is None or not found.difference.like(self.best.difference) or found.decisions >= self.best.decisions:
            return False
        self.best = found
        return True

    def try_others(self) -> None:
        """Random games, each cut off before it is as long as the shortest."""
        in_vain = 0
        while self.best.decisions > 1 and in_vain < IN_VAIN and not self.over:
            found = self.tries(at_random(game_seed(0, self.tried), self.best.decisions - 1))
            in_vain = 0 if found else in_vain + 1

    def leave_out(self) -> None:
        """Delta debugging: leaves out halves of the decisions, then quarters, down to single ones."""
        parts = 2
        while self.best.decisions and not self.over:
            if any(self.tries(as_wished(less)) for less in _without_a_part(self.best, parts)):
                parts = max(2, parts - 1)
            elif parts >= self.best.decisions:
                return
            else:
                parts = min(2 * parts, self.best.decisions)


def _without_a_part(found: Found, parts: int) -> Iterator[list[Deed]]:
    """The game without one of so many parts of its decisions; all outcomes stay."""
    deeds = [(event.by, event.do) for event in found.session.line.events]
    at = [number for number, (by, _) in enumerate(deeds) if by >= 0]
    size = -(-len(at) // parts)
    for start in range(0, len(at), size):
        out = {*at[start : start + size]}
        yield [deed for number, deed in enumerate(deeds) if number not in out]
