"""Effects as clauses for people. All effects of this game are public."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.game import Viewer
from kronika.core.games.tides.cards import label
from kronika.core.games.tides.effects import (
    Doubled,
    Effect,
    Ended,
    RelicsShown,
    Revealed,
    RoundScored,
    Scored,
    Swapped,
    TakenBack,
    TieWon,
)


def describe(effect: Effect, names: Sequence[str], viewer: Viewer = None) -> str:
    """An effect as a clause. All effects of this game are public."""
    match effect:
        case Revealed(cards):
            return f"{names[0]} shows {label(cards[0])}, {names[1]} shows {label(cards[1])}"
        case Swapped():
            return "the hands change sides"
        case Doubled(seat, suits):
            return f"{names[seat]}'s Roof of the World doubles {', '.join(suits)}"
        case TieWon(seat, card):
            return f"{names[seat]} wins the tie on {label(card)}"
        case Scored(seat, card, points):
            return f"{names[seat]} scores {points} for {label(card)}"
        case RoundScored(number, points, totals):
            each = " : ".join(f"{names[seat]} {points[seat]:+} = {totals[seat]}" for seat in (0, 1))
            return f"round {number}: {each}"
        case TakenBack():
            return "the cards of the round go back to the hands"
        case RelicsShown(relics, discards):
            return ", ".join(
                f"{names[seat]} keeps {label(relics[seat])} and discards {label(discards[seat])}" for seat in (0, 1)
            )
        case Ended(totals):
            return f"the game ends {totals[0]} : {totals[1]}"
