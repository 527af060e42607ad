"""The auction (VC-2.3 to VC-2.10): bids, attacks, lanes, passing, and the end of an auction.

The changes that virtual opponents bring are in `virtual`, which is called from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import pluralize
from kronika.core.contract.pending import StepKind, accept_any, chance_seat
from kronika.core.games.viceroy.actions import PASS, Bid, Do, FromBox, Pass
from kronika.core.games.viceroy.effects import BidsReturned, BidsShown, Missed, Passed
from kronika.core.games.viceroy.gems import COLOURS, INDEX, ONE, Colour, counts, minus, plus
from kronika.core.games.viceroy.rules.display import pick_displayed, take
from kronika.core.games.viceroy.rules.flow import end_auction
from kronika.core.games.viceroy.rules.virtual import VIRTUAL_BIDS
from kronika.core.games.viceroy.secret import choosers
from kronika.core.games.viceroy.state import (
    BID,
    BID_ATTACK,
    BID_NONE,
    FROM_BOX,
    IN_AUCTION,
    PASSED,
    VIRTUAL_DONE,
    State,
    box,
)
from kronika.core.games.viceroy.steps import AttackPick, BiddingEnd, BidsReturn, GemsToTake, LaneResult, Passing, Strays
from kronika.core.games.viceroy.table import Table
from kronika.core.games.viceroy.tokens import SCIENCE

BIDDING_ROUNDS = 3
PASS_GEMS = 3
BIDS = ("", *COLOURS, "attack", "none")
DRAWN = {0: "", **dict(enumerate(COLOURS, 1)), VIRTUAL_DONE: ""}
"""By code of `State.virtual`: the bid of a virtual opponent, empty for none."""

BID_ACTIONS = tuple(Bid(colour) for colour in COLOURS)
BID_ATTACK_ACTION = Bid("attack")
GEMS_RETURNED = bytes(VIRTUAL_DONE if code == VIRTUAL_DONE else 0 for code in range(256))
"""By code of `State.virtual`: the code after a bidding round, when the gems have returned to the box."""
LANE_RESULTS = tuple((lane + 1, LaneResult(lane)) for lane in (3, 2, 1, 0))
STRAYS = Strays()
BIDDING_END = BiddingEnd()


def _refuse_bid(state: State, step: None, seat: int) -> IllegalAction | None:
    """Return the reason why a player may not bid: out of the auction, or the bid is made."""
    if not 0 <= seat < len(state.players):
        return None
    why = ("", "you have taken a card", "you have passed", "law 69 makes you skip it")[state.players[seat].out]
    if why:
        return IllegalAction("VC-2.3", f"You are out of this auction: {why}.")
    return IllegalAction("VC-2.4", "You have bid already; others must still bid.")


def _bid_options(state: State, step: None, seat: int) -> Sequence[Do]:
    """Return the possible bids: a gem for each lane with a card, an attack token, or nothing (VC-2.4)."""
    player, display = state.players[seat], state.display
    bids: list[Do] = [
        BID_ACTIONS[lane] for lane in range(4) if player.gems[lane] and (display[2 * lane] or display[2 * lane + 1])
    ]
    if player.attacks and any(display):
        bids.append(BID_ATTACK_ACTION)
    bids.append(PASS)
    return bids


def _check_bid(state: State, step: None, seat: int, do: Bid) -> None:
    """Raise IllegalAction unless there is a card to win and the gem or token is behind the screen (VC-2.4)."""
    player, display = state.players[seat], state.display
    if do.what == "attack":
        if not player.attacks:
            raise IllegalAction("VC-2.4", "You have no attack token.")
        if not any(display):
            raise IllegalAction("VC-2.4", "No card is on display.")
        return
    lane = INDEX[do.what]
    if not player.gems[lane]:
        raise IllegalAction("VC-2.4", f"You have no {do.what} gem behind your screen.", {"gems": list(player.gems)})
    if not display[2 * lane] and not display[2 * lane + 1]:
        raise IllegalAction("VC-2.4", f"No card lies at the {do.what} auction card.")


def _bid(table: Table, step: None, seat: int, do: Bid | Pass) -> None:
    """Reveal all bids, after the gems of the virtual opponents are drawn (VC-6.3).

    They are drawn even if all players pass, unless an option says no (R-33).
    """
    table.players[seat] = replace(table.players[seat], sealed=bid_code(do))
    if 0 in table.virtual and (table.options.virtual_bids_alone or _somebody_bids(table)):
        table.phase = FROM_BOX
    else:
        show_bids(table)


def _somebody_bids(table: Table) -> bool:
    return any(not player.out and player.sealed != BID_NONE for player in table.players)


def bid_code(do: Bid | Pass) -> int:
    """Return a bid as `Player.sealed` stores it."""
    return BIDS.index(do.what) if type(do) is Bid else BID_NONE


def _check_from_box(state: State, step: None, seat: int, do: FromBox) -> None:
    """Raise IllegalAction unless one gem is drawn for each virtual opponent still in the auction.

    The gems themselves are always possible: with at most three players the box has at least four of each colour
    (VC-6.2).
    """
    due = state.virtual.count(0)
    if len(do.gems) != due:
        raise IllegalAction("VC-6.3", f"{pluralize(due, 'gem is', 'gems are')} drawn, not {len(do.gems)}.")


def _from_box(table: Table, step: None, seat: int, do: FromBox) -> None:
    """Give the virtual opponents their gems and reveal all bids."""
    virtual = table.virtual
    for colour in do.gems:
        virtual = virtual.replace(IN_AUCTION, VIRTUAL_BIDS[INDEX[colour]], 1)
    table.virtual = virtual
    show_bids(table)


def _sample_from_box(state: State, step: None, dice: Dice) -> Do:
    """Return random gems from the box, one after another without replacement, all gems equally likely."""
    gems: list[Colour] = [colour for colour, n in zip(COLOURS, box(state), strict=True) for _ in range(n)]
    return FromBox(tuple(dice.draw(gems, state.virtual.count(0))))


def show_bids(table: Table) -> None:
    """Reveal the bids and prepare their resolution: attacks, gems return, lanes, unmatched bids, passers (VC-2.5)."""
    table.phase = BID
    virtual = table.virtual
    bids, gems, codes = [], [], [*virtual]
    attackers, passers = [], []
    for seat, player in enumerate(table.players):
        code = player.sealed
        codes.append(code)
        bids.append(BIDS[code])
        if code == BID_NONE:
            passers.append(seat)
        elif code == BID_ATTACK:
            attackers.append(seat)
    for code in virtual:
        gems.append(DRAWN[code])
    table.effects.append(BidsShown(tuple(bids), tuple(gems)))
    # The last step is pushed first.
    stack = table.stack
    stack.append(BIDDING_END)
    if passers and not (table.turn == BIDDING_ROUNDS and table.options.one_passing_order):
        stack.extend(map(Passing, reversed(table.by_priority(passers))))
    if virtual:
        stack.append(STRAYS)
    for code, result in LANE_RESULTS:
        if code in codes:
            stack.append(result)
    if attackers:
        stack.append(BidsReturn())
        stack.extend(map(AttackPick, reversed(table.by_priority(attackers))))
    else:
        return_bids(table)


# -- attacks ----------------------------------------------------------------------------------------------------


def _attack_pick_takes(table: Table, seat: int, slot: int) -> None:
    """Return the attack token to the supply and take the card."""
    _spend_attack(table, seat)
    take(table, seat, slot, "VC-2.5.1")


def _attack_pick_nothing(table: Table, seat: int) -> None:
    """Return the attack token to the supply; no card is left, and the player stays active (R-39)."""
    _spend_attack(table, seat)
    table.tell(Missed((seat,), "attack", "R-39"))


def _spend_attack(table: Table, seat: int) -> None:
    table.change(seat, attacks=table.players[seat].attacks - 1)


def _settle_bids_return(table: Table, step: BidsReturn) -> None:
    """Return the gems bid, before the passers take gems (R-6)."""
    return_bids(table)


def return_bids(table: Table) -> None:
    """Move the gems bid from behind the screens to the supply (VC-2.5.2)."""
    back = [0, 0, 0, 0]
    for seat, player in enumerate(table.players):
        code = player.sealed
        if 0 < code < BID_ATTACK:
            back[code - 1] += 1
            table.players[seat] = replace(player, gems=minus(player.gems, ONE[code - 1]))
    if any(back):
        table.supply = plus(table.supply, back)
        table.effects.append(BidsReturned(counts(back)))


# -- passing and the end ----------------------------------------------------------------------------------------


def _settle_passing(table: Table, step: Passing) -> None:
    """Take the player out of the auction; the choice of gems follows."""
    seat = step.seat
    player = table.players[seat]
    table.players[seat] = replace(player, out=PASSED, sealed=0)
    table.effects.append(Passed(seat, "VC-2.6" if player.sealed != BID_NONE else "VC-2.5.4"))
    table.stack.append(GemsToTake(seat, PASS_GEMS, player.tokens.count(SCIENCE), "VC-2.7"))


def _settle_bidding_end(table: Table, step: BiddingEnd) -> None:
    """Start the next bidding round, or end the auction when no player is active.

    After the third round all active players pass (VC-2.6). Virtual opponents alone hold no bidding round (VC-6.6).
    """
    active = []
    for seat, player in enumerate(table.players):
        if not player.out:
            active.append(seat)
    table.virtual = table.virtual.translate(GEMS_RETURNED)
    if not active:
        end_auction(table)
    elif table.turn == BIDDING_ROUNDS:
        table.push(*map(Passing, table.by_priority(active)), step)
    else:
        table.turn += 1
        for seat in active:
            table.players[seat] = replace(table.players[seat], sealed=0)


DUES: Final[dict[type, StepKind[State, Table]]] = {
    # Each player who bid an attack token takes any displayed card, in priority order (VC-2.5.1).
    AttackPick: pick_displayed(
        "VC-2.5.1", "take a card with an attack token", _attack_pick_takes, _attack_pick_nothing
    ),
    # All gems bid return to the supply, even of players who win a card (VC-2.5.2).
    BidsReturn: StepKind(rule="VC-2.5.2", what="return the gems bid to the supply", settle=_settle_bids_return),
    # A passing player takes 3 gems, and up to 1 more for each science token (VC-2.7).
    Passing: StepKind(rule="VC-2.7", what="give gems to a passing player", settle=_settle_passing),
    # A bidding round is over. The next one follows, up to three; players still active after the third have passed
    # (VC-2.6). With the option `one_passing_order`, players with empty fists are among them.
    BiddingEnd: StepKind(rule="VC-2.6", what="end the bidding round", settle=_settle_bidding_end),
}

BY_PHASE: Final[dict[int, StepKind[State, Table]]] = {
    # Every active player bids, in secret and at the same time (VC-2.4).
    BID: StepKind(
        rule="VC-2.4",
        what="make a bid",
        takes={Bid: (_check_bid, _bid), Pass: (accept_any, _bid)},
        options=_bid_options,
        seats=choosers,
        refuse=_refuse_bid,
    ),
    # A random gem from the box is drawn for each virtual opponent still in the auction (VC-6.3).
    FROM_BOX: StepKind(
        rule="VC-6.3",
        what="draw the virtual opponents' gems",
        takes={FromBox: (_check_from_box, _from_box)},
        seats=chance_seat,
        sample=_sample_from_box,
    ),
}
