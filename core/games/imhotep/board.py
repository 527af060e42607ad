"""The facts of the site boards, ships and round cards, read from board.toml and side_b.toml."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from kronika.core.basics.text import normalize
from kronika.core.basics.toml import read_facts

SiteName = Literal["market", "pyramids", "temple", "burial_chamber", "obelisks"]
SITES: Final[tuple[SiteName, ...]] = ("market", "pyramids", "temple", "burial_chamber", "obelisks")
MARKET: Final = 0
PYRAMIDS: Final = 1
TEMPLE: Final = 2
CHAMBER: Final = 3
OBELISKS: Final = 4
MONUMENTS: Final = (PYRAMIDS, TEMPLE, CHAMBER, OBELISKS)
SITE_CODE: Final[dict[str, int]] = {name: code for code, name in enumerate(SITES)}
SITE_TITLES: Final = ("market", "pyramids", "temple", "burial chamber", "obelisks")
SITE_WORDS: Final[dict[str, SiteName]] = {
    **{normalize(name): name for name in SITES},
    "chamber": "burial_chamber",
    "pyramid": "pyramids",
    "obelisk": "obelisks",
}

PyramidName = Literal["left", "middle", "right"]
PYRAMID_NAMES: Final[tuple[PyramidName, ...]] = ("left", "middle", "right")

RoundCardName = Literal[
    "4432", "4422", "4421", "4333", "4332", "4331", "4322", "4321", "4221", "3332", "3322", "3321", "3221"
]

Points = Annotated[int, Meta(ge=0, le=40)]
Bonus = Literal["card", "stones", "place"]
Place = Points | Bonus
"""A place of a pyramid on side B: its points, or its bonus, which comes with 1 point (IM-3.8)."""
Places = Annotated[tuple[Place, ...], Meta(min_length=1, max_length=14)]
"""The places of one pyramid on side B, in the order of filling."""
Space = Literal["point_or_stones", "two_points", "card"]
"""The bonus of a space of the temple on side B (IM-3.11)."""

PyramidsB = tuple[Places, Places, Places]
ObelisksB = Annotated[tuple[Points, ...], Meta(min_length=1, max_length=40)]
TempleB = tuple[Space, Space, Space, Space, Space]
ChamberB = Annotated[tuple[Points, ...], Meta(min_length=1, max_length=4)]


class _Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    minimum: tuple[int, int, int, int]
    pyramid_a: tuple[int, ...]
    growing: tuple[int, ...]
    round_cards: dict[int, tuple[RoundCardName, ...]]
    obelisks_a: dict[int, tuple[int, ...]]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a side B that no readable source shows: its open question, the unknown facts and the reason."""

    question: str
    confidence: Literal["low", "medium", "high"]
    what: str
    why: str


class _PyramidsTable(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    value: PyramidsB


class _ObelisksTable(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    value: ObelisksB


class _TempleTable(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    value: TempleB


class _ChamberTable(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    value: ChamberB


class SideB(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The four tables of side_b.toml."""

    pyramids_b: _PyramidsTable
    obelisks_b: _ObelisksTable
    temple_b: _TempleTable
    burial_chamber_b: _ChamberTable


_BOARD: Final = msgspec.convert(read_facts(__package__, "board.toml"), _Board, strict=False)
SIDE_B: Final = msgspec.convert(read_facts(__package__, "side_b.toml"), SideB)

MINIMUM: Final = (0, *_BOARD.minimum)
"""By capacity: the stones that a ship needs to sail (IM-1.2)."""

ROUND_CARDS: Final = _BOARD.round_cards
"""By number of players: the seven round cards (IM-1.3)."""

PYRAMID_A: Final = _BOARD.pyramid_a
"""The points of the pyramid's places on side A, in the order of filling (IM-3.7)."""
OBELISKS_A: Final = _BOARD.obelisks_a
"""By number of players: the points of first place, second place and so on at the obelisks, side A (IM-3.15)."""
ROWS: Final = 3
"""Rows of the burial chamber (IM-3.12)."""

STONES: Final = 29
"""Stones of each player in play; the thirtieth is the score marker (IM-1.6)."""
SLED: Final = 5
"""Stones that a sled can hold (IM-2.4)."""
FIRST_SLED: Final = 2
"""Stones on the start player's sled at the set-up (IM-1.6)."""
AT_ONCE: Final = 3
"""The most stones that one action takes from the quarry (IM-2.4)."""
TEMPLE_STONES: Final = 2
"""The most stones that a space of the temple on side B gives (IM-3.11)."""
TEMPLE_POINTS: Final = 2
"""Points of the space `two_points` of the temple on side B (IM-3.11)."""
BONUS_POINT: Final = 1
"""Points that come with a bonus of a pyramid on side B (IM-3.8)."""
EXTRA_POINT: Final = 1
"""Points of a stone for which the pyramids have no place (IM-3.7, IM-3.8)."""
TOWER: Final = 3
"""Stones of a tower at the obelisks on side B (IM-3.17)."""
ORNAMENT: Final = 3
"""Stones at its site for which an ornament gives a point (IM-4.1)."""
WRATH: Final = -5
"""Points for the wrath of the pharaoh (IM-5.1)."""
ROUNDS: Final = 6
"""Rounds of a game (IM-4.1)."""


def temple_width(seats: int) -> int:
    """The number of spaces in each level of the temple (IM-3.9)."""
    return 4 if seats == 2 else 5


def growing(n: int) -> int:
    """The points of an area of n stones (IM-3.13) or of n statues (IM-4.1)."""
    table = _BOARD.growing
    return table[n - 1] if 0 < n <= len(table) else table[-1] + 2 * (n - len(table)) if n else 0
