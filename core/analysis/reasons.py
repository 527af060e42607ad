"""The reasons for the cost of decisions: the points, by rule, that the best move leads to in playouts to the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from msgspec.structs import replace

from kronika.core.analysis.decisions import Decision, EventToJudge, events_to_judge
from kronika.core.analysis.finding import OnProgress, no_op
from kronika.core.analysis.summary import Analysis, PointsByRule, Reasons, costliest
from kronika.core.basics.chance import Dice
from kronika.core.basics.statistics import mean_and_error
from kronika.core.bots.playouts import Playouts
from kronika.core.contract.registry import get_game
from kronika.core.contract.result import ScoreItem
from kronika.core.sessions.session import Session

PLAYOUTS: Final = 100
"""Number of playouts for each move; they only explain, and judge nothing."""
SIGNIFICANCE_OF_REASON: Final = 3.0
"""Number of standard errors of a difference that is a reason. The points by up to 40 rules are compared, so with 2 a
move that is compared with itself would have a reason in half of all decisions.
"""
LONGEST: Final = 10_000
"""The greatest number of events of a playout, for a game that may never end; those that are here have below 1,000."""
MAX_RULES: Final = 3
"""The greatest number of rules that are named for a decision."""

Source = tuple[int, str, str]
"""A seat, a part of the score sheet, and the number of a rule."""


def explain(session: Session, found: Analysis, watch: OnProgress = no_op) -> Analysis:
    """The analysis with the reasons for the costliest decisions of the game; it depends only on the analysis.

    `watch` is called before each step of the work. An exception that it raises ends the work.
    """
    units = {unit.n: unit for unit in events_to_judge(session, found.config, found.viewer)}
    return replace(found, reasons=tuple(_reasons(units[one.record], one, watch) for one in costliest(found)))


def _reasons(unit: EventToJudge, decision: Decision, watch: OnProgress) -> Reasons:
    game = get_game(unit.game)
    best = game.parse(unit.before, unit.by, decision.best, unit.names)
    playouts = Playouts(game, unit.before)
    rows: list[dict[Source, float]] = []
    for number in range(PLAYOUTS):
        watch(lambda: best)
        path = (unit.config.seed, unit.number, number)
        dealt = game.redeal(unit.before, unit.by, Dice("why", *path))
        ends = (
            playouts.played_on(game.apply(dealt, unit.by, do)[0], LONGEST, Dice("why played", *path))
            for do in (best, unit.do)
        )
        rows.append(_less(*(_points(game.score(end)) for end in ends)))
    found = [_mean(source, rows) for source in sorted({source for row in rows for source in row})]
    return Reasons(decision.record, PLAYOUTS, reasons_among(found, playouts.rivals[unit.by]))


def reasons_among(found: Iterable[PointsByRule], rivals: Collection[int]) -> tuple[PointsByRule, ...]:
    """The significant differences, the greatest first; none if all of them are to the good of the `rivals`."""
    sure = [one for one in found if abs(one.points) > SIGNIFICANCE_OF_REASON * one.error]
    named = tuple(sorted(sure, key=lambda one: -abs(one.points))[:MAX_RULES])
    return named if any((one.points > 0) == (one.seat not in rivals) for one in named) else ()


def _points(items: Iterable[ScoreItem]) -> dict[Source, float]:
    found: dict[Source, float] = {}
    for item in items:
        source = (item.seat, item.part, item.rule)
        found[source] = found.get(source, 0) + item.points
    return found


def _less(best: dict[Source, float], played: dict[Source, float]) -> dict[Source, Any]:
    return {source: best.get(source, 0) - played.get(source, 0) for source in (*best, *played)}


def _mean(source: Source, rows: list[dict[Source, float]]) -> PointsByRule:
    mean, error = mean_and_error([row.get(source, 0) for row in rows])
    return PointsByRule(*source, round(mean, 2), round(error, 2))
