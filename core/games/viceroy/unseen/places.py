"""The hidden things of Viceroy, and the places they are in."""

from __future__ import annotations

from typing import Final, NamedTuple

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import Place, Supply
from kronika.core.games.viceroy.cards import LAWS, label
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.rules.auction import BIDS
from kronika.core.games.viceroy.rules.lanes import CLAIMS
from kronika.core.games.viceroy.state import MOST_SEATS, State

NONE: Final = "none"
NOTHING: Final = "nothing"
PLAY: Final = "play"
SELL: Final = "sell"
"""No bid, and no card to play: two things, since each kind of them is there once."""
ATTACK: Final = "attack"


class Choice(NamedTuple):
    """A face-down choice of a player that is not a card: a bid, a claim, no card, or to play or sell a card."""

    seat: int
    what: str

    def __str__(self) -> str:
        return self.what


def _of_each(word: str) -> tuple[Place, ...]:
    return tuple((word, seat) for seat in range(MOST_SEATS))


CHARACTERS_DECK: Final[Place] = ("characters", -1)
LAW_DECK: Final[Place] = ("laws", -1)
SUPPLY: Final[Place] = ("supply", -1)
OUT: Final[Place] = ("out of play", -1)
DISCARD: Final[Place] = ("discarded hands", -1)
HAND: Final = _of_each("hand")
FIRST: Final = _of_each("first card")
KEPT: Final = _of_each("kept card")
CHOSEN: Final = _of_each("chosen card")
NO_CARD: Final = tuple((f"no card of {seat}", -1) for seat in range(MOST_SEATS))
TAKEN: Final = _of_each("taken card")
TUCKED: Final = _of_each("tucked cards")
SCREEN: Final = _of_each("screen")
BIDS_LEFT: Final = _of_each("bids left")
BID: Final = _of_each("bid")
USE: Final = _of_each("use")
USES_LEFT: Final = tuple((f"uses left to {seat}", -1) for seat in range(MOST_SEATS))
CLAIMS_LEFT: Final = _of_each("claims left")
CLAIM: Final = _of_each("claim")
"""Both decks of characters are one: nobody sees the split. `OUT` has gems laid on cards and attack tokens spent. The
choice of no card is in a hand while a card is chosen face down."""

ALL_LAWS: Final = frozenset(LAWS)

WHERE: Final = {
    "screen": "behind the screen of",
    "bid": "behind the screen of",
    "claim": "face down before",
    "use": "face down before",
    "chosen card": "in the hand of",
    "first card": "in the hand of",
    "kept card": "in the hand of",
    "taken card": "in the hand of",
}
"""How a place is named where something cannot be there, as far as not `in the …`."""


def top(n: int) -> Place:
    """The place of the n-th law from below of those put on top of the law deck by law 70."""
    return (f"law {n} on top", -1)


_OF_CHOICES: Final = (BID[0][0], CLAIM[0][0], USE[0][0])


def supply(start: State) -> Supply:
    """The things at the start, by place and kind (VC-1.6).

    These are both decks, two gems of each colour of every player, the other gems in the supply, and all choices.
    Raises BadSetup for options with which the search does not always end.
    """
    if start.options.second_edition and start.options.tuck_later:
        both = "second_edition=true and tuck_later=true"
        raise BadSetup(f"Viceroy with {both} can be recorded with all outcomes known only.")
    found: dict[Place, dict[Thing, int]] = {
        CHARACTERS_DECK: dict.fromkeys(start.unseen, 1),
        LAW_DECK: dict.fromkeys(start.laws, 1),
        SUPPLY: dict(zip(COLOURS, start.supply, strict=True)),
    }
    for seat, player in enumerate(start.players):
        found[NO_CARD[seat]] = {Choice(seat, NOTHING): 1}
        found[SCREEN[seat]] = dict(zip(COLOURS, player.gems, strict=True))
        found[BIDS_LEFT[seat]] = {Choice(seat, what): 1 for what in (NONE, *BIDS[1:-1])}
        found[USES_LEFT[seat]] = {Choice(seat, what): 1 for what in (PLAY, SELL)}
        found[CLAIMS_LEFT[seat]] = {Choice(seat, what): 1 for what in CLAIMS[1:]}
    return found


def is_nothing(thing: Thing) -> bool:
    """Whether a thing is a choice that is always allowed: no bid, or no card."""
    return isinstance(thing, Choice) and thing.what in (NONE, NOTHING)


def kind_at(place: Place, thing: Thing) -> Thing:
    """A thing as it is in a place: a colour that is bid, or no card, is a choice of a player."""
    if place in CHOSEN and thing == NONE:
        return Choice(place[1], NOTHING)
    return Choice(place[1], str(thing)) if place[0] in _OF_CHOICES else thing


def word(thing: Thing) -> str:
    """A card, a gem or a token as people call it."""
    if isinstance(thing, int):
        return label(thing)
    what = str(thing)
    return f"{what} gem" if what in COLOURS else "attack token" if what == ATTACK else what
