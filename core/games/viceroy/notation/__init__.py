"""The notation of moves: `bid red`, `take red above`, `gems red blue blue`, `place 3.1 using blue`.

A card is written as its number, its name or enough of it, or, in the player's own pyramid, its place (`3.1`). Before a
choice for a law, `law 83` says which law is meant; it is optional.
"""

from __future__ import annotations

from typing import Final

from kronika.core.basics.text import normalize
from kronika.core.contract.notation import Notation, simple_verb
from kronika.core.contract.verbs import Verb
from kronika.core.games.viceroy.actions import (
    DECLINE,
    DONE,
    PASS,
    Bid,
    Choose,
    Claim,
    Deal,
    DealLaws,
    Decline,
    Discard,
    Do,
    Draw,
    Drawn,
    FromBox,
    Gems,
    Get,
    Give,
    GiveBack,
    Pass,
    Pay,
    Place,
    Recolour,
    Return,
    Reward,
    Select,
    Sell,
    Start,
    Take,
    Target,
    Tuck,
    TurnUp,
)
from kronika.core.games.viceroy.cards import CHOICES, DOUBLE, LAST_CARD, LAST_CHARACTER, REPLACE, SWAP, TUCK_FREE
from kronika.core.games.viceroy.notation import asking, reading, writing
from kronika.core.games.viceroy.state import State
from kronika.core.games.viceroy.unseen import redacted

WRITTEN: Final = (
    "Type a card's number, its name or enough of it, or both as printed: 38 Druid. For a card of your pyramid you can "
    "also type its place. A place is level and column: 3.1; on level 1 you can also type left or right. Type gems one "
    "by one: red blue blue; or with numbers: 2 blue 1 red. Separate hands by slashes, in the order of the seats."
)

_WORDS_OF_LAW_67: Final = ("pay", "decline", "give", "get", "gems")
"""The words that begin a choice for law 67. Any other word after `law 67` is the name of a player."""


def _law(words: reading.Behind) -> Do:
    """Return the move that the words after `law` mean: `83 infinite red`, `65 replace 17`, `67 Bob`.

    Raises NotationError if they can't be read.
    """
    law = words.number(LAST_CHARACTER + 1, LAST_CARD, "law")
    if law in CHOICES:
        return reading.option(words, law)
    if law in (REPLACE, DOUBLE, TUCK_FREE):
        words.skip("replace", "under", "tuck", "target")
        return Target(reading.card(words))
    if law == SWAP and words.left and normalize(words.left[0]) not in _WORDS_OF_LAW_67:
        return Pay(words.player())
    return NOTATION.parse(words.state, words.seat, words.rest("choice"), words.names)


