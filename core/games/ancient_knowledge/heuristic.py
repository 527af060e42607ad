"""How good a position looks (section 13 of the SPEC), for bots."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.heuristic import Heuristic
from kronika.core.games.ancient_knowledge.actions import Do
from kronika.core.games.ancient_knowledge.cards import LEVEL, ONLY_SCORING, VP, sift
from kronika.core.games.ancient_knowledge.scoring import points
from kronika.core.games.ancient_knowledge.state import END_AT, HAND_LIMIT, Player, State

_COMING: Final = 0.9
"""What a monument on the timeline pays in the Past, where nearly all of them come (note 3)."""
_EFFECT: Final = 2.0
"""A monument that scores at the end, before it is known how much."""
_LOST: Final = 0.55
"""What a token on the timeline costs, wherever it lies: the others are removed (note 4; so in 24 games of greedy)."""
_IN_HAND: Final = 0.4
_UNROTATED: Final = 0.4
"""Cards to draw by excavating (note 2)."""
_ARTIFACT: Final = 2.0
_TECHNOLOGY: Final = 1.5
"""What works in every turn is worth most early (notes 7 and 8), nothing at the end."""


def estimate(state: State) -> list[float]:
    """What the game would end with now, and what the timeline, hand and engine will bring."""
    alone = [points(state, seat) + _to_come(player) for seat, player in enumerate(state.players)]
    if not state.turns and not state.stack:
        alone = [float(points(state, seat)) for seat in range(len(state.players))]
    return [alone[seat] + alone[seat ^ 1] for seat in range(len(alone))] if state.options.teams else alone


def _to_come(player: Player) -> float:
    left = max(1 - len(player.past) / END_AT, 0.0)
    first_level = sum([LEVEL[card] == 1 for card in player.technologies])
    engine = _ARTIFACT * len(player.artifacts) + _TECHNOLOGY * first_level
    drawable = _UNROTATED * player.rotated.count(0) + _IN_HAND * min(len(player.hand), HAND_LIMIT)
    return _of_timeline(player) + left * (engine + drawable)


def _of_timeline(player: Player) -> float:
    """What stands there pays 1 for each already if the game ends, and no more."""
    standing = player.timeline.replace(b"\0", b"")
    coming = _COMING * sum(standing.translate(VP)) + _EFFECT * len(sift(standing, ONLY_SCORING))
    return coming - _LOST * sum(player.knowledge)


def settled(state: State) -> bool:
    """The effects of the last action are over, and what had to be paid or discarded for them is."""
    return not state.stack


HEURISTIC: Final[Heuristic[State, Do]] = Heuristic(estimate, settled, horizon=0, scale=15.0)
"""Playouts hide what moves differ by, a third of a point mostly: `mc` with 2, 4 and 16 events did worse."""
