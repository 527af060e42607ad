"""The rest of a game searched whole: where no chance is left and nobody chooses face down, what is best is proved.

All is known to who searches: what lies in the hands too. Every player goes for the most: first to win, then the lead
over the best of the others, partners left out. At a table of more than two that needs the rest to be in the hands of
one, since nobody can say whom a third one would harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import pluralize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.moves import seat_name
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import Result
from kronika.core.sessions.digest import digest

POSITIONS: Final = 20_000
"""So many positions are searched for a puzzle, where nobody says how many: some seconds."""
MAX_PROOF_POSITIONS: Final = limits.RECORDS
"""No proof looks at more. That of an example may, so that all that can be found is proved again."""


class UnsolvableError(KronikaError):
    """A rest of a game that can't be searched whole, and why."""


class EndValue(Struct, frozen=True, order=True):
    """What an end of the game is worth to a player, the better the greater.

    `won`: 1 for a win, which partners have together, the share of a win that is shared, 0 for a loss; `lead`: points
    ahead of the best of the others, at a table of one the points.
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
    worth: tuple[EndValue, ...]
    one_end: bool
    positions: int

    @property
    def most(self) -> EndValue:
        """What the best of the actions leads to."""
        return max(self.worth)

    @property
    def best(self) -> tuple[Any, ...]:
        """The actions that lead to that, in the game's own order."""
        most = self.most
        return tuple(do for do, worth in zip(self.actions, self.worth, strict=True) if worth == most)


def solve(
    game: AnyGame, state: Any, names: Sequence[str], positions: int = POSITIONS, seat: int | None = None
) -> Solution:
    """What is best here, for a seat if one is named and may choose beside others.

    Raises Unsolved where chance is left, a choice is face down, or the rest is too long.
    """
    try:
        return _Search(game, names, positions).solution(state, seat)
    except RecursionError:
        raise UnsolvableError("there are too many moves to the end") from None


class _Value(Struct, frozen=True):
    """Of a position its worth by seat, and the last position of best play, "" where there are several."""

    worth: tuple[EndValue, ...]
    end: str


class _Choice(Struct, frozen=True):
    """Who is to choose, and between what; `alone`: from here on each makes the best of the end for itself."""

    seat: int
    actions: Sequence[Any]
    alone: bool


class _Search:
    """One search. What a position is worth is kept by its digest: many orders of moves lead to the same."""

    def __init__(self, game: AnyGame, names: Sequence[str], positions: int) -> None:
        self._game = game
        self._names = names
        self._left = self._most = positions
        self._seat: int
        """Who is to move first, once `solution` knows."""
        self._known: dict[tuple[str, bool], _Value] = {}

    def solution(self, state: Any, asked: int | None) -> Solution:
        due = self._due(state, alone=False, asked=asked)
        self._seat = seat = due.seat
        after = [self._after(state, do, due) for do in due.actions]
        worth = tuple(found.worth[seat] for found in after)
        return Solution(seat, tuple(due.actions), worth, bool(_best(after, seat).end), self._most - self._left)

    def _due(self, state: Any, *, alone: bool, asked: int | None = None) -> _Choice:
        """Whose choice is due, and between what.

        Where several may act, who has no choice comes first, or any of them where each makes the best of it alone.
        """
        actors = self._game.actors(state)
        if not actors:
            raise UnsolvableError("the game is over")
        if CHANCE in actors:
            raise UnsolvableError("chance is left")
        choices = [(seat, self._game.actions(state, seat)) for seat in actors]
        several = sum(len(actions) > 1 for _, actions in choices) > 1
        alone = alone or (several and bool(self._game.best_endings(state)))
        if several and not alone:
            who = " and ".join(seat_name(seat, self._names) for seat in actors)
            raise UnsolvableError(f"{who} choose at the same time")
        return _Choice(*min(choices, key=lambda choice: (choice[0] != asked, len(choice[1]) > 1)), alone)

    def _after(self, state: Any, do: Any, due: _Choice) -> _Value:
        """What an action leads to."""
        state = self._game.apply(state, due.seat, do)[0]
        key = digest(state), due.alone
        if key not in self._known:
            self._left -= 1
            if self._left < 0:
                raise UnsolvableError(f"there are more than {self._most:,} positions")
            self._known[key] = self._found(state, key[0], alone=due.alone)
        return self._known[key]

    def _found(self, state: Any, key: str, *, alone: bool) -> _Value:
        result = self._game.result(state)
        if result is not None:
            return _Value(end_values(result, self._game.teams(state.options, len(self._names))), key)
        due = self._due(state, alone=alone)
        if len(due.actions) > 1 and due.seat != self._seat and len(self._names) > 2 and not due.alone:
            raise UnsolvableError(f"{seat_name(due.seat, self._names)} has a choice too, which may harm one or another")
        return _best([self._after(state, do, due) for do in due.actions], due.seat)


def _best(found: Sequence[_Value], seat: int) -> _Value:
    """Of positions to choose from the best for a seat; what the others have of it is that of the first."""
    most = max(one.worth[seat] for one in found)
    best = [one for one in found if one.worth[seat] == most]
    ends = {one.end for one in best}
    return _Value(best[0].worth, ends.pop() if len(ends) == 1 else "")


def end_values(result: Result, teams: Sequence[Sequence[int]] = ()) -> tuple[EndValue, ...]:
    """By seat, what an end of the game is worth; `teams` are those of the game."""
    totals = result.totals
    sides = [next((tuple(team) for team in teams if seat in team), (seat,)) for seat in range(len(totals))]
    rivals = [max([total for other, total in enumerate(totals) if other not in side], default=0) for side in sides]
    won = {sides[seat] for seat in result.winners}
    return tuple(
        EndValue(1 / len(won) if side in won else 0, total - rival)
        for side, total, rival in zip(sides, totals, rivals, strict=True)
    )


def lead_text(lead: int, seats: int) -> str:
    """A lead at a table of so many: `3 points ahead`; at a table of one the points."""
    if seats == 1:
        return pluralize(lead, "point")
    return f"{pluralize(abs(lead), 'point')} {'ahead' if lead > 0 else 'behind'}" if lead else "level on points"
