"""The ids of the 189 cards, as people type them and logs store them, and their codes in a state.

In a state a card is one byte, its code: builder cards are 1 to 144 in the order C, M, P, A (that of AK-5.4),
technologies 145 to 189. Moves, logs, views and errors use ids.
"""

from __future__ import annotations

from typing import Final, Literal, cast, get_args

from kronika.core.contract.zones import BYTE

# fmt: off
BuilderId = Literal[
    "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17",
    "C18", "C19", "C20", "C21", "C22", "C23", "C24", "C25", "C26", "C27", "C28", "C29", "C30", "C31", "C32", "C33",
    "C34", "C35", "C36", "M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9", "M10", "M11", "M12", "M13", "M14",
    "M15", "M16", "M17", "M18", "M19", "M20", "M21", "M22", "M23", "M24", "M25", "M26", "M27", "M28", "M29", "M30",
    "M31", "M32", "M33", "M34", "M35", "M36", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11",
    "P12", "P13", "P14", "P15", "P16", "P17", "P18", "P19", "P20", "P21", "P22", "P23", "P24", "P25", "P26", "P27",
    "P28", "P29", "P30", "P31", "P32", "P33", "P34", "P35", "P36", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8",
    "A9", "A10", "A11", "A12", "A13", "A14", "A15", "A16", "A17", "A18", "A19", "A20", "A21", "A22", "A23", "A24",
    "A25", "A26", "A27", "A28", "A29", "A30", "A31", "A32", "A33", "A34", "A35", "A36",
]
"""The id of a city, megalith, pyramid or artifact (AK-1.1)."""
TechnologyId = Literal[
    "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11", "T12", "T13", "T14", "T15", "T16", "T17",
    "T18", "T19", "T20", "T21", "T22", "T23", "T24", "T25", "T26", "T27", "T28", "T29", "T30", "T31", "T32", "T33",
    "T34", "T35", "T36", "T37", "T38", "T39", "T40", "T41", "T42", "T43", "T44", "T45",
]
"""The id of a technology (AK-1.1): T1 to T27 are level I, T28 to T45 level II."""
# fmt: on
CardId = BuilderId | TechnologyId

BUILDER_IDS: Final = cast(tuple[BuilderId, ...], get_args(BuilderId))
TECHNOLOGY_IDS: Final = cast(tuple[TechnologyId, ...], get_args(TechnologyId))

BUILDERS: Final = len(BUILDER_IDS)
"""The number of builder cards, which is the highest code of one."""

IDS: Final[tuple[CardId, ...]] = (BUILDER_IDS[0], *BUILDER_IDS, *TECHNOLOGY_IDS)
"""The id of each card, by code; the entry for 0, which is not a card, is never read."""

SOURCES: Final[tuple[str, ...]] = ("", *IDS[1:])
"""The id of a card that causes something, by code; empty for 0."""

ONE: Final = BYTE
"""A card as one byte, by code."""

CODES: Final[dict[str, int]] = {card: code for code, card in enumerate(IDS) if code}
_code = CODES.__getitem__


# Most lists have one card: reading that from a table takes a quarter of the time.

_id = IDS.__getitem__
_ALONE: Final[tuple[tuple[CardId], ...]] = tuple((card,) for card in IDS)
_BUILDER_ALONE: Final[tuple[tuple[BuilderId], ...]] = tuple((card,) for card in (BUILDER_IDS[0], *BUILDER_IDS))
_TECHNOLOGY_ALONE: Final[tuple[tuple[TechnologyId], ...]] = tuple((card,) for card in TECHNOLOGY_IDS)


def builder_id(code: int) -> BuilderId:
    """Return the id of a builder card."""
    return BUILDER_IDS[code - 1]


def technology_id(code: int) -> TechnologyId:
    """Return the id of a technology."""
    return TECHNOLOGY_IDS[code - BUILDERS - 1]


def ids(codes: bytes) -> tuple[CardId, ...]:
    """Return the ids of several cards, in the given order."""
    return _ALONE[codes[0]] if len(codes) == 1 else (*map(_id, codes),)


def builder_ids(codes: bytes) -> tuple[BuilderId, ...]:
    """Return the ids of several builder cards, in the given order."""
    return _BUILDER_ALONE[codes[0]] if len(codes) == 1 else (*map(builder_id, codes),)


def technology_ids(codes: bytes) -> tuple[TechnologyId, ...]:
    """Return the ids of several technologies, in the given order."""
    if len(codes) == 1:
        return _TECHNOLOGY_ALONE[codes[0] - BUILDERS - 1]
    return (*map(technology_id, codes),)


def codes(cards: tuple[str, ...]) -> bytes:
    """Return the codes of several cards, in the given order."""
    return ONE[CODES[cards[0]]] if len(cards) == 1 else bytes(map(_code, cards))


def in_order(cards: tuple[str, ...]) -> bytes:
    """Return the codes of several cards, sorted."""
    return ONE[CODES[cards[0]]] if len(cards) == 1 else bytes(sorted(map(_code, cards)))
