"""The auction (VC-2.3 to VC-2.10): bids, attacks, lanes, passing, the end of an auction.

What virtual opponents change is in `virtual`; it is called from here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from kronika.core.chance import Dice
from kronika.core.errors import IllegalAction
from kronika.core.games.viceroy.actions import PASS, Bid, Claim, Do, FromBox, Pass, Take
from kronika.core.games.viceroy.cards import NO_CARD
from kronika.core.games.viceroy.due import Auto, Chance, Decision, Due, Secret
from kronika.core.games.viceroy.effects import BidsReturned, BidsShown, Claimed, Missed, Passed
from kronika.core.games.viceroy.gems import COLOURS, INDEX, ONE, counts
from kronika.core.games.viceroy.rules import virtual
from kronika.core.games.viceroy.rules.display import TAKES, PickDisplayed, slot_of, take
from kronika.core.games.viceroy.rules.flow import end_auction
from kronika.core.games.viceroy.rules.virtual import VIRTUAL_BIDS
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
from kronika.core.games.viceroy.steps import (
    AttackPick,
    BiddingEnd,
    BidsReturn,
    GemsToTake,
    LanePick,
    LaneResult,
    Passing,
    Split,
    Strays,
)
from kronika.core.games.viceroy.table import Table
from kronika.core.games.viceroy.tokens import SCIENCE
from kronika.core.zones import minus, plus

BIDDING_ROUNDS = 3
PASS_GEMS = 3
CLAIMS = ("", "below", "above", "refuse")
BIDS = ("", *COLOURS, "attack", "none")
DRAWN = ("", *COLOURS, *[""] * (VIRTUAL_DONE - 4))

BID_ACTIONS = tuple(Bid(colour) for colour in COLOURS)
BID_ATTACK_ACTION = Bid("attack")
GEMS_RETURNED = bytes(VIRTUAL_DONE if code == VIRTUAL_DONE else 0 for code in range(256))
"""By code of `State.virtual`: what is left of it after a bidding round."""
LANE_RESULTS = tuple((lane + 1, LaneResult(lane)) for lane in (3, 2, 1, 0))
STRAYS = Strays()
BIDDING_END = BiddingEnd()
CLAIM_ACTIONS = (Claim("below"), Claim("above"), Claim("refuse"))


class Bidding(Secret):
    """Every active player bids, secretly and at the same time (VC-2.4)."""

    rule = "VC-2.4"
    what = "the players bid"
    kinds = (Bid, Pass)

    def refuse_seat(self, state: State, step: None, seat: int) -> IllegalAction:
        """Not active, or the bid is made."""
        if not 0 <= seat < len(state.players):
            return super().refuse_seat(state, step, seat)
        why = ("", "you have taken a card", "you have passed", "law 69 makes you skip it")[state.players[seat].out]
        if why:
            return IllegalAction("VC-2.3", f"You take no part in this auction any more: {why}.")
        return IllegalAction(self.rule, "Your bid is made; others have still to bid.")

    def options(self, state: State, step: None, seat: int) -> Sequence[Do]:
        """A gem for each lane with a card, an attack token, or nothing."""
        player, display = state.players[seat], state.display
        bids: list[Do] = [
            BID_ACTIONS[lane] for lane in range(4) if player.gems[lane] and (display[2 * lane] or display[2 * lane + 1])
        ]
        if player.attacks and any(display):
            bids.append(BID_ATTACK_ACTION)
        bids.append(PASS)
        return bids

    def check(self, state: State, step: None, seat: int, do: Do) -> None:
        """There is a card to be had, and the gem or token lies behind the screen."""
        if type(do) is not Bid:
            return
        player, display = state.players[seat], state.display
        if do.what == "attack":
            if not player.attacks:
                raise IllegalAction(self.rule, "You have no attack token.")
            if not any(display):
                raise IllegalAction(self.rule, "No card is on display.")
            return
        lane = INDEX[do.what]
        if not player.gems[lane]:
            raise IllegalAction(
                self.rule, f"You have no {do.what} gem behind your screen.", {"gems": list(player.gems)}
            )
        if not display[2 * lane] and not display[2 * lane + 1]:
            raise IllegalAction(self.rule, f"No card lies at the {do.what} auction card.")

    def at_once(self, state: State, seat: int, do: Do) -> State | None:
        """The virtual opponents' gems are drawn before all hands are opened (VC-6.3), even if all pass (R-33)."""
        laid = super().at_once(state, seat, do)
        if laid is None and 0 in state.virtual:
            return replace(state, phase=FROM_BOX, players=self.sealed(state, seat, do))
        return laid

    def play(self, table: Table, step: None, seat: int, do: Do) -> None:
        """All hands are opened."""
        table.players[seat] = replace(table.players[seat], sealed=self.code(do))
        show_bids(table)

    def code(self, do: Do) -> int:
        """As it is sealed."""
        return BIDS.index(do.what) if type(do) is Bid else BID_NONE


class DrawingFromBox(Chance[None]):
    """A random gem of the box for each virtual opponent still in the auction (VC-6.3)."""

    rule = "VC-6.3"
    what = "the virtual opponents' gems are drawn"
    kinds = (FromBox,)

    def check(self, state: State, step: None, seat: int, do: Do) -> None:
        """One for each; with at most three players the box has at least four of each colour (VC-6.2)."""
        assert isinstance(do, FromBox)
        due = state.virtual.count(0)
        if len(do.gems) != due:
            raise IllegalAction(self.rule, f"{due} gems are drawn, not {len(do.gems)}.")

    def play(self, table: Table, step: None, seat: int, do: Do) -> None:
        """All hands are opened."""
        assert isinstance(do, FromBox)
        virtual = table.virtual
        for colour in do.gems:
            virtual = virtual.replace(IN_AUCTION, VIRTUAL_BIDS[INDEX[colour]], 1)
        table.virtual = virtual
        show_bids(table)

    def sample(self, state: State, step: None, dice: Dice) -> Do:
        """One after another, uniform over what is left in the box."""
        gems = [colour for colour, n in zip(COLOURS, box(state), strict=True) for _ in range(n)]
        return FromBox(tuple(dice.draw(gems, state.virtual.count(0))))


