"""Checks of the arguments that a program passes to a session, converted to values that a log can hold.

Text that people type is parsed. A program may pass anything: an integer of another library, which is accepted, or a
move as plain data, which would only be noticed when the log is read again. Wrong arguments raise TypeError.
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
    """Return a whole number as an int; integers of other libraries are accepted, but not True or 7.0.

    `what` names the argument in messages, here and below. Raises TypeError.
    """
    if type(value) is int:
        return value
    if not isinstance(value, bool) and _is_number(value):
        return operator.index(value)
    raise TypeError(f"{what} is a whole number, not {quoted(value)}.")


def check_text(what: str, value: object, example: str) -> str:
    """Return a string as it is. `example` shows a valid one in the message. Raises TypeError."""
    if isinstance(value, str):
        return value
    raise TypeError(f"{what} is a text, such as {quoted(example)}, not {quoted(value)}.")


def check_names(players: Iterable[object]) -> tuple[str, ...]:
    """Return the names of the players by seat from any iterable that is not itself a string. Raises TypeError."""
    if isinstance(players, (str, bytes)) or not isinstance(players, Iterable):
        raise TypeError(f"Players are names in a list, such as ['Anna', 'Bob'], not {quoted(players)}.")
    return tuple(check_text("The name of a player", name, "Anna") for name in players)


def check_table(what: str, given: object) -> dict[Any, Any]:
    """Return a mapping with any keys as a dict; None is an empty one. Raises TypeError."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError(f"{what} are a dict by name, not {quoted(given)}.")
    return dict(given)


def check_named(what: str, given: object) -> dict[str, Any]:
    """Return a mapping with strings as keys as a dict; None is an empty one. Raises TypeError."""
    found = check_table(what, given)
    for name in found:
        if not isinstance(name, str):
            raise TypeError(f"A name in {what.lower()} is a text, such as 'place', not {quoted(name)}.")
    return found


def check_game(found: object) -> AnyGame:
    """Return a game object as it is. Raises TypeError, also for the name of a game."""
    if isinstance(found, Game):
        return found
    raise TypeError(f"A game is a name, such as 'tides', or a result of `get_game`, not {quoted(found)}.")


def check_seat(by: object) -> int:
    """Return the number of the acting seat, or CHANCE. Whether it may act is left to the rules. Raises TypeError."""
    if type(by) is int:
        return by
    if isinstance(by, str):
        raise TypeError(f"The seat that acts is a number, or CHANCE, not {quoted(by)}: `play` reads names.")
    return check_int("The seat that acts, or CHANCE,", by)


def check_viewer(who: object) -> Any:
    """Return a viewer: a number, or None for the referee. A name is returned as it is, to be looked up by the caller.

    Raises TypeError.
    """
    return who if who is None or isinstance(who, str) else check_int("The viewer, a seat or EVERYONE,", who)


def to_int(value: object) -> Any:
    """Return an integer of another library as an int, and every other value as it is."""
    return operator.index(value) if not isinstance(value, int) and _is_number(value) else value


def _is_number(value: object) -> TypeGuard[SupportsIndex]:
    """Whether a value is an integer of any library.

    The type is checked, not the value: the class `int` has the attribute `__index__`, too, but is not an integer.
    """
    return hasattr(type(value), "__index__")


def check_action(of: AnyGame, do: object, *, seen: bool = False) -> Any:
    """Return an action or an outcome of chance as a log holds it: an object of the game's `Do` with values as decoded.

    An action that a witness has `seen` may have holes. Raises TypeError if it is not one, or its values have wrong
    types.
    """
    if not isinstance(do, Struct):
        hint = "`play` reads text" if isinstance(do, str) else "`msgspec.convert(DATA, game.Do)` makes one of data"
        raise TypeError(f"An action is an object of the game's type `Do`, not {quoted(do)}: {hint}.")
    try:
        return _decoder(of, seen=seen).decode(_encode(do))
    except msgspec.ValidationError:
        from kronika.core.basics.decode_errors import (
            json_decode_fault,  # importing it takes half as long as the whole start, and is rarely needed
        )

        told = json_decode_fault(_encode(do), _kinds(of, seen=seen)).told
        raise TypeError(f"{quoted(do)} is not an action of {of.title}: {told}") from None
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise TypeError(f"{quoted(do)} can't be stored as an action of {of.title}: {clipped(str(error))}.") from None


@cache
def _decoder(of: AnyGame, *, seen: bool) -> msgspec.json.Decoder[Any]:
    """The decoder for the game's actions. It is cached, because building it takes a millisecond."""
    return msgspec.json.Decoder(_kinds(of, seen=seen))


def _kinds(of: AnyGame, *, seen: bool) -> Any:
    """The types of the game's actions, with holes if they are `seen`."""
    if not seen:
        return of.Do
    from kronika.core.contract.twins import twins  # imported only if hands are hidden

    return twins(of.Do)
