"""What one game was like: points over time, tempo, choice, lead, kinds of decisions."""

from __future__ import annotations

import math
from collections import Counter
from statistics import mean, median

from msgspec import Struct

from kronika.core.game import CHANCE
from kronika.core.session import Session


class Point(Struct, frozen=True):
    """The totals by seat after an event at which they changed; events count those in force from 1."""

    event: int
    totals: tuple[int, ...]


class SourcePoint(Struct, frozen=True):
    """The points of one seat by rule so far, after an event at which they changed."""

    event: int
    seat: int
    rule: str
    points: int


class Lead(Struct, frozen=True):
    """Who leads from this event on; several seats when they are level."""

    event: int
    seats: tuple[int, ...]


class Branching(Struct, frozen=True):
    """How many legal moves there were when a seat decided, for one kind of decision."""

    kind: str
    decisions: int
    least: int
    median: float
    mean: float
    most: int


class Tempo(Struct, frozen=True):
    """One quarter of the decisions: how many each seat took, and the points each gained meanwhile."""

    quarter: int
    decisions: tuple[int, ...]
    points: tuple[int, ...]


class Metrics(Struct, frozen=True):
    """The numbers of one game, along the events in force.

    `choice` is the sum over all decisions of log10 of the number of legal moves: the size of the tree along this path.
    `kinds` counts the decisions of each seat by kind.
    """

    players: tuple[str, ...]
    events: int
    decisions: int
    points: tuple[Point, ...]
    sources: tuple[SourcePoint, ...]
    leads: tuple[Lead, ...]
    tempo: tuple[Tempo, ...]
    branching: tuple[Branching, ...]
    choice: float
    kinds: tuple[dict[str, int], ...]


def metrics(session: Session) -> Metrics:
    """Walks a game once; legal moves are counted at each decision."""
    states, events, seats = session.line.states, session.line.events, len(session.players)
    points = _points(session)
    widths = [
        (event.do.__struct_config__.tag, len(session.game.actions(before, event.by)))
        for event, before in zip(events, states, strict=False)
        if event.by != CHANCE
    ]
    kinds = [Counter(e.do.__struct_config__.tag for e in events if e.by == seat) for seat in range(seats)]
    return Metrics(
        players=session.players,
        events=len(events),
        decisions=len(widths),
        points=points,
        sources=_sources(session),
        leads=_leads(points),
        tempo=_tempo(session),
        branching=tuple(
            _branching(kind, [n for k, n in widths if k == kind]) for kind in sorted({k for k, _ in widths})
        ),
        choice=round(sum(math.log10(max(n, 1)) for _, n in widths), 1),
        kinds=tuple(dict(sorted(counter.items())) for counter in kinds),
    )


def _points(session: Session) -> tuple[Point, ...]:
    found = [Point(0, session.game.totals(session.line.states[0]))]
    for number, state in enumerate(session.line.states[1:], 1):
        totals = session.game.totals(state)
        if totals != found[-1].totals:
            found.append(Point(number, totals))
    return tuple(found)


def _sources(session: Session) -> tuple[SourcePoint, ...]:
    found: list[SourcePoint] = []
    before: dict[tuple[int, str], int] = {}
    for number, state in enumerate(session.line.states):
        now: dict[tuple[int, str], int] = {}
        for item in session.game.score(state):
            now[item.seat, item.rule] = now.get((item.seat, item.rule), 0) + item.points
        for seat, rule in sorted({*now, *before}):
            points = now.get((seat, rule), 0)
            if points != before.get((seat, rule), 0):
                found.append(SourcePoint(number, seat, rule, points))
        before = now
    return tuple(found)


def _leads(points: tuple[Point, ...]) -> tuple[Lead, ...]:
    leads: list[Lead] = []
    for point in points:
        best = max(point.totals)
        seats = tuple(seat for seat, total in enumerate(point.totals) if total == best)
        if not leads or leads[-1].seats != seats:
            leads.append(Lead(point.event, seats))
    return tuple(leads)


def _tempo(session: Session) -> tuple[Tempo, ...]:
    """Quarters of the decisions; each ends before the first decision of the next."""
    events, states, seats = session.line.events, session.line.states, len(session.players)
    at = [number for number, event in enumerate(events) if event.by != CHANCE]
    if len(at) < 4:
        return ()
    edges = [0, *(at[len(at) * quarter // 4] for quarter in (1, 2, 3)), len(events)]
    quarters = []
    for quarter in range(4):
        start, end = edges[quarter], edges[quarter + 1]
        took = Counter(event.by for event in events[start:end])
        was, is_ = session.game.totals(states[start]), session.game.totals(states[end])
        gained = tuple(b - a for a, b in zip(was, is_, strict=True))
        quarters.append(Tempo(quarter + 1, tuple(took[seat] for seat in range(seats)), gained))
    return tuple(quarters)


def _branching(kind: str, widths: list[int]) -> Branching:
    return Branching(kind, len(widths), min(widths), median(widths), round(mean(widths), 1), max(widths))
