"""The actions of players and the outcomes of chance in Viceroy.

Each Struct is one kind of action or outcome. Its consequences are in `effects`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from kronika.core.contract.twins import CARD
from kronika.core.games.viceroy.gems import Colour
from kronika.core.games.viceroy.tokens import Token

CardId = Annotated[int, Meta(ge=1, le=88)]
HandCard = Annotated[int, Meta(ge=1, le=88, extra={"card": True})]
"""A card that a witness may not see; see `core.contract.twins`."""
Seat = Annotated[int, Meta(ge=0, le=3)]
Level = Annotated[int, Meta(ge=1, le=5)]
Column = Annotated[int, Meta(ge=-50, le=50)]
Few = Annotated[int, Meta(ge=0, le=16)]
Slot = Literal["below", "above"]
Deck = Literal["small", "law"]
Option = Literal[
    "attack",
    "vp",
    "gems",
    "defense",
    "card",
    "magic",
    "science",
    "bonus",
    "infinite-blue",
    "infinite-red",
    "infinite-green",
    "infinite-yellow",
]

# -- decisions --------------------------------------------------------------------------------------------------


class Start(Struct, frozen=True, gc=False, tag="start", forbid_unknown_fields=True, omit_defaults=True):
    """Chooses the first `card` of the pyramid (VC-1.6.6).

    In the second edition `keep` is the other card that stays in hand (VC-6.8).
    """

    card: HandCard
    keep: HandCard | None = None


class Pass(Struct, frozen=True, gc=False, tag="pass", forbid_unknown_fields=True):
    """Bids nothing (VC-2.4), or plays no more cards in this phase (VC-2.11)."""


class Bid(Struct, frozen=True, gc=False, tag="bid", forbid_unknown_fields=True):
    """Bids a gem of the lane's colour, or an attack token (VC-2.4)."""

    alike: ClassVar[Sequence[type[Struct]]] = (Pass,)
    what: Annotated[Literal["blue", "red", "green", "yellow", "attack"], CARD]


class Take(Struct, frozen=True, gc=False, tag="take", forbid_unknown_fields=True):
    """Takes a displayed card into hand (VC-2.5, VC-4.69)."""

    lane: Colour
    slot: Slot


class Claim(Struct, frozen=True, gc=False, tag="claim", forbid_unknown_fields=True):
    """Claims one of the two cards of a lane with two bidders, or refuses an agreement (R-5)."""

    what: Annotated[Literal["below", "above", "refuse"], CARD]


class Discard(Struct, frozen=True, gc=False, tag="discard", forbid_unknown_fields=True):
    """Chooses the displayed card that is discarded for a virtual opponent's unmatched bid (VC-6.5)."""

    lane: Colour
    slot: Slot


class Gems(Struct, frozen=True, gc=False, tag="gems", forbid_unknown_fields=True, omit_defaults=True):
    """Chooses gems to take from the supply, to pay, or to lay on a card: a number for each colour."""

    blue: Few = 0
    red: Few = 0
    green: Few = 0
    yellow: Few = 0


class Sell(Struct, frozen=True, gc=False, tag="sell", forbid_unknown_fields=True):
    """Selects a card to discard for 2 gems instead of playing one, in the second edition (VC-6.8)."""

    card: HandCard


class Select(Struct, frozen=True, gc=False, tag="select", forbid_unknown_fields=True):
    """Chooses the card to play in this building round (VC-2.11)."""

    alike: ClassVar[Sequence[type[Struct]]] = (Pass, Sell)
    card: HandCard


class Place(Struct, frozen=True, gc=False, tag="place", forbid_unknown_fields=True, omit_defaults=True):
    """Lays the selected card in the pyramid (VC-2.12).

    The colours say how many infinite gems of each colour help to pay the cost (VC-3.9).
    """

    level: Level
    column: Column
    blue: Few = 0
    red: Few = 0
    green: Few = 0
    yellow: Few = 0


class Target(Struct, frozen=True, gc=False, tag="target", forbid_unknown_fields=True):
    """Chooses the card of the player's own pyramid on which law 65, 66 or 74 works."""

    card: CardId


class Reward(Struct, frozen=True, gc=False, tag="reward", forbid_unknown_fields=True):
    """Chooses the reward of a card on level 5: its rows 1, 2 and 3, or a 15-VP token (VC-3.11)."""

    what: Literal["rows", "15"]


class Draw(Struct, frozen=True, gc=False, tag="draw", forbid_unknown_fields=True):
    """Chooses the deck from which to draw a card (VC-3.12)."""

    deck: Deck


