"""The numbers that a seat knows of a position, for learned values."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kronika.core.contract.heuristic import Features
from kronika.core.games.tigris.board import BIT, MONUMENT_COLOURS, NOWHERE, RED, TILE_COUNTS
from kronika.core.games.tigris.kingdoms import IS_OCCUPIED, IS_TREASURE, cells, flood, temples_beside
from kronika.core.games.tigris.scoring import final_points
from kronika.core.games.tigris.state import END, State, leader_cell

AHEAD: Final = 6
"""Points by which a colour can lead the smallest one before further points count for nothing (note 2 of the SPEC).

Without this limit two players who are paid by a monument might never end the game.
"""
_LEAST: Final = 2
"""Treasures on the board with which the game ends (TE-9.3)."""
_PUBLIC: Final = (
    "smallest",  # points of the smallest colour, which is the score
    "second",  # like the next two, at most `AHEAD` more than the smallest
    "third",
    "largest",
    "treasures",
    "leaders",  # on the board
    "temples",  # beside its leaders, three of each at most
    "monuments",  # leaders in kingdoms with a monument of their colour
    "poor_leader",  # 1 if the leader of the smallest colour is on the board
    "catastrophes",
)
"""Numbers of a player that everybody knows; each counts as the lead over the mean of the others."""
NAMES: Final = ("progress", *_PUBLIC, "actions", "hand_red", "hand_most")
"""`actions` are those that the seat has left, less those of the others. The last two are of the seat's own hand: its
temples, and the most tiles of another colour.
"""


def numbers(state: State, seat: int) -> list[float]:
    """The numbers of a position for a seat, in the order of `NAMES`. Of the hands only the seat's own counts."""
    progress, public = _public(state)
    others = max(1, len(public) - 1)
    sums = [sum(column) for column in zip(*public, strict=True)]
    hand = state.hands[seat]
    return [
        progress,
        *[mine - (all_seats - mine) / others for mine, all_seats in zip(public[seat], sums, strict=True)],
        state.left if state.active == seat else -state.left,
        hand[RED],
        max([n for colour, n in enumerate(hand) if colour != RED]),
    ]


@lru_cache(maxsize=16)  # each seat asks for all of them
def _public(state: State) -> tuple[float, list[list[float]]]:
    occupied = cells(state.board, IS_OCCUPIED)
    built = [
        (MONUMENT_COLOURS[monument], flood(corner, occupied))
        for monument, corner in enumerate(state.monuments)
        if corner != NOWHERE
    ]
    treasures = cells(state.board, IS_TREASURE).bit_count()
    taken = sum(state.treasures)
    over = max(1 - sum(state.bag) / sum(TILE_COUNTS), taken / max(1, taken + treasures - _LEAST))
    found = [_of_seat(state, seat, built) for seat in range(len(state.hands))]
    return 1.0 if state.phase == END else min(max(over, 0.0), 1.0), found


def _of_seat(state: State, seat: int, built: list[tuple[tuple[int, ...], int]]) -> list[float]:
    points = final_points(state, seat)
    stands = [leader_cell(state, seat, colour) for colour in range(4)]
    poor = min(range(4), key=points.__getitem__)
    there = [(colour, cell) for colour, cell in enumerate(stands) if cell >= 0]
    ranked = sorted(points)
    return [
        *[min(count, ranked[0] + AHEAD) for count in ranked],
        state.treasures[seat],
        len(there),
        sum([min(temples_beside(state.board, cell), 3) for _, cell in there]),
        sum([colour in colours and kingdom & BIT[cell] != 0 for colour, cell in there for colours, kingdom in built]),
        float(stands[poor] >= 0),
        state.catastrophes[seat],
    ]


FEATURES: Final[Features[State]] = Features(NAMES, numbers, "kronika.core.games.tigris")
"""The features of Tigris & Euphrates."""
