"""The options of a game, which select variants: parsed from text or data, and listed for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from kronika.core.basics.errors import BadSetup
from kronika.core.basics.nesting import decoded
from kronika.core.basics.text import did_you_mean, quoted
from kronika.core.contract import arguments
from kronika.core.contract.game import Game, OptionsT
from kronika.core.contract.registry import AnyGame


def read_options(game: Game[Any, Any, Any, Any, OptionsT, Any], given: Mapping[str, Any] = {}) -> OptionsT:
    """Return the options of a log whose header names these; the others have their defaults, which never change.

    For a new game, use `new_game_options`. A value that is text may be a plain word, a number, `true` or `false`, JSON,
    or a list as `parse_value` writes it. Raises BadSetup; TypeError if `game` is not a game.
    """
    _refuse_name(game)
    given, names = arguments.check_named("Options", given), game.Options.__struct_fields__
    for name in given:
        if name not in names:
            known = f"Its options: {', '.join(names)}." if names else "It has none."
            raise BadSetup(f"{game.title} has no option {quoted(name)}.{did_you_mean(name, names)} {known}")
    try:
        form = msgspec.convert(given, _form(game), strict=False)
    except (msgspec.ValidationError, UnicodeError):
        hints = _hints(game)
        return game.Options(**{name: _read(name, value, hints[name]) for name, value in given.items()})
    return game.Options(**{name: getattr(form, name) for name in given})


def new_game_options(game: Game[Any, Any, Any, Any, OptionsT, Any], given: Mapping[str, Any] = {}) -> OptionsT:
    """Return the options of a new game: the given ones, and for the others the values of new games.

    For a stored game, use `read_options`. Raises BadSetup; TypeError if `game` is not a game.
    """
    _refuse_name(game)
    return read_options(game, {**game.new_options, **arguments.check_named("Options", given)})


def _refuse_name(game: object) -> None:
    if isinstance(game, str):
        raise TypeError(f"A game is an object, as `get_game({game!r})` gives one, not its name.")


@cache
def _hints(game: AnyGame) -> dict[str, Any]:
    # Cached, as it takes 0.2 ms, as long as validating 40 events.
    return get_type_hints(game.Options, include_extras=True)


@cache
def _form(game: AnyGame) -> type[msgspec.Struct]:
    # One Struct for all options: msgspec caches the type of a Struct, but needs 10 us to inspect a nested tuple.
    defaults = game.Options()
    return msgspec.defstruct("Form", [(name, kind, getattr(defaults, name)) for name, kind in _hints(game).items()])


def _read(name: str, value: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(value, kind, strict=False)
    except (msgspec.ValidationError, UnicodeError):
        pass
    unfit = value
    for reading, strict in _interpretations(value) if isinstance(value, str) else ():
        try:
            return msgspec.convert(reading, kind, strict=strict)
        except (msgspec.ValidationError, UnicodeError):
            unfit = reading if _is_list(kind) else value
    raise BadSetup(f"Option {name}: {quoted(value)} is not possible, {_can_be(unfit, kind)}.")


def _can_be(value: Any, kind: Any) -> str:
    """A clause for messages: the possible values of an option, or what is wrong with this value."""
    from kronika.core.basics.decode_errors import (
        decode_fault,  # importing it takes half as long as the whole start, and is rarely needed
    )

    choices = ", ".join(option_values(kind)) or numbers_of(kind)
    return f"it can be {choices}" if choices else decode_fault(value, kind, lax=True).clause


def _interpretations(text: str) -> Iterator[tuple[Any, bool]]:
    """The possible readings of a text: as JSON, which must have the right type (True), and as a list or nested list."""
    try:
        value = decoded(text.encode())
    except (msgspec.MsgspecError, UnicodeError):
        value = text
    yield value, True
    if not isinstance(value, list):
        lists = [[entry.strip() for entry in part.split(",")] for part in text.split("/")]
        yield (lists if len(lists) > 1 else lists[0]), False


def parse_value(value: Any) -> str:
    """Write an option's value as it is typed: `true`, `3`, a list as `9,8,7`, a list of lists as `1,2/3,4`."""
    if isinstance(value, (list, tuple)):
        nested = any(isinstance(entry, (list, tuple)) for entry in value)
        return ("/" if nested else ",").join(map(parse_value, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


class Option(msgspec.Struct, frozen=True):
    """An option of a game, as shown to people.

    `values` are its possible values as typed, empty if they are not listed. `default` is the value for a log that
    doesn't name the option, `new` the value in a new game if none is given. `meaning` is its description.
    """

    name: str
    values: tuple[str, ...]
    default: Any
    new: Any
    meaning: str


def options_of(game: AnyGame) -> tuple[Option, ...]:
    """The options of a game in their order."""
    hints = _hints(game)
    defaults, new = plain_options(game.Options()), plain_options(new_game_options(game, {}))
    return tuple(
        Option(name, option_values(kind), defaults[name], new[name], _meaning(kind)) for name, kind in hints.items()
    )


def plain_options(options: msgspec.Struct) -> dict[str, Any]:
    """All options with their values as plain data, including defaults, as the header of a log stores them.

    They are equal to the values that are decoded from that log: tuples become lists.
    """
    return {name: _normalized(getattr(options, name)) for name in options.__struct_fields__}


def _normalized(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def option_values(kind: Any) -> tuple[str, ...]:
    """The possible values of an option's type, as typed; empty for types other than bool and Literal."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if kind is bool:
        return ("true", "false")
    if get_origin(kind) is Literal:
        return tuple(str(value).lower() if isinstance(value, bool) else str(value) for value in get_args(kind))
    return ()


def _is_list(kind: Any) -> bool:
    return get_origin(get_args(kind)[0] if get_origin(kind) is Annotated else kind) in (list, tuple)


def numbers_of(kind: Any) -> str:
    """The range of an option that is a whole number, in words: `1 to 17`; empty for other types or without bounds."""
    number = inspect.type_info(kind)
    if isinstance(number, inspect.Metadata):
        number = number.type
    if not isinstance(number, inspect.IntType) or number.ge is None or number.le is None:
        return ""
    return f"{number.ge} to {number.le}"


def _meaning(kind: Any) -> str:
    metas = (meta for meta in get_args(kind)[1:] if isinstance(meta, msgspec.Meta))
    return next((meta.description for meta in metas if meta.description), "")


def parse_assignments(texts: Sequence[str]) -> dict[str, str]:
    """Parse texts of the form `key=value` to a mapping. Raises BadSetup, also for a key that is given twice."""
    pairs: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise BadSetup(f"{quoted(text)} is not of the form key=value.")
        if any("\ud800" <= char <= "\udfff" for char in text):  # bytes of the command line that are not UTF-8
            raise BadSetup(f"{quoted(text)} is not text in UTF-8.")
        key = key.strip()
        if key in pairs:
            raise BadSetup(
                f"{quoted(key)} is given twice: once as {quoted(pairs[key])}, once as {quoted(value.strip())}."
            )
        pairs[key] = value.strip()
    return pairs
