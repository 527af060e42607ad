"""Playing a stored log again: into a session, or only to see whether it is right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from kronika.core.coverage import Coverage
from kronika.core.digest import digest
from kronika.core.errors import BadSetup, CannotUndo, IllegalAction, PositionError
from kronika.core.events import Entry, Event, Redo, Undo
from kronika.core.game import CHANCE
from kronika.core.line import Line
from kronika.core.outcome import Outcome
from kronika.core.registry import AnyGame
from kronika.core.session import Session
from kronika.logs.faults import Fault, LogError
from kronika.logs.reader import BAD_JSON, LogReader
from kronika.logs.records import AnyRecord, Record, deed_decoder, record_lines, seat_of, to_record


class Report(Struct, frozen=True):
    """What validation found in one log.

    `records` counts the lines after the header, `events` those in force at the end (of what could be replayed).
    `digest` is that of the last state; `outcome` the end of the game, if it got there.
    """

    path: str
    game: str
    records: int
    events: int
    faults: tuple[Fault, ...]
    digest: str = ""
    outcome: Outcome | None = None

    @property
    def ok(self) -> bool:
        """No fault at all."""
        return not self.faults


class Loaded(Struct, frozen=True):
    """A log as a session. `warnings` are faults that replaying can live with: derived fields that differ."""

    session: Session
    warnings: tuple[Fault, ...]


def open_session(reader: LogReader) -> Session:
    """The empty session of a log's header. Raises LogError."""
    try:
        return Session(reader.game, reader.header)
    except (BadSetup, PositionError) as error:
        raise LogError(reader.fault(1, "setup", str(error))) from None


def load(path: str, data: bytes | None = None) -> Loaded:
    """Replays a log into a session; `data` are its bytes where they have been read already.

    Raises FileTrouble, or LogError at the first fault that cannot be lived with.
    """
    with LogReader(path, data) as reader:
        session = open_session(reader)
        warnings: list[Fault] = []
        for line, record in reader:
            entry = replay_record(reader, session, line, record)
            assert not isinstance(record, Fault)
            warnings.extend(judge(reader, line, record, entry, len(session.history)))
        warnings.extend(_judge_final(reader, session.state, len(session.history) + 1))
    return Loaded(session, tuple(warnings))


def replay_record(reader: LogReader, session: Session, line: int, record: AnyRecord | Fault) -> Entry:
    """Does in the session what a record says. Raises LogError for a fault or an illegal move."""
    if isinstance(record, Fault):
        raise LogError(record)
    try:
        if record.do is not None:
            return session.do(seat_of(record), record.do)
        if record.undo is not None:
            return session.undo_events(record.undo)
        return session.redo_events(record.redo or 0)
    except (IllegalAction, CannotUndo) as error:
        raise LogError(_refused(reader, line, error)) from None


def validate(path: str, *, strict: bool = False, coverage: Coverage | None = None) -> Report:
    """Checks a whole log: every fault it can find. Raises FileTrouble.

    After an illegal move only the form of what follows can be checked. With `strict` the derived fields must be there.
    With `coverage` the rules cited are counted into it.
    """
    try:
        with LogReader(path) as reader:
            validation = Validation(reader, strict)
            report = validation.run()
            if coverage is not None:
                validation.cite(coverage)
            return report
    except LogError as error:
        return Report(error.fault.path, "", 0, 0, (error.fault,))


class Validation:
    """One pass over a log: a loop around check, apply and compare, and the faults on the way."""

    def __init__(self, reader: LogReader, strict: bool) -> None:
        self.reader = reader
        self.game = reader.game
        self.strict = strict
        self.deeds = deed_decoder(reader.game).decode_lines
        self.line: Line[AnyRecord] = Line(open_session(reader).state)
        self.faults: list[Fault] = []
        self.records = 0
        self.lost = False

    def run(self) -> Report:
        """Reads to the end of the log; once."""
        if self.strict:
            self.faults.extend(_judge_options(self.reader))
        if self.reader.packed:
            self._follow(self.reader)
        else:
            for piece in self.reader.pieces():
                if self.lost or isinstance(piece, Fault) or not self._is_as_written(piece):
                    self._follow(self.reader.records(piece))
        outcome = None
        if not self.lost:
            self.faults.extend(_judge_final(self.reader, self.line.state, self.records + 1))
            outcome = self.game.outcome(self.line.state)
        return Report(
            path=self.reader.path,
            game=self.game.name,
            records=self.records,
            events=len(self.line.events),
            faults=tuple(_once_diverged(self.faults)),
            digest=self.digest,
            outcome=outcome,
        )

    def _is_as_written(self, piece: bytes) -> bool:
        """Plays the events of whole lines and writes them anew: are these the very bytes?

        Then nothing can be wrong with them. If not, nothing has happened, and each line needs a closer look. Nearly
        every log is as written, and this takes half the time of the closer look.
        """
        check, apply = self.game.check, self.game.apply
        number, state = self.records, self.line.state
        records, states = [], []
        try:
            for deed in self.deeds(piece):
                by, do = deed.by, deed.do
                seat = by if type(by) is int else CHANCE
                check(state, seat, do)
                state, then = apply(state, seat, do)
                number += 1
                records.append(Record(number, by, do, then or None, digest(state)))
                states.append(state)
        except (IllegalAction, *BAD_JSON):
            return False
        if record_lines(records) != piece:
            return False
        self.line.extend(records, states)
        self.records = number
        self.reader.line += len(records)
        return True

    def _follow(self, records: Iterable[tuple[int, AnyRecord | Fault]]) -> None:
        for number, record in records:
            if isinstance(record, Fault):
                # What this line did is unknown, so nothing after it can be replayed.
                self.faults.append(record)
                self.lost = True
                continue
            self.records += 1
            if not self.lost:
                try:
                    self._take(number, record)
                except (IllegalAction, CannotUndo) as error:
                    self.faults.append(_refused(self.reader, number, error))
                    self.lost = True

    def _take(self, number: int, record: AnyRecord) -> None:
        line, do = self.line, record.do
        entry: Entry
        if do is not None:
            before = line.state
            seat = seat_of(record)
            self.game.check(before, seat, do)
            state, then = self.game.apply(before, seat, do)
            entry = Event(seat, do, then, digest(state))
            line.push(to_record(entry, self.records), state)
        elif record.undo is not None:
            line.undo(record.undo)
            entry = Undo(record.undo)
        else:
            line.redo(record.redo or 0)
            entry = Redo(record.redo or 0)
        self.faults.extend(judge(self.reader, number, record, entry, self.records, self.strict))

    @property
    def digest(self) -> str:
        """The digest of the last state reached."""
        return digest(self.line.state)

    def cite(self, coverage: Coverage) -> None:
        """Counts the rules cited by the events in force and by the score."""
        for event in self.line.events:
            coverage.cite_effects(event.then or ())
        coverage.cite_score(self.game.score(self.line.state), self.game.outcome(self.line.state))


