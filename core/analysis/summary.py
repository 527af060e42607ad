"""What the verdicts of a game come to: for each player skill lost and luck had, and where the game turned."""

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
"""The number of the form that an analysis has as JSON; it is raised when what stands there changes its meaning."""
MAX_COSTLIEST: Final = 3
"""So many decisions of each player are named."""
LEAD_THRESHOLD: Final = 0.10
"""Who is ahead of all others by such a win rate leads: less comes and goes with every move."""


UPPER_BOUND: Final = 1e6
"""No lead is as large, nor a win rate."""


class Tally(Struct, frozen=True):
    """What a player's events come to.

    `skill` is what the decisions cost by what the player could know, `hindsight` what they cost as all lay; `luck` is
    what chance has given. `marks` count decisions by sign, `costliest` are the numbers of those that cost most, beyond
    noise.
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
    """A game that was judged, event by event: its documented form as JSON.

    What stands here keeps its name and meaning as long as `analysis` is the same number; fields may be added. `viewer`
    is the seat that it was made for: then it has skill alone, of this seat's decisions. `turns` are events since which
    another player is ahead, surely, than before.
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
    """An analysis of any form as the present one. Raises MsgspecError, UnicodeError."""
    plain = decoded(data, Any)
    if isinstance(plain, dict) and plain.get("analysis") == 1:
        plain = raised(plain, ANALYSIS) | {"analysis": FORM}
    found: Analysis = msgspec.convert(plain, Analysis)
    return found


def summarize(session: Session, config: AnalysisConfig, viewer: Viewer, verdicts: Sequence[Verdict]) -> Analysis:
    """The analysis of a game of which these are the verdicts, in order."""
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
    """Can a verdict that was read from a file be one on an event of this seat, or of chance, made for this viewer?

    Then every seat has its figures, such as shares and points are, and the sign is that of what is said to be lost.
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
    """Did it cost something, beyond noise?"""
    return decision.skill.loss.win_rate > 0 and decision.skill.loss.sure


def figures_after(verdict: Verdict) -> Figures:
    """Where all seats stand after an event: in hindsight, where that is told."""
    if isinstance(verdict, ChanceVerdict):
        return verdict.actual
    return (verdict.hindsight or verdict.skill).played


def _leads(verdicts: Sequence[Verdict]) -> Iterator[Lead]:
    """Who is ahead from which event on, as long as that is much and more than noise."""
    before: tuple[int, ...] = ()
    for verdict in verdicts:
        now = _leaders(figures_after(verdict))
        if now and now != before:
            yield Lead(verdict.record, now)
            before = now


def _leaders(figures: Figures) -> tuple[int, ...]:
    """The seats that surely have a clearly larger win rate than all others: one, or partners; none where it is open."""
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
