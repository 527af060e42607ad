"""Replays a stored game into a session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from kronika.core.basics.errors import BadSetup, IllegalAction, KronikaError, PositionError
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import plain_options, read_options
from kronika.core.contract.players import check_players
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.digest import digest
from kronika.core.sessions.events import FORMAT, Event
from kronika.core.sessions.session import Session
from kronika.logs.files.arguments import Binary, PathName, source
from kronika.logs.files.faults import Fault, LogError, Witnessed
from kronika.logs.files.json_lines import BAD_JSON
from kronika.logs.files.reader import LogReader
from kronika.logs.files.records import AnyRecord, Record, action_decoder, record_lines, to_entry
from kronika.logs.replaying.checking import NumberCheck, compare_record, final_digest_fault, refusal_fault


def open_session(reader: LogReader) -> Session:
    """The empty session of a log's header. Raises LogError."""
    if not reader.witnessed:
        return Session(reader.game, reader.header, start=first_state(reader))
    from kronika.core.unseen.session import begin  # only where hands are hidden

    try:
        return begin(reader.game, reader.header)
    except (BadSetup, PositionError) as error:
        raise _no_setup(reader, error) from None


def first_state(reader: LogReader) -> Any:
    """The state before the first event of a log, unless that of a witness. Raises LogError."""
    game, header = reader.game, reader.header
    try:
        return _known_start(game, header.players, _encode(header.options))
    except (BadSetup, PositionError) as error:
        raise _no_setup(reader, error) from None
    except (OverflowError, TypeError):  # a whole number of more than 64 bits, or an extension, has no such bytes
        pass
    try:
        return _set_up(game, header.players, header.options)
    except (BadSetup, PositionError) as error:
        raise _no_setup(reader, error) from None


def _set_up(game: AnyGame, players: tuple[str, ...], options: dict[str, Any]) -> Any:
    check_players(game, players)
    return game.setup(read_options(game, options), len(players))


@lru_cache(maxsize=16)
def _known_start(game: AnyGame, players: tuple[str, ...], options: bytes) -> Any:
    """The same, made once while logs have the same options: bytes tell 1 from `true`, which are equal as values."""
    return _set_up(game, players, _decode(options))


def _no_setup(reader: LogReader, error: KronikaError) -> LogError:
    return LogError(reader.fault(1, "setup", str(error)))


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(dict[str, Any]).decode


def load(path: PathName | Binary, data: bytes | None = None) -> Session:
    """Replay a log into a session, with its `warnings`; `data` are its bytes, if they were read already.

    An open file must be one of bytes; it is read to its end and stays open.

    The session's header names all options, and so do logs that are written from it.

    Raises FileError, LogError at the first fault that prevents the replay, or TypeError for an argument that is not a
    name.
    """
    with LogReader(*source(path, data)) as reader:
        return load_from_reader(reader)


def load_full(path: PathName | Binary, data: bytes | None = None) -> Session:
    """Load a log with all hands, as `load` does. Raises Witnessed for the log of a witness."""
    with LogReader(*source(path, data)) as reader:
        if reader.witnessed:
            message = "the log holds what one witness saw: `kronika complete` makes a full game of it, which is assumed"
            raise Witnessed(reader.fault(1, "setup", message))
        return load_from_reader(reader)


def load_exact(path: str, data: bytes | None = None) -> Session:
    """Replay a log that agrees with the rules in everything; `data` as in `load`. Raises FileError or LogError.

    Digests of an older format agree, too; logs that are written from the session have the current ones.
    """
    with LogReader(path, data) as reader:
        reader.any_digest = True
        session = load_from_reader(reader)
    if session.warnings:
        raise LogError(session.warnings[0])
    return session


def load_from_reader(reader: LogReader) -> Session:
    """Replay the log of a reader, as `load` does."""
    session = open_session(reader)
    session.warnings = tuple(_replay_into(session, reader))
    return _as_stored(session, reader)


def load_legal(path: str, data: bytes | None = None) -> tuple[Session, Fault | None]:
    """Replay a log up to the first fault that prevents it, or whole, and that fault or else the first difference.

    Raises FileError, or LogError if the header is faulty.
    """
    with LogReader(path, data) as reader:
        session = open_session(reader)
        found: list[Fault] = []
        try:
            found.extend(_replay_into(session, reader))
        except LogError as error:
            found.append(error.fault)
        return _as_stored(session, reader), found[0] if found else None


def _replay_into(session: Session, reader: LogReader) -> Iterator[Fault]:
    """Replay, and yield the faults that do not prevent it. Raises LogError at the first other one."""
    following = Replayer(reader, session)
    for records in following.pieces():
        for line, record in records:
            yield from following.take(line, record)
    yield from final_digest_fault(reader, session.state, len(session.history) + 1)


def _as_stored(session: Session, reader: LogReader) -> Session:
    session.header = replace(session.header, options=plain_options(session.at(0).options))
    session.stored = reader.version
    return session


