"""The state of a game and its set-up (IM-1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.zones import add_to_tally, replace_byte
from kronika.core.games.imhotep.board import (
    FIRST_SLED,
    MINIMUM,
    ROUND_CARDS,
    SIDE_B,
    SITES,
    SLED,
    STONES,
    Bonus,
    ChamberB,
    ObelisksB,
    PyramidsB,
    TempleB,
)
from kronika.core.games.imhotep.cards import ALL, NO_CARDS, UNSEEN

START: Final = 0
ROUND_CARD: Final = 1
FILL: Final = 2
TURN: Final = 3
ROUND_END: Final = 4
SHOW_PAIR: Final = 5
OVER: Final = 6

UNLOAD: Final = 0
BLUE: Final = 1
RED: Final = 2
SEE_PAIR: Final = 3
KEEP: Final = 4
BONUS: Final = 5
DRAW: Final = 6
VISIBLE: Final = 7

BONUSES: Final[tuple[Bonus, ...]] = ("card", "stones", "place")
FOR_CARD: Final = 0
FOR_STONES: Final = 1

NOBODY: Final = -1
MOST_SEATS: Final = 4

Side = Literal["a", "b"]


class Options(Struct, frozen=True, kw_only=True, array_like=True, gc=False, forbid_unknown_fields=True):
    """Sides of the boards (IM-1.5), the variant (IM-5.1), who starts (IM-1.6), the unknown tables (OQ-1 to OQ-4)."""

    market: Annotated[Side, Meta(description="side of the market (IM-3.1, IM-3.5)")] = "a"
    pyramids: Annotated[Side, Meta(description="side of the pyramids (IM-3.7, IM-3.8)")] = "a"
    temple: Annotated[Side, Meta(description="side of the temple (IM-3.10, IM-3.11)")] = "a"
    burial_chamber: Annotated[Side, Meta(description="side of the burial chamber (IM-3.13, IM-3.14)")] = "a"
    obelisks: Annotated[Side, Meta(description="side of the obelisks (IM-3.15, IM-3.17)")] = "a"
    wrath: Annotated[bool, Meta(description="wrath of the pharaoh: 5 points less without all monuments (IM-5.1)")] = (
        False
    )
    start_player: Annotated[
        Literal[0, 1, 2, 3, 4],
        Meta(description="who begins: 1 is the player named first; 0 leaves it to chance (IM-1.6)"),
    ] = 0
    pyramids_b: Annotated[
        PyramidsB,
        Meta(
            description="places of the three pyramids of side B in the order of filling: points, or a bonus `card`, "
            "`stones`, `place`; 2,1,card,3,4/2,1,stones,3,4/… (OQ-1)"
        ),
    ] = SIDE_B.pyramids_b.value
    obelisks_b: Annotated[ObelisksB, Meta(description="points of the tower spaces of side B: 10,9,8,… (OQ-2)")] = (
        SIDE_B.obelisks_b.value
    )
    temple_b: Annotated[
        TempleB,
        Meta(description="bonuses of the temple's spaces on side B: point_or_stones, two_points, card (OQ-3)"),
    ] = SIDE_B.temple_b.value
    burial_chamber_b: Annotated[
        ChamberB, Meta(description="points of first, second, … place in a row of side B: 8,4,2,0 (OQ-4)")
    ] = SIDE_B.burial_chamber_b.value


class Step(Struct, frozen=True, array_like=True, gc=False):
    """Something begun and not finished; the last one on the stack is carried on with.

    UNLOAD: the ship at site `number`, `stones` (seats) in the order of unloading, `at` of them done.
    BLUE: the card `number` was played. RED: `seat` carries out the card `number`; `at` 1 when its stone is placed.
    SEE_PAIR: `seat` is about to look at the pair. KEEP: `seat` keeps one of it; `stones` is what the others know.
    BONUS: `seat` may use the bonus `number`. DRAW: `seat` draws a card. VISIBLE: temple B, from space `number` on.
    """

    kind: int
    seat: int
    number: int = 0
    at: int = 0
    stones: bytes = b""


class Market(Struct, frozen=True, array_like=True, gc=False):
    """The cards that nobody owns, counted by kind.

    `deck` is everything unseen: the deck and the cards of the pair that lie face down. `pair` lists the cards of the
    pair, ascending: UNSEEN, or a kind when it is known by elimination or someone is looking at it.
    """

    deck: bytes
    row: bytes
    pair: bytes
    discard: bytes


class Sites(Struct, frozen=True, array_like=True, gc=False):
    """The stones of the monuments, as seats in the order of delivery.

    `pyramids`: side A one list, the extra stones behind; side B left, middle, right and the extra stones.
    `obelisks` counts by seat: heights on side A, single stones on side B. `towers`: whose, as they were built.
    `temple_points`: what the temple gave in each round, by seat.
    """

    pyramids: tuple[bytes, ...]
    temple: bytes
    chamber: bytes
    obelisks: bytes
    towers: bytes
    temple_points: tuple[bytes, ...]


class State(Struct, frozen=True, array_like=True, gc=False):
    """All that play needs to go on.

    `first` is the start player of the round, `turn` whose turn it is, `doer` who last did more than pass in this round.
    `round_cards`: bit k for the k-th card of the list that has not been turned up. `ships`: the slots of each from the
    bow, 0 or seat + 1. `harbours`: by site, number (from 1) of the ship that lies there. `cards`: by seat, by kind.
    """

    options: Options
    phase: int
    round: int
    first: int
    turn: int
    doer: int
    round_cards: int
    ships: tuple[bytes, ...]
    harbours: bytes
    sleds: bytes
    quarries: bytes
    market: Market
    sites: Sites
    cards: tuple[bytes, ...]
    stack: tuple[Step, ...]


FREE: Final = bytes(len(SITES))
"""No ship in any harbour."""


def setup(options: Options, seats: int) -> State:
    """All stones in the quarries, both decks whole; then the sleds, if the start player is set (IM-1.6)."""
    if options.start_player > seats:
        raise BadSetup(f"Option start_player: there is no player {options.start_player} of {seats}.")
    none = bytes(seats)
    state = State(
        options=options,
        phase=START,
        round=1,
        first=0,
        turn=0,
        doer=NOBODY,
        round_cards=(1 << len(ROUND_CARDS[seats])) - 1,
        ships=(),
        harbours=FREE,
        sleds=none,
        quarries=bytes((STONES,)) * seats,
        market=Market(ALL, NO_CARDS, b"", NO_CARDS),
        sites=Sites((b"",) if options.pyramids == "a" else (b"",) * 4, b"", b"", none, b"", ()),
        cards=(NO_CARDS,) * seats,
        stack=(),
    )
    return started(state, options.start_player - 1) if options.start_player else state


def started(state: State, first: int) -> State:
    """The start player is known: this one gets 2 stones, then clockwise 3, 4, 5 (IM-1.6)."""
    sleds, quarries = state.sleds, state.quarries
    for place in range(len(sleds)):
        seat = (first + place) % len(sleds)
        sleds = add_to_tally(sleds, seat, FIRST_SLED + place)
        quarries = add_to_tally(quarries, seat, -FIRST_SLED - place)
    return State(
        state.options,
        ROUND_CARD,
        1,
        first,
        first,
        NOBODY,
        state.round_cards,
        (),
        FREE,
        sleds,
        quarries,
        state.market,
        state.sites,
        state.cards,
        (),
    )


def can_take(sled: int, quarry: int, most: int) -> int:
    """How many stones can go from the quarry to the sled, at most `most` (IM-2.4)."""
    room = SLED - sled
    n = most if most < room else room
    return n if n < quarry else quarry  # `min` of the three costs four times as much


def _ships() -> Iterator[bytes]:
    """The slots of every ship, empty or not, in a game for four: 780."""
    for capacity in range(1, len(MINIMUM)):
        yield from map(bytes, product(range(MOST_SEATS + 1), repeat=capacity))


_SEATS: Final = bytes((0, *range(255)))
"""Turns what stands in a slot, seat + 1, into the seat."""

CARGO: Final = {slots: slots.translate(_SEATS, b"\0") for slots in _ships()}
"""By its slots: the stones on a ship, as seats from the bow."""

LOADED: Final = {
    slots: tuple(
        [
            () if stone else tuple([replace_byte(slots, at, seat + 1) for seat in range(MOST_SEATS)])
            for at, stone in enumerate(slots)
        ]
    )
    for slots in _ships()
}
"""By its slots: a ship with one more stone, by slot (from 0; nothing where it is taken) and seat."""

EMPTY: Final = tuple(map(bytes, range(len(MINIMUM))))
"""By capacity: a ship without a stone."""


def deck_size(market: Market) -> int:
    """Cards in the deck proper: the unseen cards of the pair are not in it (IM-2.2)."""
    return sum(market.deck) - market.pair.count(UNSEEN)


def seat_count(state: State) -> int:
    """As many as there are sleds."""
    return len(state.sleds)
