"""The text of moves, read and written: `pick 17`, `relic eye discard molehill`, `deal … / …`, `draw Anna 3 4`.

A card is written as its number, its English or Czech name, enough of a name to be unique, or number and name.
"""

from __future__ import annotations

from typing import Final

from kronika.core.basics.text import join_words
from kronika.core.contract.forms import form_verb
from kronika.core.contract.notation import Notation
from kronika.core.contract.verbs import Prompt
from kronika.core.games.tides.actions import Deal, Do, Draw, Pick, Relic
from kronika.core.games.tides.cards import NAMES
from kronika.core.games.tides.state import State
from kronika.core.games.tides.unseen import redacted

WRITTEN: Final = (
    "Type a card's number, its English or Czech name, or enough of a name to be unique. Number and name together, as "
    "printed, work too: 9 Maze of the Damned."
)

CARDS: Final = {"CARD": NAMES}


NOTATION: Final = Notation[State, Do](
    (
        form_verb("pick CARD", "pick 17", "picks a card, face down (TT-2.1)", Pick, CARDS),
        form_verb(
            "relic CARD discard CARD",
            "relic 10 discard 16",
            "keeps the first card as a relic and discards the second from the game (TT-2.6)",
            Relic,
            CARDS,
            also=("keep",),
        ),
        form_verb(
            "deal CARDS / CARDS",
            "deal 1 2 3 4 5 / 6 7 8 9 10",
            "deals the first hands, five cards each, by seat (TT-1.4)",
            Deal,
            CARDS,
            chance=True,
            prompt=lambda do, at: Prompt(
                f"the first hands of {join_words(at.names)}, 5 cards each", "deal", "1 2 3 … / 4 5 6 …"
            ),
        ),
        form_verb(
            "draw NAME CARD CARD",
            "draw Anna 3 4",
            "a player draws two cards (TT-2.8)",
            Draw,
            CARDS,
            chance=True,
            prompt=lambda do, at: Prompt(f"2 cards for {at.name(do.seat)}", f"draw {at.name(do.seat)}", "3 4"),
        ),
    ),
    redacted,
)
