"""Judgement of one event: the cost of a decision, or the luck in an outcome of chance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import erfc, hypot, sqrt
from typing import Any, Final

from msgspec import Struct

from kronika.core.analysis.finding import DecisionPoint, OnProgress, find, no_op
from kronika.core.analysis.judge import (
    LEAD,
    WIN_RATE,
    AnalysisConfig,
    Figures,
    Judge,
    Move,
    Sample,
    are_exact,
    make_move,
)
from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.statistics import mean_and_error
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session

MARKS: Final = (("??", 0.20), ("?", 0.10), ("?!", 0.05))
"""Signs for decisions, each with the least loss of win rate that earns it; the worst first."""
SIGNIFICANCE_THRESHOLD: Final = 2.0
"""Significance threshold in standard errors; false-positive rate of a loss about 1 in 44."""


SETTLED: Final = 3.0
"""Number of standard errors between a loss and the nearest limit of a sign at which more playouts are not needed."""


class EventToJudge(Struct, frozen=True):
    """An event to judge, with everything that this needs, so that other processes can judge events in parallel.

    `number` counts the events in force from 1; `n` is the number of the event for the viewer, as in `events_to_judge`.
    """

    game: str
    names: tuple[str, ...]
    viewer: Viewer
    config: AnalysisConfig
    number: int
    n: int
    before: Any
    by: int
    do: Any


def events_to_judge(
    session: Session, config: AnalysisConfig, viewer: Viewer, first: int = 1, last: int | None = None
) -> list[EventToJudge]:
    """The events in force that are judged for a viewer, with numbers from `first` to `last`; None is the last event.

    The referee gets all events, by the numbers of their records. A seat gets its own decisions, by the numbers of the
    events in force: numbers of records would reveal how much was noted and taken back.
    """
    line, records = session.line, in_force(session)
    numbers = records if viewer is None else range(1, len(records) + 1)
    return [
        EventToJudge(session.game.name, session.players, viewer, config, number, n, before, event.by, event.do)
        for number, (n, event, before) in enumerate(zip(numbers, line.events, line.states, strict=False), 1)
        if first <= n <= (last or n) and viewer in (None, event.by)
    ]


class Delta(Struct, frozen=True):
    """The change for one seat: of its win rate and of its lead in points, with their standard errors."""

    win_rate: float = 0.0
    win_rate_error: float = 0.0
    lead: float = 0.0
    lead_error: float = 0.0

    @property
    def sure(self) -> bool:
        """Whether the change of the win rate is significant: more than 2 standard errors."""
        return abs(self.win_rate) > SIGNIFICANCE_THRESHOLD * self.win_rate_error


class Judgement(Struct, frozen=True):
    """A decision, judged either in skill or in hindsight: the figures after the best move and after the move played.

    `loss` is the loss of the seat that decided, compared with the best move; a negative loss is a gain.
    """

    best: Figures
    played: Figures
    loss: Delta


class Candidate(Struct, frozen=True):
    """A move that was ranked: the win rate and the lead after it of the seat that decides, with standard errors.

    `playouts` is their number; a move that dropped out has fewer. The best move was found by these playouts and is
    judged by others, so the first win rate is slightly too high.
    """

    move: str
    win_rate: float
    win_rate_error: float
    lead: float
    lead_error: float
    playouts: int


class Decision(Struct, frozen=True, tag="decision", tag_field="kind"):
    """A decision of a seat: the move played, the best move found, and the judgement of both.

    `legal` is the number of legal moves. `rank` is the place of the move played, from 1, among the moves that the bot
    searched; null if the bot reports no order. `mark` is the sign for the loss in skill, empty for none. `hindsight` is
    null in an analysis for a seat. `action` is the type of the move played. `candidates` are the moves that were
    ranked, best first; none if there is only one move, or the bot reports no order. `choice` has the standard errors of
    the choice of the best move, as in `choice_errors`; its changes are 0.
    """

    record: int
    seat: int
    move: str
    legal: int
    rank: int | None
    best: str
    mark: str
    skill: Judgement
    hindsight: Judgement | None
    action: str = ""
    candidates: tuple[Candidate, ...] = ()
    choice: Delta = Delta()


class ChanceVerdict(Struct, frozen=True, tag="chance", tag_field="kind"):
    """An outcome of chance, judged in hindsight: the figures after it, and after random outcomes in its place.

    `luck` is the difference, by seat.
    """

    record: int
    move: str
    actual: Figures
    expected: Figures
    luck: tuple[Delta, ...]


Verdict = Decision | ChanceVerdict


def judge_event(unit: EventToJudge, watch: OnProgress = no_op) -> Verdict:
    """The verdict on an event, always the same for the same unit.

    `watch` is called before each step of the work. An exception that it raises ends the work. Raises UnknownBot,
    BotFault and BotResigned.
    """
    game = get_game(unit.game)
    return _chance_verdict(game, unit, watch) if unit.by == CHANCE else _decision(game, unit, watch)


def is_of_event(verdict: Verdict, unit: EventToJudge) -> bool:
    """Whether a verdict that was read from a file is one on this event: on its move, with a best move that is legal."""
    game, before, by, names = get_game(unit.game), unit.before, unit.by, unit.names
    if verdict.record != unit.n or isinstance(verdict, Decision) == (by == CHANCE):
        return False
    try:
        if verdict.move != game.format(before, by, unit.do, names, unit.viewer) and (
            game.parse(before, by, verdict.move, names) != unit.do
        ):
            return False
        if isinstance(verdict, Decision):
            game.check(before, by, game.parse(before, by, verdict.best, names))
    except KronikaError:
        return False
    return True


def _decision(game: AnyGame, unit: EventToJudge, watch: OnProgress) -> Decision:
    config, before, seat = unit.config, unit.before, unit.by
    path = (config.seed, unit.number)
    legal = len(game.actions(before, seat))
    found = find(DecisionPoint(game, before, seat, unit.names, *path), config, unit.do, watch)
    best = found.moves[0]
    rank = found.rank(unit.do)

    def skill(dice: Dice) -> Any:
        watch(lambda: best)
        return game.redeal(before, seat, dice)

    def hindsight(dice: Dice) -> Any:
        watch(lambda: best)
        return before

    known = game.redeal(before, seat, Dice("judge", *path))
    voice = _judgement(Judge(game, known, config), unit, best, skill, "skill")
    truth = None
    if unit.viewer is None:
        secrets = game.has_secrets(before.options)
        truth = _judgement(Judge(game, before, config), unit, best, hindsight, "hindsight") if secrets else voice
    return Decision(
        unit.n,
        seat,
        game.format(before, seat, unit.do, unit.names, unit.viewer),
        legal,
        rank,
        game.format(before, seat, best, unit.names, unit.viewer),
        mark_for_loss(voice.loss),
        voice,
        truth,
        str(type(unit.do).__struct_config__.tag or ""),
        tuple(
            _candidate(game.format(before, seat, do, unit.names, unit.viewer), sample, seat)
            for do, sample in zip(found.moves, found.samples, strict=False)
        ),
        choice_errors(found.samples, seat),
    )


def _candidate(move: str, sample: Sample, seat: int) -> Candidate:
    found = deltas(sample)[seat]
    return Candidate(move, found.win_rate, found.win_rate_error, found.lead, found.lead_error, len(sample.rows))


def choice_errors(ranked: Sequence[Sample], seat: int) -> Delta:
    """The standard errors of a loss that come from the choice of the best move, from the ranked moves, best first.

    With other dice another one of these moves may come first. The chance of that, and the loss between the two moves
    if it does, follow from the win rate that the move has less than the best one, and from the error of this deficit.
    """
    chances, squares = [], []
    for sample in ranked[1:]:
        seen = len(sample.rows)
        deficit = deltas(Sample(ranked[0].rows[:seen]) - sample)[seat]
        if error := deficit.win_rate_error:
            again = error * sqrt(seen / len(ranked[0].rows))
            chance = min(0.5, erfc(deficit.win_rate / hypot(error, again) / sqrt(2)) / 2)
            part = again**2 / (error**2 + again**2)
            chances.append(chance / (1 - chance))
            squares.append(
                [
                    (mean * part) ** 2 + one**2 * part
                    for mean, one in ((deficit.win_rate, error), (deficit.lead, deficit.lead_error))
                ]
            )
    win_rate, lead = (
        sqrt(sum([chance * both[at] for chance, both in zip(chances, squares, strict=True)]) / (1 + sum(chances)))
        for at in (0, 1)
    )
    return Delta(win_rate_error=round(win_rate, WIN_RATE), lead_error=round(lead, LEAD))


def _judgement(judge: Judge, unit: EventToJudge, best: Any, deal: Any, name: str) -> Judgement:
    """The judgement of the best move and the one played, in the same deals; the loss is 0 if they are the same."""
    moves = [make_move(judge.game, unit.by, do) for do in dict.fromkeys((best, unit.do))]
    settled = are_exact if len(moves) == 1 else partial(has_one_sign, unit.by)
    samples = judge.samples(moves, deal, name, unit.config.seed, unit.number, seat=unit.by, settled=settled)
    loss = deltas(samples[0] - samples[-1])[unit.by]
    return Judgement(samples[0].figures(), samples[-1].figures(), loss)


def has_one_sign(seat: int, samples: Sequence[Sample]) -> bool:
    """Whether the loss of a seat, between two samples, is clearly within the limits of one sign, or of none.

    It is if each limit is three standard errors away. The error is at least that of one playout in all that differs by
    the whole win: a rare difference may not have been seen yet.
    """
    losses = [best[seat] - played[seat] for best, played in zip(*(sample.rows for sample in samples), strict=True)]
    mean, error = mean_and_error(losses)
    return all(abs(mean - least) > SETTLED * max(error, 1 / len(losses)) for _, least in MARKS)


def _chance_verdict(game: AnyGame, unit: EventToJudge, watch: OnProgress) -> ChanceVerdict:
    def deal(dice: Dice) -> Any:
        watch(lambda: unit.do)
        return unit.before

    judge = Judge(game, unit.before, unit.config)
    moves: Sequence[Move] = (
        make_move(game, CHANCE, unit.do),
        lambda state, dice: game.apply(state, CHANCE, game.sample(state, dice))[0],
    )
    actual, expected = judge.samples(moves, deal, "luck", unit.config.seed, unit.number)
    move = game.format(unit.before, CHANCE, unit.do, unit.names)
    return ChanceVerdict(unit.n, move, actual.figures(), expected.figures(), deltas(actual - expected))


def deltas(sample: Sample) -> tuple[Delta, ...]:
    """The means of a difference of samples, by seat."""
    found = sample.figures()
    return tuple(map(Delta, found.win_rates, found.win_rate_errors, found.leads, found.lead_errors))


def mark_for_loss(loss: Delta) -> str:
    """The sign for a loss; empty if it is small or not significant."""
    return next((sign for sign, least in MARKS if loss.win_rate >= least), "") if loss.sure else ""


def total_skill(decisions: Sequence[Decision]) -> Delta:
    """The total loss in skill of some decisions."""
    return _total_loss([(one.skill, one.choice) for one in decisions])


def total_hindsight(decisions: Sequence[Decision]) -> Delta:
    """The total loss with full information of some decisions that have been judged so."""
    return _total_loss([(one.hindsight, one.choice) for one in decisions if one.hindsight])


def _total_loss(judged: Sequence[tuple[Judgement, Delta]]) -> Delta:
    """The sum of the losses; its errors are those of the playouts and of the choices of the best moves."""
    return sum_deltas([part for found, choice in judged for part in (found.loss, choice)])


def sum_deltas(parts: Sequence[Delta]) -> Delta:
    """The sum of changes that were judged independently; their errors add up as squares."""
    return Delta(
        round(sum(part.win_rate for part in parts), WIN_RATE),
        round(sum(part.win_rate_error**2 for part in parts) ** 0.5, WIN_RATE),
        round(sum(part.lead for part in parts), LEAD),
        round(sum(part.lead_error**2 for part in parts) ** 0.5, LEAD),
    )
