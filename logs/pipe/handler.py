"""Answers the requests of other programs. It holds sessions, and knows nothing of streams."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from kronika.core import __version__
from kronika.core.basics import limits
from kronika.core.basics.chance import Dice, random_seed
from kronika.core.basics.errors import BotFault, BotResigned, IllegalAction, KronikaError, NotationError
from kronika.core.basics.text import quoted, suggestion
from kronika.core.bots.driver import choose, resign
from kronika.core.bots.lookup import Player, find_bot
from kronika.core.contract.game import Viewer
from kronika.core.contract.moves import find_player
from kronika.core.contract.options import new_game_options, plain_options
from kronika.core.contract.registry import AnyGame, blame, get_game, usable_games
from kronika.core.sessions.session import Session
from kronika.logs.pipe import answers
from kronika.logs.pipe.answers import Answer, Error
from kronika.logs.pipe.messages import type_of
from kronika.logs.pipe.opening import (
    begins_with_setup,
    log_of_request,
    new_session,
    path_in_folder,
    play_moves,
    read_act,
    seed_of,
    session_at,
    session_from_log,
    session_from_position,
    with_seed,
)
from kronika.logs.pipe.refusals import Refusal, error_answer
from kronika.logs.pipe.requests import (
    PROTOCOL,
    Cancel,
    Check,
    Close,
    Hello,
    Load,
    New,
    Notation,
    Play,
    Position,
    Question,
    Redo,
    Request,
    Save,
    Undo,
    Validate,
    Who,
    other_protocol,
)
from kronika.logs.pipe.responses import (
    LONG_QUERIES,
    QUERIES,
    Between,
    actors,
    check_response,
    events_from,
    session_state,
    viewer_of,
)
from kronika.logs.replaying.logfile import log_lines, write_log
from kronika.logs.replaying.validation import validate

OF_A_SEAT: Final = (Hello, New, Check, Play, Notation, Close, Cancel, *LONG_QUERIES, *QUERIES)
"""The requests that a connection for one seat may make. It may not read logs, which contain everything, nor take
back moves whose results it has seen.
"""


class RequestHandler:
    """Answers one request after another, including faulty ones.

    With a `seat`, a player's name or number, it shows only what this seat may know and accepts only its moves. The
    other seats are moved by `bot`, and chance is drawn from a seed that the caller never learns: a random one, or
    `seed`. `files` is the folder for reading and writing logs, if there is one. `find` finds a game by its name; the
    game then need not be installed.
    """

    def __init__(
        self,
        *,
        seat: str | None = None,
        files: str | None = None,
        bot: Player | None = None,
        seed: int | None = None,
        find: Callable[[str], AnyGame] = get_game,
    ) -> None:
        self._seat = seat
        self._files = files
        self._bot = bot or find_bot("random")
        self._find = find
        self._seed = seed
        self._begun = 0
        self.between: Between = lambda ask, progress: None
        """Called again and again during a long answer; a caller with a stream reads it then."""
        self._sessions: dict[str, Session] = {}
        self._handlers: Final[Mapping[type[Request], Callable[[Any], Answer]]] = {
            Hello: self._hello,
            New: self._new,
            Load: lambda ask: self._open(ask.session, session_from_log(ask, self._files)),
            Position: self._position,
            Check: self._check,
            Play: self._play,
            **dict.fromkeys(LONG_QUERIES, self._look_long),
            Undo: self._undo,
            Redo: self._redo,
            Notation: self._notation,
            Validate: self._validate,
            Save: self._save,
            Close: self._close,
            Cancel: lambda ask: answers.Cancelled(request=ask.request, cancelled=False),
            **dict.fromkeys(QUERIES, self._look),
        }

    def answer(self, ask: Request) -> Answer:
        """The answer to a request; an error is an answer, too."""
        try:
            answer = self._allowed(ask)(ask)
        except KronikaError as error:
            answer = error_answer(error)
        except Exception as error:  # a fault of one game, which must not end the others
            answer = Error(code="failed", message=self._failure(error))
        return replace(answer, id=ask.id)

    # -- who may ask what ---------------------------------------------------------------------------------------

    def _allowed(self, ask: Request) -> Callable[[Any], Answer]:
        """The function that answers a request. Raises Refusal."""
        handler = self._handlers.get(type(ask))
        if handler is None:
            raise Refusal("type", f"`{type_of(type(ask))}` is asked of bots, not here.", "type")
        if self._seat is None:
            return handler
        if type(ask) not in OF_A_SEAT:
            raise Refusal("forbidden", f"`{type_of(type(ask))}` is for the referee: this connection is for one seat.")
        if isinstance(ask, Question) and (ask.start or ask.moves or (isinstance(ask, Play) and ask.at is not UNSET)):
            raise Refusal("forbidden", "A connection for one seat asks about the game as it is: name its session.")
        return handler

    def _own(self, session: Session) -> int | None:
        """The seat that the connection is for; None for the referee."""
        return None if self._seat is None else find_player(self._seat, session.players, whole=True)

    def _viewer(self, session: Session, who: Who) -> Viewer:
        """The viewer of an answer. Raises Refusal."""
        own = self._own(session)
        try:
            viewer = own if who is UNSET else viewer_of(who, session.players)
        except NotationError as error:
            raise Refusal("field", f"seat: {error}", "seat") from None
        if own is not None and viewer != own:
            raise Refusal(
                "forbidden", f"This connection is for {session.players[own]}: no other seat is shown.", "seat"
            )
        return viewer

    def _failure(self, error: Exception) -> str:
        what = f" ({type(error).__name__}: {error})" if self._seat is None else ""
        return str(KronikaError(f"{blame(error)}{what}. Please report it."))

    # -- sessions -----------------------------------------------------------------------------------------------

    def _new(self, ask: New) -> Answer:
        if self._seat is None:
            return self._open(ask.session, new_session(self._find(ask.game), ask, seed_of(ask)))
        if ask.seed is not UNSET or ask.chance == "given":
            field = "chance" if ask.seed is UNSET else "seed"
            raise Refusal("forbidden", f"{field}: Chance is drawn here, from a seed that no seat knows.", field)
        session = new_session(self._find(ask.game), ask, self._next_seed())
        try:
            self._own(session)
        except NotationError as error:
            raise Refusal(
                "setup", f"players: {error} This connection is for {quoted(self._seat)}.", "players"
            ) from None
        self._others(session)
        return self._open(ask.session, session)

    def _next_seed(self) -> int:
        """The seed of the next game of a seat: random, unless the connection was started with a seed."""
        self._begun += 1
        return random_seed() if self._seed is None else Dice(self._seed, "new", self._begun).below(1 << 48)

    def _position(self, ask: Position) -> Answer:
        session = session_from_position(self._find(ask.game), ask)
        return self._open(ask.session, with_seed(session, seed_of(ask)))

    def _open(self, name: str, session: Session) -> Answer:
        if name in self._sessions:
            raise Refusal("session", f"There is a session {quoted(name)} already.", "session")
        if len(self._sessions) >= limits.SESSIONS:
            raise Refusal("limit", f"{limits.SESSIONS:,} sessions are open, the most there can be: close some.")
        if len(name) > limits.NAME:
            raise Refusal("limit", f"The name of a session has at most {limits.NAME} characters.", "session")
        self._need_room(len(session.history))
        name = name or self._free_name()
        self._sessions[name] = session
        return session_state(name, session, self._own(session))

    def _free_name(self) -> str:
        number = len(self._sessions) + 1
        while str(number) in self._sessions:
            number += 1
        return str(number)

    def _need_room(self, records: int) -> None:
        if sum(len(session.history) for session in self._sessions.values()) + records > limits.CONNECTION_RECORDS:
            raise Refusal(
                "limit",
                f"The open sessions have {limits.CONNECTION_RECORDS:,} records, the most there can be: close some.",
            )

    def _session(self, name: str) -> Session:
        if name not in self._sessions:
            there = suggestion(name, self._sessions) or " None is open: `new` begins one."
            raise Refusal("session", f"There is no session {quoted(name)}.{there}", "session")
        return self._sessions[name]

    def _close(self, ask: Close) -> Answer:
        self._session(ask.session)
        del self._sessions[ask.session]
        return answers.Closed(session=ask.session)

    def _save(self, ask: Save) -> Answer:
        session = self._session(ask.session)
        if not begins_with_setup(session):
            raise Refusal("refused", "This game begins with a position: a log can't hold it.", "session")
        if not ask.path:
            return answers.Log(log=b"".join(log_lines(session)).decode())
        write_log(path_in_folder(self._files, ask.path), session)
        return answers.Log(path=ask.path)

    # -- the game -----------------------------------------------------------------------------------------------

    def _about(self, ask: Question) -> Session:
        """The session that a question is about: an open one itself only if it is asked about its current state."""
        if bool(ask.session) == bool(ask.start):
            raise Refusal("field", "Give either a `session`, or the beginning of the game, `start`.", "session")
        session = (
            session_from_position(self._find(ask.start.game), ask.start) if ask.start else self._session(ask.session)
        )
        if ask.at is not UNSET or ask.moves:
            session = session_at(session, ask.at)
            play_moves(session, ask.moves)
        return session

    def _look(self, ask: Any) -> Answer:
        session = self._about(ask)
        return QUERIES[type(ask)](session, ask, self._viewer(session, getattr(ask, "seat", UNSET)))

    def _check(self, ask: Check) -> Answer:
        session = self._about(ask)
        own = self._own(session)
        return check_response(session, lambda: read_act(session, ask, own), own)

    def _look_long(self, ask: Any) -> Answer:
        session = self._about(ask)
        return LONG_QUERIES[type(ask)](session, ask, self._viewer(session, ask.seat), self.between)

    def _play(self, ask: Play) -> Answer:
        session = self._about(ask)
        own = self._own(session)
        self._need_room(1)
        first = len(session.line.events)
        session.require_open()
        try:
            session.do(*read_act(session, ask, own))
        except IllegalAction:
            session.refused.clear()  # nobody asks for them here, and endless tries must not fill the memory
            raise
        try:
            session.resolve_chance()
            self._others(session)
            return answers.Played(events=events_from(session, first, own), actors=actors(session))
        except Exception:
            session.undo_events(len(session.line.events) - first)
            raise

    def _others(self, session: Session) -> None:
        """On a connection for one seat, move the others until it is only this seat's turn, or the game is over."""
        own = self._own(session)
        while own is not None and (seats := [seat for seat in session.actors if seat != own]):
            try:
                session.do(seats[0], choose(session, seats[0], self._bot, len(session.line.events)))
            except BotResigned as gone:
                resign(session, gone.seat)
                return
            except BotFault:  # what a bot stumbles over may be what its seat holds
                who = session.players[seats[0]]
                raise Refusal("failed", f"The bot that moves for {who} has failed: the game can't continue.") from None
            session.resolve_chance()

    def _undo(self, ask: Undo) -> Answer:
        session = self._session(ask.session)
        _turn(ask, session.undo, session.undo_events)
        return session_state(ask.session, session, None)

    def _redo(self, ask: Redo) -> Answer:
        session = self._session(ask.session)
        _turn(ask, session.redo, session.redo_events)
        return session_state(ask.session, session, None)

    # -- beside any game ----------------------------------------------------------------------------------------

    def _hello(self, ask: Hello) -> Answer:
        if ask.protocol not in (UNSET, PROTOCOL):
            raise Refusal("field", f"protocol: {other_protocol(ask.protocol)}.", "protocol")
        asks = [kind for kind in self._handlers if self._seat is None or kind in OF_A_SEAT]
        return answers.Welcome(
            protocol=PROTOCOL,
            program="kronika",
            version=__version__,
            games=tuple(map(_about_game, usable_games(lambda broken: None))),
            requests=tuple(map(type_of, asks)),
            seat=self._seat,
        )

    def _notation(self, ask: Notation) -> Answer:
        game = self._find(ask.game)
        verbs = [
            answers.VerbOf(
                form=verb.form, example=verb.example, meaning=verb.means, synonyms=verb.also, chance=verb.chance
            )
            for verb in game.notation()
        ]
        return answers.Verbs(verbs=tuple(verbs), written=game.written)

    def _validate(self, ask: Validate) -> Answer:
        path, data = log_of_request(ask.log, ask.path, self._files)
        report = validate(path, data, strict=ask.strict)
        return answers.Report(
            ok=report.ok,
            faults=report.faults,
            game=report.game,
            records=report.records,
            events=report.events,
            state=report.digest,
            result=report.result,
        )


@cache
def _about_game(game: AnyGame) -> answers.About:
    options = plain_options(new_game_options(game, {}))
    return answers.About(game.name, game.title, game.rules_version, game.seats, options)


def _turn(ask: Undo | Redo, decisions: Callable[[int], Any], events: Callable[[int], Any]) -> None:
    """Take back or restore the decisions or events of a request; by default, one decision."""
    if ask.events is not UNSET and ask.decisions is not UNSET:
        raise Refusal("field", "Give either `decisions` or `events`.", "events")
    if ask.events is not UNSET:
        events(ask.events)
    else:
        decisions(1 if ask.decisions is UNSET else ask.decisions)
