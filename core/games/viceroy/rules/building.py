"""The building phase (VC-2.11 to VC-2.13): selection, place and payment, selling."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from msgspec.structs import replace

from kronika.core.chance import Dice
from kronika.core.errors import IllegalAction
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.actions import PASS, Do, Pass, Place, Select, Sell, Target
from kronika.core.games.viceroy.cards import (
    COST,
    DOUBLE,
    FIRST_GEM,
    LAST_CHARACTER,
    ONE_CARD,
    REPLACE,
    REWARD,
    is_law,
    label,
)
from kronika.core.games.viceroy.due import Auto, Decision, Secret
from kronika.core.games.viceroy.effects import Paid, Placed, SelectionShown
from kronika.core.games.viceroy.gems import COLOURS, Counts, counts, covers
from kronika.core.games.viceroy.pyramid import (
    LEVELS,
    TOP_LAW_LEVEL,
    characters,
    is_open,
    open_places,
    placed,
    with_card,
)
from kronika.core.games.viceroy.rules import laws
from kronika.core.games.viceroy.rules.flow import end_building
from kronika.core.games.viceroy.rules.rewards import gain
from kronika.core.games.viceroy.state import PASSED, SELECT_NONE, SELL, Player, State
from kronika.core.games.viceroy.steps import BuildingEnd, Gain, GemsToTake, LevelFive, Play, Sale, Step
from kronika.core.games.viceroy.table import Table
from kronika.core.zones import minus, plus, without

BUILDING_ROUNDS = 3
SALE_GEMS = 2

BUILDING_END = BuildingEnd()


class Selecting(Secret):
    """Everybody still in the phase selects a card or passes, secretly and at the same time (VC-2.11)."""

    rule = "VC-2.11"
    what = "the players select a card to play"
    kinds = (Select, Pass, Sell)

    def refuse_seat(self, state: State, step: None, seat: int) -> IllegalAction:
        """Passed, or selected already."""
        if not 0 <= seat < len(state.players):
            return super().refuse_seat(state, step, seat)
        if state.players[seat].out:
            return IllegalAction(self.rule, "You have passed: you play no more cards in this phase.")
        return IllegalAction(self.rule, "Your card lies face down; others have still to select.")

    def options(self, state: State, step: None, seat: int) -> Sequence[Do]:
        """Every playable hand card, in the second edition also every hand card to be sold, and passing."""
        player = state.players[seat]
        found: list[Do] = [Select(card) for card in player.hand if playable(player, card)]
        if state.options.second_edition:
            found.extend(Sell(card) for card in player.hand)
        found.append(PASS)
        return found

    def check(self, state: State, step: None, seat: int, do: Do) -> None:
        """The card is in hand and can be played (VC-2.13, R-40)."""
        if type(do) is Pass:
            return
        assert type(do) is Select or type(do) is Sell
        player = state.players[seat]
        if do.card not in player.hand:
            raise IllegalAction(self.rule, f"You do not hold {label(do.card)}.", {"hand": list(player.hand)})
        if type(do) is Sell:
            if not state.options.second_edition:
                raise IllegalAction("VC-6.8", "Cards are sold for gems in the second edition only.")
        elif not playable(player, do.card):
            if do.card == DOUBLE:
                raise IllegalAction("VC-2.13", "Law 66 needs a character in your pyramid.")
            colour = COLOURS[FIRST_GEM[do.card]]
            raise IllegalAction(
                "VC-2.13",
                f"You can't pay {label(do.card)} anywhere: every place costs a {colour} gem.",
                {"gems": list(player.gems)},
            )

    def code(self, do: Do) -> int:
        """As it is sealed."""
        if type(do) is Select:
            return do.card
        return do.card + SELL if type(do) is Sell else SELECT_NONE

    def play(self, table: Table, step: None, seat: int, do: Do) -> None:
        """The cards are shown and resolve in ascending number (VC-2.12)."""
        steps: list[tuple[int, Step]] = []
        shown = []
        for owner, player in enumerate(table.players):
            sealed = self.code(do) if owner == seat else player.sealed
            card = 0
            if sealed == SELECT_NONE:
                table.players[owner] = replace(player, sealed=0, out=PASSED)
            elif sealed:
                card = sealed % SELL
                steps.append((card, Sale(owner, card) if sealed > SELL else Play(owner, card)))
                if player.sealed:
                    table.players[owner] = replace(player, sealed=0)
            shown.append(card)
        stack = table.stack
        stack.append(BUILDING_END)
        if steps:
            table.effects.append(SelectionShown(tuple(shown)))
            steps.sort(reverse=True)
            for _, play in steps:
                stack.append(play)


def playable(player: Player, card: int) -> bool:
    """Can this card be played somewhere? (VC-2.13) On level 1 there is always room and every cost contains row 1."""
    if card > LAST_CHARACTER:
        return card != DOUBLE or bool(characters(player))
    colour = FIRST_GEM[card]
    return player.gems[colour] > 0 or tokens.INFINITE + colour in player.tokens


class BuildingEnding(Auto[BuildingEnd]):
    """A building round is over: three at most, fewer when all have passed (VC-2.11)."""

    def run(self, table: Table, step: BuildingEnd) -> bool:
        """The next round, or the end of the phase."""
        if table.turn < BUILDING_ROUNDS and not table.all_out():
            table.turn += 1
        else:
            end_building(table)
        return True


class Selling(Auto[Sale]):
    """A card is discarded for gems (VC-6.8)."""

    def run(self, table: Table, step: Sale) -> bool:
        """Two gems of any colours."""
        table.remove_from_hand(step.seat, step.card)
        table.put_away(ONE_CARD[step.card], "VC-6.8")
        table.push(GemsToTake(step.seat, SALE_GEMS, 0, "VC-6.8"))
        return True


# -- laying a card ----------------------------------------------------------------------------------------------


class Placing(Decision[Play]):
    """A card is laid: the place, and how many infinite gems help to pay (VC-2.12, VC-3.10). Also laws 65 and 66."""

    rule = "VC-2.12"
    what = "a player lays the selected card"
    kinds = (Place, Target)

    def run(self, table: Table, step: Play) -> bool:
        """Only the target of law 65 or 66 can be without a choice: level 1 has two open places."""
        if step.card == REPLACE or step.card == DOUBLE:
            targets = laws.targets(table.players[step.seat], step.card)
            if len(targets) == 1:
                laws.work_on(table, step.seat, step.card, targets[0])
                return True
        return False

    def options(self, state: State, step: Play, seat: int) -> Sequence[Do]:
        """Every open place that can be paid, with every way to pay."""
        player = state.players[seat]
        if step.card == REPLACE or step.card == DOUBLE:
            return [Target(card) for card in laws.targets(player, step.card)]
        if is_law(step.card):
            return [Place(level, column) for level, column in open_places(player, TOP_LAW_LEVEL)]
        unused = unused_infinite(player)
        return [
            Place(level, column, *used)
            for level, column in open_places(player, _top_level(player, step.card))
            for used in product(*_use_ranges(player, COST[step.card][level], unused))
        ]

    def pick(self, state: State, step: Play, seat: int, dice: Dice) -> Do:
        """A place, then a way to pay."""
        player = state.players[seat]
        if is_law(step.card):
            return dice.choice(self.options(state, step, seat))
        level, column = dice.choice(list(open_places(player, _top_level(player, step.card))))
        ranges = _use_ranges(player, COST[step.card][level], unused_infinite(player))
        return Place(level, column, *(dice.choice(used) for used in ranges))

    def check(self, state: State, step: Play, seat: int, do: Do) -> None:
        """An open place that can be paid; a target for laws 65 and 66."""
        player = state.players[seat]
        if step.card == REPLACE or step.card == DOUBLE:
            laws.check_target(player, step.card, do)
        elif not isinstance(do, Place):
            raise IllegalAction(self.rule, f"{label(step.card)} is laid on an open place.")
        else:
            if not is_open(player, do.level, do.column):
                raise _refuse_place(player, do)
            if step.card > LAST_CHARACTER:
                check_law_place(do)
            else:
                check_payment(player, step.card, do)

    def play(self, table: Table, step: Play, seat: int, do: Do) -> None:
        """Pay, place, circle gem, then the reward or the law's effect (VC-3.10)."""
        card = step.card
        if not isinstance(do, Place):
            assert isinstance(do, Target)
            laws.work_on(table, seat, card, do.card)
            return
        level, column = do.level, do.column
        law = card > LAST_CHARACTER
        if not law:
            pay(table, seat, COST[card][level], (do.blue, do.red, do.green, do.yellow))
        player = table.players[seat]
        left, rows = with_card(player, level, column, card)
        hand, shown = without(player.hand, card), without(player.shown, card)
        table.players[seat] = replace(player, hand=hand, shown=shown, left=left, rows=rows)
        table.effects.append(Placed(seat, card, level, column))
        if level > 1:
            # Before the reward.
            table.close_circle(seat, level, column)
        if law:
            laws.take_effect(table, seat, card)
        elif level == LEVELS:
            table.stack.append(LevelFive(seat, card))
        else:
            # The first part is next, the others wait for it.
            parts = REWARD[card][level]
            for part in parts[:0:-1]:
                table.stack.append(Gain(seat, card, part, "VC-3.12"))
            gain(table, seat, card, parts[0], "VC-3.12")


