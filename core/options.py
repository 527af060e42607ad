"""Variant switches: from what a person types to a game's Options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from kronika.core.errors import BadSetup
from kronika.core.registry import AnyGame
from kronika.core.words import closest


def read_options(game: AnyGame, given: Mapping[str, Any]) -> Any:
    """The game's Options with the given values; the rest are defaults.

    A value typed as text may be a plain word, a number, `true`/`false`, or JSON. Raises BadSetup.
    """
    names = game.Options.__struct_fields__
    for name in given:
        if name not in names:
            guess = closest(name, names)
            hint = f" Did you mean {guess[0]}?" if guess else ""
            known = f"Its options: {', '.join(names)}." if names else "It has none."
            raise BadSetup(f"{game.title} has no option {name!r}.{hint} {known}")
    hints = _hints(game)
    return game.Options(**{name: _read(name, value, hints[name]) for name, value in given.items()})


@cache
def _hints(game: AnyGame) -> dict[str, Any]:
    # 0.2 ms each time, as much as validating 40 events.
    return get_type_hints(game.Options, include_extras=True)


def _read(name: str, value: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(value, kind, strict=False)
    except (msgspec.ValidationError, UnicodeError) as error:
        if isinstance(value, str):
            try:
                return msgspec.convert(msgspec.json.decode(value.encode()), kind)
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                pass
        choices = option_values(kind)
        can_be = f"it can be {', '.join(choices)}" if choices else str(error).lower()
        raise BadSetup(f"Option {name}: {value!r} is not possible, {can_be}.") from None


class Option(msgspec.Struct, frozen=True):
    """One switch of a game, for people: the values it can take (none listed when it is open) and its default."""

    name: str
    values: tuple[str, ...]
    default: Any
    meaning: str


def options_of(game: AnyGame) -> tuple[Option, ...]:
    """The game's switches in their order."""
    hints = _hints(game)
    defaults = plain_options(game.Options())
    return tuple(Option(name, option_values(kind), defaults[name], _meaning(kind)) for name, kind in hints.items())


def plain_options(options: msgspec.Struct) -> dict[str, Any]:
    """All switches with their values as plain data, defaults included: what a log's header stores."""
    return {name: msgspec.to_builtins(getattr(options, name)) for name in options.__struct_fields__}


def option_values(kind: Any) -> tuple[str, ...]:
    """The values an option's type lists, as typed; empty when it is open."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if kind is bool:
        return ("true", "false")
    if get_origin(kind) is Literal:
        return tuple(str(value).lower() if isinstance(value, bool) else str(value) for value in get_args(kind))
    return ()


def _meaning(kind: Any) -> str:
    metas = (meta for meta in get_args(kind)[1:] if isinstance(meta, msgspec.Meta))
    return next((meta.description for meta in metas if meta.description), "")


def parse_assignments(texts: Sequence[str]) -> dict[str, str]:
    """`key=value` texts as a mapping. Raises BadSetup."""
    pairs: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise BadSetup(f"{text!r} is not of the form key=value.")
        if any("\ud800" <= char <= "\udfff" for char in text):  # bytes of the command line that are not UTF-8
            raise BadSetup(f"{text!r} is no text.")
        pairs[key.strip()] = value.strip()
    return pairs
