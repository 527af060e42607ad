"""The lines of a log, as they are stored, and their translation to and from the entries of a session."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from kronika.core.basics import limits
from kronika.core.basics.errors import BadSetup, KronikaError
from kronika.core.basics.limits import size_text
from kronika.core.basics.nesting import TooDeep
from kronika.core.basics.text import join_words
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.events import Entry, Event, Header, Note, Redo, Seat, Seen, Set, Undo, Witnessed
from kronika.core.sessions.metadata import PLAIN, is_data_too_deep, is_plain

DoT = TypeVar("DoT")
EffectT = TypeVar("EffectT")

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{16}$", description="blake2b-64 of the state after the event")]
Number = Annotated[int, Meta(ge=1, le=2**31)]


class Record(Struct, Generic[DoT, EffectT], frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An event, an undo, a redo, a set or a note: exactly one of `do`, `undo`, `redo`, `set` and `note` is there.

    `n` counts the lines after the header. `by` is a seat or `chance`. `then` (the effects) and `state` (the digest) are
    derived: a log written by hand may omit them and `n`. If `state` is there, a missing `then` means no effects. `undo`
    and `redo` count events. `set` and `note` are not part of the game, which is the same without them.
    """

    n: Number | None = None
    by: Seat | Literal["chance"] | None = None
    do: DoT | None = None
    then: tuple[EffectT, ...] | None = None
    state: Digest | None = None
    undo: Number | None = None
    redo: Number | None = None
    set: Set | None = None
    note: Note | None = None


