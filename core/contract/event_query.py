"""What an event must be like to be found: plain data, which a person types, a file holds, and a process hands on."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from msgspec import Struct

from kronika.core.basics.errors import KronikaError
from kronika.core.basics.nesting import decoded
from kronika.core.basics.patterns import BadPattern, Pattern
from kronika.core.basics.text import quoted


class QueryError(KronikaError):
    """What is sought can be in no game, or not in this one."""


class Within(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of which another must have at least what `given` names: keys as an example of that game has them.

    Seats are taken as they are: `players` names them here, whoever plays there.
    """

    game: str
    given: dict[str, Any]
    players: tuple[str, ...]
    options: dict[str, Any] = {}


class EventQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """What is sought of an event; what is left out is not looked at, and all of the rest must hold for one event.

    `rules`: an effect cites each of them, or what the event pays by the score sheet, or the end of the game. `effects`:
    one of the event's own has each of these fields, as an example expects them: `type`, names of players for seats,
    `"nothing"`. `moves`: regular expressions found in the decision, written as `Anna: pick 17`, upper and lower case
    alike. `scores`: sources or parts of the score sheet, as an example's `points` name them, of which it pays
    something. `position`: it happens in one that has at least this.
    """

    rules: tuple[str, ...] = ()
    effects: tuple[dict[str, Any], ...] = ()
    moves: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()
    position: Within | None = None


_FIELD: Final = re.compile(r"(?:^|\s+)(?=\w+=)")
"""Where a field begins in an effect that is typed: a value may hold spaces."""


def read_effect(text: str) -> dict[str, Any]:
    """An effect as typed: `scored colour=red points=2`; a value is JSON, or else a text. Raises BadSought."""
    kind, *parts = _FIELD.split(text.strip())
    effect: dict[str, Any] = {"type": kind} if kind else {}
    for part in parts:
        key, _, value = part.partition("=")
        if key in effect:
            raise QueryError(f"The effect {quoted(text)} has {quoted(key)} twice.")
        effect[key] = _read(value)
    if not effect or len(kind.split()) > 1:
        raise QueryError(f"{quoted(text)} is no effect: `TYPE KEY=VALUE …`, such as `scored colour=red points=2`.")
    return effect


def _read(value: str) -> Any:
    try:
        return decoded(value.encode())
    except (msgspec.MsgspecError, UnicodeError):
        return value


def read_move(text: str) -> Pattern:
    """A regular expression for moves. Raises BadSought."""
    try:
        return Pattern(text)
    except BadPattern as error:
        raise QueryError(str(error)) from None
