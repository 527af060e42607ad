"""An analysis of a game as text: the report first, then every event; and as rows of CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from kronika.cli.printing.advice import with_card_names
from kronika.cli.printing.output import natural_widths, print_text, shorten, table, terminal_paper, wrapped
from kronika.cli.printing.spreadsheet import print_csv
from kronika.core.analysis.decisions import MARKS, ChanceVerdict, Decision, Delta, Verdict
from kronika.core.analysis.rating import choices_of, rating, ratings_text
from kronika.core.analysis.report import cost_sentence, draw_sentence, reason_sentence
from kronika.core.analysis.summary import Analysis, Tally, costliest, figures_after, luckiest
from kronika.core.analysis.text import (
    cost_text,
    fixed,
    judge_text,
    luck_text,
    opening_text,
    percent,
    percent_lost,
    points_text,
    rate_text,
    signed_percent,
    turn_text,
)
from kronika.core.basics.columns import columns_of, right_aligned
from kronika.core.basics.text import clipped, join_words
from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session
from kronika.logs.files.streams import STDIO, typed_path

NAME = 8
"""The most columns for the name of a player above a win rate."""
NAMES = 18
"""The most columns for the names of all players above their win rates, unless `LEAST` columns for each are more."""
FIGURES = 20
"""The most columns for a figure with its error."""
LEAST = 3
"""The least columns for a win rate."""
LEAST_MOVE = 10
"""The least columns for a move. A window that is narrower breaks the lines; narrower moves could not be read."""
GAP = 2
"""Columns between two columns of a table."""
PLAYER = 16
"""Columns for the name of a player on a line of the player's own."""
_TERMS: Final = ("analysis", "bot", "playouts_most", "horizon", "judge")
_HEADS: Final = (
    *("record", "kind", "seat", "player", "move", "sign", "win_rate", "win_rate_error", "playouts"),
    *("best", "action", "legal", "rank", "loss", "loss_error", "loss_points", "loss_points_error", "hindsight"),
    *("luck", "luck_error", "luck_points", "luck_points_error"),
    *("choice_error", "choice_points_error"),
)
"""The columns; a `candidate` is a move that was ranked for the decision before it."""


def print_analysis(found: Analysis, session: Session, log: str, *, everything: bool = False) -> None:
    """Print the report on a game and its events; with `everything` also the candidates, and sums by part of the game.

    `log` is the address of the game, for the commands that show its positions.
    """
    ink = terminal_paper().ink
    if said := opening_text(found, session):
        print_text(f"{wrapped(said)}\n")
    if costly := costliest(found):
        print_text(ink("Costliest decisions", "bold"))
        for place, one in enumerate((with_card_names(one, get_game(found.game)) for one in costly), 1):
            said = f"{_record(found)} {one.record}, {cost_sentence(one, found.players)}"
            print_text(f"{place}. {wrapped(said, '   ').lstrip()}")
            for line in filter(None, (reason_sentence(found, one), _board(found, one, log))):
                print_text(wrapped(line, "   "))
        print_text()
    if draws := luckiest(found):
        print_text(ink("Draws that decided", "bold"))
        for fall in draws:
            print_text(wrapped(f"{_record(found)} {fall.record}, {draw_sentence(fall, found.players)}"))
        print_text()
    print_text(_tallies(found))
    for line in filter(None, (ratings_text([found]), *_highlights(found))):
        print_text(wrapped(line))
    if found.verdicts:
        print_text(f"\n{_events(found)}")
    if everything:
        print_text(f"\n{_candidates(found)}\n\n{_parts(found)}")
    print_text(f"\n{wrapped(judge_text(found))}")


def _record(found: Analysis) -> str:
    return "Record" if found.viewer is None else "Event"


def _board(found: Analysis, decision: Decision, log: str) -> str:
    """The command that shows the table before a decision; empty if the number of its record is not known."""
    if found.viewer is not None or log == STDIO:
        return ""
    return f"The table before it: kronika show {typed_path(log)} --at {decision.record - 1}"