class WitnessRecord(
    Struct, Generic[DoT, EffectT], frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """A line of the log of a witness: as `Record`, except for what the witness did not see.

    `do` has `?` in place of a hidden thing, or counts them as `unseen`. `then` are the effects that the witness knows.
    `seen` is an observation other than a move. `link` ties an event to the earlier ones; a digest of the state would
    reveal what was not seen. `then` and `link` are derived: if `link` is there, a missing `then` means no effects.
    """

    n: Number | None = None
    by: Seat | Literal["chance"] | None = None
    do: DoT | None = None
    seen: Seen | None = None
    then: tuple[EffectT, ...] | None = None
    link: Digest | None = None
    undo: Number | None = None
    redo: Number | None = None
    set: Set | None = None
    note: Note | None = None

    @property
    def state(self) -> str | None:
        """The value that replaces a digest."""
        return self.link


AnyRecord = Record[Any, Any] | WitnessRecord[Any, Any]


class RecordedAction(Struct, Generic[DoT], frozen=True, gc=False):
    """The part of an event's record that is not derived: the actor and the action. Other fields are ignored."""

    by: Seat | Literal["chance"]
    do: DoT


TOO_DEEP: Final = str(TooDeep())
"""The fault of a record that is nested too deeply, in the words of a decoder that could not read it."""
KINDS = ("do", "undo", "redo", "set", "note")
"""The fields of which a record has exactly one."""

_encoder = msgspec.json.Encoder()
_encode = _encoder.encode


def record_type_of(game: AnyGame, *, witnessed: bool = False) -> Any:
    """The type of a line of this game's logs, for decoding; with `witnessed`, of logs of a witness."""
    if witnessed:
        from kronika.core.contract.twins import twins  # only where hands are hidden

        return WitnessRecord[twins(game.Do), twins(game.Effect)]  # type: ignore[misc]  # known only at run time
    return Record[game.Do, game.Effect]  # type: ignore[name-defined]  # each game has its own, known only at run time


@cache
def record_decoder(game: AnyGame, witnessed: bool = False) -> msgspec.json.Decoder[AnyRecord]:
    """A decoder for one line of a log of this game. It is cached: building it takes milliseconds."""
    return msgspec.json.Decoder(record_type_of(game, witnessed=witnessed))


@cache
def action_decoder(game: AnyGame) -> msgspec.json.Decoder[RecordedAction[Any]]:
    """A decoder for the action in a line that holds an event."""
    return msgspec.json.Decoder(RecordedAction[game.Do])  # type: ignore[name-defined]  # known only at run time, as above


def shape_error(record: AnyRecord) -> str:
    """The fault of a combination of fields, or of a value that some forms of a log can't hold; empty if there is
    none.
    """
    others = (record.undo, record.redo, record.set, record.note)
    witnessed = isinstance(record, WitnessRecord)
    if others == (None, None, None, None) and record.do is not None and record.by is not None and not witnessed:
        return ""  # nearly always, so that it is looked at first
    possible = (*KINDS, "seen") if witnessed else KINDS
    kinds = [name for name in possible if getattr(record, name) is not None]
    if len(kinds) != 1:
        found = " and ".join(kinds) if kinds else "none of them"
        return f"a record has one of {join_words([f'`{name}`' for name in possible])}, here: {found}"
    if record.note is not None and record.note.data:
        if is_data_too_deep(record.note.data):
            return TOO_DEEP
        if not is_plain(record.note.data):
            return f"note.data: it is not {PLAIN}"
    if kinds == ["do"]:
        return "an event says who did it: `by` is missing" if record.by is None else ""
    derived = ("by", "then") if kinds == ["seen"] else ("by", "then", "link" if witnessed else "state")
    extra = [name for name in derived if getattr(record, name) is not None]
    return f"`{extra[0]}` does not go with `{kinds[0]}`" if extra else ""


def seat_of(record: AnyRecord) -> int:
    """The seat of an event, CHANCE for chance."""
    return record.by if isinstance(record.by, int) else CHANCE


def to_record(entry: Entry, n: int) -> AnyRecord:
    """The record of the n-th entry of a session."""
    if isinstance(entry, Event):
        by: Any = "chance" if entry.by == CHANCE else entry.by
        if isinstance(entry, Witnessed):
            if isinstance(entry.do, Seen):
                return WitnessRecord(n=n, seen=entry.do, link=entry.state)
            return WitnessRecord(n=n, by=by, do=entry.do, then=entry.then or None, link=entry.state)
        return Record(n=n, by=by, do=entry.do, then=entry.then or None, state=entry.state)
    if isinstance(entry, Undo):
        return Record(n=n, undo=entry.events)
    if isinstance(entry, Redo):
        return Record(n=n, redo=entry.events)
    return Record(n=n, set=entry) if isinstance(entry, Set) else Record(n=n, note=entry)


def to_entry(record: AnyRecord) -> Entry:
    """The entry that a record of the right shape holds."""
    if isinstance(record, WitnessRecord) and (record.do or record.seen):
        return _witnessed(record)
    if record.do is not None:
        return Event(seat_of(record), record.do, record.then or (), record.state or "")
    if record.undo is not None:
        return Undo(record.undo)
    if record.redo is not None:
        return Redo(record.redo)
    entry = record.set or record.note
    assert entry is not None
    return entry


def effects_of(record: AnyRecord) -> tuple[Any, ...]:
    """The effects in a record."""
    if not isinstance(record, WitnessRecord):
        return record.then or ()
    from kronika.core.contract.twins import whole  # only where hands are hidden

    return tuple(map(whole, record.then or ()))


def _witnessed(record: WitnessRecord[Any, Any]) -> Witnessed:
    from kronika.core.contract.twins import whole  # only where hands are hidden

    if record.seen is not None:
        return Witnessed(CHANCE, record.seen, (), record.link or "")
    return Witnessed(seat_of(record), whole(record.do), effects_of(record), record.link or "")


def header_line(header: Header) -> bytes:
    """The first line of a log, with its line break. Raises BadSetup if it is too long to be read again."""
    line = _encode(header) + b"\n"
    if len(line) > limits.LINE:
        raise BadSetup(f"The first line of the log has at most {size_text(limits.LINE)}: there are too many tags.")
    return line


def record_line(record: AnyRecord) -> bytes:
    """A record as one line, with its line break. Raises KronikaError if it is too long to be read again."""
    line = _encode(record) + b"\n"
    if len(line) > limits.LINE:
        raise KronikaError(
            f"Record {record.n} takes {len(line):,} bytes as a line, which has at most {size_text(limits.LINE)}."
        )
    return line


def record_lines(records: Sequence[AnyRecord]) -> bytes:
    """Records as lines, each with its line break."""
    return _encoder.encode_lines(records)