class Choose(Struct, frozen=True, gc=False, tag="choose", forbid_unknown_fields=True):
    """Chooses one of the options of a law (VC-4.0)."""

    option: Option


class Pay(Struct, frozen=True, gc=False, tag="pay", forbid_unknown_fields=True):
    """Chooses the opponent with whom law 67 swaps a token, before the gems are paid (VC-4.67)."""

    seat: Seat


class Give(Struct, frozen=True, gc=False, tag="give", forbid_unknown_fields=True):
    """Chooses the player's own token that law 67 gives away (VC-4.67)."""

    card: CardId
    token: Token


class Get(Struct, frozen=True, gc=False, tag="get", forbid_unknown_fields=True):
    """Chooses the opponent's token that law 67 brings (VC-4.67)."""

    card: CardId
    token: Token


class Return(Struct, frozen=True, gc=False, tag="return", forbid_unknown_fields=True):
    """Puts a law from hand on top of the law deck (VC-4.70)."""

    card: HandCard


class Tuck(Struct, frozen=True, gc=False, tag="tuck", forbid_unknown_fields=True):
    """Tucks a hand card under law 72 (VC-4.72), or the card just taken under law 78 (VC-4.78)."""

    card: HandCard


class Recolour(Struct, frozen=True, gc=False, tag="recolour", forbid_unknown_fields=True):
    """Turns the circle below a card into one colour at the end of the game (VC-5.2)."""

    card: CardId
    colour: Colour


class Done(Struct, frozen=True, gc=False, tag="done", forbid_unknown_fields=True):
    """Stops tucking hand cards under law 72 (VC-4.72), or stops recolouring (VC-5.2)."""


class Decline(Struct, frozen=True, gc=False, tag="decline", forbid_unknown_fields=True):
    """Declines something optional, such as a swap or a tuck."""


# -- chance -----------------------------------------------------------------------------------------------------

HiddenGem = Annotated[Colour, CARD]
Pair = tuple[HiddenGem, HiddenGem]


class GiveBack(Struct, frozen=True, gc=False, tag="give_back", forbid_unknown_fields=True):
    """Chance: the two gems that each player returns to the supply, by seat (VC-1.6.5)."""

    gems: Annotated[tuple[Pair, ...], Meta(min_length=1, max_length=4)]


class Deal(Struct, frozen=True, gc=False, tag="deal", forbid_unknown_fields=True):
    """Chance: the characters dealt, by seat (VC-1.6.6)."""

    hands: Annotated[tuple[Annotated[tuple[HandCard, ...], Meta(max_length=4)], ...], Meta(min_length=1, max_length=4)]


class DealLaws(Struct, frozen=True, gc=False, tag="deal_laws", forbid_unknown_fields=True):
    """Chance: the laws dealt, by seat (VC-1.6.9)."""

    hands: Annotated[tuple[tuple[HandCard, HandCard, HandCard], ...], Meta(min_length=1, max_length=4)]


class TurnUp(Struct, frozen=True, gc=False, tag="turn_up", forbid_unknown_fields=True):
    """Chance: the new cards of the large deck, from the leftmost lane to the rightmost (VC-1.6.8, VC-2.10)."""

    cards: Annotated[tuple[CardId, ...], Meta(min_length=1, max_length=4)]


class FromBox(Struct, frozen=True, gc=False, tag="from_box", forbid_unknown_fields=True):
    """Chance: the gems drawn from the box for the virtual opponents still in the auction (VC-6.3)."""

    gems: Annotated[tuple[Colour, ...], Meta(min_length=1, max_length=3)]


class Drawn(Struct, frozen=True, gc=False, tag="drawn", forbid_unknown_fields=True):
    """Chance: the card drawn from a deck (VC-3.12, VC-4.69)."""

    card: HandCard


Do = (
    Start
    | Bid
    | Pass
    | Take
    | Claim
    | Discard
    | Gems
    | Select
    | Sell
    | Place
    | Target
    | Reward
    | Draw
    | Choose
    | Pay
    | Give
    | Get
    | Return
    | Tuck
    | Recolour
    | Done
    | Decline
    | GiveBack
    | Deal
    | DealLaws
    | TurnUp
    | FromBox
    | Drawn
)
PASS = Pass()
DONE = Done()
DECLINE = Decline()
"""The actions without parameters, made once and shared: `PASS`, `DONE` and `DECLINE`."""


def named_cards(do: Do) -> Sequence[str]:
    """Return the id of the card that is chosen as first card or selected; empty for other actions."""
    return [str(do.card)] if isinstance(do, Start | Select) else ()
