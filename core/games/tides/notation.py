"""The text of moves, read and written: `pick 17`, `relic eye discard molehill`, `deal … / …`, `draw Anna 3 4`.

A card is written as its number, its English or Czech name, enough of a name to be unique, or number and name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.basics.text import join_words
from kronika.core.contract.game import Prompt, Verb
from kronika.core.contract.labels import find_labelled, split_names
from kronika.core.contract.notation import MoveContext, MoveTokens, Notation
from kronika.core.games.tides.actions import Deal, Do, Draw, Hand, Pick, Relic
from kronika.core.games.tides.cards import NAMES
from kronika.core.games.tides.state import State
from kronika.core.games.tides.unseen import redacted

WRITTEN: Final = (
    "Type a card's number, its English or Czech name, or enough of a name to be unique. Number and name together, as "
    "printed, work too: 9 Maze of the Damned."
)

Behind = MoveTokens[State]
At = MoveContext[State]


def cards(text: str) -> list[int]:
    """Read a list of cards: their numbers. Raises NotationError."""
    return [find_labelled(piece, NAMES, "card") for piece in split_names(text, NAMES)]


def _read_pick(words: Behind) -> Pick:
    return Pick(words.one(NAMES, "card"))


def _read_relic(words: Behind) -> Relic:
    keep, discard = words.split_around("discard")
    return Relic(keep.one(NAMES, "card"), discard.one(NAMES, "card"))


def _read_deal(words: Behind) -> Deal:
    hands = words.split("/")
    if len(hands) != 2:
        raise words.wrong("Separate the two hands with a slash.")
    return Deal((_read_hand(hands[0]), _read_hand(hands[1])))


def _read_hand(words: Behind) -> Hand:
    a, b, c, d, e = words.exact_things(NAMES, "card", 5, 5)
    return a, b, c, d, e


def _read_draw(words: Behind) -> Draw:
    seat = words.player_before(2, NAMES)
    first, second = words.exact_things(NAMES, "card", 2, 2)
    return Draw(seat, (first, second))


def _write_pick(do: Pick, at: At) -> str:
    return f"pick {do.card}"


def _write_relic(do: Relic, at: At) -> str:
    return f"relic {do.keep} discard {do.discard}"


def _write_deal(do: Deal, at: At) -> str:
    return f"deal {' / '.join(map(_write_cards, do.hands))}"


def _write_draw(do: Draw, at: At) -> str:
    return f"draw {at.name(do.seat)} {_write_cards(do.cards)}"


def _write_cards(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards))


NOTATION: Final = Notation[State, Do](
    (
        Verb("pick CARD", "pick 17", "picks a card, face down (TT-2.1)", (Pick,), _read_pick, _write_pick),
        Verb(
            "relic CARD discard CARD",
            "relic 10 discard 16",
            "keeps the first card as a relic and discards the second from the game (TT-2.6)",
            (Relic,),
            _read_relic,
            _write_relic,
            also=("keep",),
        ),
        Verb(
            "deal CARDS / CARDS",
            "deal 1 2 3 4 5 / 6 7 8 9 10",
            "deals the first hands, five cards each, by seat (TT-1.4)",
            (Deal,),
            _read_deal,
            _write_deal,
            chance=True,
            prompt=lambda do, at: Prompt(
                f"the first hands of {join_words(at.names)}, 5 cards each", "deal", "1 2 3 … / 4 5 6 …"
            ),
        ),
        Verb(
            "draw NAME CARD CARD",
            "draw Anna 3 4",
            "a player draws two cards (TT-2.8)",
            (Draw,),
            _read_draw,
            _write_draw,
            chance=True,
            prompt=lambda do, at: Prompt(f"2 cards for {at.name(do.seat)}", f"draw {at.name(do.seat)}", "3 4"),
        ),
    ),
    redacted,
)
