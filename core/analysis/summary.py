"""Summary of the verdicts on a game: the skill and luck of each player, and the turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from kronika.core.analysis.decisions import (
    MARKS,
    SIGNIFICANCE_THRESHOLD,
    ChanceVerdict,
    Decision,
    Delta,
    Verdict,
    mark_for_loss,
    sum_deltas,
)
from kronika.core.analysis.judge import AnalysisConfig, Figures
from kronika.core.basics.nesting import decoded
from kronika.core.basics.older import ANALYSIS, raised
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.sessions.metrics import Lead, Turn, turns_of
from kronika.core.sessions.session import Session

FORM: Final = 2
"""The version of the JSON form of an analysis; it is raised when the meaning of a field changes."""
MAX_COSTLIEST: Final = 3
"""The greatest number of costliest decisions that are listed for each player."""
LEAD_THRESHOLD: Final = 0.10
"""The least difference of win rates between a leader and all others; smaller ones change with every move."""


UPPER_BOUND: Final = 1e6
"""A bound that no number in a valid verdict reaches, neither a win rate nor a lead in points."""


class Tally(Struct, frozen=True):
    """The sums for one player.

    `skill` is the total loss of the decisions by what the player could know, `hindsight` their total loss with full
    information, and `luck` the total gain from chance; the last two are null in an analysis for a seat. `marks` counts
    decisions by sign. `costliest` are the numbers of the decisions with the greatest significant losses in skill.
    """

    player: str
    seat: int
    decisions: int
    skill: Delta
    hindsight: Delta | None
    luck: Delta | None
    marks: dict[str, int]
    costliest: tuple[int, ...]


class Analysis(Struct, frozen=True):
    """The analysis of a game, event by event, in its documented JSON form.

    Fields keep their names and meanings as long as the number `analysis` is the same; fields may be added. `viewer` is
    the seat for which the analysis was made, null for the referee; for a seat it has only the skill of its own
    decisions. `turns` are the events after which other players than before are clearly ahead.
    """

    analysis: int
    game: str
    players: tuple[str, ...]
    viewer: int | None
    config: AnalysisConfig
    verdicts: tuple[Verdict, ...]
    tallies: tuple[Tally, ...]
    turns: tuple[Turn, ...]


def read_analysis(data: bytes) -> Analysis:
    """Read an analysis of any version from JSON. Raises MsgspecError or UnicodeError if it is malformed."""
    plain = decoded(data, Any)
    if isinstance(plain, dict) and plain.get("analysis") == 1:
        plain = raised(plain, ANALYSIS) | {"analysis": FORM}
    found: Analysis = msgspec.convert(plain, Analysis)
    return found


def summarize(session: Session, config: AnalysisConfig, viewer: Viewer, verdicts: Sequence[Verdict]) -> Analysis:
    """The analysis of a game with these verdicts, which must be in the order of its events."""
    seats = range(len(session.players)) if viewer is None else (viewer,)
    return Analysis(
        FORM,
        session.game.name,
        session.players,
        viewer,
        config,
        tuple(verdicts),
        tuple(_tally(session.players[seat], seat, viewer, verdicts) for seat in seats),
        turns_of(list(_leads(verdicts))) if viewer is None else (),
    )


def _tally(player: str, seat: int, viewer: Viewer, verdicts: Sequence[Verdict]) -> Tally:
    own = [one for one in verdicts if isinstance(one, Decision) and one.seat == seat]
    costly = sorted((one for one in own if is_costly(one)), key=lambda one: -one.skill.loss.win_rate)
    referee = viewer is None
    return Tally(
        player,
        seat,
        len(own),
        sum_deltas([one.skill.loss for one in own]),
        sum_deltas([one.hindsight.loss for one in own if one.hindsight]) if referee else None,
        sum_deltas([one.luck[seat] for one in verdicts if isinstance(one, ChanceVerdict)]) if referee else None,
        {sign: sum(one.mark == sign for one in own) for sign, _ in MARKS},
        tuple(one.record for one in costly[:MAX_COSTLIEST]),
    )


def is_consistent(verdict: Verdict, by: int, viewer: Viewer, seats: int) -> bool:
    """Whether a verdict read from a file can belong to an event by this seat (or CHANCE), judged for this viewer.

    It must have figures for every seat, all within `UPPER_BOUND`, and the sign that follows from its loss.
    """
    if isinstance(verdict, ChanceVerdict):
        if (by, viewer, len(verdict.luck)) != (CHANCE, None, seats):
            return False
        figures, swings = [verdict.actual, verdict.expected], list(verdict.luck)
    else:
        loss = verdict.skill.loss
        if verdict.seat != by or viewer not in (None, by) or verdict.mark != mark_for_loss(loss):
            return False
        if (verdict.hindsight is None) != (viewer is not None):
            return False
        voices = [voice for voice in (verdict.skill, verdict.hindsight) if voice]
        figures = [part for voice in voices for part in (voice.best, voice.played)]
        swings = [voice.loss for voice in voices]
    rows = [row for part in figures for row in (part.win_rates, part.win_rate_errors, part.leads, part.lead_errors)]
    numbers = [*(number for row in rows for number in row)]
    numbers += [
        number for part in swings for number in (part.win_rate, part.win_rate_error, part.lead, part.lead_error)
    ]
    return all(len(row) == seats for row in rows) and all(abs(number) < UPPER_BOUND for number in numbers)


def is_costly(decision: Decision) -> bool:
    """Whether the decision has a significant loss in skill."""
    return decision.skill.loss.win_rate > 0 and decision.skill.loss.sure


def figures_after(verdict: Verdict) -> Figures:
    """The figures of all seats after an event: in hindsight if the verdict has it, in skill if it does not."""
    if isinstance(verdict, ChanceVerdict):
        return verdict.actual
    return (verdict.hindsight or verdict.skill).played


def _leads(verdicts: Sequence[Verdict]) -> Iterator[Lead]:
    """The leaders and the event from which they lead, at each change; only clear and significant leads count."""
    before: tuple[int, ...] = ()
    for verdict in verdicts:
        now = _leaders(figures_after(verdict))
        if now and now != before:
            yield Lead(verdict.record, now)
            before = now


def _leaders(figures: Figures) -> tuple[int, ...]:
    """The seats whose win rate is clearly and significantly above all others: one seat, or partners, or none."""
    best = max(figures.win_rates)
    level = [seat for seat, win_rate in enumerate(figures.win_rates) if win_rate == best]
    error = max(figures.win_rate_errors[seat] for seat in level)
    others = [seat for seat in range(len(figures.win_rates)) if seat not in level]
    sure = all(
        best - figures.win_rates[seat]
        > max(LEAD_THRESHOLD, SIGNIFICANCE_THRESHOLD * (error**2 + figures.win_rate_errors[seat] ** 2) ** 0.5)
        for seat in others
    )
    return tuple(level) if others and sure else ()
