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
PLURALS: Final = ("palaces", "libraries", "gardens", "strongholds", "temples")

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
ROOF: Final = 17
PORT: Final = 18


class TidesCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card: its suit (none for three cards), its kind of ability, the suits it looks at, and what it pays."""

    id: int
    name: str
    czech: str
    kind: Kind
    suit: Suit | None = None
    of: tuple[Suit, ...] = ()
    vp: int = 0

    @property
    def looks_at(self) -> tuple[int, ...]:
        """`of` as indices into SUITS."""
        return LOOKS_AT[self.id]

    @property
    def label(self) -> str:
        """Number and name: `17 Roof of the World`."""
        return f"{self.id} {self.name}"

    @property
    def text(self) -> str:
        """What it does, in short."""
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
        """What it does, in no more than 32 columns."""
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
ALL: Final = bytes(card.id for card in CARDS)
BY_ID: Final = {card.id: card for card in CARDS}
_NO_SUIT: Final = len(SUITS)
_SUIT_OF: Final = {card.id: SUITS.index(card.suit) if card.suit else _NO_SUIT for card in CARDS}
TO_SUITS: Final = bytes(_SUIT_OF.get(card, _NO_SUIT) for card in range(256))
"""Translates cards into their suits, as indices into SUITS."""

LOOKS_AT: Final = {card.id: tuple(SUITS.index(suit) for suit in card.of) for card in CARDS}
"""By card id: the suits that it looks at, as indices into SUITS."""

IDS: Final = ("", *(str(card.id) for card in CARDS))
"""By number: the id as it is typed; empty for 0, which is no card."""
_id = IDS.__getitem__

NAMES: Final = {
    **{str(card.id): card.id for card in CARDS},
    **{normalize(name): card.id for card in CARDS for name in (card.name, card.czech)},
}
"""Folded English and Czech names and numbers -> card id."""


def ids(cards: bytes) -> tuple[str, ...]:
    """The ids of several cards, in their order."""
    return tuple(map(_id, cards))


def label(card: int) -> str:
    """Number and name of a card."""
    return BY_ID[card].label


def cards() -> Sequence[Card]:
    """The 18 cards (TT-1.5), for people."""
    return [Card(str(card.id), card.name, card.text, card.suit or "no suit", (card.czech,)) for card in CARDS]
