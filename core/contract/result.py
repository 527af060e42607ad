"""Score sheets and results of games."""

from __future__ import annotations

from msgspec import Struct


class ScoreItem(Struct, frozen=True):
    """Points that a seat gets from one source; negative for a loss.

    `part` groups the items of a score sheet ("round 1", "red"); the parts are shown in the order of their first items.
    `source` is what gives the points ("2 Ancient Divide"). Examples refer to parts and sources by these names, and add
    up those that have the same name. `rule` is the number of the rule that gives the points; `note` explains how they
    were computed ("strongholds 1:1, tie won").
    """

    seat: int
    part: str
    source: str
    points: int
    rule: str
    note: str = ""


class ScoreSheet(Struct, frozen=True):
    """The score as one viewer may know it: the items, and the total of each seat, or None if it is hidden."""

    items: tuple[ScoreItem, ...]
    totals: tuple[int | None, ...]


class Result(Struct, frozen=True):
    """The result of a game.

    `totals` are the final points by seat. `ranking` has groups of seats, best first; the seats in a group share a
    place. `reason` and `rule` say why the game ended; `tie_break` and `tie_rule` say which tie-break decided, if any.
    """

    totals: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: str
    rule: str
    tie_break: str = ""
    tie_rule: str = ""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; several if the victory is shared."""
        return self.ranking[0]


class BestEnding(Struct, frozen=True):
    """The most points that a seat can end the game with, when only its own choices are left.

    `moves` are the choices in notation that lead to it, `total` the points of the seat then, `rule` the number of the
    rule that allows the choices.
    """

    seat: int
    moves: tuple[str, ...]
    total: int
    rule: str


def rank(keys: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Rank seats by their sort keys, highest first. Returns groups of seats; equal keys share a place."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for seat, key in enumerate(keys):
        groups.setdefault(key, []).append(seat)
    return tuple([tuple(groups[key]) for key in sorted(groups, reverse=True)])