def _events(found: Analysis) -> str:
    """A row for each event, as wide as the paper; long moves are wrapped."""
    seats = [found.viewer] if found.viewer is not None else range(len(found.players))
    name = max(LEAST, min(NAME, NAMES // len(seats), max(columns_of(found.players[seat]) for seat in seats)))
    heads = [
        "n",
        "move",
        "",
        " ".join(right_aligned(shorten(found.players[seat], name), name) for seat in seats),
        "cost %",
        "best found, or luck %" if found.viewer is None else "best found",
    ]
    rows = [_row(verdict, found.players, seats, name) for verdict in found.verdicts]
    n, move, sign, rates, cost, best = natural_widths(rows, heads)
    room = max(2 * LEAST_MOVE, terminal_paper().width - n - sign - rates - cost - (len(heads) - 1) * GAP)
    move = min(move, max(room // 2, room - best))
    return table(rows, heads, [0, 3, 4], [n, move, sign, rates, cost, room - move])


def _row(verdict: Verdict, names: Sequence[str], seats: Sequence[int], wide: int) -> list[str]:
    """The cells of an event; each win rate has this number of columns, under the name of its player."""
    win_rates = " ".join(f"{percent(figures_after(verdict).win_rates[seat]):>{wide}}" for seat in seats)
    if isinstance(verdict, ChanceVerdict):
        luck = luck_text(verdict, names, gains=True)
        return [str(verdict.record), f"chance: {clipped(verdict.move)}", "", win_rates, "", luck]
    move = f"{names[verdict.seat]}: {clipped(verdict.move)}"
    if verdict.best == verdict.move:
        return [str(verdict.record), move, "", win_rates, "", ""]
    return [str(verdict.record), move, verdict.mark, win_rates, cost_text(verdict.skill.loss), clipped(verdict.best)]


def _tallies(found: Analysis) -> str:
    """Two tables, so that they fit: what decisions cost with the rating, and the luck."""
    rated = any(_rating(found, one) for one in found.tallies)
    heads = ["player", *(sign for sign, _ in MARKS), "lost %", "points", "each %", *(["rating"] if rated else [])]
    rows = [[*_tally(one), *([_rating(found, one)] if rated else [])] for one in found.tallies]
    skill = table(rows, heads, range(1, 7))
    if found.viewer is not None:
        return skill
    falls = [_falls(one) for one in found.tallies]
    return f"{skill}\n\n{table(falls, ['player', 'hindsight %', 'luck %', 'points'], range(1, 4))}"


def _rating(found: Analysis, one: Tally) -> str:
    return rating([found], choices_of(found, one.seat))


def _tally(one: Tally) -> list[Any]:
    rate = one.error_rate
    return [
        shorten(one.player, PLAYER),
        *one.marks.values(),
        percent_lost(one.skill),
        points_text(one.skill, 0),
        rate_text(rate) if one.choices else "",
    ]


def _falls(one: Tally) -> list[Any]:
    row = [shorten(one.player, PLAYER)]
    if one.hindsight and one.luck:
        row += [
            percent_lost(one.hindsight),
            signed_percent(one.luck),
            points_text(one.luck, 0, "+"),
        ]
    return row


def _highlights(found: Analysis) -> Iterator[str]:
    """The costliest decisions of each player, and the turning points of the game."""
    number = "record" if found.viewer is None else "event"
    for one in found.tallies:
        if one.costliest:
            yield f"Costliest of {one.player}: {join_words([f'{number} {n}' for n in one.costliest])}."
    for turn in found.turns:
        yield f"Record {turn.event}: {turn_text(turn, found.players)}."


def _candidates(found: Analysis) -> str:
    """The moves that were ranked for each decision, with their values."""
    rows = [
        [
            one.record if not place else "",
            "* " * (candidate.move == one.move) + clipped(candidate.move),
            f"{100 * candidate.win_rate:.1f} ± {100 * candidate.win_rate_error:.1f}",
            f"{fixed(candidate.lead, 1)} ± {candidate.lead_error:.1f}",
            candidate.playouts,
        ]
        for one in found.verdicts
        if isinstance(one, Decision)
        for place, candidate in enumerate(one.candidates)
    ]
    room = max(20, terminal_paper().width - 46)
    heads = ["n", "candidate (* played)", "win %", "lead", "playouts"]
    return table(rows, heads, [0, 2, 3, 4], [FIGURES, room, FIGURES, FIGURES, FIGURES])


def _parts(found: Analysis) -> str:
    """The skill lost and the luck of each player, by third of the game and by type of action."""
    rows = [
        [
            shorten(tally.player, PLAYER) if not place else "",
            part.name,
            part.decisions,
            percent_lost(part.skill),
            signed_percent(part.luck) if part.luck else "",
        ]
        for tally in found.tallies
        for place, part in enumerate(tally.parts)
    ]
    return table(rows, ["player", "part", "choices", "lost %", "luck %"], [2, 3, 4])


def print_analysis_csv(found: Analysis) -> None:
    """A row for each decision, for each move that was ranked, and for each player's luck in an outcome of chance."""
    terms = (found.analysis, found.config.bot, found.config.playouts, found.horizon, found.judge)
    print_csv((*_TERMS, *_HEADS), ((*terms, *map(row.get, _HEADS)) for row in _rows(found)))


def _rows(found: Analysis) -> Iterator[dict[str, Any]]:
    for one in found.verdicts:
        rates = figures_after(one).win_rates
        if isinstance(one, ChanceVerdict):
            for seat, luck in enumerate(one.luck):
                who = _who(found, one, "chance", seat)
                yield {**who, "move": one.move, "win_rate": rates[seat], **_change("luck", luck)}
            continue
        yield {
            **_who(found, one, "decision", one.seat),
            "move": one.move,
            "sign": one.mark or None,
            "win_rate": rates[one.seat],
            "best": one.best,
            "action": one.action or None,
            "legal": one.legal,
            "rank": one.rank,
            **_change("loss", one.skill.loss),
            "choice_error": one.choice.win_rate_error,
            "choice_points_error": one.choice.lead_error,
            **({"hindsight": one.hindsight.loss.win_rate} if one.hindsight else {}),
        }
        for ranked in one.candidates:
            values = {"move": ranked.move, "win_rate": ranked.win_rate, "win_rate_error": ranked.win_rate_error}
            yield {**_who(found, one, "candidate", one.seat), **values, "playouts": ranked.playouts}


def _who(found: Analysis, verdict: Verdict, kind: str, seat: int) -> dict[str, Any]:
    return {"record": verdict.record, "kind": kind, "seat": seat, "player": found.players[seat]}


def _change(name: str, change: Delta) -> dict[str, float]:
    rates = {name: change.win_rate, f"{name}_error": change.win_rate_error}
    return {**rates, f"{name}_points": change.lead, f"{name}_points_error": change.lead_error}
