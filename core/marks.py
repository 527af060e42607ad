"""What a game says of the fields of its effects and views beyond their types, for whoever compares or shows them.

A mark checks nothing and changes nothing that is stored: logs are read as they were.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

AnyOrder: Final = Meta(extra={"any_order": True})
"""On a tuple: the rules call it a set, the order in which it is listed says nothing."""

SeatNumber = Annotated[int, Meta(extra={"seat": True})]
"""A seat that an effect or a view names, -1 for nobody. A field called `seat` is one without this mark."""

CardNumber = Annotated[int, Meta(extra={"card": True})]
"""A card that an effect names by number, 0 for none."""

NamedCard = Annotated[str, Meta(extra={"card": True})]
"""A card that an effect names by its id, empty for none. In views `core.view.CardId` says so."""


def can_be(words: Iterable[str]) -> Meta:
    """On a string: the words it can be. A `Literal` says the same and is held against logs that are read."""
    return Meta(extra={"one_of": tuple(words)})
