"""The numbers that a seat knows of a position, for learned values."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kronika.core.contract.heuristic import Features
from kronika.core.contract.zones import tally_of
from kronika.core.games.imhotep.board import ROUNDS, temple_width
from kronika.core.games.imhotep.cards import BLUE, STATUE
from kronika.core.games.imhotep.scoring import final_items, totals
from kronika.core.games.imhotep.state import OVER, TURN, State

_PUBLIC: Final = (
    "points",  # gained so far
    "final",  # the final scoring, if the game ended now
    "visible",  # visible stones of the temple, for each round to come
    "sled",
    "ships",  # stones on ships
    "quarry",
    "obelisk",  # height, which pays by place
    "statues",
    "blue",  # blue cards
)
"""Numbers of a player that everybody knows; each counts as the lead over the mean of the others."""
NAMES: Final = ("progress", *_PUBLIC, "to_move")
"""`to_move` is 1 if it is the seat's turn."""


def numbers(state: State, seat: int) -> list[float]:
    """The numbers of a position for a seat, in the order of `NAMES`. No card of a player is hidden."""
    public = _public(state)
    others = max(1, len(public) - 1)
    sums = [sum(column) for column in zip(*public, strict=True)]
    own = public[seat]
    docked = len(state.harbours) - state.harbours.count(0)
    progress = (state.round - 1 + docked / max(1, len(state.ships))) / ROUNDS
    return [
        1.0 if state.phase == OVER else min(progress, 1.0),
        *[mine - (all_seats - mine) / others for mine, all_seats in zip(own, sums, strict=True)],
        float(state.phase == TURN and state.turn == seat),
    ]


@lru_cache(maxsize=16)  # each seat asks for all of them
def _public(state: State) -> list[list[float]]:
    seats = len(state.sleds)
    final = [0] * seats
    if state.phase != OVER:
        for item in final_items(state):
            final[item.seat] += item.points
    visible = tally_of(state.sites.temple[-temple_width(seats) :], seats)
    loaded = b"".join(state.ships)
    left = ROUNDS + 1 - state.round
    return [
        [
            points,
            final[seat],
            left * visible[seat],
            state.sleds[seat],
            loaded.count(seat + 1),
            state.quarries[seat],
            state.sites.obelisks[seat],
            state.cards[seat][STATUE],
            sum([state.cards[seat][card] for card in BLUE]),
        ]
        for seat, points in enumerate(totals(state))
    ]


FEATURES: Final[Features[State]] = Features(NAMES, numbers, "kronika.core.games.imhotep")
"""The features of Imhotep."""
