"""What can happen in Tides of Time: actions, chance outcomes and effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

CardId = Annotated[int, Meta(ge=1, le=18, extra={"card": True})]
Seat = Annotated[int, Meta(ge=0, le=1)]
Hand = tuple[CardId, CardId, CardId, CardId, CardId]


class Pick(Struct, frozen=True, gc=False, tag="pick", forbid_unknown_fields=True):
    """Lays one card of the hand face down (TT-2.1)."""

    card: CardId


class Relic(Struct, frozen=True, gc=False, tag="relic", forbid_unknown_fields=True):
    """Chooses the card that stays for the rest of the game and the one that leaves it (TT-2.6)."""

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
    """The card picked, or the relic kept."""
    match do:
        case Pick(card) | Relic(card):
            return (str(card),)
    return ()
