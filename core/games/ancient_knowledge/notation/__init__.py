"""The notation of moves: `create C16 at 1 discard M2 M3`, `learn T2`, `archive C4 C5`, `take 2 from C21`, `no`.

A card is written as its id, its English or Czech name, or enough of a name to be unique. Several cards are separated by
spaces, or by commas if their names have spaces.
"""

from __future__ import annotations

from typing import Final

from kronika.core.contract.forms import form_verb
from kronika.core.contract.notation import Notation, simple_verb
from kronika.core.contract.verbs import Verb
from kronika.core.games.ancient_knowledge.actions import (
    NO,
    PROCEED,
    REFUSE,
    SEARCH,
    YES,
    Accept,
    Activate,
    Archive,
    Choose,
    Create,
    Deal,
    Decline,
    Discard,
    Do,
    Draw,
    Excavate,
    FirstPlayer,
    Flip,
    Keep,
    Lay,
    Learn,
    Look,
    Offer,
    Remove,
    Starters,
    Take,
    To,
)
from kronika.core.games.ancient_knowledge.notation import asking, reading, writing
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.games.ancient_knowledge.unseen.telling import redacted

WRITTEN: Final = (
    "Type a card's id, C16, its English or Czech name, or enough of a name to be unique. Id and name together, as "
    "printed, work too: C6 Ollantaytambo. Separate cards by spaces, or by commas if names have spaces. Separate hands "
    "by slashes, in the order of the seats."
)

NOTATION: Final = Notation[State, Do](
    (
        Verb(
            "keep CARDS",
            "keep C1 C5 M2 M7 P3 A4",
            "keeps cards of the first ten, all six at once or one by one (AK-2.2)",
            (Keep,),
            lambda words: Keep(reading.chosen(words, 6)),
            writing.keep,
        ),
        Verb(
            "create CARD [at SLOT] [discard CARDS]",
            "create C16 at 1 discard M2 M3 M4",
            "creates a monument on a slot or an artifact, and pays for it (AK-3.1)",
            (Create,),
            reading.create,
            writing.create,
        ),
        Verb(
            "learn TECHNOLOGY",
            "learn T2",
            "learns a technology (AK-4.1)",
            (Learn,),
            lambda words: Learn(reading.technology(words)),
            lambda do, at: f"learn {do.technology}",
        ),
        Verb(
            "archive [CARDS]",
            "archive C4 C5",
            "discards hand cards to take knowledge off; without CARDS, one by one (AK-2.4)",
            (Archive,),
            reading.archive,
            writing.archive,
        ),
        Verb(
            "excavate NUMBER",
            "excavate 3",
            "rotates this number of monuments of the Past, and draws cards (AK-2.5)",
            (Excavate,),
            lambda words: Excavate(words.number(1, 108, "number of monuments")),
            lambda do, at: f"excavate {do.monuments}",
        ),
        simple_verb("search", "draws a card (AK-2.6)", SEARCH),
        Verb(
            "activate CARD",
            "activate A8",
            "lets a card take effect next (AK-2.8, AK-3.4)",
            (Activate,),
            lambda words: Activate(reading.card(words)),
            lambda do, at: f"activate {do.card}",
        ),
        Verb(
            "decline CARD",
            "decline C21",
            "lets a monument on slot 1 decline next (AK-2.9)",
            (Decline,),
            lambda words: Decline(reading.builder(words)),
            lambda do, at: f"decline {do.card}",
        ),
        simple_verb(
            "proceed", "continues the decline phase while the partner's turn is in progress (AK-8.2a)", PROCEED
        ),
        Verb(
            "flip BOARD",
            "flip 2",
            "flips a technology board; boards count from 1 (AK-4.6)",
            (Flip,),
            reading.flip,
            lambda do, at: f"flip {do.board}",
        ),
        simple_verb("yes", "uses an optional effect", YES),
        simple_verb("no", "declines an optional effect, or stops taking more", NO, "stop"),
        Verb(
            "choose CARD",
            "choose M4",
            "chooses a card for an effect",
            (Choose,),
            lambda words: Choose(reading.any_card(words)),
            lambda do, at: f"choose {do.card}",
        ),
        Verb(
            "to SLOT",
            "to 3",
            "moves the chosen monument to a slot (AK-3.7)",
            (To,),
            reading.to,
            lambda do, at: f"to {do.slot}",
        ),
        Verb(
            "take [NUMBER] from CARD",
            "take 2 from C21",
            "takes knowledge off a monument, one if no number is named (AK-2.4)",
            (Take,),
            reading.take,
            lambda do, at: f"take {do.tokens} from {do.card}",
        ),
        Verb(
            "remove NUMBER",
            "remove 3",
            "removes this amount of lost knowledge, if you may choose it",
            (Remove,),
            lambda words: Remove(words.number(0, 15, "amount of lost knowledge")),
            lambda do, at: f"remove {do.tokens}",
        ),
        Verb(
            "discard CARDS",
            "discard C4 C5",
            "discards hand cards or artifacts from the board, one or several at once",
            (Discard,),
            lambda words: Discard(reading.chosen(words, 10)),
            writing.discard,
        ),
        Verb(
            "look [at] NAME",
            "look at Bob",
            "looks at the hand of an opponent",
            (Look,),
            reading.look,
            lambda do, at: f"look at {at.name(do.seat)}",
        ),
        Verb(
            "offer CARD",
            "offer C4",
            "offers a hand card, unseen, to the partner (AK-8.2b)",
            (Offer,),
            lambda words: Offer(reading.hand_card(words)),
            lambda do, at: f"offer {do.card}",
        ),
        Verb(
            "accept CARD",
            "accept C4",
            "accepts the partner's offer and gives this card for it (AK-8.2b)",
            (Accept,),
            lambda words: Accept(reading.hand_card(words)),
            lambda do, at: f"accept {do.card}",
        ),
        simple_verb("refuse", "refuses the partner's offer (AK-8.2b)", REFUSE),
        form_verb(
            "first NAME",
            "first Anna",
            "draws the first player (AK-1.3)",
            FirstPlayer,
            chance=True,
            prompt=asking.first,
        ),
        Verb(
            "deal CARDS / CARDS",
            "deal C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 / M1 M2 M3 M4 M5 M6 M7 M8 M9 M10",
            "deals the first hands, ten cards each, by seat (AK-1.3)",
            (Deal,),
            reading.deal,
            writing.deal,
            chance=True,
            prompt=asking.deal,
        ),
        Verb(
            "starters NUMBERS",
            "starters 2 4",
            "deals the starter sets, by seat (AK-1.4)",
            (Starters,),
            reading.starters,
            writing.starters,
            chance=True,
            prompt=asking.starters,
        ),
        Verb(
            "draw CARDS",
            "draw C4 C5",
            "draws builder cards from the draw pile, in any order (AK-2.11)",
            (Draw,),
            lambda words: Draw(reading.builders(words, 1, 10)),
            writing.draw,
            chance=True,
            prompt=asking.draw,
        ),
        Verb(
            "lay TECHNOLOGIES",
            "lay T1 T2 T3",
            "draws technologies from the top of their deck, in any order (AK-4.4)",
            (Lay,),
            reading.lay,
            writing.lay,
            chance=True,
            prompt=asking.lay,
        ),
    ),
    redacted,
)
