"""Reading moves: the words after each verb as cards and slots, and the moves made of them.

Each function raises NotationError if the words can't be read.
"""

from __future__ import annotations

from typing import Any

from kronika.core.basics.errors import NotationError
from kronika.core.basics.text import pluralize
from kronika.core.contract.labels import find_labelled, split_names
from kronika.core.contract.tokens import MoveTokens
from kronika.core.contract.view import HIDDEN
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.actions import (
    ARCHIVE,
    Archive,
    Create,
    Deal,
    Flip,
    Lay,
    Look,
    Starters,
    Take,
    To,
)
from kronika.core.games.ancient_knowledge.cards import BUILDER_NAMES, NAMES, TECHNOLOGY_NAMES
from kronika.core.games.ancient_knowledge.ids import BUILDERS, IDS, BuilderId, CardId, TechnologyId, technology_id
from kronika.core.games.ancient_knowledge.state import KEPT, State

Behind = MoveTokens[State]

# -- cards ------------------------------------------------------------------------------------------------------


def card(words: Behind) -> CardId:
    """Read all words that are left as a card of any kind."""
    words.holes = False
    return any_card(words)


def builder(words: Behind) -> BuilderId:
    """Read all words that are left as a builder card."""
    words.holes = False
    return hand_card(words)


def technology(words: Behind) -> TechnologyId:
    """Read all words that are left as a technology."""
    words.holes = False
    return technology_id(words.one(TECHNOLOGY_NAMES, "technology"))


def any_card(words: Behind) -> CardId:
    """A card of any kind, which may be hidden: all words that are left."""
    found: CardId = _named(words.one(NAMES, "card"))
    return found


def hand_card(words: Behind) -> BuilderId:
    """A card of a hand, which may be hidden: all words that are left."""
    found: BuilderId = _named(words.one(BUILDER_NAMES, "builder card"))
    return found


def _named(code: Any) -> Any:
    """The id of a card; of one that was not seen its sign."""
    return HIDDEN if code == HIDDEN else IDS[code]


def builders(words: Behind, fewest: int, most: int) -> tuple[BuilderId, ...]:
    """Read `fewest` to `most` builder cards."""
    return tuple(map(_named, words.exact_things(BUILDER_NAMES, "builder card", fewest, most)))


def listed(text: str) -> list[CardId]:
    """Cards of a list."""
    return [IDS[find_labelled(piece, NAMES, "card")] for piece in split_names(text, NAMES)]


def chosen(words: Behind, most: int) -> tuple[BuilderId, ...]:
    """Read builder cards for the choice that is due, all at once or some of them."""
    cards = builders(words, 0, BUILDERS)
    due = 0 if 1 <= len(cards) <= most else min(_due(words), most)
    try:
        words.counted(len(cards), "builder card", due or 1, due or most)
    except NotationError as error:  # only the player who chooses may know how many are chosen
        error.openly = f"{pluralize(len(cards), 'builder card')} can't be named here."
        raise
    return cards


def _due(words: Behind) -> int:
    """Return the number of cards that the player must choose now; 0 if it is not certain."""
    step = words.state.stack[-1] if words.state.stack and words.seat >= 0 else None
    match step:
        case steps.Keep():
            return KEPT - len(step.chosen[words.seat])
        case steps.Forced():
            return step.need[words.seat] - len(step.chosen[words.seat])
        case steps.Pay() | steps.HandDiscard(upto=False):
            return step.left
    return 0


def lay(words: Behind) -> Lay:
    """Read `lay T1 T2 T3`."""
    return Lay(tuple(map(_named, words.exact_things(TECHNOLOGY_NAMES, "technology", 1, 7, "technologies"))))


def deal(words: Behind) -> Deal:
    """Read `deal C1 C2 … / M1 M2 …`: ten cards for each hand, by seat."""
    hands = words.split("/")
    words.counted(len(hands), "hand", len(words.names), len(words.names))
    return Deal(tuple([builders(hand, 10, 10) for hand in hands]))


# -- moves ------------------------------------------------------------------------------------------------------


def create(words: Behind) -> Create:
    """Read `create C16 at 1 discard M2 M3` or `create A12`.

    The first word belongs to the card, even if it is an `at` for Atlantis.
    """
    first = words.word("builder card")
    what, cost = words.cut("discard", "discarding")
    created, at = what.cut("at", "on")
    created.left.insert(0, first)
    return Create(builder(created), 0 if at is None else _slot(at), () if cost is None else builders(cost, 1, 10))


def archive(words: Behind) -> Archive:
    """Read `archive C4 C5`; `archive` alone chooses cards one by one."""
    words.skip("discard", "discarding")
    return Archive(builders(words, 1, 10)) if words.left else ARCHIVE


def flip(words: Behind) -> Flip:
    """Read `flip 2` or `flip board 2`."""
    words.skip("board")
    return Flip(words.number(1, 3, "board"))


def to(words: Behind) -> To:
    """Read `to 3` or `to slot 3`."""
    return To(_slot(words))


def _slot(words: Behind) -> int:
    """Read a slot: `3`, `slot 3`, or as on a card in hand, `s3` or `s3*`."""
    words.skip("slot")
    words.left[:1] = [word.lower().removeprefix("s").removesuffix("*") for word in words.left[:1]]
    return words.number(1, 6, "slot")


def take(words: Behind) -> Take:
    """Read `take 2 from C21`, `take from C21` or `take C21`."""
    tokens = words.number(1, 99, "amount of knowledge") if words.left and words.left[0].isdecimal() else 1
    words.skip("from")
    return Take(builder(words), tokens)


def look(words: Behind) -> Look:
    """Read `look at Bob` or `look Bob`."""
    words.skip("at")
    return Look(words.player())


def starters(words: Behind) -> Starters:
    """Read `starters 2 4`: the numbers of the sets, by seat."""
    words.counted(len(words.left), "starter set", len(words.names), len(words.names))
    return Starters(tuple([words.number(1, 4, "starter set") for _ in words.names]))
