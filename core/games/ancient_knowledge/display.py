"""Technology boards, decks and discard piles (AK-4.4 to AK-4.7): cards taken, laid out, and put under a deck."""

from __future__ import annotations

from typing import TypeVar

from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.cards import LEVEL
from kronika.core.games.ancient_knowledge.effects.technologies import BoardBoxed, BoardCleared, TechnologiesReshuffled
from kronika.core.games.ancient_knowledge.ids import ONE, technology_ids
from kronika.core.games.ancient_knowledge.state import SHOWN, Board, Display
from kronika.core.games.ancient_knowledge.table import Table

T = TypeVar("T")


def pair(values: tuple[T, T], level: int, value: T) -> tuple[T, T]:
    """Return the pair with another value for a level, 1 or 2."""
    return (value, values[1]) if level == 1 else (values[0], value)


def triple(boards: tuple[Board, Board, Board], at: int, board: Board) -> tuple[Board, Board, Board]:
    """Return the boards with another one at an index."""
    a, b, c = boards
    return (board, b, c) if at == 0 else (a, board, c) if at == 1 else (a, b, board)


def sort(cards: bytes) -> bytes:
    """Return the cards sorted."""
    return bytes(sorted(cards))


def board_of(display: Display, technology: int) -> int | None:
    """Return the index of the board on which a technology lies, or None."""
    a, b, c = display.boards
    return 0 if technology in a.cards else 1 if technology in b.cards else 2 if technology in c.cards else None


def on_display(display: Display) -> bytes:
    """Return all technologies on display, board by board."""
    return display.boards[0].cards + display.boards[1].cards + display.boards[2].cards


def available(display: Display, level: int) -> int:
    """Return the number of technologies of a level in its deck and its discard pile (AK-4.5)."""
    at = level - 1
    return len(display.decks[at]) + len(display.bottoms[at]) + len(display.discards[at])


def set_board(table: Table, at: int, board: Board) -> None:
    """Replace a board."""
    d = table.display
    table.display = Display(triple(d.boards, at, board), d.decks, d.bottoms, d.seen, d.discards, d.box)


def take_from_board(table: Table, at: int, technology: int) -> None:
    """Remove a technology from a board."""
    d = table.display
    board = Board(d.boards[at].level, d.boards[at].cards.replace(ONE[technology], b""))
    table.display = Display(triple(d.boards, at, board), d.decks, d.bottoms, d.seen, d.discards, d.box)


def put_under(table: Table, cards: bytes, seen: int) -> None:
    """Put technologies under the decks of their levels, the last one lowest (AK-4.7).

    `seen` has a bit for each seat that knows the cards.
    """
    for card in cards:
        d, level = table.display, LEVEL[card]
        bottoms = pair(d.bottoms, level, d.bottoms[level - 1] + bytes((card,)))
        known = pair(d.seen, level, d.seen[level - 1] + bytes((seen,)))
        table.display = Display(d.boards, d.decks, bottoms, known, d.discards, d.box)


def take_known(table: Table, level: int, most: int) -> bytes:
    """Take up to `most` cards from a deck of which only the known bottom is left, and return them.

    No chance is involved.
    """
    d, at = table.display, level - 1
    cards = d.bottoms[at][:most]
    bottoms = pair(d.bottoms, level, d.bottoms[at][most:])
    table.display = Display(d.boards, d.decks, bottoms, pair(d.seen, level, d.seen[at][most:]), d.discards, d.box)
    renew(table, level)
    return cards


def take_drawn(table: Table, level: int, cards: bytes) -> None:
    """Remove technologies, which have been drawn, from the top of their deck."""
    d = table.display
    deck = d.decks[level - 1].translate(None, cards)
    table.display = Display(d.boards, pair(d.decks, level, deck), d.bottoms, d.seen, d.discards, d.box)
    if not deck:
        renew(table, level)


def renew(table: Table, level: int) -> None:
    """Shuffle the discard pile into a new deck as soon as the deck is empty (AK-4.4, OQ-32)."""
    d, at = table.display, level - 1
    if d.decks[at] or d.bottoms[at] or not d.discards[at]:
        return
    table.effects.append(TechnologiesReshuffled(level, len(d.discards[at])))
    decks, discards = pair(d.decks, level, d.discards[at]), pair(d.discards, level, b"")
    table.display = Display(d.boards, decks, d.bottoms, d.seen, discards, d.box)


def lay(table: Table, at: int, cards: bytes) -> None:
    """Lay sorted technologies on a board."""
    board = table.display.boards[at]
    together = sort(board.cards + cards) if board.cards else cards
    set_board(table, at, Board(board.level, together))


def check_board(table: Table, at: int) -> None:
    """Refill a board with one technology left or none (AK-4.4), or return it to the box (AK-4.5)."""
    board = table.display.boards[at]
    if len(board.cards) <= 1 and board.level:
        clear(table, at, "AK-4.4")
        fill(table, at)


def clear(table: Table, at: int, rule: str) -> None:
    """Discard the technologies on a board."""
    d = table.display
    level, cards = d.boards[at].level, d.boards[at].cards
    if cards:
        table.effects.append(BoardCleared(at + 1, technology_ids(cards), rule))
        discards = pair(d.discards, level, sort(d.discards[level - 1] + cards))
        boards = triple(d.boards, at, Board(level, b""))
        table.display = Display(boards, d.decks, d.bottoms, d.seen, discards, d.box)


def fill(table: Table, at: int) -> None:
    """Start laying three new technologies on an empty board.

    If there are fewer, the board leaves the game together with them (AK-4.5, OQ-12, OQ-20).
    """
    level = table.display.boards[at].level
    if available(table.display, level) >= SHOWN:
        table.stack.append(steps.Refill(at, SHOWN))
        return
    d = table.display
    rest = sort(d.decks[level - 1] + d.bottoms[level - 1] + d.discards[level - 1])
    table.effects.append(BoardBoxed(at + 1, level, technology_ids(rest)))
    table.display = Display(
        d.boards,
        pair(d.decks, level, b""),
        pair(d.bottoms, level, b""),
        pair(d.seen, level, b""),
        pair(d.discards, level, b""),
        sort(d.box + rest),
    )
    set_board(table, at, Board(0, b""))