NOTATION: Final = Notation[State, Do](
    (
        Verb(
            "start CARD [keep CARD]",
            "start 32",
            "lays the first card of the pyramid (VC-1.6.6); in the second edition names the card you keep (VC-6.8)",
            (Start,),
            reading.start,
            writing.start,
        ),
        Verb(
            "pass",
            "pass",
            "bids nothing (VC-2.4), or plays no more cards in this phase (VC-2.11)",
            (Pass,),
            lambda words: PASS,
            writing.bid,
        ),
        Verb(
            "bid COLOUR|attack|none",
            "bid red",
            "bids a gem or an attack token, in secret (VC-2.4)",
            (Bid, Pass),
            reading.bid,
            writing.bid,
        ),
        Verb(
            "take COLOUR below|above",
            "take red above",
            "takes a displayed card; its number is enough (VC-2.5, VC-4.69)",
            (Take,),
            reading.take,
            lambda do, at: f"take {do.lane} {do.slot}",
        ),
        Verb(
            "claim below|above|refuse",
            "claim above",
            "claims a card of a lane with two cards and two bidders (R-5)",
            (Claim,),
            reading.claim,
            lambda do, at: f"claim {do.what}",
        ),
        simple_verb("refuse", "claims no card of the lane, like `claim refuse` (R-5)", Claim("refuse")),
        Verb(
            "discard COLOUR below|above",
            "discard red below",
            "discards a displayed card for a virtual opponent (VC-6.5)",
            (Discard,),
            reading.discard,
            lambda do, at: f"discard {do.lane} {do.slot}",
        ),
        Verb(
            "gems GEMS",
            "gems blue blue red",
            "takes these gems, pays them, or lays them on a card (VC-2.7, VC-4.67, VC-4.76)",
            (Gems,),
            reading.gems,
            lambda do, at: f"gems {writing.gems(do) or 'none'}",
            also=("gem",),
        ),
        Verb(
            "select CARD",
            "select 36",
            "chooses the card to play in this building round, in secret (VC-2.11)",
            (Select,),
            lambda words: Select(reading.hand_card(words)),
            lambda do, at: f"select {do.card}",
        ),
        Verb(
            "sell CARD",
            "sell 36",
            "chooses a card to discard for 2 gems instead of playing one (VC-6.8)",
            (Sell,),
            lambda words: Sell(reading.card(words)),
            lambda do, at: f"sell {do.card}",
        ),
        Verb(
            "place PLACE [using GEMS]",
            "place 2.0 using blue",
            "lays the selected card at a level and column, left, or right; infinite gems help to pay (VC-2.12, VC-3.9)",
            (Place,),
            reading.place,
            writing.place,
        ),
        Verb(
            "reward rows|15",
            "reward rows",
            "chooses between the three lower rows of a card on level 5 and 15 points (VC-3.11)",
            (Reward,),
            reading.reward,
            lambda do, at: f"reward {do.what}",
        ),
        Verb(
            "draw small|law",
            "draw law",
            "chooses the deck to draw a card from (VC-3.12)",
            (Draw,),
            reading.draw,
            lambda do, at: f"draw {do.deck}",
        ),
        Verb(
            "law LAW CHOICE",
            "law 65 replace 22",
            "makes a choice for a law; the choice alone is enough (VC-4.0)",
            (Choose, Target, Pay, Give, Get),
            _law,
            writing.law,
        ),
        Verb(
            "choose OPTION",
            "choose gems",
            "chooses an option of a law (VC-4.0)",
            (Choose,),
            reading.choose,
            writing.law,
        ),
        Verb(
            "replace CARD",
            "replace 22",
            "names the card of your pyramid that law 65 replaces or law 66 is tucked under (VC-4.65, VC-4.66)",
            (Target,),
            lambda words: Target(reading.card(words)),
            writing.law,
            also=("under",),
        ),
        Verb(
            "tuck [CARD]",
            "tuck 36",
            "tucks a card under law 72, 74 or 78; without CARD, the card just taken (VC-4.72, VC-4.74, VC-4.78)",
            (Tuck, Target),
            reading.tuck,
            lambda do, at: f"tuck {do.card}",
        ),
        Verb(
            "pay NAME",
            "pay Bob",
            "chooses the opponent for law 67 (VC-4.67)",
            (Pay,),
            lambda words: Pay(words.player()),
            writing.law,
        ),
        Verb(
            "give CARD TOKEN",
            "give 33 4vp",
            "gives away this token under law 67 (VC-4.67)",
            (Give,),
            reading.give,
            writing.law,
        ),
        Verb(
            "get CARD TOKEN",
            "get 7 magic+2",
            "takes this token under law 67 (VC-4.67)",
            (Get,),
            reading.get,
            writing.law,
        ),
        Verb(
            "return CARD",
            "return 66",
            "puts a law from your hand on top of the law deck (VC-4.70)",
            (Return,),
            reading.return_law,
            lambda do, at: f"return {do.card}",
        ),
        Verb(
            "recolour CARD COLOUR",
            "recolour 3 green",
            "turns the circle below a card into one colour at the end of the game (VC-5.2)",
            (Recolour,),
            reading.recolour,
            writing.recolour,
            also=("recolor",),
        ),
        simple_verb("done", "stops tucking or recolouring (VC-4.72, VC-5.2)", DONE),
        Verb(
            "decline",
            "decline",
            "declines an optional swap or tuck (VC-4.67, VC-4.78)",
            (Decline,),
            lambda words: DECLINE,
            writing.decline,
            also=("keep",),
        ),
        Verb(
            "return GEMS / GEMS",
            "return blue red / green green",
            "returns two gems of each player to the supply, by seat (VC-1.6.5)",
            (GiveBack,),
            reading.give_back,
            writing.give_back,
            chance=True,
            prompt=asking.give_back,
        ),
        Verb(
            "deal CARDS / CARDS",
            "deal 3 4 / 5 6",
            "deals the first characters, by seat (VC-1.6.6)",
            (Deal,),
            reading.deal,
            lambda do, at: writing.hands("deal", do, at),
            chance=True,
            prompt=asking.deal,
        ),
        Verb(
            "laws CARDS / CARDS",
            "laws 65 66 67 / 68 69 70",
            "deals three laws each, by seat (VC-1.6.9)",
            (DealLaws,),
            reading.deal_laws,
            lambda do, at: writing.hands("laws", do, at),
            chance=True,
            prompt=asking.laws,
        ),
        Verb(
            "turn [up] CARDS",
            "turn up 5 9 33 12",
            "turns up cards from the large deck, left to right (VC-1.6.8, VC-2.10)",
            (TurnUp,),
            reading.turn_up,
            lambda do, at: f"turn up {writing.cards(do.cards)}",
            chance=True,
            prompt=asking.turn_up,
        ),
        Verb(
            "box GEMS",
            "box blue red",
            "draws a gem for each virtual opponent in the auction (VC-6.3)",
            (FromBox,),
            reading.box,
            lambda do, at: f"box {' '.join(do.gems)}",
            chance=True,
            prompt=asking.box,
        ),
        Verb(
            "card CARD",
            "card 32",
            "draws the next card of a deck (VC-3.12)",
            (Drawn,),
            lambda words: Drawn(reading.hand_card(words)),
            lambda do, at: f"card {do.card}",
            chance=True,
            prompt=asking.drawn,
        ),
    ),
    redacted,
)
"""The verbs of the notation.

`law` comes before the verbs that need no number, since it writes the moves that they read.
"""