def judge(
    reader: LogReader, line: int, record: AnyRecord, entry: Entry, number: int, strict: bool = False
) -> list[Fault]:
    """What a record says otherwise than its replay: its number, its effects, its digest."""
    faults: list[Fault] = []
    if record.n is not None and record.n != number:
        faults.append(reader.fault(line, "order", f"this is record {number}, not {record.n}"))
    if isinstance(entry, Event):
        if record.state is not None or record.then is not None:
            then = record.then or ()
            if then != entry.then:
                faults.append(_other_effects(reader, line, then, entry.then))
            if record.state is not None and record.state != entry.state:
                message = f"the state is {entry.state}, the log has {record.state}"
                faults.append(reader.fault(line, "digest", message + _older(reader)))
        if strict and not reader.packed and record.state is None:
            faults.append(reader.fault(line, "unsealed", "`state` is missing; `kronika seal` fills it in"))
    if strict and not reader.packed and record.n is None:
        faults.append(reader.fault(line, "unsealed", "`n` is missing; `kronika seal` fills it in"))
    return faults


def _judge_options(reader: LogReader) -> list[Fault]:
    """Options that the header leaves to their defaults, which need not stay what they are."""
    missing = (name for name in reader.game.Options.__struct_fields__ if name not in reader.header.options)
    return [
        reader.fault(1, "unsealed", f"the option `{name}` is missing; `kronika seal` fills it in") for name in missing
    ]


def _judge_final(reader: LogReader, state: Any, line: int) -> list[Fault]:
    if reader.final is None or reader.final == (got := digest(state)):
        return []
    return [reader.fault(line, "digest", f"the last state is {got}, the log has {reader.final}{_older(reader)}")]


def _other_effects(reader: LogReader, line: int, logged: tuple[Any, ...], derived: tuple[Any, ...]) -> Fault:
    left = [effect for effect in logged if effect not in derived] or list(logged)
    right = [effect for effect in derived if effect not in logged] or list(derived)
    rules = tuple(dict.fromkeys(effect.rule for effect in (*left, *right)))
    said, found = (
        "; ".join(describe_logged(reader.game, effect, reader.header.players) for effect in effects) or "nothing"
        for effects in (left, right)
    )
    return reader.fault(line, "effects", f"the rules give: {found}; the log has: {said}{_older(reader)}", rules)


def describe_logged(game: AnyGame, effect: Any, names: Sequence[str]) -> str:
    """An effect as a log holds it, in a clause with its rule.

    A log may hold what no rule derives, a card or a seat that there is not: then its fields are named.
    """
    try:
        clause = game.describe(effect, names)
    except Exception:  # a game need not be able to describe nonsense
        fields = {name: value for name, value in msgspec.to_builtins(effect).items() if name != "rule"}
        clause = f"{fields.pop('type')} {', '.join(f'{name} {value}' for name, value in fields.items())}".strip()
    return f"{clause} ({effect.rule})"


def _refused(reader: LogReader, line: int, error: IllegalAction | CannotUndo) -> Fault:
    if isinstance(error, IllegalAction):
        return reader.fault(line, "illegal", f"{error}{_older(reader)}", (error.rule,))
    return reader.fault(line, "undo", str(error))


def _older(reader: LogReader) -> str:
    """A word on the version, where a log of older rules no longer replays."""
    logged, mine = reader.header.rules, reader.game.rules_version
    return f" [the log is of rules {logged}, these are rules {mine}]" if logged < mine else ""


def _once_diverged(faults: list[Fault]) -> list[Fault]:
    """One digest fault for a run of them: once a state differs, the following ones differ too."""
    kept: list[Fault] = []
    digests = [fault for fault in faults if fault.code == "digest"]
    for fault in faults:
        if fault.code != "digest":
            kept.append(fault)
        elif fault is digests[0]:
            more = f" (and at {len(digests) - 1} later records)" if len(digests) > 1 else ""
            kept.append(Fault(fault.path, fault.line, "digest", fault.message + more, fault.rules))
    return kept
