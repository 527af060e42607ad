"""The actions and the chance outcomes of Tides of Time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

CardId = Annotated[int, Meta(ge=1, le=18, extra={"card": True})]
"""Number of a card, 1 to 18, as in the rulebook."""
Seat = Annotated[int, Meta(ge=0, le=1)]
Hand = tuple[CardId, CardId, CardId, CardId, CardId]
"""The five cards of a hand that is dealt."""


class Pick(Struct, frozen=True, gc=False, tag="pick", forbid_unknown_fields=True):
    """Picks a card from the hand and lays it face down (TT-2.1)."""

    card: CardId


class Relic(Struct, frozen=True, gc=False, tag="relic", forbid_unknown_fields=True):
    """Chooses a relic, which stays for the rest of the game, and a discard, which leaves the game (TT-2.6)."""

    keep: CardId
    discard: CardId


class Deal(Struct, frozen=True, gc=False, tag="deal", forbid_unknown_fields=True):
    """Chance: the first hands, by seat (TT-1.4)."""

    hands: tuple[Hand, Hand]


class Draw(Struct, frozen=True, gc=False, tag="draw", forbid_unknown_fields=True):
    """Chance: the two cards that one player draws in a break (TT-2.8)."""

    seat: Seat
    cards: tuple[CardId, CardId]


Do = Pick | Relic | Deal | Draw


def named_cards(do: Do) -> Sequence[str]:
    """The id of the card that is picked or kept as a relic, in a list; empty for outcomes of chance."""
    if isinstance(do, Pick):
        return (str(do.card),)
    return (str(do.keep),) if isinstance(do, Relic) else ()
