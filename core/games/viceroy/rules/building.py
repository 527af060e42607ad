"""The building phase (VC-2.11 to VC-2.13): selecting, placing and paying for cards, and selling them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, accept_any
from kronika.core.contract.zones import remove_card
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
    TUCK_HAND,
    is_law,
    label,
)
from kronika.core.games.viceroy.effects import Placed, SelectionShown
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.pyramid import (
    LEVELS,
    TOP_LAW_LEVEL,
    characters,
    is_open,
    is_placed,
    open_places,
    with_card,
)
from kronika.core.games.viceroy.rules import laws, targets
from kronika.core.games.viceroy.rules.flow import end_building
from kronika.core.games.viceroy.rules.paying import check_payment, pay, top_level, unused_infinite, use_ranges
from kronika.core.games.viceroy.rules.rewards import gain
from kronika.core.games.viceroy.secret import choosers
from kronika.core.games.viceroy.state import PASSED, SELECT, SELECT_NONE, SELL, Player, State
from kronika.core.games.viceroy.steps import (
    BuildingEnd,
    Gain,
    GemsToTake,
    HandTuck,
    LevelFive,
    PhaseEnd,
    Play,
    Sale,
    Step,
)
from kronika.core.games.viceroy.table import Table

BUILDING_ROUNDS = 3
SALE_GEMS = 2

BUILDING_END = BuildingEnd()
PHASE_END = PhaseEnd()


def _refuse_select(state: State, step: None, seat: int) -> IllegalAction | None:
    """Return the reason why a player may not select a card: passed, or selected already."""
    if not 0 <= seat < len(state.players):
        return None
    if state.players[seat].out:
        return IllegalAction("VC-2.11", "You have passed: you play no more cards in this phase.")
    return IllegalAction("VC-2.11", "You have selected a card already; others must still select.")


def _select_options(state: State, step: None, seat: int) -> Sequence[Do]:
    """Return every playable hand card, every hand card that may be sold (second edition), and passing."""
    player = state.players[seat]
    found: list[Do] = [Select(card) for card in player.hand if playable(player, card)]
    if state.options.second_edition:
        found.extend(Sell(card) for card in player.hand)
    found.append(PASS)
    return found


def _check_held(player: Player, card: int) -> None:
    if card not in player.hand:
        raise IllegalAction("VC-2.11", f"You do not hold {label(card)}.", {"hand": list(player.hand)})


def _check_sell(state: State, step: None, seat: int, do: Sell) -> None:
    """Raise IllegalAction unless the card is in hand and the edition allows selling (VC-6.8)."""
    _check_held(state.players[seat], do.card)
    if not state.options.second_edition:
        raise IllegalAction("VC-6.8", "Cards are sold for gems only in the second edition.")


def _check_select(state: State, step: None, seat: int, do: Select) -> None:
    """Raise IllegalAction unless the card is in hand and can be played (VC-2.13, R-40)."""
    player = state.players[seat]
    _check_held(player, do.card)
    if not playable(player, do.card):
        if do.card == DOUBLE:
            raise IllegalAction("VC-2.13", "Law 66 needs a character in your pyramid.")
        colour = COLOURS[FIRST_GEM[do.card]]
        raise IllegalAction(
            "VC-2.13",
            f"You can't pay {label(do.card)} anywhere: every place costs a {colour} gem.",
            {"gems": list(player.gems)},
        )


def select_code(do: Select | Pass | Sell) -> int:
    """Return a selection as `Player.sealed` stores it."""
    if type(do) is Select:
        return do.card
    return do.card + SELL if type(do) is Sell else SELECT_NONE


def _select(table: Table, step: None, seat: int, do: Select | Pass | Sell) -> None:
    """Reveal the selected cards; they resolve in ascending number (VC-2.12)."""
    steps: list[tuple[int, Step]] = []
    shown = []
    for owner, player in enumerate(table.players):
        sealed = select_code(do) if owner == seat else player.sealed
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
    """Whether a card can be played at some place (VC-2.13).

    Level 1 always has an open place and every cost contains the row-1 gem, so a gem of that colour decides.
    """
    if card > LAST_CHARACTER:
        return card != DOUBLE or bool(characters(player))
    colour = FIRST_GEM[card]
    return player.gems[colour] > 0 or tokens.INFINITE + colour in player.tokens


def _settle_building_end(table: Table, step: BuildingEnd) -> None:
    """Start the next building round or, after the third or when all have passed, end the phase (VC-2.11)."""
    if table.turn < BUILDING_ROUNDS and not table.all_out():
        table.turn += 1
        return
    if table.options.tuck_later:
        owners = [seat for seat, player in enumerate(table.players) if is_placed(player, TUCK_HAND)]
        table.push(*map(HandTuck, owners), PHASE_END)
    else:
        end_building(table)


def _settle_phase_end(table: Table, step: PhaseEnd) -> None:
    """End the building phase."""
    end_building(table)


def _settle_sale(table: Table, step: Sale) -> None:
    """Discard the card; the choice of two gems follows (VC-6.8)."""
    table.remove_from_hand(step.seat, step.card)
    table.put_away(ONE_CARD[step.card], "VC-6.8")
    table.push(GemsToTake(step.seat, SALE_GEMS, 0, "VC-6.8"))


# -- laying a card ----------------------------------------------------------------------------------------------


def _settle_play(table: Table, step: Play) -> Play | None:
    """Resolve law 65 or 66 without asking if it has only one target; every other card has at least two open places."""
    if step.card == REPLACE or step.card == DOUBLE:
        found = targets.targets_of(table.players[step.seat], step.card)
        if len(found) == 1:
            targets.work_on(table, step.seat, step.card, found[0])
            return None
    return step


def _play_options(state: State, step: Play, seat: int) -> Sequence[Do]:
    """Return every open place that the player can pay for, with every way to pay."""
    player = state.players[seat]
    if step.card == REPLACE or step.card == DOUBLE:
        return [Target(card) for card in targets.targets_of(player, step.card)]
    if is_law(step.card):
        return [Place(level, column) for level, column in open_places(player, TOP_LAW_LEVEL)]
    unused = unused_infinite(player)
    return [
        Place(level, column, *used)
        for level, column in open_places(player, top_level(player, step.card))
        for used in product(*use_ranges(player, COST[step.card][level], unused))
    ]


def _pick_play(state: State, step: Play, seat: int, dice: Dice) -> Do:
    """Return a random open place with a random way to pay."""
    player = state.players[seat]
    if is_law(step.card):
        return dice.choice(_play_options(state, step, seat))
    level, column = dice.choice(list(open_places(player, top_level(player, step.card))))
    ranges = use_ranges(player, COST[step.card][level], unused_infinite(player))
    return Place(level, column, *(dice.choice(used) for used in ranges))


def _check_work(state: State, step: Play, seat: int, do: Target) -> None:
    """Raise IllegalAction unless the card is law 65 or 66 and may work on this target."""
    if step.card != REPLACE and step.card != DOUBLE:
        raise IllegalAction("VC-2.12", f"{label(step.card)} is laid on an open place.")
    targets.check_target(state.players[seat], step.card, do)


def _work(table: Table, step: Play, seat: int, do: Target) -> None:
    """Let the law take the place of the target (65), or tuck it under the target (66)."""
    targets.work_on(table, seat, step.card, do.card)


def _check_play(state: State, step: Play, seat: int, do: Place) -> None:
    """Raise IllegalAction unless the place is open and the cost can be paid (VC-3.2, VC-3.8)."""
    player = state.players[seat]
    if step.card == REPLACE or step.card == DOUBLE:
        raise targets.refuse_place(step.card)
    if not is_open(player, do.level, do.column):
        raise _refuse_place(player, do)
    if step.card > LAST_CHARACTER:
        check_law_place(do)
    else:
        check_payment(player, step.card, do)


def _play(table: Table, step: Play, seat: int, do: Place) -> None:
    """Pay, place, receive the circle gem, then the reward or the effect of the law (VC-3.10)."""
    card = step.card
    level, column = do.level, do.column
    law = card > LAST_CHARACTER
    if not law:
        pay(table, seat, COST[card][level], (do.blue, do.red, do.green, do.yellow))
    player = table.players[seat]
    left, rows = with_card(player, level, column, card)
    hand, shown = remove_card(player.hand, card), remove_card(player.shown, card)
    table.players[seat] = replace(player, hand=hand, shown=shown, left=left, rows=rows)
    table.effects.append(Placed(seat, card, level, column))
    if level > 1:
        # The circle gem comes before the reward.
        table.close_circle(seat, level, column)
    if law:
        laws.take_effect(table, seat, card)
    elif level == LEVELS:
        table.stack.append(LevelFive(seat, card))
    else:
        # The first part is given at once, the others wait on the stack.
        parts = REWARD[card][level]
        for part in parts[:0:-1]:
            table.stack.append(Gain(seat, card, part, "VC-3.12"))
        gain(table, seat, card, parts[0], "VC-3.12")


def _refuse_place(player: Player, do: Place) -> IllegalAction:
    """Return the reason why no card may be laid at a place (VC-3.2)."""
    if do.level == 1:
        ends = (player.left - 1, player.left + len(player.rows[0]))
        return IllegalAction("VC-3.2", f"On level 1 a card is laid next to the row: in column {ends[0]} or {ends[1]}.")
    return IllegalAction(
        "VC-3.2", f"Place {do.level}.{do.column} is taken, or does not rest on two cards that lie side by side."
    )


def check_law_place(do: Place) -> None:
    """Raise IllegalAction for a law on level 5, or for a law that is paid for (VC-3.2, VC-3.8)."""
    if do.level > TOP_LAW_LEVEL:
        raise IllegalAction("VC-3.2", "Laws lie on levels 1 to 4 only.")
    if do.blue or do.red or do.green or do.yellow:
        raise IllegalAction("VC-3.8", "A law costs nothing: no infinite gem is used.")


DUES: Final[dict[type, StepKind[State, Table]]] = {
    # A building round is over. There are at most three, fewer if all players have passed (VC-2.11).
    BuildingEnd: StepKind(rule="VC-2.11", what="end the building round", settle=_settle_building_end),
    # Only hand cards may be tucked before it, with the option `tuck_later`.
    PhaseEnd: StepKind(rule="VC-2.11", what="end the building phase", settle=_settle_phase_end),
    Sale: StepKind(rule="VC-6.8", what="discard a card for gems", settle=_settle_sale),
    # A card is laid: its place and the infinite gems used (VC-2.12, VC-3.10), or the target of law 65 or 66.
    Play: StepKind(
        rule="VC-2.12",
        what="lay the selected card",
        settle=_settle_play,
        takes={Place: (_check_play, _play), Target: (_check_work, _work)},
        options=_play_options,
        pick=_pick_play,
    ),
}

BY_PHASE: Final[dict[int, StepKind[State, Table]]] = {
    # All players still in the phase select a card or pass, in secret and at the same time (VC-2.11).
    SELECT: StepKind(
        rule="VC-2.11",
        what="select a card to play",
        takes={Select: (_check_select, _select), Sell: (_check_sell, _select), Pass: (accept_any, _select)},
        options=_select_options,
        seats=choosers,
        refuse=_refuse_select,
    ),
}
