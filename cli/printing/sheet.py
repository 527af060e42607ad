"""The itemised score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kronika.cli.printing.events import result_text
from kronika.cli.printing.output import table, text_width, wrapped
from kronika.core.basics.text import join_words, lines_of
from kronika.core.contract.game import CHANCE, Caveat, Viewer
from kronika.core.contract.options import read_options
from kronika.core.contract.paper import Paper
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import ScoreItem
from kronika.core.contract.view import HIDDEN
from kronika.core.rulebook.spec import cited_in
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_sheet

CAVEATS = 2
"""The most unconfirmed points that a score sheet explains; of others it names the numbers."""


def score_sheet(session: Session, state: Any, paper: Paper, viewer: Viewer = None) -> str:
    """Every source of points that the viewer may know, with its rule; the totals; at the end of the game, the winner,
    the reason and the caveats. During the game, what the final scoring would add now.
    """
    columns, rows = sheet_rows(session, state, viewer)
    return _whole(_fitted(columns, rows, paper, len(session.players)), session, state, paper, viewer)


def fitted_sheet(session: Session, state: Any, paper: Paper, rows: int, more: str, viewer: Viewer = None) -> str:
    """The score sheet in at most `rows` rows, if possible: without reckonings, or else only with sums.

    `more` is what to type for the whole sheet.
    """
    whole = score_sheet(session, state, paper, viewer)
    if len(lines_of(whole)) <= rows:
        return whole
    note = wrapped(f"{more} shows every source, and how it is reckoned.", width=paper.width)
    columns, lines = sheet_rows(session, state, viewer)
    points = range(2, 2 + len(session.players))
    for text in (
        table([row[:-1] for row in lines], columns[:-1], points),
        table(_sums_alone(session, state, viewer), ["", *session.players], range(1, 1 + len(session.players))),
    ):
        short = f"{_whole(text, session, state, paper, viewer)}\n{note}"
        if len(lines_of(short)) <= rows:
            break
    return short


def _whole(text: str, session: Session, state: Any, paper: Paper, viewer: Viewer) -> str:
    """The table of points with what belongs above and below it; a sentence instead if there are no points."""
    end = end_text(session, state)
    if end:
        caveats = (wrapped(one, width=paper.width) for one in caveat_lines(session, state, viewer))
        return "\n".join((text, f"\n{wrapped(end, width=paper.width)}", *caveats))
    now = _no_points(session, state, viewer) or text
    later = _projection(session, state, paper)
    return f"{now}\n\n{later}" if later else now


def _projection(session: Session, state: Any, paper: Paper) -> str:
    """The points of the final scoring if the game ended now, as a table; empty in most games."""
    items = list(session.game.projected(state))
    if not any(item.points for item in items):
        return ""
    seats = range(len(session.players))
    parts = [item.part for item in items]
    rows = [[part, *_sums([item for item in items if item.part == part], len(seats))] for part in dict.fromkeys(parts)]
    now = [
        n + sum(item.points for item in items if item.seat == seat) for seat, n in enumerate(session.game.totals(state))
    ]
    rows.append(["total then", *map(str, now)])
    head = paper.ink("A projection: if the game ended now, these would be added.", "bold")
    return f"{head}\n{table(rows, ['', *session.players], [seat + 1 for seat in seats])}"


def _sums_alone(session: Session, state: Any, viewer: Viewer) -> list[list[str]]:
    """A row for each part of the sheet, and the totals."""
    known, seats = redact_sheet(session.game, state, viewer), len(session.players)
    parts = dict.fromkeys(item.part for item in known.items)
    rows = [[part, *_sums([item for item in known.items if item.part == part], seats)] for part in parts]
    return [*rows, ["total", *(HIDDEN if n is None else str(n) for n in known.totals)]]


def _no_points(session: Session, state: Any, viewer: Viewer) -> str:
    """A sentence if the viewer knows of no points; else empty."""
    known = redact_sheet(session.game, state, viewer)
    if known.items or any(known.totals):
        return ""
    return "Nobody has points yet." if None not in known.totals else "You know of no points yet."


def end_text(session: Session, state: Any) -> str:
    """The winner and the reason for the end of the game, in two sentences. Empty during the game."""
    result = session.game.result(state)
    return f"{result_text(result, session)}. The end: {result.reason} ({result.rule})." if result else ""


def caveat_lines(session: Session, state: Any, viewer: Viewer = None) -> Iterator[str]:
    """The caveats that can have changed the game, a sentence each, and the numbers of further ones."""
    game = session.game
    items = redact_sheet(game, state, viewer).items
    caveats = game.caveats(read_options(game, session.header.options), len(session.players))
    met = [text for caveat in caveats if (text := _met(caveat, session, items, viewer))]
    yield from (f"Unconfirmed: {text}" for text in met[:CAVEATS])
    if met[CAVEATS:]:
        yield f"Unconfirmed too: {_further(game, met[CAVEATS:])}"


def _further(game: AnyGame, texts: Sequence[str]) -> str:
    numbers = [number for text in texts for number in dict.fromkeys(cited_in(game.rule_prefix).findall(text))]
    if not numbers:
        return f"{len(texts)} more; `kronika rules {game.name}` lists them."
    return f"{join_words(numbers)}; `kronika rules {game.name} {numbers[0]}` shows one."


def sheet_rows(session: Session, state: Any, viewer: Viewer = None) -> tuple[list[str], list[list[str]]]:
    """The heads and rows of the sheet: part, source, the points of each player, rule, how."""
    game, names = session.game, session.players
    known = redact_sheet(game, state, viewer)
    parts = list(dict.fromkeys(item.part for item in known.items))
    rows: list[list[str]] = []
    for part in parts:
        of_part = [item for item in known.items if item.part == part]
        of_source = [_row(found, names) for found in _by_source(of_part)]
        of_source[0][0] = part
        if len(of_source) == 1 and of_source[0][1] == part:  # the only source of a part has the same name
            of_source[0][1] = ""
        rows += of_source
        if len(parts) > 1 and len(of_source) > 1:
            rows.append(["", "sum", *_sums(of_part, len(names)), "", ""])
    options = read_options(game, session.header.options)
    teams = game.teams(options, len(names))
    if teams:
        rows.append(["alone", "", *_sums(list(known.items), len(names)), "", ""])
    rows.append(["team" if teams else "total", "", *(HIDDEN if n is None else str(n) for n in known.totals), "", ""])
    return ["", "source", *names, "rule", "how"], rows


def _met(caveat: Caveat, session: Session, items: Sequence[ScoreItem], viewer: Viewer) -> str:
    """The caveat in words if it can have changed this game; else empty.

    During the game a player gets all caveats, so that nothing is revealed.
    """
    text = f"{caveat.about}: {caveat.why}"
    if viewer is not None and session.result() is None:
        return text
    answers = _answers(caveat, session)
    if answers:
        open_ones = [number for number, can_change in answers.items() if can_change]
        return text if len(answers) == 1 and open_ones else _with_numbers(text, open_ones)
    return text if not caveat.signs or _shows(caveat, session, items) else ""


def _with_numbers(text: str, numbers: Sequence[str]) -> str:
    return f"{text}; in this game {join_words(numbers)}" if numbers else ""


def _answers(caveat: Caveat, session: Session) -> Mapping[str, bool]:
    """By number of the open questions that a caveat names, whether another answer can have changed the game.

    Empty if it names none, or none that a game can show. A witness has not seen all that would have to be known.
    """
    numbers = cited_in(session.game.rule_prefix).findall(" ".join((caveat.about, caveat.why, *caveat.signs)))
    if not numbers or session.witness is not None:
        return {}
    from kronika.logs.corpus.questions import decisive  # replays the game, imported only for its end

    return decisive(session, dict.fromkeys(numbers))


def _shows(caveat: Caveat, session: Session, items: Sequence[ScoreItem]) -> bool:
    """True if the game has cited a rule, or a player has named a card, by which the caveat is known."""
    events = session.line.events
    seen = {effect.rule for event in events for effect in event.then}
    seen |= {card for event in events if event.by != CHANCE for card in session.game.named_cards(event.do)}
    seen |= {sign for item in items for sign in (item.rule, item.source.split()[0])}
    return not seen.isdisjoint(caveat.signs)


def _by_source(items: list[ScoreItem]) -> list[list[ScoreItem]]:
    """Items that differ only by the seat share a row; a seat with two equal sources has two rows."""
    rows: list[list[ScoreItem]] = []
    for item in items:
        same = (
            row
            for row in rows
            if (row[0].source, row[0].rule) == (item.source, item.rule) and all(one.seat != item.seat for one in row)
        )
        row = next(same, None)
        if row is None:
            rows.append([item])
        else:
            row.append(item)
    return rows


def _row(items: list[ScoreItem], names: Sequence[str]) -> list[str]:
    points = {item.seat: str(item.points) for item in items}
    notes = [item.note if len(items) == 1 else f"{names[item.seat]}: {item.note}" for item in items if item.note]
    return ["", items[0].source, *(points.get(seat, "") for seat in range(len(names))), items[0].rule, "; ".join(notes)]


def _sums(items: list[ScoreItem], seats: int) -> list[str]:
    return [str(sum(item.points for item in items if item.seat == seat)) for seat in range(seats)]


def _fitted(columns: list[str], rows: list[list[str]], paper: Paper, seats: int) -> str:
    """The table; on narrow paper the reckoning moves to a line of its own below its row."""
    points = range(2, 2 + seats)
    text = table(rows, columns, points)
    if text_width(text) <= paper.width:
        return text
    narrow = lines_of(table([row[:-1] for row in rows], columns[:-1], points))
    lines = narrow[:2]
    for line, row in zip(narrow[2:], rows, strict=True):
        lines.append(line)
        if row[-1]:
            lines.append(wrapped(row[-1], " " * (len(max((r[0] for r in rows), key=len)) + 4), paper.width))
    return "\n".join(lines)
