"""What the rules derive from an action or outcome in Viceroy: each with the number of the rule that caused it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from kronika.core.contract.annotations import CardNumber, SeatNumber, Unordered, choices
from kronika.core.games.viceroy.gems import COLOURS, Counts
from kronika.core.games.viceroy.tokens import Token

Colour = Annotated[str, choices(COLOURS)]
Bid = Annotated[str, choices((*COLOURS, "attack", "none", ""))]
Claim = Annotated[str, choices(("below", "above", "refuse", ""))]


class Started(Struct, frozen=True, gc=False, tag="started"):
    """The first cards are shown and laid, by seat."""

    cards: tuple[CardNumber, ...]
    rule: str = "VC-1.6.6"


class RoundBegan(Struct, frozen=True, gc=False, tag="round_began"):
    """A round begins with its auction."""

    round: int
    rule: str = "VC-2.1"


class SkippedAuction(Struct, frozen=True, gc=False, tag="skipped_auction"):
    """Law 69 keeps a player out of this auction."""

    seat: int
    rule: str = "VC-4.69"


class BidsShown(Struct, frozen=True, gc=False, tag="bids_shown"):
    """All hands are opened: a colour, `attack`, `none`, or empty for who takes no part; by seat."""

    bids: tuple[Bid, ...]
    virtual: tuple[Bid, ...]
    rule: str = "VC-2.5"


class BidsReturned(Struct, frozen=True, gc=False, tag="bids_returned"):
    """All gems bid go to the supply: blue, red, green, yellow."""

    gems: Counts
    rule: str = "VC-2.5.2"


class Took(Struct, frozen=True, gc=False, tag="took"):
    """A displayed card is taken into hand."""

    seat: int
    card: CardNumber
    rule: str


class Missed(Struct, frozen=True, gc=False, tag="missed"):
    """These bidders get no card and stay in the auction; `bid` is what they bid."""

    seats: Annotated[tuple[SeatNumber, ...], Unordered]
    bid: Bid
    rule: str


class VirtualStays(Struct, frozen=True, gc=False, tag="virtual_stays"):
    """So many virtual opponents bid this colour and stay in the auction."""

    n: int
    bid: Bid
    rule: str = "VC-6.4"


class Claimed(Struct, frozen=True, gc=False, tag="claimed"):
    """Two bidders say which of two cards they want: below, above or refuse."""

    lane: Colour
    seats: tuple[SeatNumber, SeatNumber]
    claims: tuple[Claim, Claim]
    agreed: bool
    rule: str = "R-5"


class Passed(Struct, frozen=True, gc=False, tag="passed"):
    """A player is out of the auction without a card."""

    seat: int
    rule: str


class GotGems(Struct, frozen=True, gc=False, tag="got_gems"):
    """Gems go from the supply behind a screen."""

    seat: int
    gems: Counts
    rule: str


class Removed(Struct, frozen=True, gc=False, tag="removed"):
    """Cards go to the discard pile."""

    cards: Annotated[tuple[CardNumber, ...], Unordered]
    rule: str


class Slid(Struct, frozen=True, gc=False, tag="slid"):
    """Left-over cards move to the upper slots; by lane, 0 for none."""

    cards: tuple[CardNumber, CardNumber, CardNumber, CardNumber]
    rule: str = "VC-2.10"


class SelectionShown(Struct, frozen=True, gc=False, tag="selection_shown"):
    """The selected cards are turned up, by seat; 0 for who plays none."""

    cards: tuple[CardNumber, ...]
    rule: str = "VC-2.12"


class Paid(Struct, frozen=True, gc=False, tag="paid"):
    """A cost is paid: gems to the supply, and infinite gems used."""

    seat: int
    gems: Counts
    infinite: Counts
    rule: str = "VC-3.8"


class Placed(Struct, frozen=True, gc=False, tag="placed"):
    """A card is laid in a pyramid."""

    seat: int
    card: CardNumber
    level: int
    column: int
    rule: str = "VC-3.2"


class CircleClosed(Struct, frozen=True, gc=False, tag="circle_closed"):
    """The circle whose top card lies here is of one colour now; `gem`: was there one in the supply?"""

    seat: int
    level: int
    column: int
    colour: Colour
    gem: bool
    rule: str = "VC-3.4"


class GotTokens(Struct, frozen=True, gc=False, tag="got_tokens"):
    """Tokens or gems are laid on a card."""

    seat: int
    card: CardNumber
    tokens: Annotated[tuple[Token, ...], Unordered]
    rule: str


class GotAttack(Struct, frozen=True, gc=False, tag="got_attack"):
    """Attack tokens go behind a screen."""

    seat: int
    n: int
    rule: str


class Nothing(Struct, frozen=True, gc=False, tag="nothing"):
    """A reward or law gives nothing, and why."""

    seat: int
    why: str
    rule: str


class KnownLawDrawn(Struct, frozen=True, gc=False, tag="known_law_drawn"):
    """The law that law 70 put on top of the deck is drawn."""

    seat: int
    card: CardNumber
    rule: str = "R-26"


class Tucked(Struct, frozen=True, gc=False, tag="tucked"):
    """A card is tucked under another; `hidden`: the other players don't see which."""

    seat: int
    card: CardNumber
    under: CardNumber
    hidden: bool
    rule: str


class Replaced(Struct, frozen=True, gc=False, tag="replaced"):
    """Law 65 takes the place of a card, which goes to the hand."""

    seat: int
    card: CardNumber
    level: int
    column: int
    rule: str = "VC-4.65"


class GemsGiven(Struct, frozen=True, gc=False, tag="gems_given"):
    """Gems go from screen to screen."""

    seat: int
    to: SeatNumber
    gems: Counts
    rule: str = "VC-4.67"


class Swapped(Struct, frozen=True, gc=False, tag="swapped"):
    """Law 67 swaps a token of one pyramid with a token of another."""

    seat: int
    card: CardNumber
    token: Token
    other: SeatNumber
    other_card: CardNumber
    other_token: Token
    rule: str = "VC-4.67"


class WillSkip(Struct, frozen=True, gc=False, tag="will_skip"):
    """A player will skip the next auction."""

    seat: int
    rule: str = "VC-4.69"


class Refilled(Struct, frozen=True, gc=False, tag="refilled"):
    """A card of the small deck fills the slot that law 69 emptied; 0 when there is none."""

    lane: Colour
    slot: Claim
    card: CardNumber
    rule: str = "VC-4.69"


class ReturnedLaw(Struct, frozen=True, gc=False, tag="returned_law"):
    """A law goes on top of the law deck."""

    seat: int
    card: CardNumber
    rule: str = "VC-4.70"


class Recoloured(Struct, frozen=True, gc=False, tag="recoloured"):
    """Gems turn the circle below a card into one colour."""

    seat: int
    card: CardNumber
    colour: Colour
    gems: int
    rule: str = "VC-5.2"


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The game is scored; totals by seat."""

    totals: tuple[int, ...]
    rule: str = "VC-5.8"


Effect = (
    Started
    | RoundBegan
    | SkippedAuction
    | BidsShown
    | BidsReturned
    | Took
    | Missed
    | VirtualStays
    | Claimed
    | Passed
    | GotGems
    | Removed
    | Slid
    | SelectionShown
    | Paid
    | Placed
    | CircleClosed
    | GotTokens
    | GotAttack
    | Nothing
    | KnownLawDrawn
    | Tucked
    | Replaced
    | GemsGiven
    | Swapped
    | WillSkip
    | Refilled
    | ReturnedLaw
    | Recoloured
    | Ended
)
