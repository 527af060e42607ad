"""What a program passes to a session, made what a log can hold; what it can't be is refused in a sentence.

Whoever types has every value read from text. A program may pass anything: a number of another library, which is a whole
number all the same, or a move as plain data, which would be noticed when the log is read again.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, TypeGuard

import msgspec
from msgspec import Struct

from kronika.core.basics.text import clipped, quoted
from kronika.core.contract.game import Game

if TYPE_CHECKING:
    from kronika.core.contract.registry import AnyGame

_encode: Final = msgspec.json.Encoder().encode


def check_int(what: str, value: object) -> int:
    """A whole number, whatever library it is of; True and 7.0 are none. Raises TypeError."""
    if type(value) is int:
        return value
    if not isinstance(value, bool) and _is_number(value):
        return operator.index(value)
    raise TypeError(f"{what} is a whole number, not {quoted(value)}.")


def check_text(what: str, value: object, example: str) -> str:
    """A text. Raises TypeError."""
    if isinstance(value, str):
        return value
    raise TypeError(f"{what} is a text, as {quoted(example)}, not {quoted(value)}.")


def check_names(players: Iterable[object]) -> tuple[str, ...]:
    """The names of players in the order of seats, listed or generated. Raises TypeError."""
    if isinstance(players, (str, bytes)) or not isinstance(players, Iterable):
        raise TypeError(f"Players are names in a list, as ['Anna', 'Bob'], not {quoted(players)}.")
    return tuple(check_text("The name of a player", name, "Anna") for name in players)


def check_table(what: str, given: object) -> dict[Any, Any]:
    """A dict, of whatever; None is an empty one. Raises TypeError."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError(f"{what} are a dict by name, not {quoted(given)}.")
    return dict(given)


def check_named(what: str, given: object) -> dict[str, Any]:
    """A dict by text; None is an empty one. Raises TypeError."""
    found = check_table(what, given)
    for name in found:
        if not isinstance(name, str):
            raise TypeError(f"A name in {what.lower()} is a text, as 'place', not {quoted(name)}.")
    return found


def check_game(found: object) -> AnyGame:
    """A game as an object. Raises TypeError."""
    if isinstance(found, Game):
        return found
    raise TypeError(f"A game is a name, as 'tides', or what `get_game` gives, not {quoted(found)}.")


def check_seat(by: object) -> int:
    """Who acts, by number; whether that one may is for the rules to say. Raises TypeError."""
    if type(by) is int:
        return by
    if isinstance(by, str):
        raise TypeError(f"Who acts is the number of a seat, or CHANCE, not {quoted(by)}: `play` reads names.")
    return check_int("Who acts, a seat or CHANCE,", by)


def check_viewer(who: object) -> Any:
    """Who looks, by number, None for the referee; a name is left to whoever knows which seats there are.

    Raises TypeError.
    """
    return who if who is None or isinstance(who, str) else check_int("Who looks, a seat or EVERYONE,", who)


def to_int(value: object) -> Any:
    """A number of another library as one of Python; all else as it is, for whoever looks at it next."""
    return operator.index(value) if not isinstance(value, int) and _is_number(value) else value


def _is_number(value: object) -> TypeGuard[SupportsIndex]:
    """The type is asked: the class `int` itself has an `__index__` for its numbers, and is none."""
    return hasattr(type(value), "__index__")


def check_action(of: AnyGame, do: object, *, seen: bool = False) -> Any:
    """An action or outcome as a log holds it: one of the game's `Do`, with values of the right types.

    Where it was only `seen` it may have holes. Raises TypeError.
    """
    if not isinstance(do, Struct):
        hint = "`play` reads text" if isinstance(do, str) else "`msgspec.convert(DATA, game.Do)` makes one of data"
        raise TypeError(f"An action is an object of the game's type `Do`, not {quoted(do)}: {hint}.")
    try:
        stored = _encode(do)
        return _decoder(of, seen=seen).decode(stored)
    except msgspec.ValidationError:
        from kronika.core.basics.decode_errors import (
            json_decode_fault,  # half as much again as the whole start, and only for a fault
        )

        told = json_decode_fault(stored, _kinds(of, seen=seen)).told
        raise TypeError(f"{quoted(do)} is no action of {of.title}: {told}") from None
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise TypeError(f"{quoted(do)} can't be stored as an action of {of.title}: {clipped(str(error))}.") from None


@cache
def _decoder(of: AnyGame, *, seen: bool) -> msgspec.json.Decoder[Any]:
    """Made once: building it takes a millisecond."""
    return msgspec.json.Decoder(_kinds(of, seen=seen))


def _kinds(of: AnyGame, *, seen: bool) -> Any:
    if not seen:
        return of.Do
    from kronika.core.contract.twins import twins  # only where hands are hidden

    return twins(of.Do)
