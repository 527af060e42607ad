"""Moving and swapping monuments by effects (AK-3.7, AK-3.2, R-10)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, finish_step
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import NO, Do
from kronika.core.games.ancient_knowledge.cards import LOCKED, Target, label
from kronika.core.games.ancient_knowledge.ids import CODES, ONE, builder_id
from kronika.core.games.ancient_knowledge.quantities import targets
from kronika.core.games.ancient_knowledge.rules.knowledge import check_may
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.games.ancient_knowledge.table import Seen, Table
from kronika.core.games.ancient_knowledge.timeline import free_slots, slot_of


def is_declining(table: Seen, card: int) -> bool:
    """Whether the decline of this monument has begun (R-10, OQ-10)."""
    return any(type(step) is steps.Declining and step.card == card for step in table.stack)


def is_fixed(table: Seen, card: int) -> bool:
    """Whether effects of cards can't move or swap this monument: it is locked, or its decline has begun."""
    return LOCKED[card] or is_declining(table, card)


def other_slots(timeline: bytes, place: int) -> list[int]:
    """Return the slots to which a monument can move: all other slots with a free half (AK-3.7)."""
    return [slot for slot in free_slots(timeline) if slot != slot_of(place)]


def movable_targets(table: Table, seat: int, card: int, target: Target, to: int) -> bytes:
    """Return the places of the monuments that can be moved, to slot `to` or, if that is 0, to any other slot."""
    player = table.players[seat]
    free = free_slots(player.timeline)
    found = b""
    for place in targets(player, card, target, carrying=False):
        here = slot_of(place)
        can_go = (to in free and to != here) if to else (free and free != [here])
        if can_go and not is_fixed(table, player.timeline[place]):
            found += ONE[place]
    return found


def refuse_fixed(table: Seen, seat: int, card: int) -> None:
    """Raise IllegalAction unless this is a monument of the player that effects can move."""
    if card not in table.players[seat].timeline:
        raise IllegalAction("AK-3.7", f"{label(card)} is not on your timeline.")
    if LOCKED[card]:
        raise IllegalAction("AK-3.7", f"{label(card)} is locked: no card effect moves it.")
    if is_declining(table, card):
        raise IllegalAction("R-10", f"The decline of {label(card)} has begun: it stays where it is.")


# -- moving -----------------------------------------------------------------------------------------------------


def _settle_who(table: Table, step: steps.MoveWho) -> steps.MoveWho | None:
    if step.may or len(step.places) > 1:
        return step
    _set_off(table, step, table.players[step.seat].timeline[step.places[0]])
    return None


def _set_off(table: Table, step: steps.MoveWho, moving: int) -> None:
    if step.to:
        table.move(step.seat, moving, step.to, step.card)
    else:
        table.stack.append(steps.MoveTo(step.seat, step.card, moving))


def _who_options(state: State, step: steps.MoveWho, seat: int) -> Sequence[Do]:
    timeline = state.players[seat].timeline
    listed: list[Do] = [actions.Choose(builder_id(timeline[place])) for place in step.places]
    return [*listed, NO] if step.may else listed


def _check_who(state: State, step: steps.MoveWho, seat: int, do: actions.Choose) -> None:
    card = CODES[do.card]
    refuse_fixed(state, seat, card)
    place = state.players[seat].timeline.index(card)
    if place not in step.places:
        if not other_slots(state.players[seat].timeline, place):
            raise IllegalAction("AK-3.7", f"No other slot has a free half for {label(card)}.")
        raise IllegalAction("AK-3.7", f"{label(card)} is not one of the monuments this effect moves.")


def _who(table: Table, step: steps.MoveWho, seat: int, do: actions.Choose) -> None:
    _set_off(table, step, CODES[do.card])


def _goals(state: Seen, step: steps.MoveTo) -> list[int]:
    timeline = state.players[step.seat].timeline
    return other_slots(timeline, timeline.index(step.moving))


def _settle_to(table: Table, step: steps.MoveTo) -> steps.MoveTo | None:
    goals = _goals(table, step)
    if len(goals) > 1:
        return step
    table.move(step.seat, step.moving, goals[0], step.card)
    return None


def _to_options(state: State, step: steps.MoveTo, seat: int) -> Sequence[Do]:
    return [actions.To(slot) for slot in _goals(state, step)]


def _check_to(state: State, step: steps.MoveTo, seat: int, do: actions.To) -> None:
    timeline = state.players[seat].timeline
    if do.slot == slot_of(timeline.index(step.moving)):
        raise IllegalAction("AK-3.7", f"{label(step.moving)} is on slot {do.slot} already.")
    if do.slot not in free_slots(timeline):
        raise IllegalAction("AK-3.3", f"Both halves of slot {do.slot} are taken.")


def _to(table: Table, step: steps.MoveTo, seat: int, do: actions.To) -> None:
    table.move(seat, step.moving, do.slot, step.card)


# -- swapping ---------------------------------------------------------------------------------------------------


def _partners(state: Seen, step: steps.Swap) -> list[int]:
    """Return the monuments that can be swapped with the first one, also those on its slot (R-17, OQ-9)."""
    timeline = state.players[step.seat].timeline
    return [card for card in timeline if card and card != step.first and not is_fixed(state, card)]


def _settle_swap(table: Table, step: steps.Swap) -> steps.Swap | None:
    others = _partners(table, step)
    first = step.first
    if first and (first not in table.players[step.seat].timeline or is_fixed(table, first)):
        others = []
    enough = 1 if first else 2
    if len(others) > enough:
        return step
    if len(others) == enough:
        table.swap(step.seat, first or others[0], others[-1], step.card)
    return None


def _swap_options(state: State, step: steps.Swap, seat: int) -> Sequence[Do]:
    return [actions.Choose(builder_id(card)) for card in _partners(state, step)]


def _check_swap(state: State, step: steps.Swap, seat: int, do: actions.Choose) -> None:
    card = CODES[do.card]
    refuse_fixed(state, seat, card)
    if card == step.first:
        raise IllegalAction("AK-3.7", f"{label(card)} cannot change places with itself.")


def _swap(table: Table, step: steps.Swap, seat: int, do: actions.Choose) -> None:
    card = CODES[do.card]
    if step.first:
        table.swap(seat, step.first, card, step.card)
    else:
        table.stack.append(steps.Swap(seat, step.card, card))


DUES: dict[type, StepKind[State, Table]] = {
    steps.MoveWho: StepKind(
        rule="AK-3.7",
        what="choose a monument to move",
        settle=_settle_who,
        takes={actions.Choose: (_check_who, _who), actions.No: (check_may, finish_step)},
        options=_who_options,
    ),
    steps.MoveTo: StepKind(
        rule="AK-3.7",
        what="choose a slot for the monument",
        settle=_settle_to,
        takes={actions.To: (_check_to, _to)},
        options=_to_options,
    ),
    steps.Swap: StepKind(
        rule="AK-3.7",
        what="choose monuments to swap",
        settle=_settle_swap,
        takes={actions.Choose: (_check_swap, _swap)},
        options=_swap_options,
    ),
}