def show_bids(table: Table) -> None:
    """The order of VC-2.5: attacks, gems return, lanes, unmatched virtual gems, passers."""
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
    # The stack is built from its end.
    stack = table.stack
    stack.append(BIDDING_END)
    if passers:
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


class AttackPicking(PickDisplayed[AttackPick]):
    """Whoever bid an attack token takes any displayed card, in order of priority (VC-2.5.1)."""

    rule = "VC-2.5.1"
    what = "a player takes a card with an attack token"

    def take(self, table: Table, seat: int, slot: int) -> None:
        """The token goes back to the supply."""
        self._spend(table, seat)
        take(table, seat, slot, self.rule)

    def nothing(self, table: Table, seat: int) -> None:
        """The token is lost and the player stays (R-39)."""
        self._spend(table, seat)
        table.tell(Missed((seat,), "attack", "R-39"))

    def _spend(self, table: Table, seat: int) -> None:
        table.change(seat, attacks=table.players[seat].attacks - 1)


class BidsReturning(Auto[BidsReturn]):
    """All gems bid return to the supply, whatever the result (VC-2.5.2)."""

    def run(self, table: Table, step: BidsReturn) -> bool:
        """Before the passers take gems (R-6)."""
        return_bids(table)
        return True


def return_bids(table: Table) -> None:
    """The gems go from behind the screens to the supply."""
    back = [0, 0, 0, 0]
    for seat, player in enumerate(table.players):
        code = player.sealed
        if 0 < code < BID_ATTACK:
            back[code - 1] += 1
            table.players[seat] = replace(player, gems=minus(player.gems, ONE[code - 1]))
    if any(back):
        table.supply = plus(table.supply, back)
        table.effects.append(BidsReturned(counts(back)))


# -- lanes ------------------------------------------------------------------------------------------------------


class LaneResolving(Auto[LaneResult]):
    """The bids for one lane (VC-2.5.3). Bidders and cards are counted now, after the attacks (R-4)."""

    def run(self, table: Table, step: LaneResult) -> bool:
        """By the number of bidders and cards."""
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
        return True


class LanePicking(Decision[LanePick]):
    """The only bidder for a lane takes one of its two cards (VC-2.5.3)."""

    rule = "VC-2.5.3"
    what = "the only bidder for a lane takes one of its two cards"
    kinds = (Take,)

    def options(self, state: State, step: LanePick, seat: int) -> Sequence[Do]:
        """Below or above."""
        return TAKES[2 * step.lane : 2 * step.lane + 2]

    def check(self, state: State, step: LanePick, seat: int, do: Do) -> None:
        """Of the own lane."""
        assert isinstance(do, Take)
        if do.lane != COLOURS[step.lane]:
            raise IllegalAction(self.rule, f"You bid {COLOURS[step.lane]}: take a card of that lane.")

    def play(self, table: Table, step: LanePick, seat: int, do: Do) -> None:
        """The other card stays."""
        assert isinstance(do, Take)
        take(table, seat, slot_of(do), self.rule)


class Splitting(Due[Split]):
    """Two bidders for two cards say which they want; they agree if one says above and the other below (R-5)."""

    rule = "R-5"
    what = "two bidders for two cards say which they want"
    kinds = (Claim,)

    def seats(self, state: State, step: Split) -> tuple[int, ...]:
        """Who has not said it yet."""
        first = () if step.first_claim else (step.first,)
        return first if step.second_claim else (*first, step.second)

    def refuse_seat(self, state: State, step: Split, seat: int) -> IllegalAction:
        """The claim is made, or it is not this player's lane."""
        if seat in (step.first, step.second):
            return IllegalAction(self.rule, "Your claim is made; the other bidder has still to say.")
        return super().refuse_seat(state, step, seat)

    def options(self, state: State, step: Split, seat: int) -> Sequence[Do]:
        """Below, above, or no agreement."""
        return CLAIM_ACTIONS

    def play(self, table: Table, step: Split, seat: int, do: Do) -> None:
        """The claim is sealed; the second one shows both."""
        assert isinstance(do, Claim)
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


# -- passing and the end ----------------------------------------------------------------------------------------


class PassingOut(Auto[Passing]):
    """A passing player takes 3 gems, and up to 1 more for each science token (VC-2.7)."""

    def run(self, table: Table, step: Passing) -> bool:
        """Out of the auction; the choice of gems follows."""
        seat = step.seat
        player = table.players[seat]
        table.players[seat] = replace(player, out=PASSED, sealed=0)
        table.effects.append(Passed(seat, "VC-2.6" if player.sealed != BID_NONE else "VC-2.5.4"))
        table.stack.append(GemsToTake(seat, PASS_GEMS, player.tokens.count(SCIENCE), "VC-2.7"))
        return True


class BiddingEnding(Auto[BiddingEnd]):
    """A bidding round is over (VC-2.6): another one, at most three; then who is still active has passed (R-7)."""

    def run(self, table: Table, step: BiddingEnd) -> bool:
        """Virtual opponents alone hold no bidding round (VC-6.6)."""
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
        return True
