"""The market cards (IM-1.4), read from cards.toml."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from kronika.core.basics.text import normalize
from kronika.core.basics.toml import read_facts
from kronika.core.contract.game import Card
from kronika.core.games.imhotep.board import SITES, SiteName

CardName = Literal[
    "entrance",
    "sarcophagus",
    "paved_path",
    "pyramid_ornament",
    "temple_ornament",
    "burial_chamber_ornament",
    "obelisk_ornament",
    "statue",
    "lever",
    "hammer",
    "sail",
    "chisel",
]
Colour = Literal["red", "green", "purple", "blue"]


class MarketCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of card: how many there are, the site it looks at (red and green ones), and what it does."""

    id: CardName
    name: str
    czech: str
    colour: Colour
    count: int
    text: str
    site: SiteName | None = None


def _load() -> tuple[MarketCard, ...]:
    return tuple(msgspec.convert(read_facts(__package__, "cards.toml")["card"], list[MarketCard]))


CARDS: Final = _load()
"""By code: a state holds cards as numbers 0 to 11, in this order."""

KINDS: Final = len(CARDS)
ALL: Final = bytes(card.count for card in CARDS)
NO_CARDS: Final = bytes(KINDS)
CARD_NAMES: Final[tuple[CardName, ...]] = tuple(card.id for card in CARDS)
CODE_OF: Final[dict[str, int]] = {card.id: code for code, card in enumerate(CARDS)}
UNSEEN: Final = KINDS
"""Stands for a card that lies face down."""

RED_SITE: Final = {
    code: SITES.index(card.site) for code, card in enumerate(CARDS) if card.colour == "red" and card.site
}
"""Red cards and where each sends a stone (IM-3.6)."""

ORNAMENT_SITE: Final = {
    code: SITES.index(card.site) for code, card in enumerate(CARDS) if card.colour == "green" and card.site
}
BLUE: Final = tuple(code for code, card in enumerate(CARDS) if card.colour == "blue")
STATUE: Final = CODE_OF["statue"]
LEVER: Final = CODE_OF["lever"]
HAMMER: Final = CODE_OF["hammer"]
SAIL_CARD: Final = CODE_OF["sail"]
CHISEL: Final = CODE_OF["chisel"]

WORDS: Final = {normalize(word): card.id for card in CARDS for word in (card.id, card.name, card.czech)}
"""Folded English and Czech names -> id."""


def cards() -> Sequence[Card]:
    """The twelve kinds of market card (IM-1.4), for people."""
    return [
        Card(card.id, card.name, f"{card.text} ({card.count} of them)", card.colour, (card.czech,)) for card in CARDS
    ]
