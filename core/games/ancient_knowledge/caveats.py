"""The open questions of the rulebook (SPEC, section 11) and the answers that this game uses.

The code that follows an answer cites its number. None of these questions is an option: a group that agrees on another
answer must enter positions by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from kronika.core.contract.game import Caveat
from kronika.core.games.ancient_knowledge.state import Options


class Adopted(Struct, frozen=True):
    """An open question and the answer that this game uses.

    `number` is its number in the SPEC, `about` its subject. `option` is the option under which it matters, empty if it
    always can. `matters` is false for questions about components, which no game can meet. `signs` are the cards and
    rules that show that a game has met it; see `Caveat`.
    """

    number: str
    about: str
    answer: str
    option: str = ""
    matters: bool = True
    signs: tuple[str, ...] = ()


ADOPTED: Final = (
    Adopted(
        "OQ-1",
        "knowledge on C25-C29 when they discard themselves",
        "it goes to the supply and is not lost",
        signs=("C25", "C26", "C27", "C28", "C29"),
    ),
    Adopted("OQ-2", "C31: 3 knowledge off each city or 3 in all", "3 off each of the two cities", signs=("C31",)),
    Adopted(
        "OQ-3",
        "M15: may fewer than 3 be moved",
        "no: 3 or all lost knowledge, as long as a monument is there",
        signs=("M15",),
    ),
    Adopted("OQ-4", "P11: may fewer than 4 be removed", "yes: the owner says how many, 0 to 4", signs=("P11",)),
    Adopted("OQ-5", "A34: may opponents discard fewer than 2", "no: 2 cards, or all of a smaller hand", signs=("A34",)),
    Adopted(
        "OQ-6", "P15: which adjacent monument", "free choice of one, and of 0 to 3 knowledge off it", signs=("P15",)
    ),
    Adopted(
        "OQ-7",
        "P34 and T4 with ten cards in hand",
        "the effect is skipped, nothing is looked at",
        signs=("P34", "T4"),
    ),
    Adopted(
        "OQ-8",
        "P35: is a board refilled between the two choices",
        "no: both are chosen, then boards are refilled",
        signs=("P35",),
    ),
    Adopted("OQ-9", "may an effect swap the two monuments of one slot", "yes, an effect may", signs=("AK-3.7",)),
    Adopted("OQ-10", "may a monument be moved once its decline has begun", "no", signs=("AK-3.7",)),
    Adopted(
        "OQ-11",
        "archive: discarding more cards than there is knowledge on the timeline",
        "no: every card takes a knowledge off",
        signs=("AK-6.5",),
    ),
    Adopted(
        "OQ-12",
        "what leaves the game with a boxed board",
        "also the cards left in deck and discards of its level",
        signs=("AK-4.5",),
    ),
    Adopted(
        "OQ-13",
        "when the builder discards are shuffled",
        "as soon as the last card is taken, else when one is needed",
        signs=("AK-5.1",),
    ),
    Adopted(
        "OQ-14",
        "cards that enter play during the timeline phase",
        "they wait for the next phase; those that left are skipped",
        signs=("AK-6.12",),
    ),
    Adopted("OQ-15", "is the display refilled before a technology takes effect", "yes", signs=("AK-4.1",)),
    Adopted("OQ-16", "C30 created during the decline phase", "without effect", signs=("C30",)),
    Adopted(
        "OQ-17",
        "a monument swapped into slot 1 during the decline phase",
        "it declines in the same phase",
        signs=("AK-3.7",),
    ),
    Adopted(
        "OQ-18",
        "P19 and upper limits",
        "P19 lowers minimum numbers only",
        signs=("P19", "R-14"),
    ),
    Adopted(
        "OQ-19",
        "teams: the extra cards, the order within a team turn, a last tie",
        "positions 3 and 4 draw, either partner may take the next step, a last tie is shared",
        "teams",
    ),
    Adopted(
        "OQ-20",
        "flip without a level I board, or without three level II cards",
        "nothing is flipped; the board is boxed",
        signs=("AK-4.5", "AK-4.6"),
    ),
    Adopted("OQ-21", "values and number of the knowledge tokens", "the supply is unlimited", matters=False),
    Adopted("OQ-22", "archive or excavate nothing", "not possible: at least one card, one monument"),
    Adopted(
        "OQ-23", "points of level II technologies and numbers of effects", "those of the only source", signs=("AK-4.1",)
    ),
    Adopted(
        "OQ-24", "excavate: draw first or answers first", "rotate, draw, then the cards that answer", signs=("AK-2.5",)
    ),
    Adopted("OQ-25", "starter set of M18, P18, P31", "the first one", "starter_sets"),
    Adopted(
        "OQ-26",
        "what the starter sets replace",
        "dealing and choosing; the extra cards are still drawn",
        "starter_sets",
    ),
    Adopted("OQ-27", "can you decline an `at any time` effect", "no, unless they say `may`"),
    Adopted("OQ-28", "an answering card that has left play", "it is skipped", signs=("AK-6.12",)),
    Adopted("OQ-29", "a cost paid for nothing", "possible: only the cost is a condition"),
    Adopted(
        "OQ-30", "order of cards discarded together", "C, M, P, A, then by number; no player sees which lies on top"
    ),
    Adopted(
        "OQ-31",
        "teams: how fine steps interleave, what is known of an offer, how many offers",
        "whole actions, activations and declines; offers unseen; one offer per partner in each turn of the other team",
        "teams",
    ),
    Adopted(
        "OQ-32",
        "when technology discards are shuffled",
        "as soon as the deck is empty, even while boards are refilled",
        signs=("AK-4.4",),
    ),
)
"""All open questions, in the order of their numbers."""


def caveats(options: Options, seats: int) -> Sequence[Caveat]:
    """Return the open questions that a game with these options can meet, with the answers that it uses."""
    return [
        Caveat(f"{adopted.number}: {adopted.about}", f"played here: {adopted.answer}", adopted.signs)
        for adopted in ADOPTED
        if adopted.matters and (not adopted.option or getattr(options, adopted.option))
    ]