def _refuse_place(player: Player, do: Place) -> IllegalAction:
    """Why no card may lie there (VC-3.2)."""
    if do.level == 1:
        ends = (player.left - 1, player.left + len(player.rows[0]))
        return IllegalAction("VC-3.2", f"On level 1 a card is laid next to the row: in column {ends[0]} or {ends[1]}.")
    return IllegalAction(
        "VC-3.2", f"Place {do.level}.{do.column} is taken, or does not rest on two cards that lie side by side."
    )


def check_law_place(do: Place) -> None:
    """Raises IllegalAction for a law on level 5, or a law that is paid for (VC-3.2, VC-3.8)."""
    if do.level > TOP_LAW_LEVEL:
        raise IllegalAction("VC-3.2", "Laws lie on levels 1 to 4 only.")
    if do.blue or do.red or do.green or do.yellow:
        raise IllegalAction("VC-3.8", "A law costs nothing: no infinite gem is used.")


def check_payment(player: Player, card: int, do: Place) -> None:
    """Raises IllegalAction unless the cost can be paid like this (VC-3.8, VC-3.9)."""
    cost = COST[card][do.level]
    if do.blue or do.red or do.green or do.yellow:
        used = (do.blue, do.red, do.green, do.yellow)
        unused = unused_infinite(player)
        for i, colour in enumerate(COLOURS):
            if used[i] > unused[i]:
                raise IllegalAction("VC-3.9", f"You have {unused[i]} unused {colour} infinite gems, not {used[i]}.")
            if used[i] > cost[i]:
                raise IllegalAction("VC-3.9", f"{label(card)} costs {cost[i]} {colour} there: no more can be saved.")
        cost = counts(minus(cost, used))
    if not covers(player.gems, cost):
        lacking = next(i for i in range(4) if player.gems[i] < cost[i])
        raise IllegalAction(
            "VC-3.8",
            f"{label(card)} costs {cost[lacking]} {COLOURS[lacking]} there, you have {player.gems[lacking]}.",
            {"cost": list(cost), "gems": list(player.gems)},
        )


