"""Lists of many moves in few lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kronika.core.basics.text import normalize
from kronika.core.contract.paper import Paper

_GAP = 2
_HEAD = "  "


def starting_with(moves: Iterable[str], begun: str) -> list[str]:
    """The moves that begin with these words; the last word may be incomplete."""
    return [move for move in moves if normalize(move).startswith(normalize(begun))]


def compact_list(moves: Sequence[str], paper: Paper, most: int) -> Iterator[str]:
    """The moves in at most `most` lines, if possible: one per line, or in columns, or else grouped by their first
    words.

    A game has up to a thousand moves for a player. Moves that all begin alike are always listed.
    """
    if len(moves) <= most:
        yield from (_HEAD + move for move in moves)
        return
    alike = _by_first_word(moves)
    lines = _in_columns(moves, paper)
    if len(lines) <= most or len(alike) == 1:
        yield from lines
        return
    wide = max(map(len, alike))
    for word, begun in alike.items():
        yield _HEAD + (f"{word:{wide}}  {len(begun)} moves, such as {begun[0]}" if begun[1:] else begun[0])
    yield f"`moves {next(iter(alike))}` lists those that begin so."


def _by_first_word(moves: Iterable[str]) -> Mapping[str, list[str]]:
    """The moves by their first word."""
    found: dict[str, list[str]] = {}
    for move in moves:
        found.setdefault(move.partition(" ")[0], []).append(move)
    return found


def _in_columns(moves: Sequence[str], paper: Paper) -> list[str]:
    """The moves from left to right, one below the other."""
    wide = max(map(len, moves)) + _GAP
    a_line = max(1, (paper.width - len(_HEAD) + _GAP) // wide)
    rows = (moves[at : at + a_line] for at in range(0, len(moves), a_line))
    return [_HEAD + "".join(f"{move:{wide}}" for move in row).rstrip() for row in rows]
