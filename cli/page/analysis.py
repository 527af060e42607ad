"""The section of a game's page about its analysis: win rates with marks for mistakes, skill lost and luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from kronika.cli.page.layout import paragraphs, rule
from kronika.cli.page.move_list import link
from kronika.cli.page.win_rates import Step, curve
from kronika.cli.printing.advice import with_card_names
from kronika.cli.printing.events import entry_sentence
from kronika.core.analysis import summary
from kronika.core.analysis.decisions import Decision, EventToJudge, Verdict, events_to_judge, is_of_event
from kronika.core.analysis.rating import choices_of, rating, ratings_text
from kronika.core.analysis.report import cost_sentence, draw_sentence, reason_sentence
from kronika.core.analysis.summary import (
    FORM,
    OLDER_FORM,
    Analysis,
    Tally,
    costliest,
    figures_after,
    is_consistent,
    is_sum,
    luckiest,
    story_of,
)
from kronika.core.analysis.text import (
    NotedVerdict,
    cost_percent,
    judge_text,
    opening_text,
    percent,
    percent_lost,
    rate_text,
    read_verdict,
    signed_percent,
    turn_text,
    verdict_text,
)
from kronika.core.basics import limits
from kronika.core.basics.text import join_words
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.registry import AnyGame
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
    if found.analysis not in (OLDER_FORM, FORM) or not _is_of_game(found, session, viewer):
        whose = "the referee" if viewer is None else "this player"
        why = _change_since(found, session) if found.viewer == viewer else ""
        again = f" {why}: analyse the game again." if why else ""
        raise FileError(f"{display_name(path)}: is not an analysis of this game for {whose}.{again}")
    return found


def _change_since(found: Analysis, session: Session) -> str:
    """A clause on what may have changed in the log since its analysis was made; empty if nothing has."""
    if found.game != session.game.name:
        return f"It is of a game of {found.game}"
    if found.players != session.players:
        return f"Its players are {join_words(found.players)}"
    last = found.verdicts[-1].record if found.verdicts else 0
    if found.story and found.story != story_of(session, found.viewer, last):
        return "It is of another game or of other options, or an event up to its last was amended or taken back"
    if found.whole and (session.actors or any(last < unit.n for unit in _units(found, session))):
        return "It was made when the game was over, and the game was reopened since"
    return ""


def _units(found: Analysis, session: Session) -> list[EventToJudge]:
    return events_to_judge(session, found.config, found.viewer)


def _is_of_game(found: Analysis, session: Session, viewer: Viewer) -> bool:
    """True if the analysis is of this game and viewer, its verdicts are on its moves, and its sums match them."""
    if (found.game, found.players, found.viewer) != (session.game.name, session.players, viewer):
        return False
    units = {unit.n: unit for unit in _units(found, session)}
    pairs = [(one, units.get(one.record)) for one in found.verdicts]
    return all(
        unit and is_of_event(one, unit) and is_consistent(one, unit.by, viewer, len(unit.names)) for one, unit in pairs
    ) and is_sum(found, session, viewer)


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


def judged_page(found: Analysis, session: Session) -> Judged:
    """An analysis for the page of its game."""
    verdicts = {one.record: _verdict(one, found.players) for one in found.verdicts}
    decisions = [one for one in found.verdicts if isinstance(one, Decision)]
    best = {one.record: one.best for one in decisions if one.best != one.move}
    numbers = in_force(session) if found.viewer is None else [*range(1, len(session.line.events) + 1)]
    section = analysis_section(found, session, dict(zip(numbers, (0, *numbers), strict=False)))
    return Judged(section, verdicts, best)


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
        f"<li>{link(step.record)} {escape(' '.join((*step.says.split(' ')[1:], *step.mark.split())))}: "
        f"{cost_percent(step.cost)} % of the win</li>"
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


def analysis_section(found: Analysis, session: Session, before: Mapping[int, int]) -> str:
    """The section of a page. It is folded, since it shows how the game ends.

    `before` are the numbers of the events before others on the page; 0 is the start.
    """
    said = "".join(f"<li>{line}</li>" for line in _mistakes(found))
    seats = range(len(found.players)) if found.viewer is None else (found.viewer,)
    *words, judge = figures_explained(found)
    return f"""\
