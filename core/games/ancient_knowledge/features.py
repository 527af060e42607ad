"""The numbers that a seat knows of a position, for learned values."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kronika.core.contract.heuristic import Features
from kronika.core.games.ancient_knowledge.cards import LEVEL, ONLY_SCORING, VP, sift
from kronika.core.games.ancient_knowledge.scoring import points_of
from kronika.core.games.ancient_knowledge.state import END_AT, Player, State

_PUBLIC: Final = (
    "points",  # the score if the game ended now
    "timeline",  # printed points of the monuments on the timeline
    "standing",  # number of monuments there
    "steps",  # number of slots that these monuments have still to pass
    "scoring",  # number of those that score at the end
    "knowledge",  # tokens on the timeline
    "past",  # number of monuments in the Past
    "unrotated",  # number of those that are not rotated
    "artifacts",
    "technologies_1",
    "technologies_2",
    "hand",  # number of cards
)
"""Numbers of a player that everybody knows; each counts as the lead over the mean of the others."""
NAMES: Final = ("progress", *_PUBLIC, "actions", "hand_points", "hand_scoring")
"""`actions` are those that the seat has left, less those of the others; the last two are of the seat's own hand."""


def numbers(state: State, seat: int) -> list[float]:
    """The numbers of a position for a seat, in the order of `NAMES`."""
    public = [_public(player) for player in state.players]
    own = public.pop(seat)
    others = len(public) or 1
    means = [sum(column) / others for column in zip(*public, strict=True)] or [0.0] * len(own)
    hand = state.players[seat].hand
    return [
        min(max([len(player.past) for player in state.players]) / END_AT, 1.0),
        *[a - b for a, b in zip(own, means, strict=True)],
        sum([turn.actions if turn.seat == seat else -turn.actions for turn in state.turns]),
        sum(hand.translate(VP)),
        len(sift(hand, ONLY_SCORING)),
    ]


@lru_cache(maxsize=512)  # a move changes one player, and each seat asks for all of them
def _public(player: Player) -> tuple[float, ...]:
    timeline = player.timeline
    standing = timeline.replace(b"\0", b"")
    technologies = player.technologies.translate(LEVEL_OF).count
    return (
        points_of(player),
        sum(standing.translate(VP)),
        len(standing),
        sum([place // 2 + 1 for place, card in enumerate(timeline) if card]),
        len(sift(standing, ONLY_SCORING)),
        sum(player.knowledge),
        len(player.past),
        player.rotated.count(0),
        len(player.artifacts),
        technologies(1),
        technologies(2),
        len(player.hand),
    )


LEVEL_OF: Final = bytes(LEVEL[code] if code < len(LEVEL) else 0 for code in range(256))
"""Translation table from a card's code to its level."""

FEATURES: Final[Features[State]] = Features(NAMES, numbers, "kronika.core.games.ancient_knowledge")
"""The features of Ancient Knowledge."""
