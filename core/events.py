"""The pieces of a log as values: its header and what was appended, one after another."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

FORMAT = 1
"""Version of the log format."""


Version = Annotated[int, Meta(ge=1, le=2**31)]
Seed = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]


class Header(Struct, frozen=True, omit_defaults=False, forbid_unknown_fields=True):
    """The first line of a log: which game, under which rules and options, and who played it.

    `kronika` is the version of the format, `rules` that of the game's rules. `players[seat]` are the names. `seed`
    feeds the chance events; without one all outcomes are entered. `tags` are free.
    """

    kronika: Version
    game: str
    rules: Version
    players: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    seed: Seed | None = None
    tags: dict[str, str] = field(default_factory=dict)


class Event(Struct, frozen=True, gc=False):
    """An action of seat `by` (or of CHANCE), its effects, and the digest of the state after it."""

    by: int
    do: Any
    then: tuple[Any, ...]
    state: str


class Undo(Struct, frozen=True):
    """Takes the last `events` events in force back."""

    events: int


class Redo(Struct, frozen=True):
    """Puts the `events` events that were taken back last in force again."""

    events: int


Entry = Event | Undo | Redo
