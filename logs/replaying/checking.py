"""Compares a log with its replay: numbers, effects, digests, and moves that the rules refuse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from kronika.core.basics.errors import BadSetup, CannotUndo, IllegalAction, KronikaError, NotProved
from kronika.core.contract.annotations import options_before
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.digest import digests_of, digests_up_to
from kronika.core.sessions.events import FORMAT, Entry, Event
from kronika.core.sessions.metadata import Metadata
from kronika.core.sessions.timeline import Timeline
from kronika.logs.files.faults import Code, Fault
from kronika.logs.files.reader import LogReader
from kronika.logs.files.records import AnyRecord, effects_of


class NumberCheck:
    """Checks that the numbers of records are consecutive."""

    def __init__(self, reader: LogReader) -> None:
        self._reader = reader
        self._shift = 0
        self.slip: Fault | None = None
        """The first fault found."""

    def judge(self, line: int, n: int | None, number: int) -> Fault | None:
        """The fault of a record that has the number `n` and should have `number`, or None.

        After a slip, numbers may continue from there, or as if there had been none: one slip is one fault.
        """
        due = number + self._shift
        if n is None or n in (number, due):
            return None
        self._shift = n - number
        likely = "a line is missing before it, or is further down" if n > due else "it is here twice or too late"
        fault = self._reader.fault(line, "order", f"this is record {due}, not {n}: {likely}")
        self.slip = self.slip or fault
        return fault


class Replay(Protocol):
    """The object into which a log is replayed."""

    line: Timeline[Any]
    present: Metadata


def compare_record(reader: LogReader, line: int, record: AnyRecord, entry: Entry, replay: Replay) -> list[Fault]:
    """Differences between a record and its replay, which was just done: its effects, its digest."""
    faults: list[Fault] = []
    if isinstance(entry, Event) and (record.state is not None or record.then is not None):
        then = effects_of(record)
        if then != entry.then:
            faults.append(_other_effects(reader, line, then, entry.then, replay.present.players))
        if record.state is not None and (record.state != entry.state or reader.version < FORMAT):
            faults.extend(_other_state(reader, line, record.state, replay.line.state))
    return faults


def _other_state(reader: LogReader, line: int, logged: str, state: Any) -> list[Fault]:
    if reader.witnessed:
        why = _older_rules_note(reader) or ": one of them was changed"
        return [reader.fault(line, "digest", f"the link to the records before it differs{why}")]
    known = stored_digests(reader, state)
    if logged in known:
        return []
    why = _other_digest_note(reader, logged, state)
    return [reader.fault(line, "digest", f"the state is {known[0]}, the log has {logged}{why}")]


def _other_digest_note(reader: LogReader, logged: str, state: Any) -> str:
    if logged in digests_up_to(reader.version, state, reader.header.options):
        return ", as an older format had it; `kronika seal` replaces it"
    return _older_rules_note(reader)


def stored_digests(reader: LogReader, state: Any) -> tuple[str, ...]:
    """The digests that a state may have in a log of this format; the first is the one for messages."""
    named = reader.header.options
    digests = digests_up_to if reader.any_digest else digests_of
    return digests(reader.version, state, named)


def sealed_fields(reader: LogReader, line: int, record: AnyRecord) -> list[Fault]:
    """Faults for the derived fields that a record omits."""
    derived = "link" if reader.witnessed else "state"
    missing = [name for name in (derived, "n") if getattr(record, name) is None and (name == "n" or record.do)]
    return [reader.fault(line, "unsealed", f"`{name}` is missing; `kronika seal` fills it in") for name in missing]


def default_options(reader: LogReader) -> list[Fault]:
    """Faults for options that the header leaves to their defaults, so that a reader of the log alone does not know
    them.

    An option that may be newer than the log is not required.
    """
    asked = options_before(reader.game.Options, reader.version)
    missing = (name for name in asked if name not in reader.header.options)
    return [
        reader.fault(1, "unsealed", f"the option `{name}` is missing; `kronika seal` fills it in") for name in missing
    ]


def final_digest_fault(reader: LogReader, state: Any, line: int) -> list[Fault]:
    """The fault of a packed log whose last state differs from its final digest."""
    if reader.final is None or reader.final in (known := stored_digests(reader, state)):
        return []
    why = _other_digest_note(reader, reader.final, state)
    return [reader.fault(line, "digest", f"the last state is {known[0]}, the log has {reader.final}{why}")]


def _other_effects(
    reader: LogReader, line: int, logged: tuple[Any, ...], derived: tuple[Any, ...], names: Sequence[str]
) -> Fault:
    left = [effect for effect in logged if effect not in derived] or list(logged)
    right = [effect for effect in derived if effect not in logged] or list(derived)
    rules = tuple(dict.fromkeys(effect.rule for effect in (*left, *right)))
    said, found = (
        "; ".join(describe_logged(reader.game, effect, names) for effect in effects) or "nothing"
        for effects in (left, right)
    )
    return reader.fault(
        line, "effects", f"the rules give: {found}; the log has: {said}{_older_rules_note(reader)}", rules
    )


def describe_logged(game: AnyGame, effect: Any, names: Sequence[str]) -> str:
    """An effect in a log, as a clause with its rule.

    A log may contain an impossible effect, with an unknown card or seat: then its fields are listed.
    """
    try:
        clause = game.describe(effect, names)
    except Exception:  # a game need not be able to describe nonsense
        fields = {name: value for name, value in msgspec.to_builtins(effect).items() if name != "rule"}
        clause = f"{fields.pop('type')} {', '.join(f'{name} {value}' for name, value in fields.items())}".strip()
    return f"{clause} ({effect.rule})"


def refusal_fault(reader: LogReader, line: int, error: KronikaError) -> Fault:
    """The fault of a record that the rules refuse."""
    if isinstance(error, IllegalAction):
        error.name(reader.header.players)
        return reader.fault(line, "illegal", f"{error}{_older_rules_note(reader)}", (error.rule,))
    if isinstance(error, NotProved):
        return reader.fault(line, "unproved", f"{error}{_older_rules_note(reader)}")
    code: Code = "undo" if isinstance(error, CannotUndo) else "setup" if isinstance(error, BadSetup) else "order"
    return reader.fault(line, code, str(error))


def _older_rules_note(reader: LogReader) -> str:
    """A note on the version, if a log of older rules no longer replays."""
    logged, mine = reader.header.rules, reader.game.rules_version
    older = logged < mine and logged not in reader.game.same_rules
    return f" [the log is of rules {logged}, these are rules {mine}]" if older else ""
