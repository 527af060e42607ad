"""The rest of a game searched whole: where no chance is left and nobody chooses face down, what is best is proved.

All is known to who searches: what lies in the hands too. Every player goes for the most: first to win, then the lead
over the best of the others. At a table of more than two that needs the rest to be in the hands of one, since nobody can
say whom a third one would harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from kronika.core.digest import digest
from kronika.core.errors import KronikaError
from kronika.core.game import CHANCE
from kronika.core.moves import seat_name
from kronika.core.outcome import Outcome
from kronika.core.registry import AnyGame

POSITIONS: Final = 20_000
"""So many positions are searched before a rest is too long: some seconds."""


class Unsolved(KronikaError):
    """A rest of a game that can't be searched whole, and why."""


class Worth(Struct, frozen=True, order=True):
    """What an end of the game is worth to a player, the better the greater.

    `won`: 1 for a win, the share of a win that is shared, 0 for a loss; `lead`: points ahead of the best of the others,
    at a table of one the points.
    """

    won: float
    lead: int


class Solution(Struct, frozen=True):
    """A rest of a game that was searched whole, for `seat`, who is to move.

    `worth`: what each of its legal `actions` leads to when all play their best; `one_end`: is it the same last position
    to which all of the best lead, in whatever order? `positions`: how many were searched.
    """

    seat: int
    actions: tuple[Any, ...]
    worth: tuple[Worth, ...]
    one_end: bool
    positions: int

    @property
    def most(self) -> Worth:
        """What the best of the actions leads to."""
        return max(self.worth)

    @property
    def best(self) -> tuple[Any, ...]:
        """The actions that lead to that, in the game's own order."""
        most = self.most
        return tuple(do for do, worth in zip(self.actions, self.worth, strict=True) if worth == most)


def solve(game: AnyGame, state: Any, names: Sequence[str], positions: int = POSITIONS) -> Solution:
    """What is best here. Raises Unsolved where chance is left, a choice is face down, or the rest is too long."""
    return _Search(game, names, positions).solution(state)


class _Found(Struct, frozen=True):
    """Of a position its worth by seat, and the last position of best play, "" where there are several."""

    worth: tuple[Worth, ...]
    end: str


class _Search:
    """One search. What a position is worth is kept by its digest: many orders of moves lead to the same."""

    def __init__(self, game: AnyGame, names: Sequence[str], positions: int) -> None:
        self._game = game
        self._names = names
        self._left = self._most = positions
        self._alone = False
        self._seat = CHANCE
        self._known: dict[str, _Found] = {}

    def solution(self, state: Any) -> Solution:
        seat, actions = self._due(state)
        self._seat = seat
        after = [self._after(state, seat, do) for do in actions]
        worth = tuple(found.worth[seat] for found in after)
        return Solution(seat, tuple(actions), worth, bool(_best(after, seat).end), self._most - self._left)

    def _due(self, state: Any) -> tuple[int, Sequence[Any]]:
        """Whose choice is due, and between what.

        Where several may act, who has no choice comes first, or any of them where each makes the best of it alone.
        """
        actors = self._game.actors(state)
        if not actors:
            raise Unsolved("the game is over")
        if CHANCE in actors:
            raise Unsolved("chance is left")
        choices = [(seat, self._game.actions(state, seat)) for seat in actors]
        for seat, actions in choices:
            if len(actions) == 1 or len(choices) == 1:
                return seat, actions
        self._alone = self._alone or bool(self._game.best_endings(state))
        if self._alone:
            return choices[0]
        who = " and ".join(seat_name(seat, self._names) for seat in actors)
        raise Unsolved(f"{who} choose at the same time")

    def _after(self, state: Any, seat: int, do: Any) -> _Found:
        """What an action leads to."""
        state = self._game.apply(state, seat, do)[0]
        key = digest(state)
        if key not in self._known:
            self._left -= 1
            if self._left < 0:
                raise Unsolved(f"there are more than {self._most:,} positions")
            self._known[key] = self._found(state, key)
        return self._known[key]

    def _found(self, state: Any, key: str) -> _Found:
        outcome = self._game.outcome(state)
        if outcome is not None:
            return _Found(worth_of(outcome), key)
        seat, actions = self._due(state)
        if len(actions) > 1 and seat != self._seat and len(self._names) > 2 and not self._alone:
            raise Unsolved(f"{seat_name(seat, self._names)} has a choice too, which may harm one or another")
        return _best([self._after(state, seat, do) for do in actions], seat)


def _best(found: Sequence[_Found], seat: int) -> _Found:
    """Of positions to choose from the best for a seat; what the others have of it is that of the first."""
    most = max(one.worth[seat] for one in found)
    best = [one for one in found if one.worth[seat] == most]
    ends = {one.end for one in best}
    return _Found(best[0].worth, ends.pop() if len(ends) == 1 else "")


def worth_of(outcome: Outcome) -> tuple[Worth, ...]:
    """By seat, what an end of the game is worth."""
    totals, winners = outcome.totals, outcome.winners
    rivals = [max([*totals[:seat], *totals[seat + 1 :]], default=0) for seat in range(len(totals))]
    return tuple(
        Worth(1 / len(winners) if seat in winners else 0, total - rival)
        for seat, (total, rival) in enumerate(zip(totals, rivals, strict=True))
    )
