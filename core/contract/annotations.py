"""What a game says of the fields of its options, effects and views beyond their types.

A mark checks nothing and changes nothing that is stored: logs are read as they were.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, Final, get_args, get_type_hints

from msgspec import Meta, Struct

Unordered: Final = Meta(extra={"any_order": True})
"""On a tuple: the rules call it a set, the order in which it is listed says nothing."""

SeatNumber = Annotated[int, Meta(extra={"seat": True})]
"""A seat that an effect or a view names, -1 for nobody. A field called `seat` is one without this mark."""

CardNumber = Annotated[int, Meta(extra={"card": True})]
"""A card that an effect names by number, 0 for none."""

NamedCard = Annotated[str, Meta(extra={"card": True})]
"""A card that an effect names by its id, empty for none. In views `core.view.CardId` says so."""


def choices(words: Iterable[str]) -> Meta:
    """On a string: the words it can be. A `Literal` says the same and is held against logs that are read."""
    return Meta(extra={"one_of": tuple(words)})


def since(version: int) -> Meta:
    """On an option: it came while logs were of this format, so older ones of it do not name it.

    An option without this mark is as old as its game.
    """
    return Meta(extra={"since": version})


def options_before(options: type[Struct], version: int) -> tuple[str, ...]:
    """The names of the options that a game had when this format of the log began, in their order."""
    return _before(options, version)


@cache
def _before(options: type[Struct], version: int) -> tuple[str, ...]:
    hints = get_type_hints(options, include_extras=True)
    return tuple(name for name in options.__struct_fields__ if _since_format(hints[name]) < version)


def _since_format(kind: Any) -> int:
    extras = (meta.extra or {} for meta in get_args(kind)[1:] if isinstance(meta, Meta))
    return next((extra["since"] for extra in extras if "since" in extra), 0)
