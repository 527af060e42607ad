"""Virtual opponents in an auction (VC-6.4, VC-6.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, accept_any
from kronika.core.games.viceroy.actions import DECLINE, Decline, Discard, Do, Take
from kronika.core.games.viceroy.cards import NO_CARD
from kronika.core.games.viceroy.effects import Missed, VirtualStays
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.rules.display import DISCARDS, TAKES, check_slot, displayed, slot_of, take
from kronika.core.games.viceroy.state import STRAY, VIRTUAL_DONE, State
from kronika.core.games.viceroy.steps import Stray, Strays, Tie
from kronika.core.games.viceroy.table import Table

VIRTUAL_BIDS = tuple(bytes((lane + 1,)) for lane in range(4))
VIRTUAL_STRAYS = tuple(bytes((lane + 1 + STRAY,)) for lane in range(4))
DONE = bytes((VIRTUAL_DONE,))
"""Codes of `State.virtual` as bytes: `VIRTUAL_BIDS` by lane, `VIRTUAL_STRAYS` by lane for unmatched bids, `DONE`."""


def resolve_lane(table: Table, lane: int, bidders: list[int], cards: bytes) -> None:
    """Resolve a lane with at least one virtual bid (VC-6.4); `cards` are its cards, the lower one first."""
    virtual = table.virtual.count(lane + 1)
    if not cards:
        # A bid is also unmatched if an attack has just taken the only card.
        _miss(table, lane, bidders, 0)
        table.virtual = table.virtual.replace(VIRTUAL_BIDS[lane], VIRTUAL_STRAYS[lane])
    elif not bidders and virtual <= len(cards):
        # One virtual opponent removes the only card, or the lower of two cards; two virtual opponents remove both. If
        # there are more of them than cards, nothing happens, as for three bidders.
        table.clear_away(cards[:virtual], "VC-6.4")
        _leave(table, lane)
    elif len(bidders) == 1 and virtual == 1 and len(cards) == 2 and _may_take_above(table):
        table.stack.append(Tie(bidders[0], lane))
    else:
        _miss(table, lane, bidders, virtual)


def _may_take_above(table: Table) -> bool:
    """Whether the upper card may be taken; in a solo game the option `solo_above` decides (R-32)."""
    return len(table.players) > 1 or table.options.solo_above


def _miss(table: Table, lane: int, bidders: list[int], virtual: int) -> None:
    if bidders:
        table.effects.append(Missed(tuple(bidders), COLOURS[lane], "VC-6.4"))
    if virtual:
        table.effects.append(VirtualStays(virtual, COLOURS[lane]))


def _leave(table: Table, lane: int) -> None:
    table.virtual = table.virtual.replace(VIRTUAL_BIDS[lane], DONE)


def _tie_options(state: State, step: Tie, seat: int) -> Sequence[Do]:
    """Return the two options: the upper card, or nothing."""
    return TAKES[2 * step.lane + 1], DECLINE


def _check_tie(state: State, step: Tie, seat: int, do: Take) -> None:
    """Raise IllegalAction unless it is the upper card of the lane; the lower one can't be chosen."""
    if slot_of(do) != 2 * step.lane + 1:
        raise IllegalAction("VC-6.4", f"Only the card above the {COLOURS[step.lane]} auction card can be taken.")


def _tie_goes_on(table: Table, step: Tie, seat: int, do: Decline) -> None:
    """Leave both cards; the player and the virtual opponent stay in the auction."""
    _miss(table, step.lane, [seat], 1)


def _tie(table: Table, step: Tie, seat: int, do: Take) -> None:
    """Take the upper card; the lower one is discarded."""
    _leave(table, step.lane)
    table.clear_away(table.display[2 * step.lane : 2 * step.lane + 1], "VC-6.4")
    take(table, seat, 2 * step.lane + 1, "VC-6.4")


def _settle_strays(table: Table, step: Strays) -> None:
    """Prepare one discard for each unmatched bid; the virtual opponents who made them are done in any case."""
    strays = 0
    for code in table.virtual:
        if STRAY < code < VIRTUAL_DONE:
            strays += 1
    if strays:
        table.virtual = bytes(VIRTUAL_DONE if code > STRAY else code for code in table.virtual)
        chooser = table.by_priority(range(len(table.players)))[0]
        table.stack += [Stray(chooser)] * strays


def _settle_stray(table: Table, step: Stray) -> Stray | None:
    """Discard the only displayed card without asking; with several, wait for the choice."""
    cards = table.display.replace(NO_CARD, b"")
    if len(cards) > 1:
        return step
    table.clear_away(cards, "VC-6.5")
    return None


def _stray_options(state: State, step: Stray, seat: int) -> Sequence[Do]:
    """Return every displayed card."""
    return [DISCARDS[slot] for slot in displayed(state.display)]


def _check_stray(state: State, step: Stray, seat: int, do: Discard) -> None:
    """Raise IllegalAction unless the slot has a card."""
    check_slot(state.display, do, "VC-6.5")


def _stray(table: Table, step: Stray, seat: int, do: Discard) -> None:
    """Move the card to the discard pile."""
    slot = slot_of(do)
    table.clear_away(table.display[slot : slot + 1], "VC-6.5")


DUES: Final[dict[type, StepKind[State, Table]]] = {
    # A player and a virtual opponent bid for two cards: the player takes the upper one, or both continue (VC-6.4).
    Tie: StepKind(
        rule="VC-6.4",
        what="take the upper card or decline",
        takes={Take: (_check_tie, _tie), Decline: (accept_any, _tie_goes_on)},
        options=_tie_options,
    ),
    # Each unmatched bid removes one displayed card (VC-6.5), chosen by the player with the best priority.
    Strays: StepKind(rule="VC-6.5", what="look for unmatched gems of virtual opponents", settle=_settle_strays),
    Stray: StepKind(
        rule="VC-6.5",
        what="discard a displayed card for a virtual opponent's unmatched gem",
        settle=_settle_stray,
        takes={Discard: (_check_stray, _stray)},
        options=_stray_options,
    ),
}
