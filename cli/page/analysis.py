"""The section of a game's page about its analysis: win rates with marks for mistakes, skill lost and luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from kronika.cli.page.layout import paragraphs
from kronika.cli.page.move_list import link
from kronika.cli.page.win_rates import Step, curve
from kronika.cli.printing.events import entry_sentence
from kronika.core.analysis import summary
from kronika.core.analysis.decisions import Decision, Verdict
from kronika.core.analysis.summary import FORM, Analysis, Tally, figures_after, is_consistent, summarize
from kronika.core.analysis.text import (
    NotedVerdict,
    judge_text,
    percent,
    percent_lost,
    read_verdict,
    signed_percent,
    turn_text,
    verdict_text,
)
from kronika.core.basics import limits
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.drawing.shapes import escape
from kronika.core.sessions.events import Event
from kronika.core.sessions.notes import in_force, placed_notes
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name, read_whole


def read_analysis(path: str, session: Session, viewer: Viewer) -> Analysis:
    """The analysis of a game in a file, made for a viewer. Raises FileError for anything else."""
    try:
        found = summary.read_analysis(read_whole(path, limits.RESULT, "an analysis"))
    except (msgspec.MsgspecError, UnicodeError):
        raise FileError(
            f"{display_name(path)}: is not an analysis: `kronika analyse LOG --format json` prints one."
        ) from None
    if found.analysis != FORM or not _is_of_game(found, session, viewer):
        whose = "the referee" if viewer is None else "this player"
        raise FileError(f"{display_name(path)}: is not an analysis of this game for {whose}.")
    return found


def _is_of_game(found: Analysis, session: Session, viewer: Viewer) -> bool:
    """True if the analysis is of this game and viewer, its verdicts are on existing events, and its sums match them."""
    events, seats = session.line.events, len(session.players)
    numbers = in_force(session) if viewer is None else range(1, len(events) + 1)
    by = dict(zip(numbers, (event.by for event in events), strict=True))
    return (
        (found.game, found.players, found.viewer) == (session.game.name, session.players, viewer)
        and all(one.record in by and is_consistent(one, by[one.record], viewer, seats) for one in found.verdicts)
        and found == summarize(session, found.config, viewer, found.verdicts)
    )


_WORDS_OF_ONE: Final = (
    "Skill lost is what a player's decisions cost together, judged by what the player could know then."
)
_WORDS: Final = (
    f"{_WORDS_OF_ONE} Hindsight is what the same decisions cost with full information. Luck is what chance gave, "
    "compared with the other possible outcomes. Each is in hundredths of a win, which add up over a game and may pass "
    "100."
)


class Judged(Struct, frozen=True):
    """An analysis on a page: its section; by the number of the record on the page, verdicts in words and best moves.

    There are no best moves where the move played is the best one.
    """

    section: str = ""
    verdicts: Mapping[int, str] = {}
    best: Mapping[int, str] = {}


def judged_page(found: Analysis) -> Judged:
    """An analysis for the page of its game."""
    verdicts = {one.record: _verdict(one, found.players) for one in found.verdicts}
    decisions = [one for one in found.verdicts if isinstance(one, Decision)]
    best = {one.record: one.best for one in decisions if one.best != one.move}
    return Judged(analysis_section(found), verdicts, best)


def noted_page(session: Session) -> Judged:
    """The analysis that is in the notes of a log, for the referee's page; empty if there is none.

    The notes themselves are in the list of moves.
    """
    found = {
        one.on: verdict
        for one in placed_notes(session)
        if one.on and one.in_force and (verdict := read_verdict(one.note.text, session.players, one.note.mark))
    }
    steps = [_noted_step(session, number, found[number]) for number in sorted(found)]
    best = {number: verdict.best for number, verdict in found.items() if verdict.best}
    return Judged(_noted_section(session, steps) if steps else "", best=best)


def _noted_step(session: Session, number: int, verdict: NotedVerdict) -> Step:
    event = session.history[number - 1]
    seat = event.by if isinstance(event, Event) and event.by != CHANCE else None
    says = f"{number} {entry_sentence(session, number)}"
    return Step(number, verdict.win_rates, says, seat, verdict.cost, verdict.mark)


def _noted_section(session: Session, steps: Sequence[Step]) -> str:
    """The curve of the notes, and the decisions that cost something."""
    lost = "".join(
        f"<li>{link(step.record)} {escape(step.says.partition(' ')[2])} {escape(step.mark)}: "
        f"{percent(step.cost)} % of the win</li>"
        for step in steps
        if step.cost > 0
    )
    return f"""\
<details class="skill" id="skill"><summary>Win rate and cost</summary>
{curve(steps, session.players, range(len(session.players)))}
<ul>{lost}</ul>
</details>"""


def _verdict(one: Verdict, names: Sequence[str]) -> str:
    mark = one.mark if isinstance(one, Decision) else ""
    return f"{mark} {verdict_text(one, names)}".lstrip()


def analysis_section(found: Analysis) -> str:
    """The section of a page. It is folded, since it shows how the game ends."""
    said = "".join(f"<li>{line}</li>" for line in _mistakes(found))
    seats = range(len(found.players)) if found.viewer is None else (found.viewer,)
    return f"""\
<details class="skill" id="skill"><summary>Skill and luck</summary>
{paragraphs([judge_text(found.config)])}
{curve([*_steps(found)], found.players, seats, _scatter(found.verdicts))}
{paragraphs([_WORDS if found.viewer is None else _WORDS_OF_ONE])}
{_table(found)}
<ul>{said}</ul>
</details>"""


def _steps(found: Analysis) -> Iterator[Step]:
    for one in found.verdicts:
        win_rates = figures_after(one).win_rates
        if isinstance(one, Decision):
            loss = one.skill.loss
            says = f"{one.record} {found.players[one.seat]}: {one.move}"
            yield Step(one.record, win_rates, says, one.seat, loss.win_rate if loss.sure else 0, one.mark)
        else:
            yield Step(one.record, win_rates, f"{one.record} {one.move}")


def _scatter(verdicts: Sequence[Verdict]) -> str:
    """A clause with the mean standard error of the win rates, so that nobody reads a story into small waves."""
    errors = [error for one in verdicts for error in figures_after(one).win_rate_errors if error]
    return f", each point ± {percent(sum(errors) / len(errors))} % on the average" if errors else ""


def _table(found: Analysis) -> str:
    heads = ["Player", "Skill lost", "Hindsight", "Luck"] if found.viewer is None else ["Player", "Skill lost"]
    head = "".join(f'<th scope="col">{one}</th>' for one in heads)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in _cells(one))}</tr>" for one in found.tallies)
    return f'<div class="sheet" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _cells(one: Tally) -> list[str]:
    luck = [f"{percent_lost(one.hindsight)} %", f"{signed_percent(one.luck)} %"] if one.hindsight and one.luck else []
    return [one.player, f"{percent_lost(one.skill)} %", *luck]


def _mistakes(found: Analysis) -> Iterator[str]:
    """Yield the turning points of the game, then the cost of each mistake."""
    for turn in found.turns:
        yield f"{link(turn.event)} {escape(turn_text(turn, found.players))}"
    for one in found.verdicts:
        if isinstance(one, Decision) and one.mark:
            move = escape(f"{found.players[one.seat]}: {one.move} {one.mark} {verdict_text(one, found.players)}")
            yield f"{link(one.record)} {move}"
