"""What the rules derive from an action or outcome in Viceroy: each with the number of the rule that caused it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from kronika.core.contract.annotations import CardNumber, SeatNumber, Unordered, choices
from kronika.core.contract.effects import BaseEffect
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN, can_see
from kronika.core.games.viceroy.cards import label
from kronika.core.games.viceroy.gems import COLOURS, Counts, words
from kronika.core.games.viceroy.tokens import Token

Colour = Annotated[str, choices(COLOURS)]
Bid = Annotated[str, choices((*COLOURS, "attack", "none", ""))]
Claim = Annotated[str, choices(("below", "above", "refuse", ""))]


class _Effect(BaseEffect, frozen=True):
    card_name = staticmethod(label)


def _each(names: Sequence[str], values: Sequence[object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True) if value)


def _known(owner: int, card: int | str, viewer: Viewer) -> str:
    """A card that only its owner knows."""
    return label(int(card)) if card != HIDDEN and can_see(viewer, owner) else "a card"


class Started(_Effect, frozen=True, tag="started"):
    """The first cards are shown and laid, by seat."""

    cards: tuple[CardNumber, ...]
    rule: str = "VC-1.6.6"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """With the card of each player."""
        return self.say("first cards: {cards}", names, cards=_each(names, [label(card) for card in self.cards]))


class RoundBegan(_Effect, frozen=True, tag="round_began"):
    """A round begins with its auction."""

    sentence = "round {round} begins"
    round: int
    rule: str = "VC-2.1"


class SkippedAuction(_Effect, frozen=True, tag="skipped_auction"):
    """Law 69 keeps a player out of this auction."""

    sentence = "{seat} skips this auction"
    seat: int
    rule: str = "VC-4.69"


class BidsShown(_Effect, frozen=True, tag="bids_shown"):
    """All hands are opened: a colour, `attack`, `none`, or empty for who takes no part; by seat."""

    bids: tuple[Bid, ...]
    virtual: tuple[Bid, ...]
    rule: str = "VC-2.5"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Who takes no part is not named."""
        bids = [f"{name} bids {bid}" for name, bid in zip(names, self.bids, strict=True) if bid]
        virtual = [f"a virtual opponent bids {gem}" for gem in self.virtual if gem]
        return ", ".join([*bids, *virtual])


class BidsReturned(_Effect, frozen=True, tag="bids_returned"):
    """All gems bid go to the supply: blue, red, green, yellow."""

    sentence = "the gems bid go to the supply: {gem_words}"
    gems: Counts
    rule: str = "VC-2.5.2"

    @property
    def gem_words(self) -> str:
        """How many of each colour."""
        return words(self.gems)


class Took(_Effect, frozen=True, tag="took"):
    """A displayed card is taken into hand."""

    sentence = "{seat} takes {card}"
    seat: int
    card: CardNumber
    rule: str


class Missed(_Effect, frozen=True, tag="missed"):
    """These bidders get no card and stay in the auction; `bid` is what they bid."""

    seats: Annotated[tuple[SeatNumber, ...], Unordered]
    bid: Bid
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """One or several."""
        if len(self.seats) > 1:
            return self.say("{seats} get no card for {bid}", names)
        return self.say("{seats} gets no card for {bid}", names)


class VirtualStays(_Effect, frozen=True, tag="virtual_stays"):
    """So many virtual opponents bid this colour and stay in the auction."""

    n: int
    bid: Bid
    rule: str = "VC-6.4"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """One or several."""
        if self.n == 1:
            return self.say("{n} virtual opponent with {bid} gets no card", names)
        return self.say("{n} virtual opponents with {bid} get no card", names)


class Claimed(_Effect, frozen=True, tag="claimed"):
    """Two bidders say which of two cards they want: below, above or refuse."""

    lane: Colour
    seats: tuple[SeatNumber, SeatNumber]
    claims: tuple[Claim, Claim]
    agreed: bool
    rule: str = "R-5"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """With the claim of each."""
        said = [f"{names[seat]} says {claim}" for seat, claim in zip(self.seats, self.claims, strict=True)]
        end = "they agree" if self.agreed else "no agreement"
        return f"{', '.join(said)}: {end}"


class Passed(_Effect, frozen=True, tag="passed"):
    """A player is out of the auction without a card."""

    sentence = "{seat} has passed"
    seat: int
    rule: str


class GotGems(_Effect, frozen=True, tag="got_gems"):
    """Gems go from the supply behind a screen."""

    sentence = "{seat} takes {gem_words}"
    seat: int
    gems: Counts
    rule: str

    @property
    def gem_words(self) -> str:
        """How many of each colour."""
        return words(self.gems)


class Removed(_Effect, frozen=True, tag="removed"):
    """Cards go to the discard pile."""

    sentence = "discarded: {cards:,}"
    cards: Annotated[tuple[CardNumber, ...], Unordered]
    rule: str


class Slid(_Effect, frozen=True, tag="slid"):
    """Left-over cards move to the upper slots; by lane, 0 for none."""

    cards: tuple[CardNumber, CardNumber, CardNumber, CardNumber]
    rule: str = "VC-2.10"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Empty lanes are not named."""
        return self.say("moved up: {cards}", names, cards=", ".join(label(card) for card in self.cards if card))


class SelectionShown(_Effect, frozen=True, tag="selection_shown"):
    """The selected cards are turned up, by seat; 0 for who plays none."""

    cards: tuple[CardNumber, ...]
    rule: str = "VC-2.12"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Who plays none is not named."""
        cards = _each(names, [label(card) if card else "" for card in self.cards])
        return self.say("shown: {cards}", names, cards=cards)


