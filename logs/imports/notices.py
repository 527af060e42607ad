"""The contents of an archive in a form that is the same for all formats: players, notifications, state at the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from msgspec import Struct

from kronika.core.basics.printable import printable
from kronika.logs.files.faults import Code, Fault, LogError
from kronika.logs.files.streams import display_name


class Person(Struct, frozen=True):
    """A player as the platform knows them: the id, the name, and the place at the table from 1, 0 if unknown."""

    id: str
    name: str
    place: int = 0


class Notice(Struct, frozen=True):
    """One notification.

    `line` is the number of its packet in the file, from 1. `private` is the id of the only player who got it, empty if
    all players got it. `time` is in seconds since 1970, 0 if unknown.
    """

    kind: str
    args: Mapping[str, Any]
    line: int
    packet: str = ""
    move: str = ""
    uid: str = ""
    time: int = 0
    private: str = ""

    @property
    def origin(self) -> dict[str, Any]:
        """The origin of the notification as data for a note: packet, move, uid and time, without empty values."""
        told = {"packet": self.packet, "move": self.move, "uid": self.uid, "time": self.time}
        return {key: value for key, value in told.items() if value}


class Archive(Struct, frozen=True):
    """A game in a file. `start` is the platform's state of the table at the start, empty if the file does not have it.

    `dropped` counts the notifications that the file marks as cancelled. `table` is the platform's number of the table.
    """

    path: str
    people: Sequence[Person]
    notices: Sequence[Notice]
    start: Mapping[str, Any]
    options: Mapping[str, Any]
    table: str = ""
    dropped: int = 0

    @property
    def viewers(self) -> tuple[str, ...]:
        """The ids of the players whose private notifications the archive has, in order of appearance."""
        return tuple(dict.fromkeys(notice.private for notice in self.notices if notice.private))

    def kinds(self) -> set[str]:
        """The names of the kinds of its notifications."""
        return {notice.kind for notice in self.notices}


def refuse(
    path: str, notice: Notice | None, code: Code, why: str, rules: tuple[str, ...] = (), *, line: int = 0
) -> NoReturn:
    """Raise LogError for an error in a file, with the packet that contains it."""
    raise LogError(fault_at(path, notice, code, why, rules, line=line))


def fault_at(
    path: str, notice: Notice | None, code: Code, why: str, rules: tuple[str, ...] = (), *, line: int = 0
) -> Fault:
    """The fault for an error in a file, with the packet that contains it, if it is in a packet."""
    where = "" if notice is None else f"{place_of(notice.origin)}, {notice.kind}: "
    return Fault(display_name(path), line or (notice.line if notice else 1), code, printable(f"{where}{why}"), rules)


def place_of(origin: Mapping[str, Any]) -> str:
    """An origin in words: `packet 57, move 31`."""
    words = [f"{what} {origin[what]}" for what in ("packet", "move") if origin.get(what)]
    return ", ".join(words) or "a packet without number"
