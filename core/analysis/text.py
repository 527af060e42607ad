"""Verdicts in words, with win rates in percent and their standard errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.analysis.decisions import (
    MARKS,
    SIGNIFICANCE_THRESHOLD,
    ChanceVerdict,
    Decision,
    Delta,
    Verdict,
    mark_for_loss,
)
from kronika.core.analysis.horizons import Measured, measured
from kronika.core.analysis.judge import WIN_RATE, AnalysisConfig, JudgeTerms
from kronika.core.analysis.summary import OLDER_FORM, Analysis, figures_after
from kronika.core.basics.text import clipped, join_words
from kronika.core.contract.registry import get_game
from kronika.core.sessions.metadata import ending_text
from kronika.core.sessions.metrics import Turn
from kronika.core.sessions.session import Session

LEAST_DIFFERENCE: Final = 0.01
"""The least difference by which a player played better or was luckier; rounded figures of smaller ones look equal."""


def judge_text(found: Analysis) -> str:
    """A text on how strong the judge is, which differences are significant, and what the signs mean."""
    signs = ", ".join(f"{sign} {percent(least)} %" for sign, least in MARKS[::-1])
    older = f" {_OLDER}" if found.analysis == OLDER_FORM else ""
    terms = _terms_of(found)
    error = _error(terms.measured) if terms.measured else ""
    return f"{strength_text(found.config, terms)}{error} Signs: {signs} of the win or more, if significant.{older}"


_OLDER: Final = (
    f"An older program judged this (form {OLDER_FORM}), by all playouts: its figures can't be compared with others."
)


def _terms_of(found: Analysis) -> JudgeTerms:
    """The terms on which a game was judged, with what was measured about them only if this program measured it.

    An analysis may be read from a file, which may say anything.
    """
    terms, known = JudgeTerms(found.horizon, found.judge), measured(get_game(found.game))
    if found.config.horizon is not None or known is None or found.measured != known:
        return terms
    return replace(terms, measured=known) if (known.horizon, known.learned) == (terms.horizon, terms.learned) else terms


def strength_text(config: AnalysisConfig, terms: JudgeTerms) -> str:
    """A text on how strong the judge is, and which differences are significant."""
    return (
        f"Best moves are those that the bot {config.bot} finds. Each move is judged by up to {config.playouts:,} "
        f"playouts of likely moves{_until(config, terms)}. Their players are much weaker than the bot. "
        f"± is a standard error; a difference of less than {SIGNIFICANCE_THRESHOLD:g} of them is not significant."
    )


def _until(config: AnalysisConfig, terms: JudgeTerms) -> str:
    values = "learned values" if terms.learned else "estimate"
    if config.horizon is not None:
        given = "1 event" if config.horizon == 1 else f"{config.horizon:,} events"
        return f" for {given} or to the end, and by the game's {values} where it is not reached"
    if terms.horizon is None:
        return f" up to the horizon of the game's heuristic, and by its {values} there"
    if terms.measured is None:
        found, whose = "a horizon that this program has not measured", "the game's"
    else:
        found, whose = "the horizon that was measured for the game", "its"
    return f" for {terms.horizon:,} events, {found}, and by {whose} {values} there"


def _error(found: Measured) -> str:
    """How far the losses of a judge are from those of playouts to the end, as a sentence."""
    return (
        f" Losses differ from those of playouts to the end by {100 * found.bias:.1f} % of the win, and between "
        f"playouts by {100 * found.spread:.0f} %, in root mean square over {found.decisions} decisions with two seats "
        f"(seed {found.seed})."
    )


def percent(win_rate: float) -> str:
    """A win rate in percent, rounded, without the sign %: `12`."""
    return fixed(100 * win_rate, 0)


def fixed(number: float, decimals: int, sign: str = "") -> str:
    """A number with this number of decimals, never `-0`; `sign` is `+` if a positive number and 0 have a sign, too."""
    return f"{round(number, decimals) + 0.0:{sign}.{decimals}f}"  # + 0.0 makes -0.0 a 0.0


def signed_percent(change: Delta) -> str:
    """A change of a win rate, in percentage points: `+12 ± 2`."""
    return f"{fixed(100 * change.win_rate, 0, '+')} ± {100 * change.win_rate_error:.0f}"


def percent_lost(change: Delta) -> str:
    """A loss of win rate, in percentage points: `12 ± 2`; a gain is negative: `-3 ± 1`."""
    return f"{percent(change.win_rate)} ± {100 * change.win_rate_error:.0f}"


def cost_text(loss: Delta) -> str:
    """The loss of one decision, in percentage points: `12 ± 2`, or `9.7 ± 2.0` where `10 ± 2` has another sign."""
    digits = decimals_of_cost(loss)
    return f"{fixed(100 * loss.win_rate, digits)} ± {100 * loss.win_rate_error:.{digits}f}"


def cost_percent(cost: float) -> str:
    """A significant loss in percentage points without its error: `12`, or `9.7` where `10` has another sign."""
    return fixed(100 * cost, decimals_of_cost(Delta(cost)))


def decimals_of_cost(loss: Delta) -> int:
    """The fewest decimals in percent with which a loss has the same sign as without rounding, and is significant if it
    is so without.
    """
    return _decimals(loss, lambda shown: mark_for_loss(shown) == mark_for_loss(loss) and shown.sure == loss.sure)


def decimals_of_luck(luck: Delta) -> int:
    """The fewest decimals in percent with which a luck is significant if it is so without rounding."""
    return _decimals(luck, lambda shown: shown.sure == luck.sure)


def _decimals(change: Delta, keeps: Callable[[Delta], bool]) -> int:
    """The fewest decimals in percent with which a change that is rounded `keeps` what it says."""

    def shown(digits: int) -> Delta:
        return Delta(*(round(100 * part, digits) / 100 for part in (change.win_rate, change.win_rate_error)))

    return next((digits for digits in range(WIN_RATE - 2) if keeps(shown(digits))), WIN_RATE - 2)


def rate_text(rate: Delta) -> str:
    """A mean loss of win rate of a decision, in percentage points with one decimal: `1.2 ± 0.3`."""
    return f"{fixed(100 * rate.win_rate, 1)} ± {100 * rate.win_rate_error:.1f}"


def points_text(change: Delta, decimals: int = 1, sign: str = "") -> str:
    """A change of the lead, in points: `3.4 ± 0.5`; with the `sign` `+`, `+3.4 ± 0.5`."""
    return f"{fixed(change.lead, decimals, sign)} ± {change.lead_error:.{decimals}f}"


def verdict_text(verdict: Verdict, names: Sequence[str]) -> str:
    """A verdict in words: the cost of a decision or the luck of each player, and the win rates after the event."""
    if isinstance(verdict, ChanceVerdict):
        said = f"luck: {luck_text(verdict, names)} % of the win"
    else:
        said = _decision_text(verdict)
    win_rates = zip(names, figures_after(verdict).win_rates, strict=True)
    return f"{said}; now {', '.join(f'{name} {percent(win_rate)}' for name, win_rate in win_rates)} %"


class NotedVerdict(Struct, frozen=True):
    """A verdict as it is in a note.

    `best` is the best move, empty if it is the one played or is cut; `cost` is the part of the win that the decision
    cost, 0 if that is not significant; `win_rates` are those of all seats after the event.
    """

    best: str
    cost: float
    win_rates: tuple[float, ...]
    mark: str


def read_verdict(text: str, names: Sequence[str], mark: str = "") -> NotedVerdict | None:
    """Read a text by `verdict_text` back, with the sign before it if there is one; None for any other text."""
    rates = ", ".join(rf"{re.escape(name)} (-?\d+)" for name in names)
    found = re.fullmatch(rf"(?:(?P<mark>\S+) )?(?P<said>(?:costs|the|luck).*); now {rates} %", text, re.DOTALL)
    if not found:
        return None
    marked, said, *percents = found.groups()
    cost, best = 0.0, ""
    if told := re.match(r"costs (-?\d+(?:\.\d+)?) ± [\d.]+ % of the win \(.*?\) against (.+?)(?:;|$)", said):
        cost = 0.0 if "not significant" in said else float(told[1]) / 100
        best = "" if told[2].endswith("…") else told[2]
    return NotedVerdict(best, cost, tuple(float(one) / 100 for one in percents), marked or mark)


def opening_text(found: Analysis, session: Session) -> str:
    """The first sentences of the report on a game: the conclusion, and that an early ending is not judged, if any."""
    return " ".join(filter(None, (conclusion_text(found), _unjudged_end(session))))


def _unjudged_end(session: Session) -> str:
    """A sentence on an early ending, without its text; empty if there is none."""
    if session.ending is None:
        return ""
    how = ending_text(replace(session.ending, text=""), session.players)
    return f"The early end is not a move, so it is not judged: {how}."


def conclusion_text(found: Analysis) -> str:
    """One sentence: who played better and who was luckier; empty for one player or for the analysis of one seat.

    It names a player only if every difference to the others is more than 2 standard errors and 1 % of the win; the
    errors are added up, since the lucks of two players depend on each other. If a player had no choice, nobody played
    better.
    """
    tallies = found.tallies
    lucks = [tally.luck for tally in tallies if tally.luck]
    if len(tallies) < 2 or len(lucks) < len(tallies):
        return ""
    compared = all(tally.decisions if found.analysis == OLDER_FORM else tally.choices for tally in tallies)
    played = (
        _first([Delta(-tally.skill.win_rate, tally.skill.win_rate_error) for tally in tallies]) if compared else None
    )
    lucky = _first(lucks)
    lost = _compared([f"{percent(tally.skill.win_rate)} %" for tally in tallies], played, "of the win lost")
    gained = _compared([f"{fixed(100 * luck.win_rate, 0, '+')} %" for luck in lucks], lucky, "of the win by chance")
    better, luckier = ("better", "luckier") if len(tallies) == 2 else ("best", "luckiest")
    first = (
        f"{tallies[played].player} played {better} ({lost})"
        if played is not None
        else f"nobody clearly played {better}"
    )
    second = f"was {luckier} ({gained})" if lucky is not None else f"nobody was clearly {luckier}"
    if lucky is not None and lucky != played:
        second = f"{tallies[lucky].player} {second}"
    return f"{first[0].upper()}{first[1:]}, and {second}."


def _first(changes: Sequence[Delta]) -> int | None:
    """The seat whose change is significantly greater than every other; None if there is none."""
    best = max(range(len(changes)), key=lambda seat: changes[seat].win_rate)
    others = [change for seat, change in enumerate(changes) if seat != best]
    ahead, error = changes[best].win_rate, changes[best].win_rate_error
    clear = all(
        ahead - other.win_rate > max(LEAST_DIFFERENCE, SIGNIFICANCE_THRESHOLD * (error + other.win_rate_error))
        for other in others
    )
    return best if clear else None


def _compared(figures: Sequence[str], first: int | None, what: str) -> str:
    """The figure of one player against those of the others."""
    rest = [figure for seat, figure in enumerate(figures) if seat != first]
    return f"{figures[first or 0]} {what}, against {join_words(rest)}"


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
    parts = [f"costs {cost_text(loss)} % of the win ({points_text(loss)} points) against {clipped(decision.best)}"]
    if decision.hindsight:
        parts.append(f"with full information {percent_lost(decision.hindsight.loss)} %")
    if decision.rank:
        parts.append(f"move {decision.rank} of {decision.legal}")
    if not loss.sure:
        parts.append("not significant")
    return "; ".join(parts)
