"""The report of an analysis in words: the costliest decisions with their reasons, and the draws that decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kronika.core.analysis.decisions import ChanceVerdict, Decision
from kronika.core.analysis.summary import Analysis, PointsByRule
from kronika.core.analysis.text import percent
from kronika.core.basics.statistics import Z_95
from kronika.core.basics.text import clipped, join_words


def cost_sentence(decision: Decision, names: Sequence[str]) -> str:
    """The move played, the better one, and by how much it is better, with a 95 % interval."""
    loss = decision.skill.loss
    low, high = (loss.win_rate + side * Z_95 * loss.win_rate_error for side in (-1, 1))
    sign = f" {decision.mark}" if decision.mark else ""
    return (
        f"{names[decision.seat]}: {clipped(decision.move)}{sign}. Better: {clipped(decision.best)}. It cost "
        f"{percent(loss.win_rate)} % of the win ({percent(low)} to {percent(high)} in 95 %) and {loss.lead:.1f} points."
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
            yield f"{name} {100 * luck.win_rate:+.0f} ± {percent(luck.win_rate_error)}"
