"""The itemised score sheet."""

from __future__ import annotations

from typing import Any

from kronika.cli.output import table, wrapped
from kronika.cli.telling import tell_outcome
from kronika.core.options import read_options
from kronika.core.outcome import ScoreItem
from kronika.core.paper import Paper
from kronika.core.session import Session


def score_sheet(session: Session, state: Any, paper: Paper) -> str:
    """Every source of points of a state with its rule, then the totals and, at the end, who won and why."""
    game, names = session.game, session.players
    items = game.score(state)
    rows: list[list[str]] = []
    for part in dict.fromkeys(item.part for item in items):
        of_part = [item for item in items if item.part == part]
        for number, item in enumerate(of_part):
            rows.append(_row(item, part if number == 0 else "", len(names)))
        if len({item.part for item in items}) > 1:
            rows.append(["", "sum", *_sums(of_part, len(names)), "", ""])
    rows.append(["total", "", *map(str, game.totals(state)), "", ""])
    columns = ["", "source", *names, "rule", "how"]
    lines = [_fitted(columns, rows, paper, len(names))]
    outcome = game.outcome(state)
    if outcome is not None:
        lines.append(f"\n{tell_outcome(outcome, session)}. The end: {outcome.reason} ({outcome.rule}).")
    for caveat in game.caveats(read_options(game, session.header.options), len(names)):
        lines.append(wrapped(f"Unconfirmed: {caveat.about}: {caveat.why}", width=paper.width))
    return "\n".join(lines)


def _row(item: ScoreItem, part: str, seats: int) -> list[str]:
    points = [str(item.points) if seat == item.seat else "" for seat in range(seats)]
    return [part, item.source, *points, item.rule, item.note]


def _sums(items: list[ScoreItem], seats: int) -> list[str]:
    return [str(sum(item.points for item in items if item.seat == seat)) for seat in range(seats)]


def _fitted(columns: list[str], rows: list[list[str]], paper: Paper, seats: int) -> str:
    """The table; on narrow paper the reckoning moves to a line of its own below its row."""
    points = range(2, 2 + seats)
    text = table(rows, columns, points)
    if max(map(len, text.splitlines())) <= paper.width:
        return text
    narrow = table([row[:-1] for row in rows], columns[:-1], points).splitlines()
    lines = narrow[:2]
    for line, row in zip(narrow[2:], rows, strict=True):
        lines.append(line)
        if row[-1]:
            lines.append(wrapped(row[-1], " " * (len(max((r[0] for r in rows), key=len)) + 4), paper.width))
    return "\n".join(lines)
