"""The places of cards, and what lies where before the game."""

from __future__ import annotations

from typing import Final

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.unseen import Place, Supply
from kronika.core.games.ancient_knowledge.cards import ALL_TECHNOLOGIES, ARTIFACT, TYPE
from kronika.core.games.ancient_knowledge.ids import BUILDER_IDS, CODES, technology_ids
from kronika.core.games.ancient_knowledge.state import DECKS, MOST_SEATS, State

DECK: Final[Place] = ("deck", -1)
PILE: Final[Place] = ("discard pile", -1)
TECHNOLOGIES: Final[Place] = ("technologies", -1)
"""Those of level II in their deck, above the known bottom."""


def _of_seats(word: str) -> tuple[Place, ...]:
    return tuple((word, seat) for seat in range(MOST_SEATS))


HAND: Final = _of_seats("hand")
KEPT: Final = _of_seats("kept")
"""Cards of the first ten that their player has chosen to keep."""
ASIDE: Final = _of_seats("aside")
"""Cards set aside in secret by P34, T4, T22 (AK-5.2)."""
BOARD: Final = _of_seats("board")
"""Artifacts, which may be discarded in secret (P8)."""
LAID: Final = _of_seats("laid")
"""Artifacts chosen for that."""
CHOSEN: Final = _of_seats("chosen")
"""Cards of the hand that are chosen to be discarded, until all of them are."""
PEEKED: Final = _of_seats("peeked")
"""Technologies that P7 looks at."""

T22: Final = CODES["T22"]

ARTIFACTS: Final = frozenset(card for card in BUILDER_IDS if TYPE[CODES[card]] == ARTIFACT)


_MIXED: Final = sorted(BUILDER_IDS, key=lambda card: int(card[1:]))
"""Builder cards in an order in which the types come in turn: so a hand that is assumed has some of each."""


def bottom(at: int) -> Place:
    """One of the technologies that were put under the deck of level II, from 0, which comes first."""
    return (f"card {at + 1} of the known bottom of the deck", -1)


def boxed(board: int, at: int) -> Place:
    """One of the places of technologies that are out of the game, of those of a board, from 0."""
    return (f"place {at + 1} in the box, board {board}", -1)


BOTTOM: Final = tuple(map(bottom, range(len(ALL_TECHNOLOGIES))))


def supply(start: State) -> Supply:
    """One of each builder card in the pile, and the technologies of level II in theirs. Raises BadSetup."""
    options = start.options
    for name, unusual in (("starter_sets", True), ("teams", True), ("any_order", False)):
        if getattr(options, name) == unusual:
            said = f"{name}={str(unusual).lower()}"
            raise BadSetup(f"Ancient Knowledge with {said} can be recorded with all outcomes known only.")
    return {DECK: dict.fromkeys(_MIXED, 1), TECHNOLOGIES: dict.fromkeys(technology_ids(DECKS[1]), 1)}
