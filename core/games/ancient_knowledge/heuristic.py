"""An estimate of how good a position is, for bots, after the heuristics of section 13 of the SPEC."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.heuristic import Heuristic
from kronika.core.games.ancient_knowledge.actions import Do
from kronika.core.games.ancient_knowledge.cards import LEVEL, ONLY_SCORING, VP, sift
from kronika.core.games.ancient_knowledge.features import FEATURES
from kronika.core.games.ancient_knowledge.scoring import points
from kronika.core.games.ancient_knowledge.state import END_AT, HAND_LIMIT, Player, State

_COMING: Final = 0.9
"""Share of its printed points that a monument on the timeline is worth, since nearly all reach the Past (note 3)."""
_EFFECT: Final = 2.0
"""Value in points of a monument that scores at the end, before it is known how much."""
_LOST: Final = 0.55
"""Cost in points of a token on the timeline, wherever it is, since others can be removed (note 4).

A measurement with 24 games of the greedy bot gave this value.
"""
_IN_HAND: Final = 0.4
_UNROTATED: Final = 0.4
"""Values in points of a hand card, and of an unrotated monument of the Past, which lets you draw cards (note 2)."""
_ARTIFACT: Final = 2.0
_TECHNOLOGY: Final = 1.5
"""Values in points of an artifact and of a level I technology at the start of the game.

They work in every turn, so they are worth most early (notes 7 and 8) and nothing at the end.
"""


def estimate(state: State) -> list[float]:
    """Return an estimate of the final points of each seat.

    It is the score if the game ended now, plus the expected value of the timeline, the hand, artifacts and
    technologies. In the team variant partners share the sum.
    """
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
    """Return the value of the timeline beyond the 1 point that each of its monuments scores if the game ends now."""
    standing = player.timeline.replace(b"\0", b"")
    coming = _COMING * sum(standing.translate(VP)) + _EFFECT * len(sift(standing, ONLY_SCORING))
    return coming - _LOST * sum(player.knowledge)


def settled(state: State) -> bool:
    """Whether no step waits: the effects of the last action are resolved, and all its costs are paid."""
    return not state.stack


HEURISTIC: Final[Heuristic[State, Do]] = Heuristic(estimate, settled, horizon=0, scale=15.0, features=FEATURES)
"""The heuristic for search. Its horizon is 0, because playouts blur the small differences between moves.

Most moves differ by a third of a point; with playouts of 2, 4 and 16 events the bot `mc` played worse.
"""
