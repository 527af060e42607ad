"""The report of an analysis in words: the costliest decisions with their reasons, and the draws that decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kronika.core.analysis.decisions import ChanceVerdict, Decision, Delta
from kronika.core.analysis.summary import Analysis, PointsByRule
from kronika.core.analysis.text import LEAST_DIFFERENCE, decimals_of_cost, decimals_of_luck, fixed
from kronika.core.basics.statistics import Z_95
from kronika.core.basics.text import clipped, join_words


def cost_sentence(decision: Decision, names: Sequence[str]) -> str:
    """The move played, the better one, and by how much it is better, with a 95 % interval."""
    loss = decision.skill.loss
    low, high = (loss.win_rate + side * Z_95 * loss.win_rate_error for side in (-1, 1))
    sign = f" {decision.mark}" if decision.mark else ""
    lead = round(loss.lead, 1)
    points = f"gained {-lead:.1f} points" if lead < 0 else f"{abs(lead):.1f} points"
    digits = max(_decimals(loss), decimals_of_cost(loss))
    cost, least, most = (fixed(100 * x, digits) for x in (loss.win_rate, low, high))
    return (
        f"{names[decision.seat]}: {clipped(decision.move)}{sign}. Better: {clipped(decision.best)}. It cost "
        f"{cost} % of the win ({least} to {most} in 95 %) and {points}."
    )


def reason_sentence(found: Analysis, decision: Decision) -> str:
    """By which rules the better move leads to other points; empty if the analysis has no reasons for the decision."""
    reasons = next((one for one in found.reasons if one.record == decision.record), None)
    if reasons is None:
        return ""
    if not reasons.points:
        return f"Why: no rule alone, in {reasons.playouts} playouts to the end."
    said = join_words([_points(one, found.players) for one in reasons.points])
    return f"Why: after {clipped(decision.best)}, {said}, in {reasons.playouts} playouts to the end."


def _points(one: PointsByRule, names: Sequence[str]) -> str:
    more = "more" if one.points > 0 else "fewer"
    return f"{names[one.seat]} has {abs(one.points):.1f} ± {one.error:.1f} points {more} for {one.part} ({one.rule})"


def draw_sentence(fall: ChanceVerdict, names: Sequence[str]) -> str:
    """An outcome of chance, and the luck of each player whom it clearly helped or hurt, in % of the win."""
    return f"{clipped(fall.move)}: {join_words([*_swings(fall, names)])} % of the win"


def _swings(fall: ChanceVerdict, names: Sequence[str]) -> Iterator[str]:
    for name, luck in zip(names, fall.luck, strict=True):
        if luck.sure:
            digits = max(_decimals(luck), decimals_of_luck(luck))
            yield f"{name} {100 * luck.win_rate:+.{digits}f} ± {100 * luck.win_rate_error:.{digits}f}"


def _decimals(change: Delta) -> int:
    """The decimals of a change in percent: one if it is less than 1 %, which would be rounded to 0."""
    return int(abs(change.win_rate) < LEAST_DIFFERENCE)
