"""Standings as a page: a picture of the win rates, and the tables that the command prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.cli.page.layout import page_html, paragraphs
from kronika.cli.printing.standings import Part, remarks, share_of_wins, tables
from kronika.core.drawing.shapes import SMALLEST, circle, escape, rect, text_line
from kronika.logs.tournament.standings import Standings, StandingsLine

_NAMES: Final = 110
_WIDE: Final = 240
_ROW: Final = 30
_LETTERS: Final = SMALLEST + 3


def standings_page(title: str, about: str, found: Standings) -> str:
    """Standings as one HTML file without a script."""
    body = f"""\
<header>
<h1>{escape(title)}</h1>
{paragraphs([about, *remarks(found)])}
</header>
<main class="standings">
{standings_body(found)}
</main>"""
    return page_html(title, body)


def standings_body(found: Standings) -> str:
    """The picture and the tables."""
    return (_shares(found.lines) if found.lines else "") + "".join(map(_table, tables(found)))


def _shares(lines: Sequence[StandingsLine]) -> str:
    """The win rate of each entrant with its interval, on a scale from 0 to 1."""
    rows = "".join(_share(line, number * _ROW) for number, line in enumerate(lines))
    high = len(lines) * _ROW
    marks = "".join(_mark(percent, high) for percent in (0, 25, 50, 75, 100))
    label = "; ".join(" ".join((f"{line.name}:", *share_of_wins(line))) for line in lines)
    return (
        '<figure class="shares"><figcaption>Win rate with 95 % confidence interval</figcaption>'
        f'<svg viewBox="0 0 {_NAMES + _WIDE + 40} {high + 24}" role="img" aria-label="{escape(label)}">{marks}{rows}'
        "</svg></figure>"
    )


def _share(line: StandingsLine, top: float) -> str:
    win_rate, middle = line.win_rate, top + _ROW / 2
    low, point, high = (_NAMES + _WIDE * value for value in (win_rate.low, win_rate.rate, win_rate.high))
    name = text_line(_NAMES - 12, middle + 5, line.name, _LETTERS, anchor="end", room=_NAMES - 12)
    return name + rect(low, middle - 4, high - low, 8, "back", r=4) + circle(point, middle, 6, "ink")


def _mark(percent: int, high: float) -> str:
    x = _NAMES + _WIDE * percent / 100
    return rect(x, 0, 1, high, "faint") + text_line(x, high + 18, f"{percent} %", _LETTERS, "soft", anchor="middle")


def _table(part: Part) -> str:
    head = "".join(f'<th scope="col"{_kind(part, at)}>{escape(name)}</th>' for at, name in enumerate(part.columns))
    rows = "".join(f"<tr>{_row(part, row)}</tr>" for row in part.rows)
    return f"""\
<section aria-label="{escape(part.title)}">
<h2>{escape(part.title)}</h2>
<div class="sheet" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>
</section>
"""


def _row(part: Part, cells: Sequence[str]) -> str:
    """The cells, each with the name of its column: a phone has no room for columns, and shows the name beside it."""
    return "".join(
        f'<td{_kind(part, at)} data-column="{escape(part.columns[at])}">{escape(cell)}</td>'
        for at, cell in enumerate(cells)
    )


def _kind(part: Part, at: int) -> str:
    return ' class="points"' if at in part.numbers else ""
