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
    """The options of a game.

    They are the sides of the boards (IM-1.5), the wrath variant (IM-5.1), the start player (IM-1.6) and the tables that
    no source confirms (OQ-1 to OQ-4).
    """

    market: Annotated[Side, Meta(description="side of the market (IM-3.1, IM-3.5)")] = "a"
    pyramids: Annotated[Side, Meta(description="side of the pyramids (IM-3.7, IM-3.8)")] = "a"
    temple: Annotated[Side, Meta(description="side of the temple (IM-3.10, IM-3.11)")] = "a"
    burial_chamber: Annotated[Side, Meta(description="side of the burial chamber (IM-3.13, IM-3.14)")] = "a"
    obelisks: Annotated[Side, Meta(description="side of the obelisks (IM-3.15, IM-3.17)")] = "a"
    wrath: Annotated[
        bool, Meta(description="wrath of the pharaoh: -5 points without a stone at every monument (IM-5.1)")
    ] = False
    start_player: Annotated[
        Literal[0, 1, 2, 3, 4],
        Meta(description="the start player: 1 is the player named first, 0 a player chosen by chance (IM-1.6)"),
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
    """A step that has begun and is not finished; the last step on the stack is resolved first.

    `kind` says what the other fields mean:
    UNLOAD: the ship at the site `number` is unloaded; `stones` are the owners in the order of unloading, of which the
    first `at` are done.
    BLUE: `seat` has played the blue card `number`.
    RED: `seat` carries out the red card `number`; `at` is 1 once its stone is placed.
    SEE_PAIR: `seat` is about to look at the pair.
    KEEP: `seat` keeps one card of the pair; `stones` is the pair as the others know it.
    BONUS: `seat` may use the pyramid's bonus `number`.
    DRAW: `seat` gets the top card of the deck.
    VISIBLE: side B of the temple is scored; the space `number` is next.
    """

    kind: int
    seat: int
    number: int = 0
    at: int = 0
    stones: bytes = b""


class Market(Struct, frozen=True, array_like=True, gc=False):
    """The market cards that no player owns. `deck`, `row` and `discard` count cards by kind.

    `deck` has all unseen cards: those of the deck and those that lie unseen in the pair. `pair` lists the cards of the
    pair in ascending order: the kind of a card that is known by elimination or that its taker looks at, else UNSEEN.
    """

    deck: bytes
    row: bytes
    pair: bytes
    discard: bytes


class Sites(Struct, frozen=True, array_like=True, gc=False):
    """The stones of the monuments: the seats of their owners, in the order of delivery.

    `pyramids` has one list on side A, with the extra stones at its end; on side B it has four, for the left, middle and
    right pyramid and the extra stones. `obelisks` has a number for each seat: its height on side A, its single stones
    on side B. `towers` has the owners of the towers in the order of building. `temple_points` has the points that the
    temple gave in each round, by seat.
    """

    pyramids: tuple[bytes, ...]
    temple: bytes
    chamber: bytes
    obelisks: bytes
    towers: bytes
    temple_points: tuple[bytes, ...]


class State(Struct, frozen=True, array_like=True, gc=False):
    """The full state of a game.

    `first` is the start player of the round (once it has ended, of the next one), `turn` the player whose turn it is
    and `doer` the last player in this round who did more than pass, or NOBODY. `round_cards` has bit k set if the k-th
    round card of the list has not been turned up. `ships` has the slots of each ship from the bow: 0 for an empty slot,
    or the owner's seat + 1. `harbours` has for each site the number (from 1) of the ship in its harbour, or 0. `cards`
    counts the cards before each player, by seat and kind. `stack` has the steps in progress.
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
"""Harbours without a ship."""


def setup(options: Options, seats: int) -> State:
    """Return the first state of a game (IM-1.6).

    All stones are in the quarries and both decks are full. If an option names the start player, the sleds are filled
    already. Raises BadSetup if that player does not exist.
    """
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
    """Return the state after the start player is known: the sleds get 2, 3, 4 and 5 stones, clockwise (IM-1.6)."""
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
    """The number of stones that can move from the quarry to the sled: at most `most` (IM-2.4)."""
    room = SLED - sled
    n = most if most < room else room
    return n if n < quarry else quarry  # `min` of the three takes four times as long


def _ships() -> Iterator[bytes]:
    """The slots of every possible ship in a game for four, with any stones: 780."""
    for capacity in range(1, len(MINIMUM)):
        yield from map(bytes, product(range(MOST_SEATS + 1), repeat=capacity))


_SEATS: Final = bytes((0, *range(255)))
"""Translates the contents of a slot, seat + 1, into the seat."""

CARGO: Final = {slots: slots.translate(_SEATS, b"\0") for slots in _ships()}
"""By the slots of a ship: the owners of its stones, as seats from the bow."""

LOADED: Final = {
    slots: tuple(
        [
            () if stone else tuple([replace_byte(slots, at, seat + 1) for seat in range(MOST_SEATS)])
            for at, stone in enumerate(slots)
        ]
    )
    for slots in _ships()
}
"""By the slots of a ship, then by slot (from 0) and seat: its slots with one more stone; empty for a taken slot."""

EMPTY: Final = tuple(map(bytes, range(len(MINIMUM))))
"""By capacity: the slots of an empty ship."""


def deck_size(market: Market) -> int:
    """The number of cards in the deck, without the unseen cards of the pair (IM-2.2)."""
    return sum(market.deck) - market.pair.count(UNSEEN)


def seat_count(state: State) -> int:
    """The number of players (IM-1.8)."""
    return len(state.sleds)
