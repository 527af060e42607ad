"""Summary of the verdicts on a game: the skill and luck of each player, and the turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kronika.core.analysis.decisions import (
    MARKS,
    SIGNIFICANCE_THRESHOLD,
    ChanceVerdict,
    Decision,
    Delta,
    Verdict,
    events_to_judge,
    mark_for_loss,
    sum_deltas,
    total_hindsight,
    total_skill,
)
from kronika.core.analysis.horizons import Measured
from kronika.core.analysis.judge import AnalysisConfig, Figures, terms_for
from kronika.core.analysis.parts import PartSums, has_choice, parts_of
from kronika.core.basics.nesting import decoded
from kronika.core.basics.older import ANALYSIS, raised
from kronika.core.basics.text import normalize
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.options import new_game_options, plain_options, read_options
from kronika.core.sessions.metrics import Lead, Turn, turns_of
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_event

FORM: Final = 3
"""The version of an analysis. It is raised when the meaning of a field changes, or the way in which events are judged.

Form 2 was judged by all playouts, without an early end. Form 1 is the same with other keys.
"""
OLDER_FORM: Final = 2
"""The form of analyses by older programs, once they are read."""
MAX_COSTLIEST: Final = 3
"""The greatest number of costliest decisions that are listed for each player."""
LEAST_SWING: Final = MARKS[-1][1]
"""The least change of a win rate by a draw that decided: that of the smallest sign of a decision."""
LEAD_THRESHOLD: Final = 0.10
"""The least difference of win rates between a leader and all others; smaller ones change with every move."""


UPPER_BOUND: Final = 1e6
"""A bound that no number in a valid verdict reaches, neither a win rate nor a lead in points."""


class Tally(Struct, frozen=True):
    """The sums for one player.

    `skill` is the total loss of the decisions by what the player could know, `hindsight` their total loss with full
    information, and `luck` the total gain from chance; the last two are null in an analysis for a seat. `marks` counts
    decisions by sign. `costliest` are the numbers of the decisions with the greatest significant losses in skill.
    `choices` counts the decisions with more than one legal move. `parts` are the sums by third of the game and by type
    of action. Form 2 has neither.
    """

    player: str
    seat: int
    decisions: int
    skill: Delta
    hindsight: Delta | None
    luck: Delta | None
    marks: dict[str, int]
    costliest: tuple[int, ...]
    choices: int = 0
    parts: tuple[PartSums, ...] = ()

    @property
    def error_rate(self) -> Delta:
        """The mean loss in skill of a decision with a choice."""
        number = self.choices or 1
        return Delta(self.skill.win_rate / number, self.skill.win_rate_error / number)


class PointsByRule(Struct, frozen=True):
    """The points that a seat has more, on average, after the best move than after the move played.

    `part` is a part of the score sheet, `rule` the number of the rule that gives the points.
    """

    seat: int
    part: str
    rule: str
    points: float
    error: float


class Reasons(Struct, frozen=True):
    """The reasons why the decision of this record cost something: by which rules the best move leads to other points.

    The points are those at the end of `playouts` playouts of likely moves after each of both moves.
    """

    record: int
    playouts: int
    points: tuple[PointsByRule, ...]


class Analysis(Struct, frozen=True):
    """The analysis of a game, event by event, in its documented JSON form.

    Fields keep their names and meanings as long as the number `analysis` is the same; fields may be added. `viewer` is
    the seat for which the analysis was made, null for the referee; for a seat it has only the skill of its own
    decisions. `turns` are the events after which other players than before are clearly ahead. `horizon` is the number
    of events after which playouts were judged, `judge` names the estimate that judged them: figures of other judges
    can't be compared. `measured` says how the horizon was found, null if it is another. `reasons` are those for the
    costliest decisions of the game. `options` are those of the game that differ from a new game's, null if the analysis
    does not say. `story` is a digest of the game up to the last verdict, as in `story_of`; empty if it does not say.
    `whole` says whether the game is over and each of its events was judged; null if the analysis does not say.
    """

    analysis: int
    game: str
    players: tuple[str, ...]
    viewer: int | None
    config: AnalysisConfig
    verdicts: tuple[Verdict, ...]
    tallies: tuple[Tally, ...]
    turns: tuple[Turn, ...]
    horizon: int | None = None
    judge: str = ""
    reasons: tuple[Reasons, ...] = ()
    measured: Measured | None = None
    options: dict[str, Any] | None = None
    story: str = ""
    whole: bool | None = None


def read_analysis(data: bytes) -> Analysis:
    """Read an analysis of any form from JSON; one of form 1 becomes form 2, which is as it was judged.

    Raises MsgspecError or UnicodeError if it is malformed.
    """
    plain = decoded(data, Any)
    if isinstance(plain, dict) and plain.get("analysis") == 1:
        plain = raised(plain, ANALYSIS) | {"analysis": OLDER_FORM}
    found: Analysis = msgspec.convert(plain, Analysis)
    return found


def summarize(
    session: Session, config: AnalysisConfig, viewer: Viewer, verdicts: Sequence[Verdict], form: int = FORM
) -> Analysis:
    """The analysis of a game with these verdicts, which must be in the order of its events.

    `form` is the form that the verdicts were judged in. The reasons for the costliest decisions are not in it:
    `reasons.explain` adds them.
    """
    terms = terms_for(session.game, session.state, config)
    found = Analysis(
        form,
        session.game.name,
        session.players,
        viewer,
        config,
        tuple(verdicts),
        _tallies(session.players, viewer, verdicts),
        turns_of(list(_leads(verdicts))) if viewer is None else (),
        terms.horizon,
        terms.judge,
        measured=terms.measured,
        options=_other_options(session),
        story=story_of(session, viewer, verdicts[-1].record if verdicts else 0),
        whole=not session.actors and len(verdicts) == len(events_to_judge(session, config, viewer)),
    )
    return found if form == FORM else _without_newer_fields(found)


def story_of(session: Session, viewer: Viewer, last: int | None = None) -> str:
    """A digest of the options and the events in force as the viewer knows them, without anything else.

    It ends with the event of the number `last`, as `events_to_judge` counts; None is the last event.
    """
    line, names = session.line, session.players
    numbers = in_force(session) if viewer is None else range(1, len(line.events) + 1)
    story = [
        redact_event(session.game, before, event, names, viewer)
        for number, before, event in zip(numbers, line.states, line.events, strict=False)
        if number <= (number if last is None else last)
    ]
    return blake2b(msgspec.json.encode((session.header.options, story)), digest_size=16).hexdigest()


def _other_options(session: Session) -> dict[str, Any]:
    """The options of a game that are not those of a new game, with their values as plain data."""
    given = read_options(session.game, session.header.options)
    mine, new = plain_options(given), plain_options(new_game_options(session.game))
    return {name: value for name, value in mine.items() if value != new[name]}


def _without_newer_fields(found: Analysis) -> Analysis:
    """An analysis of form 2, which has neither a horizon nor a judge, nor sums that need other fields of verdicts."""
    tallies = tuple(replace(tally, choices=0, parts=()) for tally in found.tallies)
    return replace(found, tallies=tallies, horizon=None, judge="", measured=None, options=None, story="", whole=None)


def is_sum(found: Analysis, session: Session, viewer: Viewer) -> bool:
    """Whether the sums of an analysis that was read are those of its verdicts; reasons are on costliest decisions.

    The judge and its horizon may be those of another version of the game. Its options and its story are those of the
    game, or it does not say.
    """
    wanted = summarize(session, found.config, viewer, found.verdicts, found.analysis)
    if found.analysis == OLDER_FORM:
        return found == wanted
    explained = [reason.record for reason in found.reasons]
    if found.options is None:
        wanted = replace(wanted, options=None)
    if not found.story:
        wanted = replace(wanted, story="")
    if not found.whole:  # the game may have come to its end since
        wanted = replace(wanted, whole=found.whole)
    return (
        replace(found, reasons=(), judge=wanted.judge, horizon=wanted.horizon, measured=wanted.measured) == wanted
        and _has_possible_counts(found)
        and explained == [one.record for one in costliest(found)][: len(explained)]
        and all(
            0 <= one.seat < len(found.players) and _is_within_bounds(Delta(lead=one.points, lead_error=one.error))
            for reason in found.reasons
            for one in reason.points
        )
    )


def has_own_sums(found: Analysis) -> bool:
    """Whether the sums of an analysis are those of its verdicts, each on an event after the one before."""
    seats, records = len(found.players), [one.record for one in found.verdicts]
    names = {normalize(name) for name in found.players}
    return (
        0 < seats == len(names)
        and (found.viewer is None or 0 <= found.viewer < seats)
        and all(before < after for before, after in pairwise(records))
        and _has_possible_counts(found)
        and all(_is_possible(one, found.viewer, seats) for one in found.verdicts)
        and found.tallies == _tallies(found.players, found.viewer, found.verdicts)
    )


def _has_possible_counts(found: Analysis) -> bool:
    """Whether no number of playouts or events is below 0, as it may be in a file."""
    decisions = [one for one in found.verdicts if isinstance(one, Decision)]
    ranked = [candidate.playouts for one in decisions for candidate in one.candidates]
    explained = [one.playouts for one in found.reasons]
    config = found.config
    return min(config.playouts, *ranked, *explained, config.horizon or 0, found.horizon or 0) >= 0


def costliest(found: Analysis) -> list[Decision]:
    """The decisions of the game with the greatest significant losses in skill, at most `MAX_COSTLIEST`."""
    costly = [one for one in found.verdicts if isinstance(one, Decision) and is_costly(one)]
    return sorted(costly, key=lambda one: -one.skill.loss.win_rate)[:MAX_COSTLIEST]


def luckiest(found: Analysis) -> list[ChanceVerdict]:
    """The outcomes of chance that moved a win rate most, significantly and by `LEAST_SWING`; at most
    `MAX_COSTLIEST`.
    """
    falls = [one for one in found.verdicts if isinstance(one, ChanceVerdict) and _swing(one) >= LEAST_SWING]
    return sorted(falls, key=_swing, reverse=True)[:MAX_COSTLIEST]


def _swing(fall: ChanceVerdict) -> float:
    """The greatest significant change of a win rate; 0 if there is none."""
    return max([abs(luck.win_rate) for luck in fall.luck if luck.sure], default=0)


def _tallies(players: Sequence[str], viewer: Viewer, verdicts: Sequence[Verdict]) -> tuple[Tally, ...]:
    seats = range(len(players)) if viewer is None else (viewer,)
    return tuple(_tally(players[seat], seat, viewer, verdicts) for seat in seats)


def _tally(player: str, seat: int, viewer: Viewer, verdicts: Sequence[Verdict]) -> Tally:
    own = [one for one in verdicts if isinstance(one, Decision) and one.seat == seat]
    costly = sorted((one for one in own if is_costly(one)), key=lambda one: -one.skill.loss.win_rate)
    referee = viewer is None
    return Tally(
        player,
        seat,
        len(own),
        total_skill(own),
        total_hindsight(own) if referee else None,
        sum_deltas([one.luck[seat] for one in verdicts if isinstance(one, ChanceVerdict)]) if referee else None,
        {sign: sum(one.mark == sign for one in own) for sign, _ in MARKS},
        tuple(one.record for one in costly[:MAX_COSTLIEST]),
        sum(map(has_choice, own)),
        parts_of(seat, verdicts, luck=referee),
    )


def is_consistent(verdict: Verdict, by: int, viewer: Viewer, seats: int) -> bool:
    """Whether a verdict read from a file can belong to an event by this seat (or CHANCE), judged for this viewer."""
    who = verdict.seat if isinstance(verdict, Decision) else CHANCE
    return who == by and _is_possible(verdict, viewer, seats)


def _is_possible(verdict: Verdict, viewer: Viewer, seats: int) -> bool:
    """Whether a game with this number of seats can have a verdict, judged for this viewer.

    It must have figures for every seat, all within `UPPER_BOUND` and no error below 0, and the sign that follows from
    its loss.
    """
    if isinstance(verdict, ChanceVerdict):
        if (viewer, len(verdict.luck)) != (None, seats):
            return False
        figures, changes = [verdict.actual, verdict.expected], [*verdict.luck]
    else:
        if verdict.seat not in range(seats) or viewer not in (None, verdict.seat):
            return False
        if verdict.mark != mark_for_loss(verdict.skill.loss) or (verdict.hindsight is None) != (viewer is not None):
            return False
        voices = [voice for voice in (verdict.skill, verdict.hindsight) if voice]
        figures = [part for voice in voices for part in (voice.best, voice.played)]
        changes = [*(voice.loss for voice in voices), verdict.choice]
        changes += [Delta(one.win_rate, one.win_rate_error, one.lead, one.lead_error) for one in verdict.candidates]
    changes += [change for one in figures for change in _by_seat(one)]
    rows = [row for one in figures for row in (one.win_rates, one.win_rate_errors, one.leads, one.lead_errors)]
    return all(len(row) == seats for row in rows) and all(map(_is_within_bounds, changes))


def _by_seat(figures: Figures) -> Iterator[Delta]:
    """The win rate and the lead of each seat, with their errors."""
    return map(Delta, figures.win_rates, figures.win_rate_errors, figures.leads, figures.lead_errors)


def _is_within_bounds(change: Delta) -> bool:
    """Whether the numbers of a change are within `UPPER_BOUND`, and its errors are 0 or more."""
    means, errors = (change.win_rate, change.lead), (change.win_rate_error, change.lead_error)
    return all(abs(mean) < UPPER_BOUND for mean in means) and all(0 <= error < UPPER_BOUND for error in errors)


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
