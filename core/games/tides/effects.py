"""The effects that the rules derive from an action or a chance outcome, each with its sentence and its rule number."""

from __future__ import annotations

from typing import Annotated

from kronika.core.contract.annotations import CardNumber, Unordered, choices
from kronika.core.contract.effects import BaseEffect
from kronika.core.games.tides.cards import SUITS, label

Suit = Annotated[str, choices(SUITS)]


class Effect(BaseEffect, frozen=True):
    """An effect of this game."""

    card_name = staticmethod(label)


class Revealed(Effect, frozen=True, tag="revealed"):
    """Both chosen cards are turned up and join their owners' kingdoms; `cards` are by seat (TT-2.2)."""

    sentence = "{names[0]} shows {cards[0]}, {names[1]} shows {cards[1]}"
    cards: tuple[CardNumber, CardNumber]
    rule: str = "TT-2.2"


class Swapped(Effect, frozen=True, tag="swapped"):
    """The players exchange their remaining hand cards (TT-2.3)."""

    sentence = "the players exchange their hands"
    rule: str = "TT-2.3"


class Doubled(Effect, frozen=True, tag="doubled"):
    """Roof of the World doubles these suits of its owner's kingdom (TT-4.3)."""

    sentence = "{seat}'s Roof of the World doubles {suits:,}"
    seat: int
    suits: Annotated[tuple[Suit, ...], Unordered]
    rule: str = "TT-4.3"


class TieWon(Effect, frozen=True, tag="tie_won"):
    """King's Nest wins a tie for this card: by TT-4.15, or at 0:0 by TT-4.18."""

    sentence = "{seat} wins the tie on {card}"
    seat: int
    card: CardNumber
    rule: str


class Scored(Effect, frozen=True, tag="scored"):
    """A card of a kingdom gives its owner points."""

    sentence = "{seat} scores {points} for {card}"
    seat: int
    card: CardNumber
    points: int
    rule: str


class RoundScored(Effect, frozen=True, tag="round_scored"):
    """A round is scored; `points` of the round and running `totals` are by seat (TT-4.14)."""

    sentence = "round {round}: {names[0]} {points[0]:+} = {totals[0]} : {names[1]} {points[1]:+} = {totals[1]}"
    round: int
    points: tuple[int, int]
    totals: tuple[int, int]
    rule: str = "TT-4.14"


class TakenBack(Effect, frozen=True, tag="taken_back"):
    """Each player takes back the five cards played in the round; relics stay (TT-2.5)."""

    sentence = "both players take back their cards of the round"
    rule: str = "TT-2.5"


class RelicsShown(Effect, frozen=True, tag="relics_shown"):
    """Both choices are shown: the relics join the kingdoms, the discards go into the box; by seat (TT-2.7)."""

    sentence = (
        "{names[0]} keeps {relics[0]} and discards {discards[0]}, "
        "{names[1]} keeps {relics[1]} and discards {discards[1]}"
    )
    relics: tuple[CardNumber, CardNumber]
    discards: tuple[CardNumber, CardNumber]
    rule: str = "TT-2.7"


class Ended(Effect, frozen=True, tag="ended"):
    """The game ends after the third scoring; `totals` are by seat (TT-5.1)."""

    sentence = "the game ends {totals[0]} : {totals[1]}"
    totals: tuple[int, int]
    rule: str = "TT-5.1"
