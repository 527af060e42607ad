"""The lanes of the auction, resolved one after the other (VC-2.5.3): bidders, cards and claims."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, accept_any
from kronika.core.games.viceroy.actions import Claim, Do, Take
from kronika.core.games.viceroy.cards import NO_CARD
from kronika.core.games.viceroy.effects import Claimed, Missed
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.rules import virtual
from kronika.core.games.viceroy.rules.display import TAKES, slot_of, take
from kronika.core.games.viceroy.state import State
from kronika.core.games.viceroy.steps import LanePick, LaneResult, Split
from kronika.core.games.viceroy.table import Table

CLAIMS = ("", "below", "above", "refuse")
CLAIM_ACTIONS = (Claim("below"), Claim("above"), Claim("refuse"))


def _settle_lane_result(table: Table, step: LaneResult) -> None:
    """Resolve a lane by its numbers of bidders and cards."""
    lane = step.lane
    bidders = []
    for seat, player in enumerate(table.players):
        if player.sealed == lane + 1:
            bidders.append(seat)
    cards = table.display[2 * lane : 2 * lane + 2].replace(NO_CARD, b"")
    if lane + 1 in table.virtual:
        virtual.resolve_lane(table, lane, bidders, cards)
    elif len(bidders) == 1 and len(cards) == 1:
        take(table, bidders[0], 2 * lane if table.display[2 * lane] else 2 * lane + 1, "VC-2.5.3")
    elif len(bidders) == 1 and cards:
        table.stack.append(LanePick(bidders[0], lane))
    elif len(bidders) == 2 and len(cards) == 2:
        table.stack.append(Split(lane, *bidders))
    else:
        table.effects.append(Missed(tuple(bidders), COLOURS[lane], "VC-2.5.3"))


def _lane_pick_options(state: State, step: LanePick, seat: int) -> Sequence[Do]:
    """Return the two cards of the lane, lower and upper."""
    return TAKES[2 * step.lane : 2 * step.lane + 2]


def _check_lane_pick(state: State, step: LanePick, seat: int, do: Take) -> None:
    """Raise IllegalAction unless the card is in the lane for which the player bid."""
    if do.lane != COLOURS[step.lane]:
        raise IllegalAction("VC-2.5.3", f"You bid {COLOURS[step.lane]}: take a card of that lane.")


def _lane_pick(table: Table, step: LanePick, seat: int, do: Take) -> None:
    """Take the chosen card; the other one stays."""
    take(table, seat, slot_of(do), "VC-2.5.3")


def _split_seats(state: State, step: Split) -> tuple[int, ...]:
    """Return the bidders who have not claimed yet."""
    first = () if step.first_claim else (step.first,)
    return first if step.second_claim else (*first, step.second)


def _refuse_split(state: State, step: Split, seat: int) -> IllegalAction | None:
    """Return the reason why a bidder may not claim: the claim is made."""
    if seat in (step.first, step.second):
        return IllegalAction("R-5", "You have claimed already; the other bidder must still claim.")
    return None


def _split_options(state: State, step: Split, seat: int) -> Sequence[Do]:
    """Return the three claims: below, above, or refuse."""
    return CLAIM_ACTIONS


def _split(table: Table, step: Split, seat: int, do: Claim) -> None:
    """Seal the first claim; after the second one, reveal both and give the cards if the players agree (R-5)."""
    said = CLAIMS.index(do.what)
    first = said if seat == step.first else step.first_claim
    second = said if seat == step.second else step.second_claim
    if not first or not second:
        table.push(Split(step.lane, step.first, step.second, first, second))
        return
    agreed = first + second == CLAIMS.index("below") + CLAIMS.index("above")
    seats = (step.first, step.second)
    table.tell(Claimed(COLOURS[step.lane], seats, (CLAIMS[first], CLAIMS[second]), agreed))
    if not agreed:
        table.tell(Missed(seats, COLOURS[step.lane], "VC-2.5.3"))
        return
    take(table, step.first, 2 * step.lane + first - 1, "VC-2.5.3")
    take(table, step.second, 2 * step.lane + second - 1, "VC-2.5.3")


DUES: Final[dict[type, StepKind[State, Table]]] = {
    # The bids for one lane are resolved (VC-2.5.3). Bidders and cards are counted after the attacks.
    LaneResult: StepKind(rule="VC-2.5.3", what="resolve the bids for a lane", settle=_settle_lane_result),
    LanePick: StepKind(
        rule="VC-2.5.3",
        what="take one of the two cards of the lane",
        takes={Take: (_check_lane_pick, _lane_pick)},
        options=_lane_pick_options,
    ),
    # Two bidders for two cards claim one each; they agree if one says above and the other below.
    Split: StepKind(
        rule="R-5",
        what="claim one of the two cards, or refuse",
        takes={Claim: (accept_any, _split)},
        options=_split_options,
        seats=_split_seats,
        refuse=_refuse_split,
    ),
}
