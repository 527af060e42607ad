"""What the rules derive from an action or outcome, each with the number of the rule."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from kronika.core.contract.annotations import CardNumber, Unordered, choices
from kronika.core.games.tides.cards import SUITS

Suit = Annotated[str, choices(SUITS)]


class Revealed(Struct, frozen=True, gc=False, tag="revealed"):
    """Both chosen cards are turned up and join the kingdoms; `cards` by seat."""

    cards: tuple[CardNumber, CardNumber]
    rule: str = "TT-2.2"


class Swapped(Struct, frozen=True, gc=False, tag="swapped"):
    """The players exchange their remaining cards."""

    rule: str = "TT-2.3"


class Doubled(Struct, frozen=True, gc=False, tag="doubled"):
    """Roof of the World doubles these suits of a kingdom."""

    seat: int
    suits: Annotated[tuple[Suit, ...], Unordered]
    rule: str = "TT-4.3"


class TieWon(Struct, frozen=True, gc=False, tag="tie_won"):
    """King's Nest turns the tie of this card into a win: by TT-4.15, at 0:0 by TT-4.18."""

    seat: int
    card: CardNumber
    rule: str


class Scored(Struct, frozen=True, gc=False, tag="scored"):
    """One card of a kingdom pays."""

    seat: int
    card: CardNumber
    points: int
    rule: str


class RoundScored(Struct, frozen=True, gc=False, tag="round_scored"):
    """A round is written down: its points and the running totals, by seat."""

    round: int
    points: tuple[int, int]
    totals: tuple[int, int]
    rule: str = "TT-4.14"


class TakenBack(Struct, frozen=True, gc=False, tag="taken_back"):
    """The five cards of the round go back to the hands; relics stay."""

    rule: str = "TT-2.5"


class RelicsShown(Struct, frozen=True, gc=False, tag="relics_shown"):
    """Both pairs are shown: the relics join the kingdoms, the discards go into the box; by seat."""

    relics: tuple[CardNumber, CardNumber]
    discards: tuple[CardNumber, CardNumber]
    rule: str = "TT-2.7"


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The third scoring ends the game."""

    totals: tuple[int, int]
    rule: str = "TT-5.1"


Effect = Revealed | Swapped | Doubled | TieWon | Scored | RoundScored | TakenBack | RelicsShown | Ended