class Paid(_Effect, frozen=True, tag="paid"):
    """A cost is paid: gems to the supply, and infinite gems used."""

    seat: int
    gems: Counts
    infinite: Counts
    rule: str = "VC-3.8"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Infinite gems are named where they are used."""
        paid = self.say("{seat} pays {gems}", names, gems=words(self.gems))
        return f"{paid} and uses infinite gems: {words(self.infinite)}" if any(self.infinite) else paid


class Placed(_Effect, frozen=True, tag="placed"):
    """A card is laid in a pyramid."""

    sentence = "{seat} lays {card} at {level}.{column}"
    seat: int
    card: CardNumber
    level: int
    column: int
    rule: str = "VC-3.2"


class CircleClosed(_Effect, frozen=True, tag="circle_closed"):
    """The circle whose top card lies here is of one colour now; `gem`: was there one in the supply?"""

    seat: int
    level: int
    column: int
    colour: Colour
    gem: bool
    rule: str = "VC-3.4"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """A gem that the supply has not is named."""
        if self.gem:
            return self.say("{seat} closes a {colour} circle at {level}.{column}", names)
        return self.say(
            "{seat} closes a {colour} circle at {level}.{column}, but there is no {colour} gem in the supply", names
        )


class GotTokens(_Effect, frozen=True, tag="got_tokens"):
    """Tokens or gems are laid on a card."""

    sentence = "{seat} gets {tokens:,} on {card}"
    seat: int
    card: CardNumber
    tokens: Annotated[tuple[Token, ...], Unordered]
    rule: str


class GotAttack(_Effect, frozen=True, tag="got_attack"):
    """Attack tokens go behind a screen."""

    sentence = "{seat} gets {n:attack token}"
    seat: int
    n: int
    rule: str


class Nothing(_Effect, frozen=True, tag="nothing"):
    """A reward or law gives nothing, and why."""

    sentence = "{seat} gets nothing: {why}"
    seat: int
    why: str
    rule: str


class KnownLawDrawn(_Effect, frozen=True, tag="known_law_drawn"):
    """The law that law 70 put on top of the deck is drawn."""

    seat: int
    card: CardNumber
    rule: str = "R-26"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Only its player sees the law."""
        return self.say("{seat} draws the law on top: {known}", names, known=_known(self.seat, self.card, viewer))


class Tucked(_Effect, frozen=True, tag="tucked"):
    """A card is tucked under another; `hidden`: the other players don't see which."""

    seat: int
    card: CardNumber
    under: CardNumber
    hidden: bool
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Only its player sees a card that is tucked unseen."""
        card = _known(self.seat, self.card, viewer) if self.hidden else label(self.card)
        return self.say("{seat} tucks {known} under {under}", names, known=card)


class Replaced(_Effect, frozen=True, tag="replaced"):
    """Law 65 takes the place of a card, which goes to the hand."""

    sentence = "law 65 replaces {seat}'s {card} at {level}.{column}, which goes to the hand"
    seat: int
    card: CardNumber
    level: int
    column: int
    rule: str = "VC-4.65"


class GemsGiven(_Effect, frozen=True, tag="gems_given"):
    """Gems go from screen to screen."""

    sentence = "{seat} gives {to} {gem_words}"
    seat: int
    to: SeatNumber
    gems: Counts
    rule: str = "VC-4.67"

    @property
    def gem_words(self) -> str:
        """How many of each colour."""
        return words(self.gems)


class Swapped(_Effect, frozen=True, tag="swapped"):
    """Law 67 swaps a token of one pyramid with a token of another."""

    sentence = "{seat}'s {token} on {card} and {other}'s {other_token} on {other_card} change places"
    seat: int
    card: CardNumber
    token: Token
    other: SeatNumber
    other_card: CardNumber
    other_token: Token
    rule: str = "VC-4.67"


class WillSkip(_Effect, frozen=True, tag="will_skip"):
    """A player will skip the next auction."""

    sentence = "{seat} will skip the next auction"
    seat: int
    rule: str = "VC-4.69"


class Refilled(_Effect, frozen=True, tag="refilled"):
    """A card of the small deck fills the slot that law 69 emptied; 0 when there is none."""

    lane: Colour
    slot: Claim
    card: CardNumber
    rule: str = "VC-4.69"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The small deck may be empty."""
        if self.card:
            return self.say("{card} comes {slot} the {lane} auction card", names)
        return self.say("nothing comes {slot} the {lane} auction card: the small deck is empty", names)


class ReturnedLaw(_Effect, frozen=True, tag="returned_law"):
    """A law goes on top of the law deck."""

    seat: int
    card: CardNumber
    rule: str = "VC-4.70"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Only its player sees the law."""
        return self.say("{seat} puts {known} on top of the law deck", names, known=_known(self.seat, self.card, viewer))


class Recoloured(_Effect, frozen=True, tag="recoloured"):
    """Gems turn the circle below a card into one colour."""

    sentence = "{seat} turns the circle below {card} {colour} for {gems:gem}"
    seat: int
    card: CardNumber
    colour: Colour
    gems: int
    rule: str = "VC-5.2"


class Ended(_Effect, frozen=True, tag="ended"):
    """The game is scored; totals by seat."""

    totals: tuple[int, ...]
    rule: str = "VC-5.8"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """With the total of each player."""
        return self.say("the game ends: {totals}", names, totals=_each(names, [str(total) for total in self.totals]))


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
