"""Complete search of the rest of a game, which proves the best moves if no chance and no simultaneous choice is left.

The search knows everything, including all hands. Every player aims first to win, then for the greatest lead over the
best opponent; partners are not opponents. With more than two players, only the player to move may have a choice left:
nobody could say which opponent another player would harm.
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
"""The default number of positions to search for a puzzle; this takes some seconds."""
MAX_PROOF_POSITIONS: Final = limits.RECORDS
"""The greatest number of positions for any proof. Goals of examples are checked with it, so all puzzles can be."""


class UnsolvableError(KronikaError):
    """The rest of a game can't be searched completely; the message says why."""


class EndValue(Struct, frozen=True, order=True):
    """The value of an end of the game for one player; a better end compares as greater.

    `won`: 1 for a win (partners win together), `1 / n` for a win shared by n sides, 0 for a loss. `lead`: points ahead
    of the best opponent; without opponents, the player's points.
    """

    won: float
    lead: int


class Solution(Struct, frozen=True):
    """The result of a complete search for `seat`, which has the move.

    `worth`: the value of each of the legal `actions` under perfect play. `one_end`: whether all lines of best play end
    in the same final position. `positions`: the number of positions searched.
    """

    seat: int
    actions: tuple[Any, ...]
    worth: tuple[EndValue, ...]
    one_end: bool
    positions: int

    @property
    def most(self) -> EndValue:
        """The value of the best actions."""
        return max(self.worth)

    @property
    def best(self) -> tuple[Any, ...]:
        """The best actions, in the game's own order."""
        most = self.most
        return tuple(do for do, worth in zip(self.actions, self.worth, strict=True) if worth == most)


def solve(
    game: AnyGame, state: Any, names: Sequence[str], positions: int = POSITIONS, seat: int | None = None
) -> Solution:
    """The best actions in a position, by a complete search of at most `positions` positions.

    `seat` is the seat to solve for where several may choose. Raises UnsolvableError if the game is over, chance is
    left, several players choose at the same time, another player has a choice at a table of more than two, or the
    search is too long.
    """
    try:
        return _Search(game, names, positions).solution(state, seat)
    except RecursionError:
        raise UnsolvableError("there are too many moves to the end") from None


class _Value(Struct, frozen=True):
    """The value of a position, by seat, and the digest of the final position of best play; "" if there are several."""

    worth: tuple[EndValue, ...]
    end: str


class _Choice(Struct, frozen=True):
    """The seat that chooses next, and its actions.

    `alone`: from here on the game ends by independent decisions of each player (`Game.best_endings`).
    """

    seat: int
    actions: Sequence[Any]
    alone: bool


class _Search:
    """One search. It caches the value of each position by its digest, as many orders of moves lead to the same one."""

    def __init__(self, game: AnyGame, names: Sequence[str], positions: int) -> None:
        self._game = game
        self._names = names
        self._left = self._most = positions
        self._seat: int
        """The seat that moves first; `solution` sets it."""
        self._known: dict[tuple[str, bool], _Value] = {}

    def solution(self, state: Any, asked: int | None) -> Solution:
        due = self._due(state, alone=False, asked=asked)
        self._seat = seat = due.seat
        after = [self._after(state, do, due) for do in due.actions]
        worth = tuple(found.worth[seat] for found in after)
        return Solution(seat, tuple(due.actions), worth, bool(_best(after, seat).end), self._most - self._left)

    def _due(self, state: Any, *, alone: bool, asked: int | None = None) -> _Choice:
        """The choice that is due.

        If several seats may act, it is that of `asked`, or of a seat with a single action if there is one. Raises
        UnsolvableError if several have a choice, unless each decides alone for the end of the game.
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
        """The value of the position after an action."""
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
    """The best of some values for one seat; among equal ones, the values of other seats are those of the first."""
    most = max(one.worth[seat] for one in found)
    best = [one for one in found if one.worth[seat] == most]
    ends = {one.end for one in best}
    return _Value(best[0].worth, ends.pop() if len(ends) == 1 else "")


def end_values(result: Result, teams: Sequence[Sequence[int]] = ()) -> tuple[EndValue, ...]:
    """The value of an end of the game, by seat; `teams` are the seats that win together, as in `Game.teams`."""
    totals = result.totals
    sides = [next((tuple(team) for team in teams if seat in team), (seat,)) for seat in range(len(totals))]
    rivals = [max([total for other, total in enumerate(totals) if other not in side], default=0) for side in sides]
    won = {sides[seat] for seat in result.winners}
    return tuple(
        EndValue(1 / len(won) if side in won else 0, total - rival)
        for side, total, rival in zip(sides, totals, rivals, strict=True)
    )


def lead_text(lead: int, seats: int) -> str:
    """A lead in words, `3 points ahead`; in a game with one seat, the points."""
    if seats == 1:
        return pluralize(lead, "point")
    return f"{pluralize(abs(lead), 'point')} {'ahead' if lead > 0 else 'behind'}" if lead else "level on points"
