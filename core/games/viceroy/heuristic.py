"""How good a position looks (section 11 of the SPEC), for bots."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.heuristic import Heuristic
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.actions import Do
from kronika.core.games.viceroy.rules.flow import ROUNDS
from kronika.core.games.viceroy.scoring import infinite_gems, totals
from kronika.core.games.viceroy.state import BID, END, SELECT, START, Player, State, waiting
from kronika.core.games.viceroy.steps import Split

_GEM: Final = 1.5
"""A gem that can still be spent on a card (note 4)."""
_PURSE: Final = 8
"""So many gems are enough for a round that is worth a fight (note 2)."""
_SURPLUS: Final = 0.5
"""More of them are worth what recolouring pays in the end (note 10)."""
_INFINITE: Final = 0.8
"""An infinite gem saves one in most rounds (note 1)."""
_SCIENCE: Final = 0.4
"""A science token brings a gem whenever its owner passes (note 1)."""
_CARD: Final = 2.0
"""A card in hand that can still be laid pays more than what is paid for it."""


def estimate(state: State) -> list[float]:
    """What the game would end with now, and what gems, tokens and cards bring in the rounds to come."""
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
    """No lane is fought over, no card paid for, and no choice lies face down."""
    return not state.stack and not any(player.sealed for player in state.players)


def sealed(state: State, seat: int) -> bool:
    """First cards, bids, cards to be laid and claims are chosen at the same time."""
    step = waiting(state)
    return isinstance(step, Split) if step else state.phase in (START, BID, SELECT)


HEURISTIC: Final[Heuristic[State, Do]] = Heuristic(estimate, settled, sealed, horizon=6, scale=20.0)
