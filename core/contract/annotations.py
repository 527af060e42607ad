"""Marks that a game puts on the fields of its options, effects and views, to say more than their types do.

Marks validate nothing and change nothing that is stored: adding one keeps all logs readable.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, Final, get_args, get_type_hints

from msgspec import Meta, Struct

Unordered: Final = Meta(extra={"any_order": True})
"""A mark on the type of a tuple: the rules treat it as a set, so its order has no meaning."""

SeatNumber = Annotated[int, Meta(extra={"seat": True})]
"""The type of a field of an effect or a view that holds a seat, -1 for none. A field named `seat` needs no mark."""

CardNumber = Annotated[int, Meta(extra={"card": True})]
"""The type of a field of an effect that holds the number of a card, 0 for none."""

NamedCard = Annotated[str, Meta(extra={"card": True})]
"""The type of a field of an effect that holds the id of a card, empty for none. Views use `CardId` instead."""


def choices(words: Iterable[str]) -> Meta:
    """A mark on a string: the values that it can have. Unlike a `Literal`, it is not checked when logs are read."""
    return Meta(extra={"one_of": tuple(words)})


NotObserved: Final = Meta(extra={"observed": "not"})
"""A mark on a field of a view that follows from others, or is for the referee alone: `kronika.envs` omits it."""

LengthObserved: Final = Meta(extra={"observed": "length"})
"""A mark on a list of a view of which `kronika.envs` observes the length alone."""


def distinguished(words: Iterable[str]) -> Meta:
    """A mark on a string of a view that has too many values for `choices`: those that `kronika.envs` distinguishes."""
    return Meta(extra={"distinguished": tuple(words)})


def at_most(size: int) -> Meta:
    """A mark on a list of a view, or on a table by places: its greatest length.

    A list without it is a set of cards or words, or has an entry for each seat.
    """
    return Meta(extra={"at_most": size})


def since(version: int) -> Meta:
    """A mark on an option that was added later than its game, when the log format had this version.

    Logs of this format and older ones may lack the option. An option without this mark is as old as its game.
    """
    return Meta(extra={"since": version})


def options_before(options: type[Struct], version: int) -> tuple[str, ...]:
    """The names of the options that a game had before the log format reached `version`, in their order."""
    return _before(options, version)


@cache
def _before(options: type[Struct], version: int) -> tuple[str, ...]:
    hints = get_type_hints(options, include_extras=True)
    return tuple(name for name in options.__struct_fields__ if _since_format(hints[name]) < version)


def _since_format(kind: Any) -> int:
    extras = (meta.extra or {} for meta in get_args(kind)[1:] if isinstance(meta, Meta))
    return next((extra["since"] for extra in extras if "since" in extra), 0)
