"""The screen of the table: the board fitted to the rows that are left, and what happened directly above the prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Final

from kronika.cli.printing.events import record_lines, redact_record
from kronika.core.basics.text import lines_of, pluralize
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.moves import seat_name
from kronika.core.contract.paper import Paper
from kronika.core.sessions.events import Event, Note
from kronika.core.sessions.notes import is_timestamp
from kronika.core.sessions.session import Session

LEVELS: Final = 20
"""The most levels of detail in which a game draws its table."""
_SHARE: Final = 3
"""The events take at most this part of the screen, one third, unless the whole board fits, too."""
_RESULTS: Final = 2
"""The last effects of a record that has many, which tell its result: a round's points, a loser."""
AGAIN: Final = "`last` shows all of it, with effects and rules."

Draw = Callable[[Paper], str]


def composed(
    draw: Draw, news: Sequence[Sequence[str]], papers: Sequence[Paper], rows: int, again: str = AGAIN
) -> tuple[Paper, list[str]]:
    """The paper for the board and the lines below it, for a screen of `rows` rows.

    `news` are the versions of the lines, and `papers` those of the board, each from the fullest to the shortest. If
    nothing fits, the beginning of the board is out of sight, and of the lines if there are very many; `again` then says
    how to see them.
    """
    height = cache(lambda place: len(lines_of(draw(papers[place]))))
    for version, lines in enumerate(news):
        most = len(papers) if version == len(news) - 1 or len(lines) <= rows // _SHARE else 1
        for place in range(most):
            if height(place) + len(lines) <= rows:
                return papers[place], list(lines)
    lines, room = news[-1], max(rows // 2, rows - height(len(papers) - 1))
    if len(lines) <= room:
        return papers[-1], list(lines)
    hidden = len(lines) - room + 1
    return papers[-1], [f"… {pluralize(hidden, 'line')} before: {again}", *lines[hidden:]]


def papers_of(paper: Paper, seat: int, seats: int) -> list[Paper]:
    """The papers for the board, from the fullest: all boards whole if there are few, then only that of `seat`."""
    own = [Paper(paper.width, paper.colour, (seat,), level) for level in range(LEVELS)]
    return own if seats > 2 else [Paper(paper.width, paper.colour), *own]


def news_of(
    session: Session, numbers: Sequence[int], paper: Paper, viewer: Viewer, again: str = AGAIN
) -> list[list[str]]:
    """The lines of these records for a viewer, in versions from the fullest to the shortest.

    The last line of a version that is not whole is `again`, which says how to see all of it.

    First the effects of the first records are missing, then all but the results of the last long one, then all; then
    the moves are side by side, and at last only those of others.
    """
    shown = [number for number in numbers if not _is_silent(session, number)]
    records = [[lines_of(text) for text in record_lines(session, number, paper, viewer)] for number in shown]
    if not records:
        return [[]]
    versions = [_lines(records, short) for short, (_, *effects) in enumerate(records, 1) if effects]
    long = max((place for place, record in enumerate(records) if len(record) > _RESULTS + 1), default=None)
    if long is not None:
        results = [[head, *effects[-_RESULTS:] * (place == long)] for place, (head, *effects) in enumerate(records)]
        versions.insert(-1, _lines(results, 0))
    moves = [(_mover(session, number), redact_record(session, number, viewer).move) for number in shown]
    others = _of_others(session, moves, viewer)
    versions += [list(_in_rows(told, paper)) for told in ([moves, others] if others else [moves])]
    return [_lines(records, 0), *([*lines, again] for lines in versions)]


def _of_others(session: Session, moves: Sequence[tuple[str, str]], viewer: Viewer) -> Sequence[tuple[str, str]]:
    """The moves of others, as the viewer knows their own; empty for viewers without a seat."""
    if viewer is None or viewer < 0:
        return ()
    known = (seat_name(viewer, session.players), seat_name(CHANCE, ()))
    return [move for move in moves if move[0].removesuffix(": ") not in known]


def _lines(records: Sequence[Sequence[list[str]]], short: int) -> list[str]:
    """The lines of these records, the first ones without their effects."""
    parts = [*(record[0] for record in records[:short]), *(part for record in records[short:] for part in record)]
    return [line for part in parts for line in part]


def _is_silent(session: Session, number: int) -> bool:
    entry = session.history[number - 1]
    return isinstance(entry, Note) and is_timestamp(entry)


def _mover(session: Session, number: int) -> str:
    """The head of a record in a line: the player's name, or nothing for a record that is not a move."""
    entry = session.history[number - 1]
    return f"{seat_name(entry.by, session.players)}: " if isinstance(entry, Event) else ""


def _in_rows(moves: Sequence[tuple[str, str]], paper: Paper) -> Iterator[str]:
    """The moves that a player made one after the other, side by side."""
    for who, group in groupby(moves, lambda move: move[0]):
        yield from lines_of(paper.beside(who, " · ".join(move for _, move in group)))
