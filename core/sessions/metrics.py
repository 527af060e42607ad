"""Metrics of one game as a viewer may know them: points over time, tempo, choices, leads, kinds of decisions.

Events are counted from 1 among those in force; event 0 is the start.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from statistics import mean, median

from msgspec import Struct

from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.options import read_options
from kronika.core.contract.result import ScoreItem, ScoreSheet
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_sheet


class Point(Struct, frozen=True):
    """The totals by seat after an event that changed them. A total that the viewer may not know is None."""

    event: int
    totals: tuple[int | None, ...]


class SourcePoint(Struct, frozen=True):
    """The points of a seat by one rule so far, after an event that changed them. They begin at 0.

    They are None if the viewer may not know them.
    """

    event: int
    seat: int
    rule: str
    points: int | None


class PartPoint(Struct, frozen=True):
    """The points of a seat in one part of the score sheet so far, after an event that changed them; see SourcePoint."""

    event: int
    seat: int
    part: str
    points: int | None


class Lead(Struct, frozen=True):
    """The seats that lead from this event on; several if they are level."""

    event: int
    seats: tuple[int, ...]


class Turn(Struct, frozen=True):
    """A turning point: from this event on `seats` lead, none of which was among the `previous` leaders."""

    event: int
    seats: tuple[int, ...]
    previous: tuple[int, ...]


class LeadMargin(Struct, frozen=True):
    """The points of each seat minus those of its best opponent, after an event that changed this difference.

    Members of a team are not opponents. A difference that the viewer may not know is None.
    """

    event: int
    margins: tuple[int | None, ...]


class Choice(Struct, frozen=True):
    """A decision: its event, the seat, the kind of move, and the number of legal moves."""

    event: int
    seat: int
    kind: str
    moves: int


class Branching(Struct, frozen=True):
    """Statistics of the number of legal moves at all decisions of one kind."""

    kind: str
    decisions: int
    min: int
    median: float
    mean: float
    max: int


class Tempo(Struct, frozen=True):
    """One quarter of all decisions, from 1 to 4: by seat the number of decisions, and the points gained."""

    quarter: int
    decisions: tuple[int, ...]
    points: tuple[int | None, ...]


class Metrics(Struct, frozen=True):
    """The metrics of one game, by its events in force.

    `choice_log10` is the sum of log10 of the number of legal moves over all decisions: the size of the game tree along
    this path. `kinds` counts the decisions of each seat by kind. In a game with secrets a seat may only know its own
    choices, so its `choices`, `branching`, `choice_log10` and `kinds` cover only these.
    """

    players: tuple[str, ...]
    events: int
    decisions: int
    points: tuple[Point, ...]
    sources: tuple[SourcePoint, ...]
    parts: tuple[PartPoint, ...]
    leads: tuple[Lead, ...]
    turns: tuple[Turn, ...]
    ahead: tuple[LeadMargin, ...]
    tempo: tuple[Tempo, ...]
    choices: tuple[Choice, ...]
    branching: tuple[Branching, ...]
    choice_log10: float
    kinds: tuple[dict[str, int], ...]


def metrics(session: Session, viewer: Viewer = None) -> Metrics:
    """Compute the metrics of a game for a viewer. Legal moves are counted at each decision that the viewer may know."""
    seats = len(session.players)
    sheets = [redact_sheet(session.game, state, viewer) for state in session.line.states]
    points = tuple(Point(number, totals) for number, totals in _changes([one.totals for one in sheets]))
    leads = leads_of(points)
    choices = _choices(session, viewer)
    kinds = [Counter(choice.kind for choice in choices if choice.seat == seat) for seat in range(seats)]
    return Metrics(
        players=session.players,
        events=len(session.line.events),
        decisions=sum(event.by != CHANCE for event in session.line.events),
        points=points,
        sources=tuple(SourcePoint(*change) for change in _changes_by_name(sheets, lambda item: item.rule)),
        parts=tuple(PartPoint(*change) for change in _changes_by_name(sheets, lambda item: item.part)),
        leads=leads,
        turns=turns_of(leads),
        ahead=_margins(points, _opponents(session)),
        tempo=_tempo(session, sheets),
        choices=choices,
        branching=tuple(
            _branching(kind, [choice.moves for choice in choices if choice.kind == kind])
            for kind in sorted({choice.kind for choice in choices})
        ),
        choice_log10=round(sum(math.log10(max(choice.moves, 1)) for choice in choices), 1),
        kinds=tuple(dict(sorted(counter.items())) for counter in kinds),
    )


Totals = tuple[int | None, ...]
"""The type of points by seat, None if not known."""


def _changes(rows: Sequence[Totals]) -> Iterator[tuple[int, Totals]]:
    """The first row, and each row that differs from the one before, with their numbers."""
    for number, row in enumerate(rows):
        if not number or row != rows[number - 1]:
            yield number, row


def _changes_by_name(
    sheets: Sequence[ScoreSheet], name: Callable[[ScoreItem], str]
) -> Iterator[tuple[int, int, str, int | None]]:
    """Yield event, seat, name and points whenever the points of a seat under this name change, beginning at 0.

    Points are None if they are not on a sheet with a hidden total, because then they may be hidden, too.
    """
    names = sorted({(item.seat, name(item)) for known in sheets for item in known.items})
    before: dict[tuple[int, str], int | None] = dict.fromkeys(names, 0)
    for number, known in enumerate(sheets):
        now = {key: None if known.totals[key[0]] is None else 0 for key in names}
        for item in known.items:
            now[item.seat, name(item)] = (now[item.seat, name(item)] or 0) + item.points
        for (seat, named), points in now.items():
            if points != before[seat, named]:
                yield number, seat, named, points
        before = now


def _choices(session: Session, viewer: Viewer) -> tuple[Choice, ...]:
    """The decisions with their numbers of legal moves; in a game with secrets, only those of the viewer.

    The number of moves that others had reveals something about their hands. For the record of a witness the result is
    empty, as the legal moves are only partly known.
    """
    if session.witness is not None:
        return ()
    options = read_options(session.game, session.header.options)
    open_ = viewer is None or len(session.players) == 1 or not session.game.has_secrets(options)
    return tuple(
        Choice(number, event.by, event.do.__struct_config__.tag, len(session.game.actions(before, event.by)))
        for number, (event, before) in enumerate(zip(session.line.events, session.line.states, strict=False), 1)
        if event.by != CHANCE and (open_ or event.by == viewer)
    )


def leads_of(points: Sequence[Point]) -> tuple[Lead, ...]:
    """The changes of the lead. Points with an unknown total are skipped."""
    leads: list[Lead] = []
    for point in points:
        known = [total for total in point.totals if total is not None]
        if len(known) < len(point.totals):
            continue
        seats = tuple(seat for seat, total in enumerate(known) if total == max(known))
        if not leads or leads[-1].seats != seats:
            leads.append(Lead(point.event, seats))
    return tuple(leads)


def turns_of(leads: Sequence[Lead]) -> tuple[Turn, ...]:
    """The turning points among the changes of the lead.

    Drawing level with the leaders is not a turning point; getting ahead of all of them is.
    """
    turns: list[Turn] = []
    held: tuple[int, ...] = leads[0].seats if leads else ()
    for lead in leads:
        still = tuple(seat for seat in held if seat in lead.seats)
        if not still:
            turns.append(Turn(lead.event, lead.seats, held))
        held = still or lead.seats
    return tuple(turns)


def _opponents(session: Session) -> list[list[int]]:
    """The opponents of each seat."""
    seats = range(len(session.players))
    options = read_options(session.game, session.header.options)
    teams = [set(team) for team in session.game.teams(options, len(seats))]
    sides = [next((team for team in teams if seat in team), {seat}) for seat in seats]
    return [[other for other in seats if other not in sides[seat]] for seat in seats]


def _margins(points: Sequence[Point], others: Sequence[Sequence[int]]) -> tuple[LeadMargin, ...]:
    if not all(others):
        return ()
    rows = [(point.event, tuple(_margin(point.totals, *pair) for pair in enumerate(others))) for point in points]
    changes = _changes([by for _, by in rows])
    return tuple(LeadMargin(rows[number][0], by) for number, by in changes)


def _margin(totals: Totals, seat: int, others: Sequence[int]) -> int | None:
    own, rest = totals[seat], [total for other in others if (total := totals[other]) is not None]
    return None if own is None or len(rest) < len(others) else own - max(rest)


def _tempo(session: Session, sheets: Sequence[ScoreSheet]) -> tuple[Tempo, ...]:
    """The quarters of all decisions, each up to the first decision of the next; empty for fewer than 4 decisions."""
    events, seats = session.line.events, len(session.players)
    at = [number for number, event in enumerate(events) if event.by != CHANCE]
    if len(at) < 4:
        return ()
    edges = [0, *(at[len(at) * quarter // 4] for quarter in (1, 2, 3)), len(events)]
    quarters = []
    for quarter in range(4):
        start, end = edges[quarter], edges[quarter + 1]
        took = Counter(event.by for event in events[start:end])
        was, is_ = sheets[start].totals, sheets[end].totals
        gained = tuple(None if a is None or b is None else b - a for a, b in zip(was, is_, strict=True))
        quarters.append(Tempo(quarter + 1, tuple(took[seat] for seat in range(seats)), gained))
    return tuple(quarters)


def _branching(kind: str, widths: list[int]) -> Branching:
    return Branching(kind, len(widths), min(widths), median(widths), round(mean(widths), 1), max(widths))
