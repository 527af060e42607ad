"""The pieces of a log as values: its header and what was appended, one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from kronika.core.contract.moves import seat_name
from kronika.core.contract.registry import AnyGame

FORMAT = 2
"""Version of the format of full logs. Older ones are read for ever, see `logs.upcast`; none but this is written."""

WITNESSED = 3
"""Version of the format of logs of what a witness saw. A full log of it is one of FORMAT but for its number."""


Version = Annotated[int, Meta(ge=1, le=2**31)]
Seed = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Seat = Annotated[int, Meta(ge=0, le=99)]


class Header(Struct, frozen=True, omit_defaults=False, forbid_unknown_fields=True):
    """The first line of a log: which game, under which rules and options, and who played it.

    `kronika` is the version of the format, `rules` that of the game's rules. `players[seat]` are the names. What an
    absent option means is fixed for ever: it is the default of the game's Options. `seed` feeds the chance events;
    without one all outcomes are entered. `tags` are free. Names and tags may be changed by a later `set`. `witness` is
    who saw what the log holds, a seat or `bystander`; a log without one is the referee's and holds all.
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
    """An action of seat `by` (or of CHANCE), its effects, and the digest of the state after it."""

    by: int
    do: Any
    then: tuple[Any, ...]
    state: str


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """An observation without a move: some or all of the things in a place of a seat, -1 for a place of nobody.

    It is in the place of an action in an event, and belongs to CHANCE: an undo takes it back with the move before it.
    `event` is the number of the event in force after which the things were there; without it that is the last one.
    """

    seat: Annotated[int, Meta(ge=-1, le=99)]
    things: tuple[Any, ...]
    place: str = "hand"
    event: Annotated[int, Meta(ge=1, le=2**31)] | UnsetType = UNSET


class Witnessed(Event, frozen=True, gc=False):
    """An event as a witness has seen it: `state` holds its link in the chain of what was seen, no digest of a state."""


class Undo(Struct, frozen=True):
    """Takes the last `events` events in force back."""

    events: int


class Redo(Struct, frozen=True):
    """Puts the `events` events that were taken back last in force again."""

    events: int


Reason = Literal["resigned", "time", "agreed", "abandoned", "adjudicated"]


class Ending(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Why a game ended before the rules ended it.

    `by` is the seat that resigned, left or ran out of time; `winners` are the seats that won all the same, where that
    was agreed or decided, all of them at a draw; `text` says more in words.
    """

    why: Reason
    by: Seat | None = None
    winners: tuple[Seat, ...] = ()
    text: str = ""


class Set(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Says anew who plays, what the game is tagged with, how it ended; what is left out stays, a later value wins.

    `players` are the names of all seats. A tag that is null is taken away; an `ending` that is null takes one back.
    """

    players: tuple[str, ...] | UnsetType = UNSET
    tags: dict[str, str | None] = field(default_factory=dict)
    ending: Ending | UnsetType | None = UNSET


class Note(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A comment on the last record before it that is no note, or on record `on`; 0 is the game as a whole.

    `text` is for people, `mark` a sign such as `!` or `?!`, `author` who says it, `data` what programs keep there.
    """

    text: str = ""
    on: Annotated[int, Meta(ge=0, le=2**31)] | None = None
    author: str = ""
    mark: str = ""
    data: dict[str, Any] = field(default_factory=dict)


Entry = Event | Undo | Redo | Set | Note
"""What a log is a row of. Only events are part of the game; the others leave chance and what can be undone alone."""


def event_text(game: AnyGame, before: Any, event: Event, names: Sequence[str]) -> str:
    """An event in the state `before` as the referee reads it: `Anna: pick 17`."""
    return f"{seat_name(event.by, names)}: {game.format(before, event.by, event.do, names)}"
