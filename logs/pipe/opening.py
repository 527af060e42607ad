"""Sessions for requests: new, loaded from a log, begun with a position, or cut short; and the moves made in them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from kronika.core.basics.chance import random_seed
from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.errors import BadSetup, KronikaError, NotationError
from kronika.core.basics.text import pluralize, quoted
from kronika.core.contract.moves import actor_of, find_seat, split_move
from kronika.core.contract.players import check_new_names, default_names
from kronika.core.contract.reading import read_move
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.example import Example, start_example
from kronika.core.sessions.session import ChanceMode, Session
from kronika.logs.files.faults import FileError
from kronika.logs.files.records import header_line
from kronika.logs.files.walk import is_log_name, resolves_below
from kronika.logs.pipe.refusals import MoveRefusal, Refusal
from kronika.logs.pipe.requests import Act, Deed, Doer, Load, Move, New, Position, Start
from kronika.logs.replaying.replay import load

LOG_TEXT = "log"
"""The name in messages for a log whose text came in a request."""


# -- sessions -----------------------------------------------------------------------------------------------------


def new_session(game: AnyGame, ask: New, seed: int | None) -> Session:
    """A new game, its chance drawn from `seed` if there is one. Raises BadSetup."""
    session = Session.new(
        game,
        ask.players if ask.players is not None else default_names(game.seats[0]),
        seed=seed,
        options=ask.options,
        tags=ask.tags,
        chance="given" if seed is None else "auto",
    )
    header_line(session.header)  # raises if a log can't begin so
    return session


def seed_of(ask: New | Position) -> int | None:
    """The seed of a new game's chance; None if its outcomes are given. Raises Refusal."""
    if ask.chance == "given" and ask.seed is not UNSET:
        raise Refusal("field", "chance: Outcomes that are given need no seed.", "chance")
    if ask.chance == "auto" and ask.seed is UNSET:
        return random_seed()
    return None if ask.seed is UNSET else ask.seed


def session_from_position(game: AnyGame, start: Start | Position) -> Session:
    """A game that begins with a position, or with the set-up before any chance; outcomes are given.

    Raises BadSetup, PositionError.
    """
    if start.players is not None:
        check_new_names(start.players)
    players = None if start.players is None else list(start.players)
    return start_example(Example("", game.name, players=players, options=start.options, given=start.given), game)


def with_seed(session: Session, seed: int | None) -> Session:
    """A session that has just begun, with chance drawn from a seed if there is one."""
    if seed is None:
        return session
    drawn = Session(session.game, replace(session.header, seed=seed), chance="auto", start=session.state)
    drawn.resolve_chance()
    return drawn


def session_from_log(ask: Load, folder: str | None) -> Session:
    """A game from a log. Raises LogError, FileError, BadSetup, Refusal."""
    path, data = log_of_request(ask.log, ask.path, folder)
    session = load(path, data)
    if session.witness is not None:
        raise BadSetup("A connection plays with every hand known, and this log holds what one witness saw.")
    mode: ChanceMode = ask.chance or ("given" if session.header.seed is None else "auto")
    if mode == "auto" and session.header.seed is None:
        raise BadSetup("This log has no seed: chance outcomes must be given.")
    session.chance = mode
    if not session.ending:
        session.resolve_chance()
    return session


def log_of_request(log: str, path: str, folder: str | None) -> tuple[str, bytes | None]:
    """The name of the log in a request, and its bytes if they came with it. Raises Refusal, FileError."""
    if bool(log) == bool(path):
        raise Refusal("field", "Give either the text of the log, `log`, or its file, `path`.", "log")
    return (LOG_TEXT, log.encode()) if log else (path_in_folder(folder, path), None)


