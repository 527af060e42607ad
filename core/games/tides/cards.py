"""The 18 cards (TT-1.3, TT-1.5), read from cards.toml."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from kronika.core.basics.text import normalize
from kronika.core.basics.toml import read_facts
from kronika.core.contract.game import Card

Suit = Literal["palace", "library", "garden", "stronghold", "temple"]
SUITS: Final[tuple[Suit, ...]] = ("palace", "library", "garden", "stronghold", "temple")
"""The five suits; other tables refer to them by their index."""
PLURALS: Final = ("palaces", "libraries", "gardens", "strongholds", "temples")
"""The plurals of the suits, in the same order."""

Kind = Literal[
    "win_ties",
    "majority",
    "per_suit",
    "per_set",
    "per_missing_suit",
    "singles_majority",
    "double_most_numerous",
    "highest_card",
]

NEST: Final = 1
"""Number of King's Nest (TT-4.15)."""
ROOF: Final = 17
"""Number of Roof of the World (TT-4.3)."""
PORT: Final = 18
"""Number of Sapphire Port (TT-4.11)."""


class TidesCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card (TT-1.5).

    `kind` is its kind of ability, `of` the suits that the ability looks at, and `vp` the points that it gives, for
    each suit or set if it counts these. Three cards have no `suit`.
    """

    id: int
    name: str
    czech: str
    kind: Kind
    suit: Suit | None = None
    of: tuple[Suit, ...] = ()
    vp: int = 0

    @property
    def looks_at(self) -> tuple[int, ...]:
        """The suits that the ability looks at, as indices into SUITS."""
        return LOOKS_AT[self.id]

    @property
    def label(self) -> str:
        """The number and name of the card: `17 Roof of the World`."""
        return f"{self.id} {self.name}"

    @property
    def text(self) -> str:
        """The ability of the card, in a short phrase."""
        of = ", ".join(self.of)
        return {
            "win_ties": "you win ties on 2, 4, 7, 12, 13, 16, 18",
            "majority": f"{self.vp} if you have more {of}s"
            if of != "library"
            else f"{self.vp} if you have more libraries",
            "per_suit": f"{self.vp} for each {of}",
            "per_set": f"{self.vp} for each set {' + '.join(self.of)}",
            "per_missing_suit": f"{self.vp} for each suit you lack",
            "singles_majority": f"{self.vp} if more of your suits appear just once",
            "double_most_numerous": "doubles your most numerous suits",
            "highest_card": f"{self.vp} if your best card scored more",
        }[self.kind]

    @property
    def short(self) -> str:
        """The ability of the card, in at most 32 characters."""
        if self.kind == "win_ties":
            return "wins ties: 2 4 7 12 13 16 18"
        if self.kind == "singles_majority":
            return f"{self.vp} if more suits appear just once"
        if self.kind == "per_set" and self.of == SUITS:
            return f"{self.vp} for each set of all 5 suits"
        return f"{self.vp} per {'+'.join(self.of)}" if self.kind == "per_set" else self.text


def _load() -> tuple[TidesCard, ...]:
    return tuple(msgspec.convert(read_facts(__package__, "cards.toml")["card"], list[TidesCard]))


CARDS: Final = _load()
"""The 18 cards, in the order of their numbers."""
ALL: Final = bytes(card.id for card in CARDS)
"""The numbers of the 18 cards."""
BY_ID: Final = {card.id: card for card in CARDS}
"""By number: the card."""
_NO_SUIT: Final = len(SUITS)
_SUIT_OF: Final = {card.id: SUITS.index(card.suit) if card.suit else _NO_SUIT for card in CARDS}
TO_SUITS: Final = bytes(_SUIT_OF.get(card, _NO_SUIT) for card in range(256))
"""Translation table from a card's number to the index of its suit in SUITS; 5 for a card without a suit."""

LOOKS_AT: Final = {card.id: tuple(SUITS.index(suit) for suit in card.of) for card in CARDS}
"""By number of a card: the suits that its ability looks at, as indices into SUITS."""

IDS: Final = ("", *(str(card.id) for card in CARDS))
"""By number of a card: the number as text; empty for 0, since no card has this number."""
_id = IDS.__getitem__

NAMES: Final = {
    **{str(card.id): card.id for card in CARDS},
    **{normalize(name): card.id for card in CARDS for name in (card.name, card.czech)},
}
"""By number, English name or Czech name, normalized: the number of the card."""


def ids(cards: bytes) -> tuple[str, ...]:
    """The numbers of these cards as text, in the same order."""
    return tuple(map(_id, cards))


def label(card: int) -> str:
    """The number and name of a card: `17 Roof of the World`."""
    return BY_ID[card].label


def cards() -> Sequence[Card]:
    """Return the 18 cards with their texts (TT-1.5)."""
    return [Card(str(card.id), card.name, card.text, card.suit or "no suit", (card.czech,)) for card in CARDS]
