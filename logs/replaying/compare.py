"""Compares two logs by their meaning: actions, effects and states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, structs

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.options import plain_options, read_options
from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Event, Header, Undo, event_text
from kronika.core.sessions.metadata import Metadata, ending_text, note_text
from kronika.core.sessions.notes import CLOCK, in_force, is_timestamp, placed_notes
from kronika.core.sessions.session import Session
from kronika.logs.files.arguments import PathName, file_name
from kronika.logs.files.faults import Fault, LogError
from kronika.logs.files.reader import LogReader
from kronika.logs.files.records import AnyRecord
from kronika.logs.files.streams import display_name
from kronika.logs.replaying.checking import describe_logged
from kronika.logs.replaying.replay import Replayer, open_session

Kind = Literal["move", "effects", "state", "length"]


class Change(Struct, frozen=True):
    """A difference other than a move: `players`, `options.board`, `tags.date`, `seed`, `rules`, `game`, `witness`.

    Names and tags are those in force; `ending` is the latest one.
    """

    what: str
    left: str
    right: str


class Notes(Struct, frozen=True):
    """Notes that only one side has, or that both have in another order: then all of them.

    They are on event `event` in force, counted from 1, or on the game as a whole, 0.
    """

    event: int
    left: tuple[str, ...]
    right: tuple[str, ...]


class Side(Struct, frozen=True):
    """One log's event at a divergence; `record` is its number, 0 past the end.

    `effects` are those that the other side does not have, each with its rule number.
    """

    record: int
    move: str
    effects: tuple[str, ...]
    rules: tuple[str, ...]
    state: str


class Divergence(Struct, frozen=True):
    """The first event that differs, counted from 1 among the events in force.

    `kind` is one of these: another move; the same move with other effects; the same move and effects with another
    state; or the end of one log.
    """

    kind: Kind
    event: int
    left: Side
    right: Side


class Convergence(Struct, frozen=True):
    """The records after which the two games are in the same state again."""

    left: int
    right: int


class Diff(Struct, frozen=True):
    """The differences between two logs. The first `agree` events are the same.

    `states` is true if states were compared: under other rules or options they differ for that reason alone, and the
    log of a witness has none. `more` counts later events with equal moves but different effects or states. `takebacks`
    are the numbers of undo records on both sides. `clocks` counts the events in both logs whose times differ. `faults`
    are the faults that kept a log from being replayed to its end.
    """

    left: str
    right: str
    header: tuple[Change, ...]
    notes: tuple[Notes, ...]
    states: bool
    agree: int
    divergence: Divergence | None
    meeting: Convergence | None
    more: int
    takebacks: tuple[int, int]
    clocks: int
    faults: tuple[Fault, ...]

    @property
    def same(self) -> bool:
        """True if there is no difference. Moves that were taken back without a trace in the game do not count, nor do
        notes on them.

        Nor do the times of moves: two people who record the same game never enter a move in the same second.
        """
        return self.divergence is None and not self.header and not self.notes and not self.faults

    def __repr__(self) -> str:
        differ = {"header": self.header, "notes": self.notes, "faults": self.faults}
        where = [f"{self.divergence.kind} at event {self.divergence.event}"] if self.divergence else []
        found = join_words([*where, *(what for what, found in differ.items() if found)])
        logs = f"{display_name(self.left)} and {display_name(self.right)}"
        return f"<Diff of {logs}: {pluralize(self.agree, 'event')} agree; what differs: {found}>"


class _Step(Struct, frozen=True):
    """An event in force, with the derived values that the log omits."""

    n: int
    by: int
    do: Any
    move: str
    then: tuple[Any, ...]
    told: tuple[str, ...]
    state: str


class _LogEvents(Struct, frozen=True):
    """A log as its events in force, up to the first fault."""

    header: Header
    present: Metadata
    notes: dict[int, list[str]]
    clocks: dict[int, list[str]]
    steps: list[_Step]
    takebacks: int
    fault: Fault | None


def diff_logs(left: PathName, right: PathName) -> Diff:
    """Compare two logs, as far as they replay. Raises FileError, LogError for a faulty header, TypeError."""
    left, right = file_name(left), file_name(right)
    a, b = _read_events(left), _read_events(right)
    same_game = a.header.game == b.header.game
    seen = {a.header.witness, b.header.witness} != {UNSET}  # links of what was seen are not states
    states = same_game and not seen and _same_rules(a.header, b.header) and a.header.options == b.header.options
    pairs = zip(a.steps, b.steps, strict=False) if same_game else ()
    kinds: list[Kind | None] = [_kind(one, other, states) for one, other in pairs]
    agree = next((n for n, kind in enumerate(kinds) if kind), len(kinds))
    divergence = _diverge(a.steps, b.steps, agree, kinds) if same_game else None
    kind = divergence.kind if divergence else None
    return Diff(
        left=left,
        right=right,
        header=(*_compare_headers(a.header, b.header), *_compare_endings(a.present, b.present)),
        notes=tuple(_compare_notes(a.notes, b.notes)),
        states=states,
        agree=agree,
        divergence=divergence,
        meeting=_find_convergence(a.steps, b.steps, agree) if states and kind in ("move", "effects", "state") else None,
        more=sum(other in ("effects", "state") for other in kinds[agree + 1 :]) if kind in ("effects", "state") else 0,
        takebacks=(a.takebacks, b.takebacks),
        clocks=sum(a.clocks[event] != b.clocks[event] for event in {*a.clocks} & {*b.clocks}),
        faults=tuple(told.fault for told in (a, b) if told.fault),
    )


# -- telling a log ----------------------------------------------------------------------------------------------


def _read_events(path: str) -> _LogEvents:
    source: dict[int, tuple[int, AnyRecord]] = {}
    fault = None
    with LogReader(path) as reader:
        session = open_session(reader)
        following = Replayer(reader, session)
        for line, record in reader:
            try:
                faults = following.take(line, record)
            except LogError as error:
                fault = error.fault
                break
            entry = session.history[-1]
            if isinstance(entry, Event):
                assert not isinstance(record, Fault)
                if not any(told.code == "digest" for told in faults):  # a right one of an older format differs
                    name = "link" if reader.witnessed else "state"
                    record = structs.replace(record, **{name: record.state and entry.state})
                source[id(entry)] = (len(session.history), record)
    takebacks = sum(isinstance(entry, Undo) for entry in session.history)
    # An option that a header leaves to its default makes no difference.
    header = structs.replace(
        reader.header,
        options=plain_options(read_options(reader.game, reader.header.options)),
        players=session.players,
        tags=dict(session.tags),
    )
    notes, clocks = _notes(session)
    return _LogEvents(header, session.present, notes, clocks, list(_steps(session, source)), takebacks, fault)


def _notes(session: Session) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """The notes in words by the event that they are on, and the notes that only hold a time, as times.

    Events are counted, since records have other numbers in another log if some were taken back. A note on a record
    other than an event counts as a note on the game.
    """
    events = {number: event for event, number in enumerate(in_force(session), 1)}
    found: dict[int, list[str]] = {}
    clocks: dict[int, list[str]] = {}
    for one in placed_notes(session):
        event = events.get(one.on, 0)
        if one.in_force and event and is_timestamp(one.note):
            clocks.setdefault(event, []).append(one.note.data[CLOCK])
        elif one.in_force:
            found.setdefault(event, []).append(note_text(structs.replace(one.note, on=None)))
    return found, clocks


def _steps(session: Session, source: dict[int, tuple[int, AnyRecord]]) -> Iterator[_Step]:
    names = session.players
    for event, before in zip(session.line.events, session.line.states, strict=False):
        if id(event) not in source:  # it was done, but its record is out of order and differs
            return
        n, record = source[id(event)]
        move = event_text(session.game, before, event, names)
        then, state = event.then, event.state
        if record.state is not None or record.then is not None:
            then, state = record.then or (), record.state or event.state
        told = tuple(describe_logged(session.game, effect, names) for effect in then)
        yield _Step(n, event.by, event.do, move, then, told, state)


# -- comparing --------------------------------------------------------------------------------------------------


def _compare_headers(a: Header, b: Header) -> Iterator[Change]:
    for name in ("game", "rules", "seed"):
        one, other = getattr(a, name), getattr(b, name)
        if one != other:
            yield Change(name, _plain(one), _plain(other))
    if a.witness != b.witness:
        yield Change("witness", *(_witness_text(one) for one in (a, b)))
    if a.players != b.players:
        yield Change("players", ", ".join(a.players), ", ".join(b.players))
    for name in ("options", "tags"):
        one, other = getattr(a, name), getattr(b, name)
        for key in sorted({*one, *other}):
            if one.get(key) != other.get(key):
                yield Change(f"{name}.{key}", _plain(one.get(key)), _plain(other.get(key)))


def _witness_text(header: Header) -> str:
    return header.players[header.witness] if isinstance(header.witness, int) else _plain(header.witness or None)


def _compare_endings(a: Metadata, b: Metadata) -> Iterator[Change]:
    if a.ending != b.ending:
        yield Change("ending", *(ending_text(one.ending, one.players) if one.ending else "-" for one in (a, b)))


def _compare_notes(a: dict[int, list[str]], b: dict[int, list[str]]) -> Iterator[Notes]:
    for event in sorted({*a, *b}):
        left, right = a.get(event, []), b.get(event, [])
        mine, theirs = Counter(left), Counter(right)
        if mine != theirs:
            yield Notes(event, tuple((mine - theirs).elements()), tuple((theirs - mine).elements()))
        elif left != right:
            yield Notes(event, tuple(left), tuple(right))


def _same_rules(a: Header, b: Header) -> bool:
    """True if both logs mean the same moves by the same effects."""
    same = get_game(a.game).same_rules
    return a.rules == b.rules or all(
        header.rules in same or header.rules == get_game(a.game).rules_version for header in (a, b)
    )


def _plain(value: Any) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _kind(one: _Step, other: _Step, states: bool) -> Kind | None:
    # The move itself is compared, not its text, which has the players' names in it.
    if (one.by, one.do) != (other.by, other.do):
        return "move"
    if one.then != other.then:
        return "effects"
    return "state" if states and one.state != other.state else None


def _diverge(a: list[_Step], b: list[_Step], at: int, kinds: list[Kind | None]) -> Divergence | None:
    if at == len(a) == len(b):
        return None
    kind = (kinds[at] if at < len(kinds) else None) or "length"
    return Divergence(kind, at + 1, _side(a, b, at), _side(b, a, at))


def _side(own: list[_Step], other: list[_Step], at: int) -> Side:
    if at >= len(own):
        return Side(0, "", (), (), "")
    step = own[at]
    same = other[at].then if at < len(other) and (other[at].by, other[at].do) == (step.by, step.do) else ()
    mine = [(told, effect) for told, effect in zip(step.told, step.then, strict=True) if effect not in same]
    rules = tuple(dict.fromkeys(effect.rule for _, effect in mine))
    return Side(step.n, step.move, tuple(told for told, _ in mine), rules, step.state)


def _find_convergence(a: list[_Step], b: list[_Step], at: int) -> Convergence | None:
    """The first pair of records after the divergence that lead to one and the same state, nearest first."""
    where = {step.state: number for number, step in reversed(list(enumerate(b[at:], at)))}
    pairs = [(number, where[step.state]) for number, step in enumerate(a[at:], at) if step.state in where]
    if not pairs:
        return None
    one, other = min(pairs, key=sum)
    return Convergence(a[one].n, b[other].n)
