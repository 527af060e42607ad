"""The points of a game over time, as far as a viewer may know them: by player, by part and by source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from kronika.cli.page.changes import index_of
from kronika.core.basics.palette import DYES
from kronika.core.contract.game import Viewer
from kronika.core.contract.result import ScoreItem
from kronika.core.sessions.metrics import Point, Turn, leads_of, turns_of
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_sheet

Source = tuple[int, str, str]
"""A player, a part of the score sheet, and the source of points in it."""


class Points(Struct, frozen=True):
    """The points in every frame.

    `players` are the players of all games of the page. `totals[i]` are their totals in frame i, null for one that the
    viewer may not know. `sources[i]` is `[player, part, source]`, and `changes[i]` are those sources whose points
    differ from the frame before: `[source, points, source, points, …]`. `dyes` are the parts that have the name of a
    colour of the palette. `turns` are the frames with which the game turned, see `core.metrics.Turn`; there are none on
    a page of two games.
    """

    players: list[str]
    sources: list[Source]
    totals: list[list[int | None]]
    changes: list[list[int]]
    dyes: list[str]
    turns: list[int]


def frame_points(games: Sequence[tuple[Session, Sequence[int]]], viewer: Viewer, way: Sequence[int]) -> Points:
    """The points after each of these records of a game, or of two that are shown in step.

    `way` are the frames from the start to the current state of the game.
    """
    found: dict[Source, int] = {}
    totals, changes = [], []
    before: dict[int, int] = {}
    for row in zip(*(numbers for _, numbers in games), strict=True):
        sheets = [redact_sheet(session.game, session.at(n), viewer) for (session, _), n in zip(games, row, strict=True)]
        totals.append([total for one in sheets for total in one.totals])
        now = _sums(found, [one.items for one in sheets], len(games[0][0].players))
        changes.append(list(_changes(before, now)))
        before = now
    parts = {part for _, part, _ in found}
    dyes = [dye for dye in DYES if dye in parts]
    turns = [turn.event for turn in turning_points(totals, way)] if len(games) == 1 else []
    return Points(_names(games), list(found), totals, changes, dyes, turns)


def turning_points(totals: Sequence[Sequence[int | None]], way: Sequence[int]) -> tuple[Turn, ...]:
    """The turning points of the game, as far as the totals are known; `event` is the frame."""
    return turns_of(leads_of([Point(frame, tuple(totals[frame])) for frame in way]))


def _names(games: Sequence[tuple[Session, Sequence[int]]]) -> list[str]:
    if len(games) == 1:
        return list(games[0][0].players)
    return [f"{name} ({which})" for (session, _), which in zip(games, SIDES, strict=True) for name in session.players]


SIDES = ("first", "second")
"""The names of the two games on a page of two."""


def _sums(found: dict[Source, int], games: Sequence[Sequence[ScoreItem]], seats: int) -> dict[int, int]:
    """The points of each source, by the number of the source; players of a second game are numbered after those of
    the first.
    """
    sums: dict[int, int] = {}
    for game, items in enumerate(games):
        for item in items:
            source = index_of(found, (item.seat + game * seats, item.part, item.source))
            sums[source] = sums.get(source, 0) + item.points
    return sums


def _changes(before: dict[int, int], now: dict[int, int]) -> Iterator[int]:
    for source in sorted({*before, *now}):
        if now.get(source, 0) != before.get(source, 0):
            yield from (source, now.get(source, 0))
