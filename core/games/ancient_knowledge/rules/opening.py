"""The set-up (AK-1.3, AK-1.4): first player, hands, keeping six cards, the extra cards."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, chance_seat
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import Do
from kronika.core.games.ancient_knowledge.cards import STARTER_SETS
from kronika.core.games.ancient_knowledge.choosing import Choice
from kronika.core.games.ancient_knowledge.effects.turns import FirstPlayerSet, HandsKept, StarterSetsDealt
from kronika.core.games.ancient_knowledge.ids import builder_id, builder_ids, codes
from kronika.core.games.ancient_knowledge.rules.phases import begin_turns
from kronika.core.games.ancient_knowledge.state import DEALT, KEPT, State
from kronika.core.games.ancient_knowledge.table import Seen, Table

# -- first player -----------------------------------------------------------------------------------------------


def _first_seats(state: State) -> range:
    """Return the seats that can be first: all, or the first seat of each team (AK-8.2e)."""
    return range(0, len(state.players), 2 if state.options.teams else 1)


def _check_first(state: State, step: steps.FirstPlayer, seat: int, do: actions.FirstPlayer) -> None:
    if do.seat not in _first_seats(state):
        who = "the first member of a team" if state.options.teams else "one of the players"
        raise IllegalAction("AK-8.2e" if state.options.teams else "AK-1.3", f"The first player is {who}.")


def _first(table: Table, step: steps.FirstPlayer, seat: int, do: actions.FirstPlayer) -> None:
    table.first = do.seat
    table.effects.append(FirstPlayerSet(do.seat))


def _sample_first(state: State, step: steps.FirstPlayer, dice: Dice) -> actions.FirstPlayer:
    return actions.FirstPlayer(dice.choice(_first_seats(state)))


# -- hands ------------------------------------------------------------------------------------------------------


def _check_deal(state: State, step: steps.Deal, seat: int, do: actions.Deal) -> None:
    if state.options.starter_sets:
        raise IllegalAction("AK-1.4", "This game deals no hands: they are starter sets.")
    if len(do.hands) != len(state.players):
        raise IllegalAction("AK-1.3", f"There are {len(state.players)} hands to deal.")
    dealt = [card for hand in do.hands for card in hand]
    if len(set(dealt)) < len(dealt):
        raise IllegalAction("AK-1.3", "A card is dealt twice: there is one of each.")


def _deal(table: Table, step: steps.Deal, seat: int, do: actions.Deal) -> None:
    for player, hand in enumerate(map(codes, do.hands)):
        table.to_hand(player, hand)
        table.take_from_deck(hand)


def _check_starters(state: State, step: steps.Deal, seat: int, do: actions.Starters) -> None:
    if not state.options.starter_sets:
        raise IllegalAction("AK-1.4", "This game has no starter sets: they are an option.")
    if len(do.sets) != len(state.players) or len(set(do.sets)) < len(do.sets):
        raise IllegalAction("AK-1.4", f"Each of the {len(state.players)} players has a starter set of their own.")


def _starters(table: Table, step: steps.Deal, seat: int, do: actions.Starters) -> None:
    table.effects.append(StarterSetsDealt(do.sets))
    for player, number in enumerate(do.sets):
        table.to_hand(player, STARTER_SETS[number - 1])
        table.take_from_deck(STARTER_SETS[number - 1])


def _sample_deal(state: State, step: steps.Deal, dice: Dice) -> Do:
    seats = len(state.players)
    if state.options.starter_sets:
        return actions.Starters(tuple(dice.draw((1, 2, 3, 4), seats)))
    drawn = builder_ids(bytes(dice.draw(state.deck, DEALT * seats)))
    return actions.Deal(tuple(drawn[DEALT * seat : DEALT * (seat + 1)] for seat in range(seats)))


# -- keeping six ------------------------------------------------------------------------------------------------


def _keepers(state: State, step: steps.Keep) -> tuple[int, ...]:
    return tuple([seat for seat, chosen in enumerate(step.chosen) if len(chosen) < KEPT])


def _kept(table: Seen, seat: int, chosen: bytes) -> Choice:
    return Choice(table.players[seat].hand, chosen, KEPT - len(chosen), True, table.options.any_order)


def _keep_options(state: State, step: steps.Keep, seat: int) -> Sequence[Do]:
    return [actions.Keep((builder_id(card),)) for card in _kept(state, seat, step.chosen[seat]).open]


def _check_keep(state: State, step: steps.Keep, seat: int, do: actions.Keep) -> None:
    _kept(state, seat, step.chosen[seat]).check(do.cards, "AK-2.2", "is not in your hand")


def _keep(table: Table, step: steps.Keep, seat: int, do: actions.Keep) -> None:
    chosen = _kept(table, seat, step.chosen[seat]).after(do.cards)
    chosen = _kept(table, seat, chosen).only_way or chosen
    everyone = (*step.chosen[:seat], chosen, *step.chosen[seat + 1 :])
    if all(len(kept) == KEPT for kept in everyone):
        table.effects.append(HandsKept(KEPT))
        for player in table.clockwise(table.first):
            gone = table.players[player].hand.translate(None, everyone[player])
            table.discard_from_hand(player, gone, 0, "AK-2.2")
    else:
        table.stack.append(steps.Keep(everyone))


# -- the extra cards and the first turn -------------------------------------------------------------------------


def _extra(table: Table, step: steps.Extra) -> None:
    table.stack.extend(steps.Draw(seat, 1) for seat in reversed(table.clockwise(table.first)[2:]))


def _begin(table: Table, step: steps.Begin) -> None:
    begin_turns(table, table.first)


DUES: dict[type, StepKind[State, Table]] = {
    steps.FirstPlayer: StepKind(
        rule="AK-1.3",
        what="draw the first player",
        takes={actions.FirstPlayer: (_check_first, _first)},
        seats=chance_seat,
        sample=_sample_first,
    ),
    steps.Deal: StepKind(
        rule="AK-1.3",
        what="deal the first hands",
        takes={actions.Deal: (_check_deal, _deal), actions.Starters: (_check_starters, _starters)},
        seats=chance_seat,
        sample=_sample_deal,
    ),
    steps.Keep: StepKind(
        rule="AK-2.2",
        what="keep six of ten cards",
        takes={actions.Keep: (_check_keep, _keep)},
        options=_keep_options,
        seats=_keepers,
    ),
    steps.Extra: StepKind(rule="AK-1.3", what="draw a card for the third and the fourth player", settle=_extra),
    steps.Begin: StepKind(rule="AK-1.3", what="begin the first turn", settle=_begin),
}
