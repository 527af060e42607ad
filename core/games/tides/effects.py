"""What the rules derive from an action or outcome, each with the number of the rule."""

from __future__ import annotations

from typing import Annotated

from kronika.core.contract.annotations import CardNumber, Unordered, choices
from kronika.core.contract.effects import BaseEffect
from kronika.core.games.tides.cards import SUITS, label

Suit = Annotated[str, choices(SUITS)]


class _Effect(BaseEffect, frozen=True):
    card_name = staticmethod(label)


class Revealed(_Effect, frozen=True, tag="revealed"):
    """Both chosen cards are turned up and join the kingdoms; `cards` by seat."""

    sentence = "{names[0]} shows {cards[0]}, {names[1]} shows {cards[1]}"
    cards: tuple[CardNumber, CardNumber]
    rule: str = "TT-2.2"


class Swapped(_Effect, frozen=True, tag="swapped"):
    """The players exchange their remaining cards."""

    sentence = "the hands change sides"
    rule: str = "TT-2.3"


class Doubled(_Effect, frozen=True, tag="doubled"):
    """Roof of the World doubles these suits of a kingdom."""

    sentence = "{seat}'s Roof of the World doubles {suits:,}"
    seat: int
    suits: Annotated[tuple[Suit, ...], Unordered]
    rule: str = "TT-4.3"


class TieWon(_Effect, frozen=True, tag="tie_won"):
    """King's Nest turns the tie of this card into a win: by TT-4.15, at 0:0 by TT-4.18."""

    sentence = "{seat} wins the tie on {card}"
    seat: int
    card: CardNumber
    rule: str


class Scored(_Effect, frozen=True, tag="scored"):
    """One card of a kingdom pays."""

    sentence = "{seat} scores {points} for {card}"
    seat: int
    card: CardNumber
    points: int
    rule: str


class RoundScored(_Effect, frozen=True, tag="round_scored"):
    """A round is written down: its points and the running totals, by seat."""

    sentence = "round {round}: {names[0]} {points[0]:+} = {totals[0]} : {names[1]} {points[1]:+} = {totals[1]}"
    round: int
    points: tuple[int, int]
    totals: tuple[int, int]
    rule: str = "TT-4.14"


class TakenBack(_Effect, frozen=True, tag="taken_back"):
    """The five cards of the round go back to the hands; relics stay."""

    sentence = "the cards of the round go back to the hands"
    rule: str = "TT-2.5"


class RelicsShown(_Effect, frozen=True, tag="relics_shown"):
    """Both pairs are shown: the relics join the kingdoms, the discards go into the box; by seat."""

    sentence = (
        "{names[0]} keeps {relics[0]} and discards {discards[0]}, "
        "{names[1]} keeps {relics[1]} and discards {discards[1]}"
    )
    relics: tuple[CardNumber, CardNumber]
    discards: tuple[CardNumber, CardNumber]
    rule: str = "TT-2.7"


class Ended(_Effect, frozen=True, tag="ended"):
    """The third scoring ends the game."""

    sentence = "the game ends {totals[0]} : {totals[1]}"
    totals: tuple[int, int]
    rule: str = "TT-5.1"


Effect = Revealed | Swapped | Doubled | TieWon | Scored | RoundScored | TakenBack | RelicsShown | Ended
