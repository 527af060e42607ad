"""An estimate of how good a position is, for bots, after the heuristics of section 11 of the SPEC."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.heuristic import Heuristic
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.actions import Do
from kronika.core.games.viceroy.features import FEATURES
from kronika.core.games.viceroy.rules.flow import ROUNDS
from kronika.core.games.viceroy.scoring import infinite_gems, totals
from kronika.core.games.viceroy.state import BID, END, SELECT, START, Player, State, waiting
from kronika.core.games.viceroy.steps import Split

_GEM: Final = 1.5
"""Value in points of a gem that can still be spent on a card (section 11, note 4)."""
_PURSE: Final = 8
"""Number of gems that is enough for a round worth fighting for (section 11, note 2)."""
_SURPLUS: Final = 0.5
"""Value in points of each gem beyond that number: about what recolouring pays at the end (section 11, note 10)."""
_INFINITE: Final = 0.8
"""Value in points of an infinite gem for each remaining round, since it often saves a gem (section 11, note 1)."""
_SCIENCE: Final = 0.4
"""Value in points of a science token for each remaining round: an extra gem when its owner passes (section 11, note 1).
"""
_CARD: Final = 2.0
"""Value in points of a hand card that can still be laid: its reward is worth more than its cost."""


def estimate(state: State) -> list[float]:
    """Return an estimate of the final points of each seat.

    It is the score if the game ended now, plus the expected value of gems, tokens and hand cards in the remaining
    rounds.
    """
    worth: list[float] = [*totals(state)]
    if state.phase == END:
        return worth
    rounds = ROUNDS - state.round + (state.phase != SELECT)
    return [points + _means(player, rounds) for points, player in zip(worth, state.players, strict=True)]


def _means(player: Player, rounds: int) -> float:
    gems = sum(player.gems)
    if not rounds:
        return _SURPLUS * gems
    purse = _GEM * min(gems, _PURSE) + _SURPLUS * max(gems - _PURSE, 0)
    income = _INFINITE * len(infinite_gems(player)) + _SCIENCE * player.tokens.count(tokens.SCIENCE)
    return purse + rounds * income + _CARD * min(len(player.hand), 3 * rounds)


def settled(state: State) -> bool:
    """Whether no step waits and no choice is sealed, so that an estimate makes sense."""
    return not state.stack and not any(player.sealed for player in state.players)


def sealed(state: State, seat: int) -> bool:
    """Whether the choice that is due is made in secret by several players: first cards, bids, selections and claims."""
    step = waiting(state)
    return isinstance(step, Split) if step else state.phase in (START, BID, SELECT)


HEURISTIC: Final[Heuristic[State, Do]] = Heuristic(estimate, settled, sealed, horizon=6, scale=20.0, features=FEATURES)
