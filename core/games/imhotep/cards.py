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
    """A kind of market card: its names, colour, number of copies, text, and a short text for pictures.

    Red and green cards also have a site.
    """

    id: CardName
    name: str
    czech: str
    colour: Colour
    count: int
    text: str
    face: str
    site: SiteName | None = None


def _load() -> tuple[MarketCard, ...]:
    return tuple(msgspec.convert(read_facts(__package__, "cards.toml")["card"], list[MarketCard]))


CARDS: Final = _load()
"""The twelve kinds of card. A state holds a card as its code, 0 to 11, in this order."""

KINDS: Final = len(CARDS)
"""Number of kinds of card."""
ALL: Final = bytes(card.count for card in CARDS)
"""By code: the number of copies in the game."""
NO_CARDS: Final = bytes(KINDS)
"""By code: no copies."""
CARD_NAMES: Final[tuple[CardName, ...]] = tuple(card.id for card in CARDS)
"""By code: the id of the card."""
CODE_OF: Final[dict[str, int]] = {card.id: code for code, card in enumerate(CARDS)}
"""By id: the code of the card."""
UNSEEN: Final = KINDS
"""Code for a face-down card that nobody knows."""

RED_SITE: Final = {
    code: SITES.index(card.site) for code, card in enumerate(CARDS) if card.colour == "red" and card.site
}
"""By code of a red card: the site to which it sends a stone (IM-3.6)."""

ORNAMENT_SITE: Final = {
    code: SITES.index(card.site) for code, card in enumerate(CARDS) if card.colour == "green" and card.site
}
"""By code of a green card: the site with the stones that it counts (IM-4.2)."""
BLUE: Final = tuple(code for code, card in enumerate(CARDS) if card.colour == "blue")
"""The codes of the blue cards."""
STATUE: Final = CODE_OF["statue"]
LEVER: Final = CODE_OF["lever"]
HAMMER: Final = CODE_OF["hammer"]
SAIL_CARD: Final = CODE_OF["sail"]
CHISEL: Final = CODE_OF["chisel"]

WORDS: Final[dict[str, CardName]] = {
    normalize(word): card.id for card in CARDS for word in (card.id, card.name, card.czech)
}
"""By id, English name or Czech name, normalized: the id of the card."""


def cards() -> Sequence[Card]:
    """Return the twelve kinds of market card with their texts (IM-1.4)."""
    return [Card(card.id, card.name, f"{card.text} ({card.count} cards)", card.colour, (card.czech,)) for card in CARDS]
