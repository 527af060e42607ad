"""Moving and swapping monuments by effects (AK-3.7, AK-3.2, R-10)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.errors import IllegalAction
from kronika.core.games.ancient_knowledge import actions, frames
from kronika.core.games.ancient_knowledge.actions import NO, Do
from kronika.core.games.ancient_knowledge.cards import LOCKED, Target, label
from kronika.core.games.ancient_knowledge.ids import CODES, ONE, builder_id
from kronika.core.games.ancient_knowledge.quantities import targets
from kronika.core.games.ancient_knowledge.rules.knowledge import check_may, give_up
from kronika.core.games.ancient_knowledge.rules.steps import Kind
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.games.ancient_knowledge.table import Seen, Table
from kronika.core.games.ancient_knowledge.timeline import free_slots, slot_of


def is_declining(table: Seen, card: int) -> bool:
    """Has the decline of this monument begun (R-10, OQ-10)?"""
    return any(type(frame) is frames.Declining and frame.card == card for frame in table.stack)


def is_fixed(table: Seen, card: int) -> bool:
    """Can card effects not move or swap this monument?"""
    return LOCKED[card] or is_declining(table, card)


def other_slots(timeline: bytes, place: int) -> list[int]:
    """Where a monument can move: any other slot with a free half (AK-3.7)."""
    return [slot for slot in free_slots(timeline) if slot != slot_of(place)]


def movable_targets(table: Table, seat: int, card: int, target: Target, to: int) -> bytes:
    """The places of the monuments that can be moved, to slot `to` or, for 0, anywhere else."""
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
    """Raises IllegalAction unless this is an own monument that effects can move."""
    if card not in table.players[seat].timeline:
        raise IllegalAction("AK-3.7", f"{label(card)} does not stand on your timeline.")
    if LOCKED[card]:
        raise IllegalAction("AK-3.7", f"{label(card)} is locked: no card effect moves it.")
    if is_declining(table, card):
        raise IllegalAction("R-10", f"The decline of {label(card)} has begun: it stays where it is.")


# -- moving -----------------------------------------------------------------------------------------------------


def _settle_who(table: Table, frame: frames.MoveWho) -> bool:
    if frame.may or len(frame.places) > 1:
        return True
    _set_off(table, frame, table.players[frame.seat].timeline[frame.places[0]])
    return False


def _set_off(table: Table, frame: frames.MoveWho, moving: int) -> None:
    table.stack.pop()
    if frame.to:
        table.move(frame.seat, moving, frame.to, frame.card)
    else:
        table.stack.append(frames.MoveTo(frame.seat, frame.card, moving))


def _who_options(state: State, frame: frames.MoveWho, seat: int) -> Sequence[Do]:
    timeline = state.players[seat].timeline
    listed: list[Do] = [actions.Choose(builder_id(timeline[place])) for place in frame.places]
    return [*listed, NO] if frame.may else listed


def _check_who(state: State, frame: frames.MoveWho, seat: int, do: actions.Choose) -> None:
    card = CODES[do.card]
    refuse_fixed(state, seat, card)
    place = state.players[seat].timeline.index(card)
    if place not in frame.places:
        if not other_slots(state.players[seat].timeline, place):
            raise IllegalAction("AK-3.7", f"No other slot has a free half for {label(card)}.")
        raise IllegalAction("AK-3.7", f"{label(card)} is not one of the monuments this effect moves.")


def _who(table: Table, frame: frames.MoveWho, seat: int, do: actions.Choose) -> None:
    _set_off(table, frame, CODES[do.card])


def _goals(state: Seen, frame: frames.MoveTo) -> list[int]:
    timeline = state.players[frame.seat].timeline
    return other_slots(timeline, timeline.index(frame.moving))


def _settle_to(table: Table, frame: frames.MoveTo) -> bool:
    goals = _goals(table, frame)
    if len(goals) > 1:
        return True
    table.stack.pop()
    table.move(frame.seat, frame.moving, goals[0], frame.card)
    return False


def _to_options(state: State, frame: frames.MoveTo, seat: int) -> Sequence[Do]:
    return [actions.To(slot) for slot in _goals(state, frame)]


def _check_to(state: State, frame: frames.MoveTo, seat: int, do: actions.To) -> None:
    timeline = state.players[seat].timeline
    if do.slot == slot_of(timeline.index(frame.moving)):
        raise IllegalAction("AK-3.7", f"{label(frame.moving)} stands on slot {do.slot} already.")
    if do.slot not in free_slots(timeline):
        raise IllegalAction("AK-3.3", f"Both halves of slot {do.slot} are taken.")


def _to(table: Table, frame: frames.MoveTo, seat: int, do: actions.To) -> None:
    table.stack.pop()
    table.move(seat, frame.moving, do.slot, frame.card)


# -- swapping ---------------------------------------------------------------------------------------------------


def _partners(state: Seen, frame: frames.Swap) -> list[int]:
    """The monuments that can take part besides the first; two of one slot may (R-17, OQ-9)."""
    timeline = state.players[frame.seat].timeline
    return [card for card in timeline if card and card != frame.first and not is_fixed(state, card)]


def _settle_swap(table: Table, frame: frames.Swap) -> bool:
    others = _partners(table, frame)
    first = frame.first
    if first and (first not in table.players[frame.seat].timeline or is_fixed(table, first)):
        others = []
    enough = 1 if first else 2
    if len(others) > enough:
        return True
    table.stack.pop()
    if len(others) == enough:
        table.swap(frame.seat, first or others[0], others[-1], frame.card)
    return False


def _swap_options(state: State, frame: frames.Swap, seat: int) -> Sequence[Do]:
    return [actions.Choose(builder_id(card)) for card in _partners(state, frame)]


def _check_swap(state: State, frame: frames.Swap, seat: int, do: actions.Choose) -> None:
    card = CODES[do.card]
    refuse_fixed(state, seat, card)
    if card == frame.first:
        raise IllegalAction("AK-3.7", f"{label(card)} cannot change places with itself.")


def _swap(table: Table, frame: frames.Swap, seat: int, do: actions.Choose) -> None:
    card = CODES[do.card]
    if frame.first:
        table.stack.pop()
        table.swap(seat, frame.first, card, frame.card)
    else:
        table.stack[-1] = frames.Swap(seat, frame.card, card)


KINDS: dict[type, Kind] = {
    frames.MoveWho: Kind(
        rule="AK-3.7",
        due="a monument is chosen to be moved",
        settle=_settle_who,
        takes={actions.Choose: (_check_who, _who), actions.No: (check_may, give_up)},
        options=_who_options,
    ),
    frames.MoveTo: Kind(
        rule="AK-3.7",
        due="the slot is chosen that a monument moves to",
        settle=_settle_to,
        takes={actions.To: (_check_to, _to)},
        options=_to_options,
    ),
    frames.Swap: Kind(
        rule="AK-3.7",
        due="monuments are chosen to change places",
        settle=_settle_swap,
        takes={actions.Choose: (_check_swap, _swap)},
        options=_swap_options,
    ),
}
