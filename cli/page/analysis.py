"""The section of a game's page about its analysis: win rates with marks for mistakes, skill lost and luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from kronika.cli.page.layout import paragraphs
from kronika.cli.page.move_list import link
from kronika.core.analysis import summary
from kronika.core.analysis.decisions import Decision, Verdict
from kronika.core.analysis.summary import FORM, Analysis, Tally, figures_after, is_consistent, summarize
from kronika.core.analysis.text import judge_text, percent, percent_lost, signed_percent, turn_text, verdict_text
from kronika.core.basics import limits
from kronika.core.contract.game import Viewer
from kronika.core.drawing.shapes import escape
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name, read_whole

WIDE: Final = 700
HIGH: Final = 200
"""The height of the curve, in pixels."""
LETTERS: Final = 16
"""The font size of a mark, in pixels."""


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
    """An analysis on a page: its section, and a verdict in words by the number of the record on the page."""

    section: str = ""
    verdicts: Mapping[int, str] = {}


def judged_page(found: Analysis) -> Judged:
    """An analysis for the page of its game."""
    return Judged(analysis_section(found), {one.record: _verdict(one, found.players) for one in found.verdicts})


def _verdict(one: Verdict, names: Sequence[str]) -> str:
    mark = one.mark if isinstance(one, Decision) else ""
    return f"{mark} {verdict_text(one, names)}".lstrip()


def analysis_section(found: Analysis) -> str:
    """The section of a page. It is folded, since it shows how the game ends."""
    said = "".join(f"<li>{line}</li>" for line in _mistakes(found))
    return f"""\
<details class="skill" id="skill"><summary>Skill and luck</summary>
{paragraphs([judge_text(found.config)])}
{_curve(found)}
{paragraphs([_WORDS if found.viewer is None else _WORDS_OF_ONE])}
{_table(found)}
<ul>{said}</ul>
</details>"""


def _curve(found: Analysis) -> str:
    """The win rate of each player over the game, with a mark at each mistake."""
    seats = range(len(found.players)) if found.viewer is None else (found.viewer,)
    lines = "".join(
        f'<path class="f-none line-{at % 8}" stroke-width="2" d="M{" L".join(_points(found.verdicts, seat))}"/>'
        for at, seat in enumerate(seats)
        if found.verdicts
    )
    names = "; ".join(f"{found.players[seat]}: {_STYLES[at % 8]}" for at, seat in enumerate(seats))
    return f"""\
<div class="curve"><p>Win rate, 0 below to 100 % above{_scatter(found.verdicts)}. {escape(names)}.</p>
<svg viewBox="-4 -4 {WIDE + 8} {HIGH + 8}" role="img" aria-label="Win rate over the game">
<path class="axis f-none" d="M0 0H{WIDE}M0 {HIGH / 2:g}H{WIDE}M0 {HIGH}H{WIDE}"/>
{lines}{"".join(_signs(found))}</svg></div>"""


_STYLES: Final = (
    "unbroken",
    "dashes",
    "dots",
    "dash and dot",
    "long dashes",
    "short dashes",
    "dash and dots",
    "specks",
)
"""The look of the lines of the style sheet, by their number."""


def _scatter(verdicts: Sequence[Verdict]) -> str:
    """A clause with the mean standard error of the win rates, so that nobody reads a story into small waves."""
    errors = [error for one in verdicts for error in figures_after(one).win_rate_errors if error]
    return f", each point ± {percent(sum(errors) / len(errors))} % on the average" if errors else ""


def _points(verdicts: Sequence[Verdict], seat: int) -> list[str]:
    return [f"{x:g} {y:g}" for x, y in (_place(verdicts, at, seat) for at in range(len(verdicts)))]


def _place(verdicts: Sequence[Verdict], at: int, seat: int) -> tuple[float, float]:
    win_rate = min(max(figures_after(verdicts[at]).win_rates[seat], 0), 1)
    return round(WIDE * at / max(1, len(verdicts) - 1), 1), round(HIGH * (1 - win_rate), 1)


def _signs(found: Analysis) -> Iterator[str]:
    for at, one in enumerate(found.verdicts):
        if isinstance(one, Decision) and one.mark:
            x, y = _place(found.verdicts, at, one.seat)
            where = f'x="{min(max(x, LETTERS), WIDE - LETTERS):g}" y="{min(max(y, LETTERS), HIGH - 2):g}"'
            sign = f'<text {where} font-size="{LETTERS}" text-anchor="middle" class="f-ink">{escape(one.mark)}</text>'
            title = f"<title>{escape(f'{one.record} {found.players[one.seat]}: {one.move}')}</title>"
            yield f'<a href="#n={one.record}">{title}{sign}</a>'


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
