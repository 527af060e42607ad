"""Comparing two logs for what they mean: what was done, what followed, and what the state was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import Struct

from kronika.core.events import Event, Header, Undo
from kronika.core.moves import seat_name
from kronika.core.session import Session
from kronika.logs.faults import Fault, LogError
from kronika.logs.reader import LogReader
from kronika.logs.records import AnyRecord
from kronika.logs.replay import open_session, replay_record

Kind = Literal["move", "effects", "state", "length"]


class Change(Struct, frozen=True):
    """Something of the header that differs: `players`, `options.board`, `tags.date`, `seed`, `rules`, `game`."""

    what: str
    left: str
    right: str


class Side(Struct, frozen=True):
    """One log's event at a divergence; `n` is the number of its record, 0 past the end.

    `effects` are those that the other side does not have, each with its rule number.
    """

    n: int
    move: str
    effects: tuple[str, ...]
    rules: tuple[str, ...]
    state: str


class Divergence(Struct, frozen=True):
    """The first event that differs, counted among the events in force from 1.

    `kind`: another move; the same move with other effects; the same again with another state; or one log ends.
    """

    kind: Kind
    event: int
    left: Side
    right: Side


class Meeting(Struct, frozen=True):
    """Where the two games are in the same state again: after these records."""

    left: int
    right: int


class Diff(Struct, frozen=True):
    """All that differs between two logs. `agree` events at the beginning are the same.

    `more` counts the further events with equal moves but other effects or states. `takebacks` are the numbers of undo
    records on both sides. `faults` is what kept a log from being replayed to its end.
    """

    left: str
    right: str
    header: tuple[Change, ...]
    agree: int
    divergence: Divergence | None
    meeting: Meeting | None
    more: int
    takebacks: tuple[int, int]
    faults: tuple[Fault, ...]

    @property
    def same(self) -> bool:
        """No difference; take-backs that left no trace in the game do not count."""
        return self.divergence is None and not self.header and not self.faults


class _Step(Struct, frozen=True):
    """An event in force as the log tells it: what the log leaves out is derived."""

    n: int
    move: str
    then: tuple[Any, ...]
    told: tuple[str, ...]
    state: str


class _Told(Struct, frozen=True):
    """A log as its events in force, up to the first fault."""

    header: Header
    steps: list[_Step]
    takebacks: int
    fault: Fault | None


def diff_logs(left: str, right: str) -> Diff:
    """Compares two logs, as far as they replay. Raises FileTrouble, or LogError for a faulty header."""
    a, b = _tell(left), _tell(right)
    agree = 0
    if a.header.game == b.header.game:
        pairs = zip(a.steps, b.steps, strict=False)
        agree = next((n for n, pair in enumerate(pairs) if _kind(*pair)), min(len(a.steps), len(b.steps)))
    divergence = _diverge(a.steps, b.steps, agree) if a.header.game == b.header.game else None
    kind = divergence.kind if divergence else None
    return Diff(
        left=left,
        right=right,
        header=tuple(_compare_headers(a.header, b.header)),
        agree=agree,
        divergence=divergence,
        meeting=_meet(a.steps, b.steps, agree) if kind in ("move", "effects", "state") else None,
        more=_more(a.steps, b.steps, agree) if kind in ("effects", "state") else 0,
        takebacks=(a.takebacks, b.takebacks),
        faults=tuple(told.fault for told in (a, b) if told.fault),
    )


# -- telling a log ----------------------------------------------------------------------------------------------


def _tell(path: str) -> _Told:
    source: dict[int, tuple[int, AnyRecord]] = {}
    fault = None
    with LogReader(path) as reader:
        session = open_session(reader)
        for line, record in reader:
            try:
                entry = replay_record(reader, session, line, record)
            except LogError as error:
                fault = error.fault
                break
            if isinstance(entry, Event):
                assert not isinstance(record, Fault)
                source[id(entry)] = (len(session.history), record)
    takebacks = sum(isinstance(entry, Undo) for entry in session.history)
    return _Told(reader.header, list(_steps(session, source)), takebacks, fault)


def _steps(session: Session, source: dict[int, tuple[int, AnyRecord]]) -> Iterator[_Step]:
    names = session.players
    for event, before in zip(session.line.events, session.line.states, strict=False):
        n, record = source[id(event)]
        move = f"{seat_name(event.by, names)}: {session.game.format(before, event.by, event.do, names)}"
        then, state = event.then, event.state
        if record.state is not None or record.then is not None:
            then, state = record.then or (), record.state or event.state
        told = tuple(f"{session.game.describe(effect, names)} ({effect.rule})" for effect in then)
        yield _Step(n, move, then, told, state)


# -- comparing --------------------------------------------------------------------------------------------------


def _compare_headers(a: Header, b: Header) -> Iterator[Change]:
    for name in ("game", "rules", "seed"):
        one, other = getattr(a, name), getattr(b, name)
        if one != other:
            yield Change(name, _plain(one), _plain(other))
    if a.players != b.players:
        yield Change("players", ", ".join(a.players), ", ".join(b.players))
    for name in ("options", "tags"):
        one, other = getattr(a, name), getattr(b, name)
        for key in sorted({*one, *other}):
            if one.get(key) != other.get(key):
                yield Change(f"{name}.{key}", _plain(one.get(key)), _plain(other.get(key)))


def _plain(value: Any) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _kind(one: _Step, other: _Step) -> Kind | None:
    if one.move != other.move:
        return "move"
    if one.then != other.then:
        return "effects"
    return "state" if one.state != other.state else None


def _diverge(a: list[_Step], b: list[_Step], at: int) -> Divergence | None:
    if at == len(a) == len(b):
        return None
    if at == min(len(a), len(b)):
        return Divergence("length", at + 1, _side(a, b, at), _side(b, a, at))
    kind = _kind(a[at], b[at])
    assert kind is not None
    return Divergence(kind, at + 1, _side(a, b, at), _side(b, a, at))


def _side(own: list[_Step], other: list[_Step], at: int) -> Side:
    if at >= len(own):
        return Side(0, "", (), (), "")
    step = own[at]
    same = other[at].then if at < len(other) and other[at].move == step.move else ()
    mine = [(told, effect) for told, effect in zip(step.told, step.then, strict=True) if effect not in same]
    rules = tuple(dict.fromkeys(effect.rule for _, effect in mine))
    return Side(step.n, step.move, tuple(told for told, _ in mine), rules, step.state)


def _meet(a: list[_Step], b: list[_Step], at: int) -> Meeting | None:
    """The first pair of records after the divergence that lead to one and the same state, nearest first."""
    where = {step.state: number for number, step in reversed(list(enumerate(b[at:], at)))}
    pairs = [(number, where[step.state]) for number, step in enumerate(a[at:], at) if step.state in where]
    if not pairs:
        return None
    one, other = min(pairs, key=sum)
    return Meeting(a[one].n, b[other].n)


def _more(a: list[_Step], b: list[_Step], at: int) -> int:
    kinds = (_kind(one, other) for one, other in zip(a[at + 1 :], b[at + 1 :], strict=False))
    return sum(kind in ("effects", "state") for kind in kinds)
