"""The 64 characters and 24 laws (VC-1.2, VC-1.3), read from `cards.toml`, and tables computed from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from kronika.core.basics.text import normalize
from kronika.core.basics.toml import read_facts
from kronika.core.contract.game import Card
from kronika.core.contract.zones import BYTE
from kronika.core.games.viceroy.gems import COLOURS, INDEX, Colour, Counts, counts
from kronika.core.games.viceroy.tokens import CIRCLE_BONUS, DEFENSE, MAGIC, MAGIC_BONUS, SCIENCE, VP

LAST_CHARACTER: Final = 64
LAST_CARD: Final = 88
CHARACTERS: Final = bytes(range(1, LAST_CHARACTER + 1))
LAWS: Final = bytes(range(LAST_CHARACTER + 1, LAST_CARD + 1))
ONE_CARD: Final = BYTE
"""By card number: the card as one byte, as it is stored in the state."""
NO_CARD: Final = ONE_CARD[0]
"""The byte of an empty place, where cards are stored as bytes."""

REPLACE: Final = 65
DOUBLE: Final = 66
SWAP: Final = 67
PER_CARD: Final = 68
TAKE_DISPLAYED: Final = 69
DRAW_LAWS: Final = 70
TUCK_HAND: Final = 72
TUCK_FREE: Final = 74
PER_SET: Final = 75
LAY_GEMS: Final = 76
TUCK_TAKEN: Final = 78
PER_CIRCLE: Final = 79
NEIGHBOURS: Final = (85, 86, 87, 88)
"""The numbers of the laws that have code of their own, named after what they do; `NEIGHBOURS` has four of them."""

GEMS: Final = 0
CARD: Final = 1
TOKEN: Final = 2
ATTACK: Final = 3
INFINITE_GEM: Final = 4


class Part(Struct, frozen=True, array_like=True, gc=False):
    """One part of a reward.

    `kind` is one of the constants above, `n` the number. `what` is the code of a token, or the colour index of an
    infinite gem; 0 for other kinds.
    """

    kind: int
    n: int
    what: int


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """A character as `cards.toml` describes it."""

    id: int
    name: str
    other: tuple[str, ...]
    top_left: Colour
    top_right: Colour
    bottom: Colour
    rows: tuple[str, str, str, str]

    @property
    def text(self) -> str:
        """The cost gem and the reward of each row, from level 1 to level 4."""
        return " / ".join(self.rows)


class Law(Struct, frozen=True, forbid_unknown_fields=True):
    """A law as `cards.toml` describes it. Most titles are unknown."""

    id: int
    top: Colour
    bottom: Colour
    text: str
    other: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The first known title of the law; `law` if none is known."""
        return self.other[0] if self.other else "law"

    @property
    def top_left(self) -> Colour:
        """The colour of the upper left quarter circle; on a law both are the same (VC-1.3)."""
        return self.top

    @property
    def top_right(self) -> Colour:
        """The colour of the upper right quarter circle; on a law both are the same (VC-1.3)."""
        return self.top


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    character: tuple[Character, ...]
    law: tuple[Law, ...]


def _load() -> _File:
    return msgspec.convert(read_facts(__package__, "cards.toml"), type=_File)


_FACTS = _load()
BY_ID: Final[dict[int, Character | Law]] = {
    **{card.id: card for card in _FACTS.character},
    **{card.id: card for card in _FACTS.law},
}

IDS: Final = ("", *map(str, range(1, LAST_CARD + 1)))
"""By card number: the id as people type it; empty for 0, which is not a card."""
_id = IDS.__getitem__

NAMES: Final[dict[str, int]] = {
    **{str(id): id for id in BY_ID},
    **{normalize(f"law {law.id}"): law.id for law in _FACTS.law},
    **{
        normalize(name): card.id
        for card in BY_ID.values()
        for name in (*((card.name,) if isinstance(card, Character) else ()), *card.other)
    },
}
"""The card number for each number, `law N` and name, normalized as text that people type."""


def ids(cards: bytes) -> tuple[str, ...]:
    """Return the ids of several cards, in the given order."""
    return tuple(map(_id, cards))


def label(card: int) -> str:
    """Return the number and name of a card: `32 Captain`, `66 law`."""
    return f"{card} {BY_ID[card].name}"


