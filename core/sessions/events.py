"""The contents of a log as values: its header and its records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from kronika.core.contract.game import Viewer
from kronika.core.contract.moves import seat_name
from kronika.core.contract.registry import AnyGame

FORMAT = 2
"""The version of the log format that is written for full games. Older ones can be read; see `logs.files.upcast`."""

WITNESSED = 3
"""The version of the log format for records of witnesses. For full games, only its number differs from FORMAT."""


Version = Annotated[int, Meta(ge=1, le=2**31)]
"""The type of a version of the log format or of a game's rules."""
Seed = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
"""The type of a seed: an integer of 64 bits."""
Seat = Annotated[int, Meta(ge=0, le=99)]
"""The type of a seat in a log."""


class Header(Struct, frozen=True, omit_defaults=False, forbid_unknown_fields=True):
    """The first line of a log: the game, its rules and options, and its players.

    `kronika` is the version of the log format, `rules` the version of the game's rules. `players` are the names by
    seat. An option that is absent has its default in the game's Options, which never changes. `seed` is the seed of
    chance; without one all outcomes are entered. `tags` are any texts by name. Names and tags may be changed by a later
    `set`. `witness` is the seat that recorded the game, or `bystander`; a log without it is the referee's and complete.
    """

    kronika: Version
    game: str
    rules: Version
    players: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    seed: Seed | None = None
    tags: dict[str, str] = field(default_factory=dict)
    witness: Seat | Literal["bystander"] | UnsetType = UNSET


class Event(Struct, frozen=True, gc=False):
    """An action of the seat `by`, or an outcome of CHANCE, with its effects and the digest of the state after it."""

    by: int
    do: Any
    then: tuple[Any, ...]
    state: str


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """Things in a place of a seat that a witness saw without a move; a place of nobody has seat -1.

    It takes the place of the action in an event of CHANCE, so it is undone together with the decision before it.
    `event` is the number of the event in force after which the things were there; by default it is the last one.
    """

    seat: Annotated[int, Meta(ge=-1, le=99)]
    things: tuple[Any, ...]
    place: str = "hand"
    event: Annotated[int, Meta(ge=1, le=2**31)] | UnsetType = UNSET


class Witnessed(Event, frozen=True, gc=False):
    """An event as a witness saw it. `state` is not a digest of a state, but of the chain of what was seen so far."""


class Undo(Struct, frozen=True):
    """A record that takes back the last `events` events in force."""

    events: int


class Redo(Struct, frozen=True):
    """A record that restores the `events` events that were taken back last."""

    events: int


Reason = Literal["resigned", "time", "agreed", "abandoned", "adjudicated"]
"""The type of the reason for an early ending."""


class Ending(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An early ending: the reason why a game ended before its end by the rules.

    `by` is the seat that resigned, left or ran out of time. `winners` are the seats that won, if that was agreed or
    decided; in a draw, all seats. `text` explains it in words.
    """

    why: Reason
    by: Seat | None = None
    winners: tuple[Seat, ...] = ()
    text: str = ""


class Set(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A record that changes the names, the tags or the early ending of a game. It keeps all that it does not name.

    `players` are the names of all seats. A tag with the value null is removed; an `ending` of null reopens the game.
    """

    players: tuple[str, ...] | UnsetType = UNSET
    tags: dict[str, str | None] = field(default_factory=dict)
    ending: Ending | UnsetType | None = UNSET


class Note(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A comment on the record `on`, or without it on the last record before that is not a note; 0 is the whole game.

    `text` is for people, `mark` is a sign such as `!` or `?!`, `author` is a name, and `data` is for programs.
    """

    text: str = ""
    on: Annotated[int, Meta(ge=0, le=2**31)] | None = None
    author: str = ""
    mark: str = ""
    data: dict[str, Any] = field(default_factory=dict)


Entry = Event | Undo | Redo | Set | Note
"""The type of a record of a log. Only events are part of the game; others don't affect later chance or what to undo."""


def event_text(game: AnyGame, before: Any, event: Event, names: Sequence[str]) -> str:
    """Write an event in the state `before` in notation, for the referee: `Anna: pick 17`."""
    return f"{seat_name(event.by, names)}: {done_text(game, before, event.by, event.do, names)}"


def done_text(game: AnyGame, before: Any, by: int, do: Any, names: Sequence[str], viewer: Viewer = None) -> str:
    """Write what happened in the state `before`: a move, an outcome, or things that a witness saw in a place."""
    if not isinstance(do, Seen):
        return game.format(before, by, do, names, viewer)
    things = " ".join(map(str, do.things)) if game.hidden is None else game.hidden.written(do.things)
    whose = "" if do.seat < 0 else f"{names[do.seat]} "
    late = f" after event {do.event}" if do.event else ""
    return f"seen {whose}{do.place} {things}{late}"
