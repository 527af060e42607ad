"""What a seat may know (BA-1.3): all but the safes of others, and which crates will come."""

from typing import Annotated

from kronika.core import EMPTY, HIDDEN, ScoreSheet, View, Viewer, at_most, can_see

from ballast.rules import actors
from ballast.scoring import score, totals
from ballast.state import COMING, DUE, NOT_YET, OVER, State, opened, still_coming


class TableView(View, frozen=True):
    """The table as one seat knows it; tuples are by seat.

    `crate` lies on the quay, 0 for none, with `pot` coins on it; `to_come` crates are still to come. `coins` are those
    in fist and safe together.
    """

    crate: int
    pot: int
    to_come: int
    crates: tuple[Annotated[tuple[int, ...], at_most(COMING)], ...]
    coins: tuple[int, ...]
    safes: tuple[str, ...]


def view(state: State, seat: Viewer) -> TableView:
    """What a viewer may know; everything for None."""
    return TableView(
        viewer=seat,
        actors=actors(state),
        due="" if state.phase == OVER else DUE[state.phase][1],
        totals=sheet(state, seat).totals,
        crate=state.crate,
        pot=state.pot,
        to_come=still_coming(state),
        crates=tuple(map(tuple, state.crates)),
        coins=tuple(state.coins),
        safes=tuple(_safe(coins, opened(state) or can_see(seat, owner)) for owner, coins in enumerate(state.safes)),
    )


def sheet(state: State, viewer: Viewer) -> ScoreSheet:
    """The score without what lies in the safes of others (BA-1.3)."""
    known = [opened(state) or can_see(viewer, seat) for seat in range(len(state.coins))]
    items = tuple(item for item in score(state) if known[item.seat] or item.rule != "BA-4.4")
    sums = tuple(total if known[seat] else None for seat, total in enumerate(totals(state)))
    return ScoreSheet(items, sums)


def _safe(coins: int, known: bool) -> str:
    if coins == NOT_YET:
        return EMPTY
    return str(coins) if known else HIDDEN
