"""A game that is open on a connection: its requests and the answers to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeVar

from msgspec import UNSET

from kronika.core.contract.game import BYSTANDER, EVERYONE
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import Result
from kronika.logs.pipe.answers import (
    Answer,
    Checked,
    Ended,
    Error,
    Events,
    Happened,
    Moves,
    Played,
    Sheet,
    Standing,
)
from kronika.logs.pipe.answers import Drawn as Table
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.pipe.mcp import results
from kronika.logs.pipe.mcp.coercion import strip_marks
from kronika.logs.pipe.requests import Check, GetEvents, GetResult, Legal, Play, Render, Request, Score
from kronika.logs.pipe.responses import viewer_of

AnswerT = TypeVar("AnswerT", bound=Answer)

WIDTH: Final = 240
"""The width of a table that is shown, in columns: no game then cuts a text (with 100, one game does so five times
per table).
"""


class DeskError(Exception):
    """A refusal by the request handler, with its reason."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.message)
        self.error = error


def ask_desk(desk: RequestHandler, request: Request, kind: type[AnswerT]) -> AnswerT:
    """The answer of a request handler. Raises DeskError if that is an error."""
    answer = desk.answer(request)
    if isinstance(answer, Error):
        raise DeskError(answer)
    assert isinstance(answer, kind)
    return answer


class GameSession:
    """A session of a request handler, its game, and the number of refused moves in a row."""

    def __init__(self, desk: RequestHandler, standing: Standing, game: AnyGame) -> None:
        self.name = standing.session
        self.game = game
        self.players = standing.players
        self.options = standing.options
        self.refused = 0
        self.forfeited = ""
        """The reason why the game was forfeited; empty if it was not."""
        self._desk = desk

    def play(self, move: str) -> tuple[Happened, ...]:
        """Make a move and return the events. Raises DeskError."""
        return self._ask(Play(session=self.name, move=self._meant(move)), Played).events or ()

    def check(self, move: str) -> Checked:
        """Check whether a move is legal. Raises DeskError."""
        return self._ask(Check(session=self.name, move=self._meant(move)), Checked)

    def _meant(self, move: str) -> str:
        """A move without marks around it, if it can't be read with them: a name may contain some."""
        plain = strip_marks(move)
        if not plain:
            raise DeskError(Error(code="field", message="Say your move, for example `Anna: MOVE`.", field="move"))
        if plain == move:
            return move
        answer = self._desk.answer(Check(session=self.name, move=move))
        return plain if getattr(answer, "code", "") in ("notation", "field") else move

    def told(self, seat: str, since: int) -> tuple[Happened, ...]:
        """The events after the first `since`."""
        return self._ask(GetEvents(session=self.name, seat=seat or UNSET, since=since), Events).events

    def legal(self, seat: str = "") -> Moves:
        """The legal moves."""
        return self._ask(Legal(session=self.name, seat=seat or UNSET), Moves)

    @property
    def over(self) -> str:
        """The end of the game in words; empty during the game."""
        return self.forfeited or results.ended(self.result(), self.players)

    def result(self) -> Result | None:
        """The end by the rules, or None."""
        return self._ask(GetResult(session=self.name), Ended).result

    def score(self, seat: str = "") -> results.Scored:
        """The score sheet."""
        sheet = self._ask(Score(session=self.name, seat=seat or UNSET), Sheet)
        return results.scored(sheet, self.players, self.over)

    def shown(self, seat: str = "", happened: Iterable[Happened] = (), with_moves: bool = False) -> results.Shown:
        """The table and the seats that may act."""
        table = self._ask(Render(session=self.name, seat=seat or UNSET, width=WIDTH), Table)
        shown = self.listed(seat)
        shown.session, shown.table, shown.happened = (
            self.name,
            table.text.rstrip(),
            results.told(happened, self.players),
        )
        if not with_moves:
            shown.moves = None
        return shown

    def listed(self, seat: str = "") -> results.Shown:
        """The seats that may act, and the legal moves, which are secret between players; or the end of the game."""
        if over := self.over:
            return results.Shown(over=over)
        found = self.legal(seat)
        for_all = bool(seat) and viewer_of(seat, self.players) in (EVERYONE, BYSTANDER)
        return results.Shown(
            actors=results.names_of(found.actors or (), self.players),
            due=found.due,
            form=found.form,
            moves=None if found.form or for_all else results.listed(found, self.players),
        )

    def _ask(self, request: Any, kind: type[AnswerT]) -> AnswerT:
        return ask_desk(self._desk, request, kind)