def is_law(card: int) -> bool:
    """Whether a card is a law."""
    return card > LAST_CHARACTER


# -- colours ----------------------------------------------------------------------------------------------------

TOP_LEFT: Final = (9, *(INDEX[BY_ID[card].top_left] for card in range(1, LAST_CARD + 1)))
TOP_RIGHT: Final = (9, *(INDEX[BY_ID[card].top_right] for card in range(1, LAST_CARD + 1)))
BOTTOM: Final = (9, *(INDEX[BY_ID[card].bottom] for card in range(1, LAST_CARD + 1)))
"""By card number: the colour index of each of the three coloured areas; 9 for 0, which is not a card.

`BOTTOM` is a half circle and counts as two segments, the others as one.
"""


# -- costs and rewards ------------------------------------------------------------------------------------------


def _part(text: str) -> Part:
    match = re.fullmatch(r"(?:(\d+) )?([a-z]+)(?:\+(\d))?(?: (\w+))?", text)
    if match is None:
        raise ValueError(f"no reward: {text!r}")
    n, word, bonus, colour = int(match[1] or 1), match[2], match[3], match[4]
    if word == "vp":
        return Part(TOKEN, 1, VP + n)
    if bonus:
        code = MAGIC_BONUS[int(bonus)] if word == "magic" else CIRCLE_BONUS[int(bonus)] + INDEX[word]
        return Part(TOKEN, n, code)
    if word == "infinite":
        return Part(INFINITE_GEM, 1, INDEX[colour])
    kinds = {"gems": GEMS, "card": CARD, "cards": CARD, "attack": ATTACK}
    tokens = {"magic": MAGIC, "science": SCIENCE, "defense": DEFENSE}
    return Part(TOKEN, n, tokens[word]) if word in tokens else Part(kinds[word], n, 0)


def _parts(text: str) -> tuple[Part, ...]:
    return tuple(_part(part) for part in text.split(", "))


def _row(row: str) -> tuple[int, tuple[Part, ...]]:
    colour, _, reward = row.partition(": ")
    return INDEX[colour], _parts(reward)


def _costs(rows: tuple[int, ...]) -> tuple[Counts, ...]:
    """Return the cost for each level, 0 to 5: the gems of all rows up to it.

    Level 5 pays the gem of the top row once more (VC-3.8). Level 0 costs nothing.
    """
    paid = (*rows, rows[-1])
    return tuple(counts([paid[:level].count(colour) for colour in range(4)]) for level in range(6))


_ROWS = {card.id: tuple(_row(row) for row in card.rows) for card in _FACTS.character}

COST: Final = {card: _costs(tuple(colour for colour, _ in rows)) for card, rows in _ROWS.items()}
"""By character and level: the cost there in gems of each colour (VC-3.8)."""
FIRST_GEM: Final = (9, *(_ROWS[card][0][0] for card in CHARACTERS))
"""By character: the colour index of its row-1 gem, which every cost contains (VC-2.13); 9 for 0."""
REWARD: Final[dict[int, tuple[tuple[Part, ...], ...]]] = {
    card: ((), *(parts for _, parts in rows)) for card, rows in _ROWS.items()
}
"""By character and level, 1 to 4: the parts of the reward (VC-3.12)."""

# -- laws with a choice -----------------------------------------------------------------------------------------


def _options(law: Law) -> dict[str, tuple[Part, ...]]:
    options: dict[str, tuple[Part, ...]] = {}
    for text in law.choose:
        if text == "infinite any":
            options |= {f"infinite-{colour}": (Part(INFINITE_GEM, 1, i),) for i, colour in enumerate(COLOURS)}
        elif text == "magic+3":
            options["bonus"] = _parts(text)
        else:
            options[text.partition(",")[0].split()[-1]] = _parts(text)
    return options


CHOICES: Final = {law.id: _options(law) for law in _FACTS.law if law.choose}
"""By law with a choice: its options and the parts that each of them gives (VC-4.0)."""


def cards() -> Sequence[Card]:
    """Return the 64 characters and 24 laws for people (VC-1.1)."""
    return [
        Card(str(card.id), card.name, card.text, "character", card.other)
        if not isinstance(card, Law)
        else Card(str(card.id), card.other[0] if card.other else f"law {card.id}", card.text, "law", card.other)
        for card in BY_ID.values()
    ]
