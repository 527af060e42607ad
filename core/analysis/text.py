"""Verdicts in words, with win rates in percent and their standard errors."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.analysis.decisions import MARKS, SIGNIFICANCE_THRESHOLD, ChanceVerdict, Decision, Delta, Verdict
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.summary import figures_after
from kronika.core.basics.text import clipped, join_words
from kronika.core.sessions.metrics import Turn


def judge_text(config: AnalysisConfig) -> str:
    """A text on how strong the judge is, which differences are significant, and what the signs mean."""
    signs = ", ".join(f"{sign} {percent(least)} %" for sign, least in MARKS[::-1])
    return f"{strength_text(config)} Signs: {signs} of the win or more, if significant."


def strength_text(config: AnalysisConfig) -> str:
    """A text on how strong the judge is, and which differences are significant."""
    return (
        f"Best moves are those that the bot {config.bot} finds. Each move is judged by up to {config.playouts:,} "
        f"playouts of likely moves{_until(config)}. Their players are much weaker than the bot. ± is a standard error; "
        f"a difference of less than {SIGNIFICANCE_THRESHOLD:g} of them is not significant."
    )


def _until(config: AnalysisConfig) -> str:
    if config.horizon is None:
        return " up to the horizon of the game's heuristic, and by its estimate there"
    return f" for {config.horizon:,} events or to the end, and by the game's estimate where it is not reached"


def percent(win_rate: float) -> str:
    """A win rate in percent, rounded, without the sign %: `12`."""
    return f"{100 * win_rate:.0f}"


def signed_percent(change: Delta) -> str:
    """A change of a win rate, in percentage points: `+12 ± 2`."""
    return f"{_rounded(change.win_rate):+d} ± {100 * change.win_rate_error:.0f}"


def percent_lost(change: Delta) -> str:
    """A loss of win rate, in percentage points: `12 ± 2`; a gain is negative: `-3 ± 1`."""
    return f"{_rounded(change.win_rate)} ± {100 * change.win_rate_error:.0f}"


def _rounded(win_rate: float) -> int:
    return round(100 * win_rate)  # an int, so there is no -0


def points_lost(change: Delta) -> str:
    """A loss of the lead, in points: `3.4 ± 0.5`."""
    return f"{change.lead + 0:.1f} ± {change.lead_error:.1f}"  # + 0 makes -0.0 a 0.0


def verdict_text(verdict: Verdict, names: Sequence[str]) -> str:
    """A verdict in words: the cost of a decision or the luck of each player, and the win rates after the event."""
    if isinstance(verdict, ChanceVerdict):
        said = f"luck: {luck_text(verdict, names)} % of the win"
    else:
        said = _decision_text(verdict)
    win_rates = zip(names, figures_after(verdict).win_rates, strict=True)
    return f"{said}; now {', '.join(f'{name} {percent(win_rate)}' for name, win_rate in win_rates)} %"


def turn_text(turn: Turn, names: Sequence[str]) -> str:
    """A turning point in words: the players ahead now and before, by the judge; in points it may be others."""
    ahead, over = (join_words([names[seat] for seat in seats]) for seats in (turn.seats, turn.previous))
    return f"the judge has {ahead} ahead now, no longer {over}"


def luck_text(fall: ChanceVerdict, names: Sequence[str], *, gains: bool = False) -> str:
    """The luck of each player, `Anna +3 ± 1, Bob -3 ± 1`; with `gains`, only of those who had good luck."""
    lucky = [(name, change) for name, change in zip(names, fall.luck, strict=True) if not gains or change.win_rate > 0]
    return ", ".join(f"{name} {signed_percent(change)}" for name, change in lucky)


def _decision_text(decision: Decision) -> str:
    loss = decision.skill.loss
    if decision.best == decision.move:
        return "the only move" if decision.legal == 1 else "the best move found"
    parts = [f"costs {percent_lost(loss)} % of the win ({points_lost(loss)} points) against {clipped(decision.best)}"]
    if decision.hindsight:
        parts.append(f"with full information {percent_lost(decision.hindsight.loss)} %")
    if decision.rank:
        parts.append(f"move {decision.rank} of {decision.legal}")
    if not loss.sure:
        parts.append("not significant")
    return "; ".join(parts)