def replay_canonical(reader: LogReader, state: Any, number: int, piece: bytes) -> tuple[list[Event], list[Any]] | None:
    """Play the events of whole lines, if they are written exactly as Kronika writes them, after `number` earlier
    records.

    Return the events and the state after each: such lines can't have a fault. Return None if the bytes differ: nothing
    is played then, and each line must be checked by itself. Nearly every log is written this way, and this takes half
    the time of the check by lines.
    """
    by_hand = not piece.startswith(b'{"n":%d,"by":' % (number + 1))  # then it is not played in vain
    if by_hand or reader.version < FORMAT or reader.witnessed:
        return None
    check, apply = reader.game.check, reader.game.apply
    records: list[AnyRecord] = []
    events: list[Event] = []
    states: list[Any] = []
    try:
        for deed in action_decoder(reader.game).decode_lines(piece):
            by, do = deed.by, deed.do
            seat = by if type(by) is int else CHANCE
            check(state, seat, do)
            state, then = apply(state, seat, do)
            number += 1
            event = Event(seat, do, then, digest(state))
            records.append(Record(number, by, do, then or None, event.state))
            events.append(event)
            states.append(state)
    except (IllegalAction, *BAD_JSON):
        return None
    if record_lines(records) != piece:
        return None
    reader.line += len(records)
    return events, states


def replay_packed(reader: LogReader, state: Any, *, sealed: bool) -> tuple[list[Event], list[Any]] | None:
    """Play the events of a log in a file of many, if it has nothing else and no move is refused.

    Return the events and the state after each, unless `sealed` without digests, since such a log has no others to
    compare. If not, return None: then each record must be checked by itself.
    """
    actions = reader.packed_events()
    if actions is None:
        return None
    check, apply = reader.game.check, reader.game.apply
    events: list[Event] = []
    states: list[Any] = []
    try:
        for by, do in actions:
            check(state, by, do)
            state, then = apply(state, by, do)
            events.append(Event(by, do, then, digest(state) if sealed else ""))
            states.append(state)
    except IllegalAction:
        return None
    reader.line += len(events)
    return events, states


class Played(NamedTuple):
    """A game as it was played: the actor and the action of each event, the effects of each, the last state."""

    actions: list[tuple[int, Any]]
    effects: list[tuple[Any, ...]]
    state: Any


def play_packed(reader: LogReader, state: Any) -> Played | None:
    """The same, for checks and counts: neither events nor states are kept."""
    actions = reader.packed_events()
    if actions is None:
        return None
    check, apply = reader.game.check, reader.game.apply
    effects: list[tuple[Any, ...]] = []
    keep = effects.append
    try:
        for by, do in actions:
            check(state, by, do)
            state, then = apply(state, by, do)
            keep(then)
    except IllegalAction:
        return None
    reader.line += len(actions)
    return Played(actions, effects, state)


def closely(
    reader: LogReader, skip: Callable[[bytes], bool], skip_all: Callable[[], bool]
) -> Iterator[Iterable[tuple[int, AnyRecord | Fault]]]:
    """Yield the parts of a log that must be read record by record; `skip` plays a piece of whole lines at once if it
    can, `skip_all` a whole packed log.
    """
    if reader.packed:
        if not skip_all():
            yield reader
        return
    for piece in reader.pieces():
        if isinstance(piece, Fault) or not skip(piece):
            yield reader.records(piece)


class Replayer:
    """Replays a log into a session, record by record."""

    def __init__(self, reader: LogReader, session: Session) -> None:
        self._reader = reader
        self._session = session
        self._numbers = NumberCheck(reader)

    def pieces(self) -> Iterator[Iterable[tuple[int, AnyRecord | Fault]]]:
        """Yield the parts of the log that must be read line by line. Lines that are exactly as Kronika writes them
        are played at once.
        """
        return closely(self._reader, self._take_as_written, self._take_packed)

    def _take_packed(self) -> bool:
        found = replay_packed(self._reader, self._session.line.state, sealed=True)
        if found is not None:
            self._session.extend(*found)
        return found is not None

    def _take_as_written(self, piece: bytes) -> bool:
        session = self._session
        found = replay_canonical(self._reader, session.line.state, len(session.history), piece)
        if found is None:
            return False
        session.extend(*found)
        return True

    def take(self, line: int, record: AnyRecord | Fault) -> list[Fault]:
        """Replay a record. Return the faults that do not stop the replay. Raises LogError for others.

        If a record was out of order before, that is the cause of an illegal move, and is reported instead.
        """
        if isinstance(record, Fault):
            raise LogError(record)
        order = self._numbers.judge(line, record.n, len(self._session.history) + 1)
        try:
            entry = self._session.append(to_entry(record))
        except KronikaError as error:
            raise LogError(self._numbers.slip or refusal_fault(self._reader, line, error)) from None
        faults = compare_record(self._reader, line, record, entry, self._session)
        if order and faults:
            raise LogError(order)
        return [order] if order else faults
