"""Counts the moves and games of a connection of the Model Context Protocol, for measurements."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from kronika.core.contract.result import Result
from kronika.logs.pipe.answers import Code


class Counts(Struct, kw_only=True):
    """The counts of one game: `games` begun, their ends, and the moves tried in them.

    `illegal` moves break a rule, `unreadable` ones are not moves at all, `asked` are questions whether a move is legal.
    A game is `won` alone, `shared` with others, `lost`, or for the referee just `over`. `forfeited` games are counted
    apart, and a game without an end is `unfinished`.
    """

    game: str
    games: int = 0
    moves: int = 0
    illegal: int = 0
    unreadable: int = 0
    asked: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0
    over: int = 0
    forfeited: int = 0
    unfinished: int = 0


_COUNTED: Final[dict[Code, str]] = {
    "illegal": "illegal",
    "forbidden": "illegal",
    "notation": "unreadable",
    "field": "unreadable",
    "refused": "unreadable",
}
"""The count for a move that is refused with this code; other codes are not the fault of the move."""


class Tally:
    """Counts by game."""

    def __init__(self) -> None:
        self._by_game: dict[str, Counts] = {}

    @property
    def counts(self) -> tuple[Counts, ...]:
        """The counts of each game that was begun."""
        return tuple(self._by_game.values())

    def begun(self, game: str) -> None:
        """Count a game that begins."""
        counts = self._by_game.setdefault(game, Counts(game=game))
        counts.games += 1
        counts.unfinished += 1

    def made(self, game: str) -> None:
        """Count a move."""
        self._by_game[game].moves += 1

    def asked(self, game: str) -> None:
        """Count a question whether a move is legal."""
        self._by_game[game].asked += 1

    def refused(self, game: str, code: Code) -> bool:
        """Count a refused move. Return true if the move itself is at fault, so that it counts."""
        field = _COUNTED.get(code)
        if field is not None:
            self._add(game, field)
        return field is not None

    def forfeited(self, game: str) -> None:
        """Count a game that ends by too many refused moves."""
        self._ended(game, "forfeited")

    def ended(self, game: str, result: Result, seat: int | None) -> None:
        """Count a game that ends by its rules, as won or not by `seat`; None if no seat is counted."""
        if seat is None:
            self._ended(game, "over")
        elif seat not in result.winners:
            self._ended(game, "lost")
        else:
            self._ended(game, "won" if result.winners == (seat,) else "shared")

    def _ended(self, game: str, how: str) -> None:
        self._by_game[game].unfinished -= 1
        self._add(game, how)

    def _add(self, game: str, field: str) -> None:
        counts = self._by_game[game]
        setattr(counts, field, getattr(counts, field) + 1)