<details class="skill" id="skill"><summary>Skill and luck</summary>
{paragraphs(filter(None, [opening_text(found, session)]))}
{_costliest(found, session.game, before)}
{_draws(found)}
{_table(found)}
{paragraphs(words)}
{curve([*_steps(found)], found.players, seats, _scatter(found.verdicts))}
<ul>{said}</ul>
{paragraphs([judge])}
</details>"""


def _costliest(found: Analysis, game: AnyGame, before: Mapping[int, int]) -> str:
    """The costliest decisions of the game, each with links to the table before it and to the arrow of the best move."""
    items = (
        f"<li>{link(one.record)} {escape(cost_sentence(with_card_names(one, game), found.players))} "
        f'<a href="#n={before[one.record]}">The table before it</a>; '
        f'<a href="#n={one.record}">the best move as an arrow</a>.'
        f"<br>{_reason(found, with_card_names(one, game))}</li>"
        for one in costliest(found)
    )
    said = "".join(items)
    return f"<h3>Costliest decisions</h3><ol>{said}</ol>" if said else ""


def _reason(found: Analysis, decision: Decision) -> str:
    """The reasons for the cost of a decision, with links to their rules."""
    said = escape(reason_sentence(found, decision))
    for number in {one.rule for reasons in found.reasons for one in reasons.points}:
        said = said.replace(f"({escape(number)})", rule(number))
    return said


def _draws(found: Analysis) -> str:
    """The outcomes of chance that moved a win rate most."""
    said = "".join(
        f"<li>{link(fall.record)} {escape(draw_sentence(fall, found.players))}.</li>" for fall in luckiest(found)
    )
    return f"<h3>Draws that decided</h3><ul>{said}</ul>" if said else ""


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
    heads, rows = tally_table(found)
    head = "".join(f'<th scope="col">{one}</th>' for one in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="sheet" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def tally_table(found: Analysis) -> tuple[list[str], list[list[str]]]:
    """The skill and luck of each player as a table: its heads and its rows."""
    rated = ["Rating"] if any(_rating(found, one) for one in found.tallies) else []
    heads = ["Player", "Skill lost", "Each decision", *rated, *(["Hindsight", "Luck"] if found.viewer is None else [])]
    return heads, [_cells(found, one, bool(rated)) for one in found.tallies]


def figures_explained(found: Analysis) -> list[str]:
    """The meaning of the figures of an analysis, and the strength of its judge, in paragraphs."""
    words = _WORDS if found.viewer is None else _WORDS_OF_ONE
    return [*filter(None, (words, ratings_text([found]))), judge_text(found)]


def _rating(found: Analysis, one: Tally) -> str:
    return rating([found], choices_of(found, one.seat))


def _cells(found: Analysis, one: Tally, rated: bool) -> list[str]:
    luck = [f"{percent_lost(one.hindsight)} %", f"{signed_percent(one.luck)} %"] if one.hindsight and one.luck else []
    rate = f"{rate_text(one.error_rate)} %" if one.choices else ""
    return [one.player, f"{percent_lost(one.skill)} %", rate, *([_rating(found, one)] if rated else []), *luck]


def _mistakes(found: Analysis) -> Iterator[str]:
    """Yield the turning points of the game, then the cost of each mistake."""
    for turn in found.turns:
        yield f"{link(turn.event)} {escape(turn_text(turn, found.players))}"
    for one in found.verdicts:
        if isinstance(one, Decision) and one.mark:
            move = escape(f"{found.players[one.seat]}: {one.move} {one.mark} {verdict_text(one, found.players)}")
            yield f"{link(one.record)} {move}"
