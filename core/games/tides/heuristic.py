"""The heuristic evaluation of a position for bots; the numbered notes are in section 11 of the SPEC."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.heuristic import Heuristic
from kronika.core.contract.zones import BYTE
from kronika.core.games.tides.actions import Do
from kronika.core.games.tides.features import FEATURES
from kronika.core.games.tides.rules import ROUNDS
from kronika.core.games.tides.scoring import score_kingdoms, totals
from kronika.core.games.tides.state import OPEN, State

_RELIC: Final = (0, 7.4, 6.5, 7.1, 6.6, 6.8, 6.8, 6.0, 6.5, 5.4, 7.4, 7.7, 6.9, 6.1, 6.5, 7.0, 4.7, 4.5, 3.0)
"""By card: the lead in points that it gives a kingdom in a round (notes 5 and 6).

It is the average of 24,000 random kingdoms of six and seven cards. The first entry is unused.
"""
_NEXT_HAND: Final = 0.5
"""Weight of the best card of the other hand, which comes next unless the opponent picks it (notes 1 and 7)."""


def estimate(state: State) -> tuple[float, float]:
    """The value of the position for each seat.

    It adds up the points of the scored rounds, those of the kingdom as it is now, the gain by the best cards in the
    hands, and the value of the relics in the rounds to come.
    """
    a, b = totals(state)
    if len(state.scored) == ROUNDS:
        return a, b
    building = len(state.kingdoms[0]) > len(state.relics[0])
    rounds = ROUNDS - len(state.scored) - building
    relics = [rounds * sum([_RELIC[card] for card in cards]) for cards in state.relics]
    points = score_kingdoms(state.kingdoms, state.options).points if building else (0, 0)
    gains = [_gain(state, seat, points) for seat in (0, 1)] if building else (0.0, 0.0)
    return a + points[0] + gains[0] + relics[0], b + points[1] + gains[1] + relics[1]


def _gain(state: State, seat: int, points: tuple[int, int]) -> float:
    """The points that the best card of the seat's hand would add, and half of those of the best card in the other."""
    first, then = ([_with(state, seat, card, points) for card in state.hands[of]] for of in (seat, 1 - seat))
    return max(first, default=0) + _NEXT_HAND * max(then, default=0)


def _with(state: State, seat: int, card: int, points: tuple[int, int]) -> int:
    """The points that a card would add to a seat's kingdom; `points` are those without it, by seat."""
    own, other = state.kingdoms[seat] + BYTE[card], state.kingdoms[1 - seat]
    after = score_kingdoms((own, other) if seat == 0 else (other, own), state.options).points
    return after[seat] - points[seat]


def settled(state: State) -> bool:
    """Whether no choice is face down, so that the position can be evaluated."""
    return state.sealed == OPEN


def sealed(state: State, seat: int) -> bool:
    """Whether a seat's choice is secret until the other has chosen; here every choice is (TT-1.2)."""
    return True


HEURISTIC: Final[Heuristic[State, Do]] = Heuristic(estimate, settled, sealed, horizon=10, scale=15.0, features=FEATURES)
