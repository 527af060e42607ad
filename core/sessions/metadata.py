"""The metadata of a game: names, tags and an early ending, which every `set` record may change. Checks of notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from kronika.core.basics import limits
from kronika.core.basics.errors import BadSetup, KronikaError
from kronika.core.basics.nesting import is_deep
from kronika.core.basics.printable import printable
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.players import check_new_names, check_players, check_tags
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.events import Ending, Header, Note, Set
from kronika.core.sessions.notes import CLOCK, ORIGIN, SAYS, is_origin, is_timestamp

FAULT: Final = "fault"
"""The tag of a game that a bot has lost by a fault; its value is the kind of the fault."""


ASSUMED: Final = "assumed"
"""The tag of a full game that was completed from the record of a witness, so that its hidden parts are assumed."""


class Metadata(Struct, frozen=True):
    """The names by seat, the tags, and the early ending, if any."""

    players: tuple[str, ...]
    tags: Mapping[str, str]
    ending: Ending | None = None

    @classmethod
    def from_header(cls, header: Header) -> Metadata:
        """The metadata in the header of a log."""
        return cls(header.players, header.tags)

    def after(self, game: AnyGame, change: Set) -> Metadata:
        """The metadata after a `set` record. Raises BadSetup for invalid names, tags or seats."""
        players, ending = self.players, self.ending
        if change.players is not UNSET:
            players = change.players
            if len(players) != len(self.players):
                raise BadSetup(f"The game has {pluralize(len(self.players), 'player')}, not {len(players)}.")
            check_players(game, players)
        if change.ending is not UNSET:
            ending = change.ending
            _check_seats(ending, len(players))
        return Metadata(players, _with_tags(self.tags, change.tags) if change.tags else self.tags, ending)


def _with_tags(tags: Mapping[str, str], change: Mapping[str, str | None]) -> Mapping[str, str]:
    others = {key: value for key, value in tags.items() if key not in change} if None in change.values() else tags
    new = {**others, **{key: value for key, value in change.items() if value is not None}}
    if len(new) > limits.TAGS:
        raise BadSetup(f"The game would have {len(new):,} tags; at most {limits.TAGS:,} are allowed.")
    return new


def _check_seats(ending: Ending | None, seats: int) -> None:
    named = () if ending is None else (*ending.winners, *(() if ending.by is None else (ending.by,)))
    for seat in named:
        if seat >= seats:
            raise BadSetup(f"The ending names seat {seat}; the seats are 0 to {seats - 1}.")
    if ending is not None and len(set(ending.winners)) < len(ending.winners):
        raise BadSetup("The ending names a winner twice.")


def ending_text(ending: Ending, names: Sequence[str]) -> str:
    """An early ending in words: `resigned (Bob), won by Anna: at the third round`. If all have won, it is a draw."""
    by = "" if ending.by is None else f" ({names[ending.by]})"
    winners = f", won by {join_words([names[seat] for seat in ending.winners])}" if ending.winners else ""
    if len(ending.winners) == len(names) > 1:
        winners = ", a draw"
    return _one_line(f"{ending.why}{by}{winners}{': ' if ending.text else ''}{ending.text}")


def set_text(change: Set, names: Sequence[str]) -> str:
    """A `set` record in words: `set: players Anna, Bea; tag Event: Club; ending: agreed`."""
    return _one_line(f"set: {'; '.join(_changes(change, names)) or 'nothing'}")


def _changes(change: Set, names: Sequence[str]) -> Iterator[str]:
    if change.players is not UNSET:
        yield f"players {', '.join(change.players)}"
    for key, value in change.tags.items():
        yield f"no tag {key}" if value is None else f"tag {key}: {value}"
    if change.ending is not UNSET:
        yield f"ending: {ending_text(change.ending, names)}" if change.ending else "no ending"


def note_text(note: Note) -> str:
    """A note in one line: `note on 6 by Anna ?!: the text {"move":31}`, or `clock on 6: 2026-11-28T17:00:03Z`.

    A note on the source of an imported record reads `imported on 6: packet 57, move 31, 2 claims`.
    """
    on = "" if note.on is None else f" on {note.on}" if note.on else " on the game"
    by = f" by {note.author}" if note.author else ""
    mark = f" {note.mark}" if note.mark else ""
    if is_timestamp(note):
        return _one_line(f"clock{on}: {note.data[CLOCK]}")
    if is_origin(note):
        return _one_line(f"imported{on}: {_origin_text(note.data)}")
    data = msgspec.json.encode(note.data).decode() if note.data else ""
    said = " ".join(part for part in (note.text, data) if part)
    return _one_line(f"note{on}{by}{mark}{': ' if said else ''}{said}")


def _origin_text(data: Mapping[str, Any]) -> str:
    """The origin of a record and the number of claims about it: `packet 57, move 31, 2 claims`."""
    origin, says = data[ORIGIN], data.get(SAYS)
    parts = [f"{word} {origin[word]}" for word in ("packet", "move") if word in origin]
    parts += ["implied"] * bool(origin.get("implied"))
    parts += [pluralize(len(says), "claim")] if isinstance(says, list) else []
    return ", ".join(parts) or "from another platform"


def _one_line(text: str) -> str:
    return printable(" ".join(text.split()))


def check_new_set(change: Set) -> None:
    """Raise BadSetup or KronikaError for a new `set` record that is empty, too long, or can't be stored.

    Old logs may have such records.
    """
    if change == Set():
        raise BadSetup("A `set` changes something: names, tags, or an ending.")
    _check_stored("A `set`", change)
    if change.players is not UNSET:
        check_new_names(change.players)
    check_tags({key: value or "" for key, value in change.tags.items()})
    if isinstance(change.ending, Ending):
        _check_length("The text of an ending", change.ending.text, limits.NOTE)


def check_new_note(note: Note) -> None:
    """Raise KronikaError for a new note that is empty, too long, or can't be stored. Old logs may have such notes."""
    if not (note.text or note.mark or note.data):
        raise KronikaError("A note has a text, a mark, or data for programs.")
    _check_data(note.data)
    _check_stored("A note", note)
    _check_length("A note", note.text, limits.NOTE)
    _check_length("The author of a note", note.author, limits.NAME)
    _check_length("The mark of a note", note.mark, limits.MARK)


