"""How good a position looks (section 11 of the SPEC), for bots."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.heuristic import Heuristic
from kronika.core.contract.zones import BYTE
from kronika.core.games.tides.actions import Do
from kronika.core.games.tides.rules import ROUNDS
from kronika.core.games.tides.scoring import score_kingdoms, totals
from kronika.core.games.tides.state import OPEN, State

_RELIC: Final = (0, 7.4, 6.5, 7.1, 6.6, 6.8, 6.8, 6.0, 6.5, 5.4, 7.4, 7.7, 6.9, 6.1, 6.5, 7.0, 4.7, 4.5, 3.0)
"""By card: what a kingdom is ahead by because of it, in 24,000 random ones of six and seven (notes 5 and 6)."""
_NEXT_HAND: Final = 0.5
"""The best card of the other hand comes next, unless it is taken (notes 1 and 7)."""


def estimate(state: State) -> tuple[float, float]:
    """The rounds scored, the kingdoms as they lie, the best card of each hand, and relics for the rounds to come."""
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
    """What the best card of the own hand would bring, and half of what that of the other one would."""
    first, then = ([_with(state, seat, card, points) for card in state.hands[of]] for of in (seat, 1 - seat))
    return max(first, default=0) + _NEXT_HAND * max(then, default=0)


def _with(state: State, seat: int, card: int, points: tuple[int, int]) -> int:
    own, other = state.kingdoms[seat] + BYTE[card], state.kingdoms[1 - seat]
    after = score_kingdoms((own, other) if seat == 0 else (other, own), state.options).points
    return after[seat] - points[seat]


def settled(state: State) -> bool:
    """No choice lies face down that the other has still to answer."""
    return state.sealed == OPEN


def sealed(state: State, seat: int) -> bool:
    """Every choice is made at the same time (TT-1.2)."""
    return True


HEURISTIC: Final[Heuristic[State, Do]] = Heuristic(estimate, settled, sealed, horizon=10, scale=15.0)
