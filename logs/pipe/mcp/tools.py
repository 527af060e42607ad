"""The tools of the Model Context Protocol: what each does with the request handler, and what is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, Literal

from kronika.core.basics.errors import KronikaError, UnknownGame
from kronika.core.basics.text import join_words, normalize, pluralize, quoted
from kronika.core.contract.moves import find_player
from kronika.core.contract.options import new_game_options, options_of, plain_options
from kronika.core.contract.registry import AnyGame, get_game, usable_games
from kronika.logs.pipe import answers, requests
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.pipe.mcp import results, tool_arguments
from kronika.logs.pipe.mcp.game_session import DeskError, GameSession, ask_desk
from kronika.logs.pipe.mcp.rules import rule_text, rules_text
from kronika.logs.pipe.mcp.tally import Tally
from kronika.logs.pipe.refusals import Refusal, error_answer

Listing = Literal["never", "refused", "asked", "always"]
"""The time at which legal moves are listed: never, when a move is refused, by the tools that list them, or with
every table.
"""


class Referee:
    """Answers tool calls, and counts the moves and games of the connection.

    `seat` is the seat that the connection is for, if it is for one. With `never` and `refused`, no tool shows what is
    legal before a move is made. After `forfeit` refused moves in a row, a game is forfeited.
    """

    def __init__(
        self,
        desk: RequestHandler,
        *,
        seat: str | None = None,
        moves: Listing = "asked",
        forfeit: int | None = None,
        find: Callable[[str], AnyGame] = get_game,
    ) -> None:
        self.seat = seat
        self.find = find
        self.tally = Tally()
        self._desk = desk
        self._moves = moves
        self._forfeit = forfeit
        self._open: dict[str, GameSession] = {}
        self._handlers: Final[Mapping[type[tool_arguments.Tool], Callable[[Any], results.Said]]] = {
            tool_arguments.Games: self._games,
            tool_arguments.New: self._new,
            tool_arguments.Look: self._look,
            tool_arguments.Moves: lambda call: self._sitting(call.session).listed(call.seat),
            tool_arguments.Play: self._play,
            tool_arguments.Why: self._why,
            tool_arguments.Score: lambda call: self._sitting(call.session).score(call.seat),
            tool_arguments.Rule: self._rule,
            tool_arguments.CheckPosition: self._check_position,
            tool_arguments.Tally: lambda call: results.Counted(games=self.tally.counts),
            tool_arguments.Close: self._close,
        }

    @property
    def tools(self) -> dict[str, type[tool_arguments.Tool]]:
        """The tools of this connection, by name."""
        spared = tool_arguments.WITHOUT_PENALTY if self._moves in ("never", "refused") else ()
        return {name: kind for name, kind in tool_arguments.TOOLS.items() if name not in spared}

    def answer(self, call: tool_arguments.Tool) -> results.Said:
        """The answer of a tool to these arguments; `Denied` if nothing was done."""
        try:
            return self._handlers[type(call)](call)
        except DeskError as stop:
            return results.denied(stop.error)
        except KronikaError as error:
            return results.denied(error_answer(error))
        except Exception as error:  # a fault of one game, which must not end the others
            what = f" ({type(error).__name__}: {error})" if self.seat is None else ""
            return results.Denied(code="failed", message=f"kronika itself failed{what}. Please report it.")

    def unread(
        self, kind: type[tool_arguments.Tool], arguments: Mapping[str, Any], error: answers.Error
    ) -> results.Said:
        """The answer to a call that can't be read; a move counts as refused for any fault of the call."""
        name = arguments.get("session", "")
        if kind is tool_arguments.Play and isinstance(name, str):
            with suppress(Refusal):
                sitting = self._sitting(name)
                return results.denied(error) if sitting.over else self._refused(sitting, error)
        return results.denied(error)

    # -- games --------------------------------------------------------------------------------------------------

    def _games(self, call: tool_arguments.Games) -> results.Said:
        games = usable_games(lambda broken: None)
        return results.Offer(
            games=tuple(results.Offered(game.name, game.title, game.seats, options_of(game)) for game in games)
        )

    def _game(self, name: str) -> AnyGame:
        """The game of that name or title, in any case. Raises UnknownGame."""
        try:
            return self.find(name)
        except UnknownGame:
            named = (
                game
                for game in usable_games(lambda broken: None)
                if normalize(name) in (normalize(game.name), normalize(game.title))
            )
            if game := next(named, None):
                return game
            raise

    def _new(self, call: tool_arguments.New) -> results.Said:
        chance = None if self.seat is not None and call.chance == "auto" else call.chance  # it is drawn for a seat
        game = self._game(call.game)
        ask = requests.New(game=game.name, players=call.players, options=call.options, chance=chance)
        sitting = GameSession(self._desk, ask_desk(self._desk, ask, answers.Standing), game)
        self._open[sitting.name] = sitting
        self.tally.begun(sitting.game.name)
        return self._went_on(sitting, sitting.told("", 0))

    def _close(self, call: tool_arguments.Close) -> results.Said:
        sitting = self._sitting(call.session)
        ask_desk(self._desk, requests.Close(session=sitting.name), answers.Closed)
        del self._open[sitting.name]
        return results.Text(told=f"Session {sitting.name} is closed.")

    def _sitting(self, name: str) -> GameSession:
        """The open game of that name, or the only one. Raises Refusal."""
        if name in self._open:
            return self._open[name]
        if not self._open:
            raise Refusal("session", "No game is open: `new` begins one.", "session")
        if not name and len(self._open) == 1:
            return next(iter(self._open.values()))
        there = join_words([f"{one.name} ({one.game.name})" for one in self._open.values()][-10:])
        what = f"There is no session {quoted(name)}." if name else "Several games are open."
        raise Refusal("session", f"{what} Say which `session` is meant: {there}.", "session")

    # -- at the table -------------------------------------------------------------------------------------------

    def _look(self, call: tool_arguments.Look) -> results.Said:
        sitting = self._sitting(call.session)
        happened = () if call.since is None else sitting.told(call.seat, call.since)
        return sitting.shown(call.seat, happened, self._moves == "always")

    def _play(self, call: tool_arguments.Play) -> results.Said:
        sitting = self._sitting(call.session)
        if over := sitting.over:
            raise Refusal("closed", f"{over} No more moves are possible.")
        try:
            happened = sitting.play(call.move)
        except DeskError as stop:
            return self._refused(sitting, stop.error)
        sitting.refused = 0
        self.tally.made(sitting.game.name)
        return self._went_on(sitting, happened)

    def _went_on(self, sitting: GameSession, happened: tuple[answers.Happened, ...]) -> results.Said:
        """The table after an event; the game is counted if it is over."""
        if result := sitting.result():
            own = None if self.seat is None else find_player(self.seat, sitting.players, whole=True)
            self.tally.ended(sitting.game.name, result, own)
        return sitting.shown("", happened, self._moves == "always")

    def _refused(self, sitting: GameSession, error: answers.Error) -> results.Said:
        """The answer for a refused move, which is counted if it is at fault; with the legal moves, if they are shown
        then.
        """
        denied = results.denied(error)
        if not self.tally.refused(sitting.game.name, error.code):
            return denied
        if self._moves == "never" and error.code == "notation":  # it may name moves that are legal
            denied.message, denied.hints = f"This can't be read as a move. {_forms(sitting.game)}".strip(), ()
        sitting.refused += 1
        if sitting.refused == self._forfeit:
            self.tally.forfeited(sitting.game.name)
            sitting.forfeited = f"The game is forfeited, after {pluralize(sitting.refused, 'refused move')} in a row."
            denied.message, denied.forfeited = f"{denied.message} {sitting.forfeited}", True
        elif self._moves in ("refused", "always"):
            denied.moves = sitting.listed().moves
        return denied

    def _why(self, call: tool_arguments.Why) -> results.Said:
        sitting = self._sitting(call.session)
        self.tally.asked(sitting.game.name)
        found = sitting.check(call.move)
        return results.Verdict(legal=found.legal, move=found.move, message=found.message, rule=found.rule)

    # -- rules and positions ------------------------------------------------------------------------------------

    def _rule(self, call: tool_arguments.Rule) -> results.Said:
        if call.game:
            game = self._game(call.game)
            options = plain_options(new_game_options(game, {}))
        else:
            sitting = self._sitting(call.session)
            game, options = sitting.game, sitting.options
        return results.Text(told=rule_text(game, call.number, options) if call.number else rules_text(game, options))

    def _check_position(self, call: tool_arguments.CheckPosition) -> results.Said:
        """The answer of a request handler of its own: the caller gives the position, so it has no secrets."""
        desk, game = RequestHandler(find=self.find), self._game(call.game)
        ask = requests.Position(game=game.name, players=call.players, options=call.options, given=call.given)
        try:
            sitting = GameSession(desk, ask_desk(desk, ask, answers.Standing), game)
        except DeskError as stop:
            denied = results.denied(stop.error)
            keys = ", ".join(game.Given.__struct_fields__)
            denied.message += f" The keys of `given` are: {keys}." if denied.code == "position" else ""
            return denied
        happened = [event for move in call.moves for event in sitting.play(move)]
        shown = sitting.shown("", happened, with_moves=True)
        shown.session, shown.totals = "", sitting.score().totals
        return shown


def _forms(game: AnyGame) -> str:
    forms = ", ".join(f"`{verb.form}` as in `{verb.example}`" for verb in game.notation() if not verb.chance)
    return f"Moves are written {forms}." if forms else ""