def check_note(note: Note, number: int) -> None:
    """Raise KronikaError if the note, as record `number`, refers to itself or a later record."""
    if note.on is not None and note.on >= number:
        raise KronikaError(f"Record {number} can't be a note on record {note.on}, which does not come before it.")


def _check_stored(what: str, entry: Set | Note) -> None:
    """Raise KronikaError if a log with this record could not be read again, for example with seat -1.

    `what` names the record in the message.
    """
    try:
        if msgspec.json.decode(msgspec.json.encode(entry), type=type(entry)) == entry:
            return
        why = "a log would store it as something else"
    except msgspec.ValidationError:
        from kronika.core.basics.decode_errors import (
            decode_fault,  # importing it takes half as long as the whole start, and is rarely needed
        )

        why = decode_fault(msgspec.json.decode(msgspec.json.encode(entry)), type(entry)).clause
    except UnicodeError:
        why = "it contains half a character"
    except (msgspec.MsgspecError, TypeError, ValueError):
        why = f"it is more than {PLAIN}"
    raise KronikaError(f"{what} can't be stored: {why}.")


def _check_length(what: str, text: str, most: int) -> None:
    if len(text) > most:
        raise KronikaError(f"{what} has {len(text):,} characters; at most {most:,} are allowed.")


def is_data_too_deep(data: Any) -> bool:
    """Whether the data of a note are nested too deeply for the record to be read again."""
    return is_deep(data, limits.NESTING - 2)  # the record and the note are objects, too


def _check_data(data: Any) -> None:
    if is_data_too_deep(data):
        raise KronikaError(
            f"The data of a note are nested too deeply; at most {limits.NESTING - 2} levels are allowed."
        )
    if not is_plain(data):
        raise KronikaError(f"The data of a note are {PLAIN}.")
    size = len(msgspec.json.encode(data))
    if size > limits.DATA:
        raise KronikaError(f"The data of a note have {size:,} bytes; at most {limits.DATA:,} are allowed.")


PLAIN: Final = "plain JSON: texts, numbers of 64 bits, lists, objects"
"""The data that a note can have, as messages call them."""


def is_plain(data: Any) -> bool:
    """Whether both forms of a log can store the data unchanged.

    JSON has no NaN and no bytes, MessagePack has no numbers of more than 64 bits.
    """
    try:
        stored = msgspec.json.encode(data)
        same: bool = msgspec.json.decode(stored) == msgspec.msgpack.decode(msgspec.msgpack.encode(data)) == data
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError):
        return False
    return same
