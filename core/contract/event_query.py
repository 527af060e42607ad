"""Queries for events as plain data, which can be typed, stored in files and passed between processes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from kronika.core.basics.errors import KronikaError
from kronika.core.basics.nesting import decoded
from kronika.core.basics.patterns import BadPattern, Pattern
from kronika.core.basics.text import normalize, quoted


class QueryError(KronikaError):
    """A query is malformed, or nothing in this game can ever match it."""


class Within(Struct, frozen=True, forbid_unknown_fields=True):
    """A partial position that a position must contain: `given` has the keys of a position in an example of `game`.

    `players` are the names for the seats in `given`; the players of the games that are searched may have other names.
    """

    game: str
    given: dict[str, Any]
    players: tuple[str, ...]
    options: dict[str, Any] = {}


class EventQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A query for events. All parts that are given must match the same event.

    - `rules`: rule numbers, each of which an effect, a new score item or the end of the game cites.
    - `effects`: for each entry, the event has an effect with these fields, written as an example expects them: `type`,
      names of players for seats, `"nothing"`.
    - `moves`: regular expressions, all found in the decision, written as `Anna: pick 17` or without the name as
      `pick 17`; case is ignored.
    - `scores`: sources or parts of the score sheet, named as in the `points` of an example, for each of which the event
      gives or takes points.
    - `position`: a partial position that the position before the event contains.
    - `turn`: the event is a decision, and this one of its player's, from 1.
    - `round`: the event happens in this round, in a game that counts rounds.
    - `by`: the player who makes the decision: a name, or the number of a seat.
    """

    rules: tuple[str, ...] = ()
    effects: tuple[dict[str, Any], ...] = ()
    moves: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()
    position: Within | None = None
    turn: int | None = None
    round: int | None = None
    by: str = ""


def seat_named(by: str, names: Sequence[str]) -> int | None:
    """The seat of a player, by name or by the number of the seat; None if there is none."""
    known = [normalize(name) for name in names]
    if normalize(by) in known:
        return known.index(normalize(by))
    return next((seat for seat in range(len(names)) if by == str(seat)), None)


def is_made(moves: Iterable[Pattern], name: str, text: str) -> bool:
    """True if all patterns are found in a decision, as it is written with or without the name of its player."""
    return all(pattern.is_in(f"{name}: {text}") or pattern.is_in(text) for pattern in moves)


_FIELD: Final = re.compile(r"(?:^|\s+)(?=\w+=)")
"""The gap before a `key=` in a typed effect. Values may contain spaces, so not every space is such a gap."""


def read_effect(text: str) -> dict[str, Any]:
    """Parse an effect as typed: `scored colour=red points=2`. A value is read as JSON, or else as text.

    Raises QueryError.
    """
    kind, *parts = _FIELD.split(text.strip())
    effect: dict[str, Any] = {"type": kind} if kind else {}
    for part in parts:
        key, _, value = part.partition("=")
        if key in effect:
            raise QueryError(f"The effect {quoted(text)} has {quoted(key)} twice.")
        effect[key] = _read(value)
    if not effect or len(kind.split()) > 1:
        raise QueryError(
            f"{quoted(text)} is not an effect: write `TYPE KEY=VALUE …`, such as `scored colour=red points=2`."
        )
    return effect


def _read(value: str) -> Any:
    try:
        return decoded(value.encode())
    except (msgspec.MsgspecError, UnicodeError):
        return value


def read_move(text: str) -> Pattern:
    """Parse a regular expression for moves. Raises QueryError."""
    try:
        return Pattern(text)
    except BadPattern as error:
        raise QueryError(str(error)) from None
