"""Effects on opponents (AK-6.7, AK-8.2c).

M14 takes a card, M15 gives lost knowledge, and M24, M25, M28 and T21 add knowledge.
"""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import Do
from kronika.core.games.ancient_knowledge.cards import label
from kronika.core.games.ancient_knowledge.effects.builders import Stolen
from kronika.core.games.ancient_knowledge.ids import CODES, IDS, builder_id
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.games.ancient_knowledge.table import Seen, Table, opponents

# -- M14: a card out of an opponent's hand ----------------------------------------------------------------------


def _victims(table: Seen, step: steps.Rival) -> list[int]:
    return [other for other in opponents(table.options, len(table.players), step.seat) if table.players[other].hand]


def _settle_rival(table: Table, step: steps.Rival) -> steps.Rival | None:
    found = _victims(table, step)
    if len(found) > 1:
        return step
    if found:
        table.stack.append(steps.Steal(step.seat, step.card, found[0]))
    return None


def _rival_options(state: State, step: steps.Rival, seat: int) -> Sequence[Do]:
    return [actions.Look(other) for other in _victims(state, step)]


def _check_look(state: State, step: steps.Rival, seat: int, do: actions.Look) -> None:
    if do.seat not in opponents(state.options, len(state.players), seat):
        rule = "AK-8.2c" if state.options.teams else "AK-6.7"
        raise IllegalAction(rule, "Look at the hand of an opponent.")
    if not state.players[do.seat].hand:
        raise IllegalAction("AK-6.7", "That hand is empty: there is nothing to take.")


def _look(table: Table, step: steps.Rival, seat: int, do: actions.Look) -> None:
    table.stack.append(steps.Steal(seat, step.card, do.seat))


def _settle_steal(table: Table, step: steps.Steal) -> steps.Steal | None:
    hand = table.players[step.victim].hand
    if len(hand) > 1:
        return step
    _take(table, step, hand[0])
    return None


def _take(table: Table, step: steps.Steal, card: int) -> None:
    table.forget(step.victim)
    table.set_hand(step.victim, table.players[step.victim].hand.replace(bytes((card,)), b""))
    table.to_hand(step.seat, bytes((card,)))
    table.effects.append(Stolen(step.seat, step.victim, IDS[card], IDS[step.card]))


def _steal_options(state: State, step: steps.Steal, seat: int) -> Sequence[Do]:
    return [actions.Choose(builder_id(card)) for card in state.players[step.victim].hand]


def _check_steal(state: State, step: steps.Steal, seat: int, do: actions.Choose) -> None:
    if CODES[do.card] not in state.players[step.victim].hand:
        raise IllegalAction("AK-2.13", f"{label(CODES[do.card])} is not in the hand you look at.")


def _steal(table: Table, step: steps.Steal, seat: int, do: actions.Choose) -> None:
    _take(table, step, CODES[do.card])


# -- M15 and tokens added to opponents (M24, M25, M28, T21) -----------------------------------------------------


def _monuments(table: Seen, seats: Sequence[int]) -> list[int]:
    return [card for seat in seats for card in table.players[seat].timeline if card]


def _owner(table: Seen, card: int) -> int:
    return next(seat for seat, player in enumerate(table.players) if card in player.timeline)


def _settle_give(table: Table, step: steps.Give) -> steps.Give | None:
    found = _monuments(table, table.opponents(step.seat))
    if len(found) > 1:
        return step
    if found:
        _hand_over(table, step, found[0])
    return None


def _hand_over(table: Table, step: steps.Give, card: int) -> None:
    table.remove_lost(step.seat, step.n, step.card)
    table.add_knowledge(_owner(table, card), card, step.n, step.card)


def _give_options(state: State, step: steps.Give, seat: int) -> Sequence[Do]:
    rivals = opponents(state.options, len(state.players), seat)
    return [actions.Choose(builder_id(card)) for card in _monuments(state, rivals)]


def _check_give(state: State, step: steps.Give, seat: int, do: actions.Choose) -> None:
    _refuse_foreign(state, opponents(state.options, len(state.players), seat), CODES[do.card])


def _refuse_foreign(state: State, seats: Sequence[int], card: int) -> None:
    if card in _monuments(state, seats):
        return
    elsewhere = _monuments(state, range(len(state.players)))
    if state.options.teams and card in elsewhere:
        raise IllegalAction("AK-8.2c", f"{label(card)} is not a monument of the opponent this effect is aimed at.")
    raise IllegalAction("AK-6.7", f"{label(card)} is not a monument of the opponent this effect is aimed at.")


def _give(table: Table, step: steps.Give, seat: int, do: actions.Choose) -> None:
    _hand_over(table, step, CODES[do.card])


def _settle_add(table: Table, step: steps.AddTokens) -> steps.AddTokens | None:
    if not step.opponents:
        return None
    found = _monuments(table, step.opponents[:1])
    if len(found) > 1:
        return step
    _add_to(table, step, found[0])
    return None


def _add_to(table: Table, step: steps.AddTokens, card: int) -> None:
    table.stack.append(steps.AddTokens(step.seat, step.card, step.n, step.opponents[1:]))
    table.add_knowledge(step.opponents[0], card, step.n, step.card)


def _add_options(state: State, step: steps.AddTokens, seat: int) -> Sequence[Do]:
    return [actions.Choose(builder_id(card)) for card in _monuments(state, step.opponents[:1])]


def _check_add(state: State, step: steps.AddTokens, seat: int, do: actions.Choose) -> None:
    _refuse_foreign(state, step.opponents[:1], CODES[do.card])


def _add(table: Table, step: steps.AddTokens, seat: int, do: actions.Choose) -> None:
    _add_to(table, step, CODES[do.card])


DUES: dict[type, StepKind[State, Table]] = {
    steps.Rival: StepKind(
        rule="AK-6.7",
        what="choose an opponent",
        settle=_settle_rival,
        takes={actions.Look: (_check_look, _look)},
        options=_rival_options,
    ),
    steps.Steal: StepKind(
        rule="AK-6.7",
        what="take a card from an opponent's hand",
        settle=_settle_steal,
        takes={actions.Choose: (_check_steal, _steal)},
        options=_steal_options,
    ),
    steps.Give: StepKind(
        rule="AK-6.7",
        what="choose a monument of an opponent",
        settle=_settle_give,
        takes={actions.Choose: (_check_give, _give)},
        options=_give_options,
    ),
    steps.AddTokens: StepKind(
        rule="AK-6.7",
        what="choose a monument of an opponent",
        settle=_settle_add,
        takes={actions.Choose: (_check_add, _add)},
        options=_add_options,
    ),
}