def path_in_folder(folder: str | None, path: str) -> str:
    """The path of a log in the folder for files. Raises FileError, or Refusal if there is no such folder.

    A connection can't read or write anything else there: a hidden file or folder belongs to somebody's set-up.
    """
    if folder is None:
        raise Refusal("forbidden", "No folder is open to files: `kronika serve --files DIR` opens one.", "path")
    name = os.path.join(folder, path)
    if os.path.isabs(path) or not resolves_below(name, folder):
        raise FileError(f"{quoted(path)}: it is not in the folder that is open to files.")
    real = os.path.relpath(os.path.realpath(name), os.path.realpath(folder))
    if not all(is_log_name(one) and not _is_hidden(one) for one in (os.path.normpath(path), real)):
        what = "a log there ends in .jsonl or .kpack, perhaps with .gz or .zst, and is not hidden"
        raise FileError(f"{quoted(path)}: {what}.")
    if os.path.exists(name) and not os.path.isfile(name):  # a pipe would be waited for
        raise FileError(f"{quoted(path)}: is not a file to read.")
    return name


def _is_hidden(path: str) -> bool:
    return any(part.startswith(".") for part in path.split(os.sep))


def session_at(session: Session, at: int | UnsetType) -> Session:
    """The session as it was after the first `at` events in force, or as it is now; changes to it do not affect the
    original.

    Raises Refusal if there are fewer events.
    """
    events, states = session.line.events[: None if at is UNSET else at], session.line.states
    if at is not UNSET and at > len(events):
        verb = "is" if len(events) == 1 else "are"
        raise Refusal("field", f"at: There {verb} {pluralize(len(events), 'event')} in force.", "at")
    short = Session(session.game, session.header, chance=session.chance, start=states[0])
    short.extend(events, states[1 : len(events) + 1])
    short.present = session.present if at is UNSET else replace(session.present, ending=None)
    return short


def begins_with_setup(session: Session) -> bool:
    """True if a log can hold the session. A log can't hold one that begins with a position."""
    start = session.at(0)
    return bool(start == session.game.setup(start.options, len(session.players)))


# -- moves --------------------------------------------------------------------------------------------------------


def play_moves(session: Session, moves: Sequence[Move]) -> None:
    """Play the moves of a request. Raises Refusal for the first one that fails."""
    for number, move in enumerate(moves, 1):
        try:
            session.do(*(_read_deed(session, move) if isinstance(move, Deed) else session.read(move)))
        except KronikaError as error:
            raise MoveRefusal(number, error) from None
        session.resolve_chance()


def _read_deed(session: Session, deed: Deed) -> tuple[int, Any]:
    return require_seat(session, deed.by), read_do(session.game, deed.do)


def require_seat(session: Session, who: Doer) -> int:
    """The named seat. Raises Refusal if it does not exist."""
    if isinstance(who, str):
        try:
            return find_seat(who, session.players, whole=True)
        except NotationError as error:
            raise Refusal("field", f"by: {error}", "by") from None
    if who >= len(session.players):
        raise Refusal("field", f"by: There is no seat {who}: the seats are 0 to {len(session.players) - 1}.", "by")
    return who


def read_do(game: AnyGame, do: Any) -> Any:
    """A move or an outcome of a game, read from data. Raises Refusal."""
    try:
        return msgspec.convert(do, game.Do, str_keys=True)
    except msgspec.ValidationError:
        found = decode_fault(do, game.Do, str_keys=True).below("do")
        raise Refusal("field", found.told, found.path) from None


def read_act(session: Session, ask: Act, own: int | None) -> tuple[int, Any]:
    """The seat and the move of a request; a connection for the seat `own` moves for no other.

    Raises NotationError, Refusal.
    """
    prefix, text = split_move(ask.move, session.players)
    if not text and ask.do is None:
        raise Refusal("field", "Give a move: `move` in notation, or `do` as data.", "move")
    who = None if ask.by is UNSET else require_seat(session, ask.by)
    if prefix is not None and who is not None and prefix != who:
        raise Refusal("field", "by: This is not the player of the move.", "by")
    seat = next((known for known in (prefix, who, own) if known is not None), None)
    seat = actor_of(seat, session.actors, session.players, text)
    if own is not None and seat != own:
        raise Refusal("forbidden", f"This connection is for {session.players[own]}, and moves for nobody else.", "by")
    do = None if ask.do is None else read_do(session.game, ask.do)
    if not text:
        return seat, do
    read = read_move(session.game, session.state, seat, text, session.players)
    if do is not None and do != read:
        raise Refusal("field", "do: This is not the move in notation.", "do")
    return seat, read
