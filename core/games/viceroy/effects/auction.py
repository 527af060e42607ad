"""Effects of the auction phase (VC-2.3 to VC-2.10), with those of virtual opponents (VC-6.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from kronika.core.contract.annotations import CardNumber, SeatNumber, Unordered
from kronika.core.contract.game import Viewer
from kronika.core.games.viceroy.cards import label
from kronika.core.games.viceroy.effects.base import Bid, Claim, Colour, Effect
from kronika.core.games.viceroy.gems import Counts, words

_BID_WORDS = {"attack": "an attack token", "none": "nothing"}


class SkippedAuction(Effect, frozen=True, tag="skipped_auction"):
    """A player skips this auction because of law 69."""

    sentence = "{seat} skips this auction"
    seat: int
    rule: str = "VC-4.69"


class BidsShown(Effect, frozen=True, tag="bids_shown"):
    """All bids are revealed.

    `bids` has the bid of each seat: a colour, `attack`, `none`, or empty for a player who is not active. `virtual` has
    the gem of each virtual opponent, empty for one that is done.
    """

    bids: tuple[Bid, ...]
    virtual: tuple[Bid, ...]
    rule: str = "VC-2.5"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, with the bids of all who take part in the bidding round."""
        bids = [f"{name} bids {_BID_WORDS.get(bid, bid)}" for name, bid in zip(names, self.bids, strict=True) if bid]
        virtual = [f"a virtual opponent bids {gem}" for gem in self.virtual if gem]
        return ", ".join([*bids, *virtual])


class BidsReturned(Effect, frozen=True, tag="bids_returned"):
    """All gems bid return to the supply; `gems` counts blue, red, green, yellow."""

    sentence = "the gems bid go to the supply: {gem_words}"
    gems: Counts
    rule: str = "VC-2.5.2"

    @property
    def gem_words(self) -> str:
        """The gems in words, such as `2 blue, 1 red`."""
        return words(self.gems)


class Took(Effect, frozen=True, tag="took"):
    """A player takes a displayed card into hand."""

    sentence = "{seat} takes {card}"
    seat: int
    card: CardNumber
    rule: str


class Missed(Effect, frozen=True, tag="missed"):
    """These players get no card for their `bid` and stay active in the auction."""

    seats: Annotated[tuple[SeatNumber, ...], Unordered]
    bid: Bid
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, for one player or for several."""
        get = "get" if len(self.seats) > 1 else "gets"
        return self.say(f"{{seats}} {get} no card for {_BID_WORDS.get(self.bid, self.bid)}", names)


class VirtualStays(Effect, frozen=True, tag="virtual_stays"):
    """Virtual opponents, `n` of them, bid this colour, get no card and stay in the auction."""

    n: int
    bid: Bid
    rule: str = "VC-6.4"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, for one virtual opponent or for several."""
        if self.n == 1:
            return self.say("{n} virtual opponent with {bid} gets no card", names)
        return self.say("{n} virtual opponents with {bid} get no card", names)


class Claimed(Effect, frozen=True, tag="claimed"):
    """The two bidders for a lane with two cards reveal their claims.

    `claims` has the claim of each of the two `seats`: `below`, `above` or `refuse`. They are `agreed` if one says above
    and the other below.
    """

    lane: Colour
    seats: tuple[SeatNumber, SeatNumber]
    claims: tuple[Claim, Claim]
    agreed: bool
    rule: str = "R-5"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, with the claim of each player."""
        said = [f"{names[seat]} says {claim}" for seat, claim in zip(self.seats, self.claims, strict=True)]
        end = "they agree" if self.agreed else "no agreement"
        return f"{', '.join(said)}: {end}"


class Passed(Effect, frozen=True, tag="passed"):
    """A player has passed and is out of this auction without a card."""

    sentence = "{seat} has passed"
    seat: int
    rule: str


class Slid(Effect, frozen=True, tag="slid"):
    """The left-over cards move from the lower to the upper slots; `cards` by lane, 0 for an empty slot."""

    cards: tuple[CardNumber, CardNumber, CardNumber, CardNumber]
    rule: str = "VC-2.10"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, with the cards that move."""
        return self.say("moved up: {cards}", names, cards=", ".join(label(card) for card in self.cards if card))
