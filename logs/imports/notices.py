"""What a file of another platform holds, in a form that knows no format: who plays, what was notified, how it began."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from msgspec import Struct

from kronika.core.basics.printable import printable
from kronika.logs.files.faults import Code, Fault, LogError
from kronika.logs.files.streams import display_name


class Person(Struct, frozen=True):
    """A player as the platform knows them: the id, the name, and the place at the table from 1, 0 if it is not told."""

    id: str
    name: str
    place: int = 0


class Notice(Struct, frozen=True):
    """One notification.

    `line` is the number of its packet in the file, from 1. `private` is the id of the player who alone got it, empty
    for all. `time` is in seconds since 1970, 0 if it is not told.
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
        """Where it comes from, as it is kept beside a record."""
        told = {"packet": self.packet, "move": self.move, "uid": self.uid, "time": self.time}
        return {key: value for key, value in told.items() if value}


class Archive(Struct, frozen=True):
    """A game in a file. `start` is the state of the table at the start as the platform tells it, empty if it does not.

    `dropped` counts the notifications that the file itself calls cancelled, `table` is the platform's number of it.
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
        """The ids of the players whose private notifications are here, in their order."""
        return tuple(dict.fromkeys(notice.private for notice in self.notices if notice.private))

    def kinds(self) -> set[str]:
        """What its notifications are called."""
        return {notice.kind for notice in self.notices}


def refuse(
    path: str, notice: Notice | None, code: Code, why: str, rules: tuple[str, ...] = (), *, line: int = 0
) -> NoReturn:
    """Raises LogError for something wrong in a file, with the packet that it stands in."""
    raise LogError(fault_at(path, notice, code, why, rules, line=line))


def fault_at(
    path: str, notice: Notice | None, code: Code, why: str, rules: tuple[str, ...] = (), *, line: int = 0
) -> Fault:
    """Something wrong in a file, with the packet that it stands in, if it stands in one."""
    where = "" if notice is None else f"{place_of(notice.origin)}, {notice.kind}: "
    return Fault(display_name(path), line or (notice.line if notice else 1), code, printable(f"{where}{why}"), rules)


def place_of(origin: Mapping[str, Any]) -> str:
    """Where something comes from, in words: `packet 57, move 31`."""
    words = [f"{what} {origin[what]}" for what in ("packet", "move") if origin.get(what)]
    return ", ".join(words) or "a packet without number"