def _top_level(player: Player, card: int) -> int:
    """The highest level on which the cost can be paid; nothing has made the card unplayable (R-12)."""
    means = plus(player.gems, unused_infinite(player))
    return next(level for level in range(LEVELS, 0, -1) if covers(means, COST[card][level]))


def _use_ranges(player: Player, cost: Counts, unused: bytes) -> list[range]:
    """By colour, how many infinite gems may be used for a cost that can be paid (VC-3.9)."""
    return [range(max(0, cost[i] - player.gems[i]), min(cost[i], unused[i]) + 1) for i in range(4)]


def least_used(player: Player, card: int, level: int) -> Counts:
    """How many infinite gems of each colour help to pay if as few as possible do, as far as there are enough."""
    cost, unused = COST[card][level], unused_infinite(player)
    return counts([min(max(0, cost[i] - player.gems[i]), unused[i]) for i in range(4)])


def unused_infinite(player: Player) -> bytes:
    """Infinite gems not yet used in this phase, by colour."""
    codes = player.tokens[1::2]
    return bytes(codes.count(tokens.INFINITE + colour) for colour in range(4))


def pay(table: Table, seat: int, cost: Counts, used: Counts) -> None:
    """Gems go to the supply; infinite gems are marked as used, those lowest in the pyramid first (R-16)."""
    player = table.players[seat]
    laid, paid = player.tokens, cost
    if any(used):
        for colour, n in enumerate(used):
            if not n:
                continue
            for card in _holders(player, tokens.INFINITE + colour)[:n]:
                laid = tokens.add(tokens.remove(laid, card, tokens.INFINITE + colour), card, tokens.USED + colour)
        paid = counts(minus(cost, used))
    table.players[seat] = replace(player, gems=minus(player.gems, paid), tokens=laid)
    table.supply = plus(table.supply, paid)
    table.effects.append(Paid(seat, paid, used))


def _holders(player: Player, code: int) -> list[int]:
    """The cards with this token, once for each, from the lowest level and column up."""
    owners = [card for card, token in tokens.pairs(player.tokens) if token == code]
    return [card for _, _, card in placed(player) for _ in range(owners.count(card))]
