"""What was judged, in words: win rates in hundredths, each with its standard error."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.analysis.decisions import MARKS, SURE, ChanceVerdict, Decision, Delta, Verdict
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.story import stands
from kronika.core.basics.text import clipped, listing
from kronika.core.sessions.metrics import Turn


def judge_in_words(config: AnalysisConfig) -> str:
    """How strong the judge is, when a difference is noise, and what the signs mean."""
    signs = ", ".join(f"{sign} {hundredths(least)} %" for sign, least in MARKS[::-1])
    return f"{strength_in_words(config)} Signs: {signs} of the win or more, and no noise."


def strength_in_words(config: AnalysisConfig) -> str:
    """How strong the judge is, and when a difference is noise."""
    return (
        f"Best moves are those that the bot {config.bot} finds. Each thing compared is judged by {config.playouts:,} "
        f"playouts of likely moves{_until(config)}: a judge who plays much worse than the bot. ± is a standard error; "
        f"what is less than {SURE:g} of them is noise."
    )


def _until(config: AnalysisConfig) -> str:
    if config.horizon is None:
        return " up to the horizon of the game's heuristic, and by its estimate there"
    return f" for {config.horizon:,} events or to the end, and by the game's estimate where it is not reached"


def hundredths(win_rate: float) -> str:
    """A win rate without a sign: `12`."""
    return f"{100 * win_rate:.0f}"


def signed(change: Delta) -> str:
    """A change of a win rate in hundredths: `+12 ± 2`."""
    return f"{_whole(change.win_rate):+d} ± {100 * change.win_rate_error:.0f}"


def lost(change: Delta) -> str:
    """What was lost, in hundredths of the win: `12 ± 2`, or `-3 ± 1` for what was gained."""
    return f"{_whole(change.win_rate)} ± {100 * change.win_rate_error:.0f}"


def _whole(win_rate: float) -> int:
    return round(100 * win_rate)  # an int has no sign at 0


def points(change: Delta) -> str:
    """What was lost in points: `3.4 ± 0.5`."""
    return f"{change.lead + 0:.1f} ± {change.lead_error:.1f}"  # + 0: there is no -0.0


def verdict_in_words(verdict: Verdict, names: Sequence[str]) -> str:
    """What a decision cost, or for whom it was luck, and where all seats stand after it."""
    if isinstance(verdict, ChanceVerdict):
        said = f"luck: {luck_in_words(verdict, names)} % of the win"
    else:
        said = _decision_in_words(verdict)
    win_rates = zip(names, stands(verdict).win_rates, strict=True)
    return f"{said}; now {', '.join(f'{name} {hundredths(win_rate)}' for name, win_rate in win_rates)} %"


def turn_in_words(turn: Turn, names: Sequence[str]) -> str:
    """Who is ahead since a turning point: by the judge, as in points it may be another."""
    ahead, over = (listing([names[seat] for seat in seats]) for seats in (turn.seats, turn.previous))
    return f"the judge has {ahead} ahead now, no longer {over}"


def luck_in_words(fall: ChanceVerdict, names: Sequence[str], *, gains: bool = False) -> str:
    """`Anna +3 ± 1, Bob -3 ± 1`; with `gains` of those alone whose luck it was."""
    lucky = [(name, change) for name, change in zip(names, fall.luck, strict=True) if not gains or change.win_rate > 0]
    return ", ".join(f"{name} {signed(change)}" for name, change in lucky)


def _decision_in_words(decision: Decision) -> str:
    loss = decision.skill.loss
    if decision.best == decision.move:
        return "the only move" if decision.legal == 1 else "the best move found"
    parts = [f"costs {lost(loss)} % of the win ({points(loss)} points) against {clipped(decision.best)}"]
    if decision.hindsight:
        parts.append(f"as all lay {lost(decision.hindsight.loss)} %")
    if decision.rank:
        parts.append(f"move {decision.rank} of {decision.legal}")
    if not loss.sure:
        parts.append("may be noise")
    return "; ".join(parts)
