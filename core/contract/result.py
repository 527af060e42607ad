"""Scores and the end of a game."""

from __future__ import annotations

from msgspec import Struct


class ScoreItem(Struct, frozen=True):
    """One source of points of one seat, or of a loss: then they are negative.

    `part` groups the items of a score sheet ("round 1", "red"), on which the parts stand in the order in which they
    first come; `source` says what paid ("2 Ancient Divide"), and examples name it: a part and a source of the same name
    are added up there. `rule` is the number of the rule that gives the points; `note` is the reckoning ("strongholds
    1:1, tie won").
    """

    seat: int
    part: str
    source: str
    points: int
    rule: str
    note: str = ""


class ScoreSheet(Struct, frozen=True):
    """The score as one viewer may know it: the items, and by seat what they come to, None for one that is hidden."""

    items: tuple[ScoreItem, ...]
    totals: tuple[int | None, ...]


class Result(Struct, frozen=True):
    """The end of a game.

    `ranking` holds groups of seats, best first; seats of one group share the place. `totals[seat]` is the final score.
    `reason` and `rule` say why the game ended; `tie_break` and `tie_rule` which tie-break decided, if one did.
    """

    totals: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: str
    rule: str
    tie_break: str = ""
    tie_rule: str = ""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; several when the victory is shared."""
        return self.ranking[0]


class BestEnding(Struct, frozen=True):
    """The most a seat can make of the end of the game by decisions of its own alone, whatever it has chosen.

    `moves` in notation lead there, `total` is its final score then, `rule` allows the moves.
    """

    seat: int
    moves: tuple[str, ...]
    total: int
    rule: str


def rank(keys: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Groups of seats by their sort keys, highest first; equal keys share a place."""
    places = sorted(set(keys), reverse=True)
    return tuple(tuple(seat for seat, key in enumerate(keys) if key == place) for place in places)
