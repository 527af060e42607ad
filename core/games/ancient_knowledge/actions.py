"""The actions of players and the outcomes of chance in Ancient Knowledge.

Each Struct is one kind of action or outcome. Its consequences are in `effects`. The listed actions choose
several cards in single steps, and without the option `any_order` each set in one order only, that of AK-5.4. An action
with several cards takes these steps at once, in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from kronika.core.contract.twins import CARD
from kronika.core.games.ancient_knowledge.ids import BuilderId, CardId, TechnologyId
from kronika.core.games.ancient_knowledge.state import Seat

Slot = Annotated[int, Meta(ge=1, le=6)]
Tokens = Annotated[int, Meta(ge=1, le=99)]
Hideable = Annotated[BuilderId, CARD]
"""A builder card that a witness may not have seen; the others are open whenever they are named."""
HandCards = Annotated[tuple[Hideable, ...], Meta(max_length=10)]
SomeCards = Annotated[tuple[Hideable, ...], Meta(min_length=1, max_length=10)]

# -- set-up and the five actions --------------------------------------------------------------------------------


class Keep(Struct, frozen=True, gc=False, tag="keep", forbid_unknown_fields=True):
    """Keeps cards of the first ten, all six at once or one by one (AK-2.2)."""

    cards: Annotated[tuple[Hideable, ...], Meta(min_length=1, max_length=6)]


class Create(Struct, frozen=True, gc=False, tag="create", forbid_unknown_fields=True):
    """Creates a monument on a slot, or an artifact (slot 0), and discards its cost at once or in steps (AK-3)."""

    card: BuilderId
    slot: Annotated[int, Meta(ge=0, le=6)] = 0
    discard: HandCards = ()


class Learn(Struct, frozen=True, gc=False, tag="learn", forbid_unknown_fields=True):
    """Learns a technology (AK-4.1)."""

    technology: TechnologyId


class Archive(Struct, frozen=True, gc=False, tag="archive", forbid_unknown_fields=True):
    """Discards hand cards to take knowledge off monuments (AK-2.4).

    If no card is named, cards are chosen one by one; if some are, it is exactly these.
    """

    discard: HandCards = ()


class Excavate(Struct, frozen=True, gc=False, tag="excavate", forbid_unknown_fields=True):
    """Rotates this number of monuments of the Past and draws cards (AK-2.5)."""

    monuments: Annotated[int, Meta(ge=1, le=108)]


class Search(Struct, frozen=True, gc=False, tag="search", forbid_unknown_fields=True):
    """Draws a card (AK-2.6)."""


# -- what comes next --------------------------------------------------------------------------------------------


class Activate(Struct, frozen=True, gc=False, tag="activate", forbid_unknown_fields=True):
    """Resolves a card next: in the timeline phase (AK-2.8), or one of several triggered cards (AK-3.4)."""

    card: CardId


class Decline(Struct, frozen=True, gc=False, tag="decline", forbid_unknown_fields=True):
    """Lets a monument on slot 1 decline next (AK-2.9)."""

    card: BuilderId


class Proceed(Struct, frozen=True, gc=False, tag="proceed", forbid_unknown_fields=True):
    """Continues the decline phase after its declines, while the partner's turn is still in progress (AK-8.2a)."""


class Flip(Struct, frozen=True, gc=False, tag="flip", forbid_unknown_fields=True):
    """Flips a technology board; boards count from 1 (AK-4.6)."""

    board: Annotated[int, Meta(ge=1, le=3)]


# -- choices within effects -------------------------------------------------------------------------------------


class Yes(Struct, frozen=True, gc=False, tag="yes", forbid_unknown_fields=True):
    """Uses an optional effect (AK-6.1)."""


class No(Struct, frozen=True, gc=False, tag="no", forbid_unknown_fields=True):
    """Declines an optional effect, or stops where an effect says "up to" (AK-6.1)."""


class Choose(Struct, frozen=True, gc=False, tag="choose", forbid_unknown_fields=True):
    """Chooses the card for an effect: a monument, a card looked at, a technology."""

    card: Annotated[CardId, CARD]


