"""A program at a seat: the messages to it, its time, its answers."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from kronika.core.basics.chance import Dice
from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.errors import BotFault, NotationError
from kronika.core.bots.turn import RESIGN, EventStory, Turn
from kronika.core.contract.moves import split_move
from kronika.core.contract.options import plain_options
from kronika.core.contract.reading import read_move
from kronika.logs.pipe.answers import Choice, Happened, Option
from kronika.logs.pipe.requests import Choose
from kronika.logs.pipe.responses import by, seat_of
from kronika.logs.players.engine_process import EngineProcess, running_engine
from kronika.logs.players.program_spec import ProgramSpec


class _Game:
    """A game as far as a process knows it: its name, the number of events sent, the time used."""

    def __init__(self) -> None:
        self.session = ""
        self.starts = 0
        self.heard = 0
        self.spent = 0.0


class ProgramBot:
    """A program as a bot: called with (turn, dice), where the dice depend on the knowledge of its seat."""

    is_external = True

    def __init__(self, described: ProgramSpec) -> None:
        self._described = described
        self._games: WeakKeyDictionary[EventStory, _Game] = WeakKeyDictionary()

    def __call__(self, turn: Turn, dice: Dice) -> Any:
        """The program's choice. Raises BotFault."""
        story = turn.events
        game = self._games.setdefault(story, _Game())
        with_it = running_engine(self._described, turn.players[turn.seat])
        with_it.greet()
        if game.starts != with_it.starts or game.heard >= len(story):
            # A process that has heard nothing of this game, or what it has chosen was taken back.
            game.session, game.starts, game.heard = with_it.session(), with_it.starts, 0
        said = self._asked(with_it, game, self._request(game, turn, story, dice))
        game.heard = len(story)
        return _move(turn, said)

    def _asked(self, with_it: EngineProcess, game: _Game, request: Choose) -> Choice:
        seconds, left = self._described.seconds, self._left(game)
        began = monotonic()
        try:
            return with_it.ask(request, min(seconds, left))
        except BotFault as fault:
            if fault.kind == "late" and left < seconds:
                raise self._out_of_time() from fault
            raise
        finally:
            game.spent += monotonic() - began

    def _left(self, game: _Game) -> float:
        """Time left for all moves of the game, in seconds. Raises BotFault if no time is left."""
        allowed = self._described.game_seconds
        if allowed is None:
            return self._described.seconds
        if game.spent >= allowed:
            raise self._out_of_time()
        return allowed - game.spent

    def _out_of_time(self) -> BotFault:
        return BotFault("was late", f"its {self._described.game_seconds:g} s for the game are used up", kind="late")

    def _request(self, game: _Game, turn: Turn, story: Sequence[Any], dice: Dice) -> Choose:
        left = self._left(game)
        return Choose(
            session=game.session,
            game=turn.game.name,
            rules=turn.game.rules_version,
            players=turn.players,
            options=plain_options(turn.state.options),
            seat=turn.seat,
            view=turn.view,
            events=tuple(Happened(by(one.by), one.move, _plain(one.effects)) for one in story[game.heard :]),
            legal=tuple(
                Option(turn.seat, turn.game.format(turn.state, turn.seat, do, turn.players), do) for do in turn.actions
            ),
            seed=dice.below(2**48),
            millis=_millis(min(self._described.seconds, left)),
            game_millis=None if self._described.game_seconds is None else _millis(left),
            iterations=(turn.budget.iterations or None) if turn.budget else None,
        )


def _millis(seconds: float) -> int:
    return int(seconds * 1000)


def _plain(effects: Sequence[Any]) -> tuple[dict[str, Any], ...]:
    return tuple({"text": clause.text, "rule": clause.rule} for clause in effects)


def _move(turn: Turn, said: Choice) -> Any:
    """The move in an answer. Raises BotFault if it is not a move, or is one of another seat."""
    if said.resign:
        return RESIGN
    prefix, text = _split(turn, said.move)
    whose = {seat for seat in (prefix, None if said.by is None else seat_of(said.by)) if seat is not None}
    if whose - {turn.seat}:
        raise BotFault("made an illegal move", "it is another seat's", kind="illegal")
    if said.do is None:
        return _read(turn, text)
    try:
        do = msgspec.convert(said.do, turn.game.Do, str_keys=True)
    except msgspec.ValidationError:
        why = decode_fault(said.do, turn.game.Do, str_keys=True).below("do").clause
        raise BotFault("gave no move", why, kind="no move") from None
    if text and _read(turn, text) != do:
        raise BotFault("gave no move", "`move` and `do` are not the same", kind="no move")
    return do


def _split(turn: Turn, move: str) -> tuple[int | None, str]:
    try:
        return split_move(move, turn.players)
    except NotationError as error:
        raise BotFault("gave no move", str(error), kind="no move") from None


def _read(turn: Turn, text: str) -> Any:
    if not text:
        raise BotFault("gave no move", "it says neither `move` nor `do`, nor `resign`", kind="no move")
    try:
        return read_move(turn.game, turn.state, turn.seat, text, turn.players)
    except NotationError as error:
        raise BotFault("gave no move", str(error), kind="no move") from None
