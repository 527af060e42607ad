"""The validation of a stored game: every fault that can be found in one pass."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.basics.errors import CannotUndo, IllegalAction, KronikaError
from kronika.core.basics.text import pluralize
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.result import Result
from kronika.core.sessions.coverage import Coverage
from kronika.core.sessions.events import Entry
from kronika.core.sessions.timeline import Fold
from kronika.logs.files.arguments import Binary, PathName, source
from kronika.logs.files.faults import Fault, LogError
from kronika.logs.files.reader import LogReader
from kronika.logs.files.records import AnyRecord, to_entry
from kronika.logs.files.streams import display_name
from kronika.logs.imports.claims import IMPORTED
from kronika.logs.replaying.checking import (
    NumberCheck,
    compare_record,
    default_options,
    final_digest_fault,
    refusal_fault,
    sealed_fields,
    stored_digests,
)
from kronika.logs.replaying.replay import (
    Played,
    closely,
    first_state,
    open_session,
    play_packed,
    replay_canonical,
    replay_packed,
)


class Report(Struct, frozen=True):
    """The result of the validation of one log.

    `records` counts the lines after the header, `events` those in force at the end (as far as it could be replayed).
    `digest` is that of the last state, in the format of the log; `result` is the end of the game, if it was reached.
    """

    path: str
    game: str
    records: int
    events: int
    faults: tuple[Fault, ...]
    digest: str = ""
    result: Result | None = None

    @property
    def ok(self) -> bool:
        """True if there is no fault."""
        return not self.faults

    def __repr__(self) -> str:
        game = f"{self.game}, " if self.game else ""
        found = pluralize(len(self.faults), "fault")
        return f"<Report on {display_name(self.path)}: {game}{pluralize(self.records, 'record')}, {found}>"


def validate(
    path: PathName | Binary, data: bytes | None = None, *, strict: bool = False, coverage: Coverage | None = None
) -> Report:
    """Check a whole log for every fault that can be found; `data` are its bytes, if they are known.

    `path` is a name or an open file, as for `load`. Raises FileError, TypeError.

    After an illegal move, only the form of later records is checked. With `strict`, the derived fields must be there,
    and so must the options that the game had when the log's format began. With `coverage`, the cited rules are counted
    into it.
    """
    name, content = source(path, data)
    try:
        with LogReader(name, content) as reader:
            validation = Validation(reader, strict)
            report = validation.run()
            if coverage is not None:
                validation.cite(coverage)
            return report
    except LogError as error:
        return Report(error.fault.path, "", 0, 0, (error.fault,))


class Validation(Fold[AnyGame]):
    """A single pass through a log: check, apply and compare each record, and collect the faults.

    Without `states`, the line of a log of a file of many may have no events, and its first and its last state alone:
    `played` has what there is.
    """

    def __init__(self, reader: LogReader, strict: bool, *, states: bool = False) -> None:
        self._is_imported = IMPORTED in reader.header.tags
        session = open_session(reader) if reader.witnessed or self._is_imported else None
        super().__init__(reader.game, reader.header, first_state(reader) if session is None else session.line.state)
        self.reader = reader
        self.strict = strict
        self._states = states
        self._session = session
        self._light: Played | None = None
        self.witness = None if session is None else session.witness
        if session is not None:
            self.line = session.line
        self.faults: list[Fault] = []
        self.records = 0
        self.lost = False
        self._numbers = NumberCheck(reader)

    def run(self) -> Report:
        """Read to the end of the log. Call it only once."""
        if self.strict:
            self.faults.extend(default_options(self.reader))
        for records in closely(self.reader, self._take_as_written, self._take_packed):
            if self._is_full():
                break
            self._follow(records)
        digest = self.digest
        result: Result | None = None
        if not self.lost:
            if self.reader.final not in (None, digest):
                self.faults.extend(final_digest_fault(self.reader, self.line.state, self.records + 1))
            result = self.game.result(self.line.state)
            self.faults.extend(self._claims())
        return Report(
            path=self.reader.path,
            game=self.game.name,
            records=self.records,
            events=len(self._light.actions if self._light else self.line.events),
            faults=tuple(_once_diverged(self.faults)) if self.faults else (),
            digest=digest,
            result=result,
        )

    def _take_as_written(self, piece: bytes) -> bool:
        if self._is_full() or self.lost or self._session is not None:
            return False
        found = replay_canonical(self.reader, self.line.state, self.records, piece)
        if found is None:
            return False
        self.line.extend(*found)
        self.records += len(found[0])
        return True

    def _take_packed(self) -> bool:
        if self._session is not None:
            return False
        if self._states:
            found = replay_packed(self.reader, self.line.state, sealed=False)
            if found is None:
                return False
            self.line.extend(*found)
        else:
            self._light = play_packed(self.reader, self.line.state)
            if self._light is None:
                return False
            self.line.states.append(self._light.state)
        self.records += len(self.played.actions)
        return True

    @property
    def played(self) -> Played:
        """The events in force, as far as the log could be replayed."""
        if self._light is not None:
            return self._light
        events = self.line.events
        return Played([(event.by, event.do) for event in events], [event.then for event in events], self.line.state)

    def _follow(self, records: Iterable[tuple[int, AnyRecord | Fault]]) -> None:
        for number, record in records:
            if self.faults and self._is_full():
                return
            if isinstance(record, Fault):
                # What this line did is unknown, so nothing after it can be replayed.
                self.faults.append(record)
                self.lost = True
                continue
            self.records += 1
            if not self.lost:
                self._take(number, record)

    def _is_full(self) -> bool:
        """True if there are too many faults to check the rest of the log."""
        if len(self.faults) < limits.FAULTS:
            return False
        if len(self.faults) == limits.FAULTS:
            last = self.faults[-1]
            message = f"there are more than {limits.FAULTS:,} faults; the rest is not checked"
            self.faults.append(self.reader.fault(last.line, last.code, message))
            self.lost = True
        return True

    def _take(self, number: int, record: AnyRecord) -> None:
        order = self._numbers.judge(number, record.n, self.records)
        try:
            entry = self._fold(to_entry(record), self.records)
        except KronikaError as error:
            self.faults.append(order or refusal_fault(self.reader, number, error))
            self.lost = self.reader.witnessed or isinstance(error, (IllegalAction, CannotUndo))
            return
        faults = compare_record(self.reader, number, record, entry, self)
        if order:
            # A record that is neither in its place nor agrees with what is replayed there: all is out of step.
            self.faults.append(order)
            self.lost = bool(faults)
        else:
            self.faults.extend(faults)
        if self.strict and not self.reader.packed and not self.lost:
            self.faults.extend(sealed_fields(self.reader, number, record))

    def _fold(self, entry: Entry, number: int) -> Entry:
        """Apply a record; in the log of a witness or of an import, with a session."""
        if self._session is None:
            return super()._fold(entry, number)
        done = self._session.append(entry)
        self.present = self._session.present
        return done

    def _claims(self) -> Iterable[Fault]:
        """The first claim of an imported archive that differs from the rules, as a fault."""
        if self._session is None or not self._is_imported:
            return ()
        from kronika.logs.imports.comparing import claims_faults  # imported only for the log of an import

        return claims_faults(self._session, self.reader.path)

    @property
    def digest(self) -> str:
        """The digest of the last state reached, in the format of the log; for a witness, the last link."""
        if self.reader.witnessed:
            return self.line.events[-1].state if self.line.events else ""
        return stored_digests(self.reader, self.line.state)[0]

    def cite(self, coverage: Coverage) -> None:
        """Count the rules cited by the events in force and by the score."""
        for effects in self.played.effects:
            coverage.cite_effects(effects)
        coverage.cite_score(self.game.score(self.line.state), self.game.result(self.line.state))


def _once_diverged(faults: list[Fault]) -> list[Fault]:
    """The faults with one digest fault for each run of them: once a state differs, the later ones differ, too."""
    kept: list[Fault] = []
    digests = [fault for fault in faults if fault.code == "digest"]
    for fault in faults:
        if fault.code != "digest":
            kept.append(fault)
        elif fault is digests[0]:
            more = f" (and at {len(digests) - 1} later records)" if len(digests) > 1 else ""
            kept.append(Fault(fault.path, fault.line, "digest", fault.message + more, fault.rules))
    return kept