class To(Struct, frozen=True, gc=False, tag="to", forbid_unknown_fields=True):
    """Moves the chosen monument to a slot (AK-3.7)."""

    slot: Slot


class Take(Struct, frozen=True, gc=False, tag="take", forbid_unknown_fields=True):
    """Takes knowledge off a monument, as part of an amount that is split freely (AK-6.5)."""

    card: BuilderId
    tokens: Tokens = 1


class Remove(Struct, frozen=True, gc=False, tag="remove", forbid_unknown_fields=True):
    """Removes an amount of lost knowledge, for an effect that says "up to" (P11)."""

    tokens: Annotated[int, Meta(ge=0, le=15)]


class Discard(Struct, frozen=True, gc=False, tag="discard", forbid_unknown_fields=True):
    """Discards hand cards, or artifacts from the board, one by one or several at once."""

    cards: SomeCards


class Look(Struct, frozen=True, gc=False, tag="look", forbid_unknown_fields=True):
    """Looks at the hand of an opponent (M14)."""

    seat: Seat


# -- partners ---------------------------------------------------------------------------------------------------


class Offer(Struct, frozen=True, gc=False, tag="offer", forbid_unknown_fields=True):
    """Offers a hand card to the partner, who does not see it (AK-8.2b)."""

    card: Hideable


class Accept(Struct, frozen=True, gc=False, tag="accept", forbid_unknown_fields=True):
    """Accepts the partner's offer and gives this card for it (AK-8.2b)."""

    card: Hideable


class Refuse(Struct, frozen=True, gc=False, tag="refuse", forbid_unknown_fields=True):
    """Refuses the partner's offer (AK-8.2b)."""


# -- chance -----------------------------------------------------------------------------------------------------


class FirstPlayer(Struct, frozen=True, gc=False, tag="first", forbid_unknown_fields=True):
    """Chance: the first player (AK-1.3)."""

    seat: Seat


TenCards = Annotated[tuple[Hideable, ...], Meta(min_length=10, max_length=10)]


class Deal(Struct, frozen=True, gc=False, tag="deal", forbid_unknown_fields=True):
    """Chance: the first hands, by seat (AK-1.3)."""

    hands: Annotated[tuple[TenCards, ...], Meta(min_length=2, max_length=4)]


class Starters(Struct, frozen=True, gc=False, tag="starters", forbid_unknown_fields=True):
    """Chance: the number of each player's starter set, by seat (AK-1.4)."""

    sets: Annotated[tuple[Annotated[int, Meta(ge=1, le=4), CARD], ...], Meta(min_length=2, max_length=4)]


class Draw(Struct, frozen=True, gc=False, tag="draw", forbid_unknown_fields=True):
    """Chance: builder cards from the draw pile; their order has no meaning (AK-2.11)."""

    cards: SomeCards


class Lay(Struct, frozen=True, gc=False, tag="lay", forbid_unknown_fields=True):
    """Chance: technologies from the top of their deck; their order has no meaning (AK-4.4)."""

    technologies: Annotated[tuple[Annotated[TechnologyId, CARD], ...], Meta(min_length=1, max_length=7)]


SEARCH: Final = Search()
ARCHIVE: Final = Archive()
PROCEED: Final = Proceed()
YES: Final = Yes()
NO: Final = No()
REFUSE: Final = Refuse()

Do = (
    Keep
    | Create
    | Learn
    | Archive
    | Excavate
    | Search
    | Activate
    | Decline
    | Proceed
    | Flip
    | Yes
    | No
    | Choose
    | To
    | Take
    | Remove
    | Discard
    | Look
    | Offer
    | Accept
    | Refuse
    | FirstPlayer
    | Deal
    | Starters
    | Draw
    | Lay
)


def named_cards(do: Do) -> Sequence[str]:
    """Return the id of the card that is created or learned; empty for other actions."""
    match do:
        case Create():
            return (do.card,)
        case Learn():
            return (do.technology,)
    return ()
