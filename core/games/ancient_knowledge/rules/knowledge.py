"""Taking knowledge off a player's own monuments, and removing lost knowledge (AK-6.5, AK-6.6, AK-6.14)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import pluralize
from kronika.core.contract.pending import StepKind, finish_step
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import NO, Do
from kronika.core.games.ancient_knowledge.cards import label
from kronika.core.games.ancient_knowledge.ids import CODES, builder_id
from kronika.core.games.ancient_knowledge.state import Player, State
from kronika.core.games.ancient_knowledge.table import Table


def carrying(player: Player, places: bytes) -> list[int]:
    """Return those places whose monument still carries knowledge."""
    knowledge = player.knowledge
    found = []
    for place in places:
        if knowledge[place]:
            found.append(place)
    return found


def refuse_target(player: Player, card: int, places: bytes) -> None:
    """Raise IllegalAction unless the monument is at one of the places and carries knowledge."""
    place = player.timeline.find(card)
    if place < 0:
        raise IllegalAction("AK-6.5", f"{label(card)} is not on your timeline.")
    if place not in places:
        raise IllegalAction("AK-6.5", f"{label(card)} is not one of the monuments this effect reaches.")
    if not player.knowledge[place]:
        raise IllegalAction("AK-6.5", f"There is no knowledge on {label(card)}.")


# -- split freely -----------------------------------------------------------------------------------------------


def _rule(step: steps.Spread) -> str:
    return "AK-6.5" if step.card else "AK-2.4"


def _settle_spread(table: Table, step: steps.Spread) -> steps.Spread | None:
    """Take everything at once if there is no choice (AK-6.13)."""
    player = table.players[step.seat]
    here = carrying(player, step.places)
    if step.left and here:
        if step.upto:
            return step
        if len(here) > 1 and sum([player.knowledge[place] for place in here]) > step.left:
            return step
    if not step.upto:
        left = step.left
        for place in here:
            tokens = min(left, player.knowledge[place])
            table.take_knowledge(step.seat, place, tokens, step.card, _rule(step))
            left -= tokens
    return None


def _spread_options(state: State, step: steps.Spread, seat: int) -> Sequence[Do]:
    player = state.players[seat]
    listed: list[Do] = [actions.Take(builder_id(player.timeline[place])) for place in carrying(player, step.places)]
    return [*listed, NO] if step.upto else listed


def _check_take(state: State, step: steps.Spread, seat: int, do: actions.Take) -> None:
    player = state.players[seat]
    card = CODES[do.card]
    refuse_target(player, card, step.places)
    if do.tokens > step.left:
        raise IllegalAction(_rule(step), f"{step.left} knowledge can still be taken, not {do.tokens}.")
    here = player.knowledge[player.timeline.index(card)]
    if do.tokens > here:
        raise IllegalAction("AK-6.5", f"There is only {here} knowledge on {label(card)}.", {"knowledge": here})


def _take(table: Table, step: steps.Spread, seat: int, do: actions.Take) -> None:
    place = table.players[seat].timeline.index(CODES[do.card])
    table.take_knowledge(seat, place, do.tokens, step.card, _rule(step))
    reach = bytes((place,)) if step.sole else step.places
    left = step.left - do.tokens
    table.stack.append(steps.Spread(seat, step.card, left, reach, step.upto, step.sole))


def _check_enough(state: State, step: steps.Spread, seat: int, do: actions.No) -> None:
    if not step.upto:
        reason = f"{pluralize(step.left, 'more token')} must be taken: the effect does not say `up to`."
        if not step.card:
            reason = f"Every card discarded takes one knowledge off: {step.left} left."
        raise IllegalAction("AK-6.1" if step.card else "AK-2.4", reason, {"left": step.left})


# -- off chosen monuments ---------------------------------------------------------------------------------------


def _settle_pick(table: Table, step: steps.Pick) -> steps.Pick | None:
    here = carrying(table.players[step.seat], step.places)
    if here and step.left and (step.may or len(here) > step.left):
        return step
    for place in here[: step.left]:
        table.take_knowledge(step.seat, place, step.n, step.card)
    return None


def _pick_options(state: State, step: steps.Pick, seat: int) -> Sequence[Do]:
    player = state.players[seat]
    listed: list[Do] = [actions.Choose(builder_id(player.timeline[place])) for place in carrying(player, step.places)]
    return [*listed, NO] if step.may else listed


def _check_pick(state: State, step: steps.Pick, seat: int, do: actions.Choose) -> None:
    refuse_target(state.players[seat], CODES[do.card], step.places)


def _pick(table: Table, step: steps.Pick, seat: int, do: actions.Choose) -> None:
    place = table.players[seat].timeline.index(CODES[do.card])
    rest = step.places.replace(bytes((place,)), b"")
    table.stack.append(steps.Pick(seat, step.card, step.n, step.left - 1, rest, False))
    table.take_knowledge(seat, place, step.n, step.card)


def check_may(state: State, step: steps.Pick | steps.MoveWho | steps.LearnBy, seat: int, do: actions.No) -> None:
    """Raise IllegalAction unless the effect is optional (AK-6.1)."""
    if not step.may:
        raise IllegalAction("AK-6.1", f"The effect of {label(step.card)} is not optional: it does not say `may`.")


# -- lost knowledge (P11) ---------------------------------------------------------------------------------------


def _lost_options(state: State, step: steps.LessLost, seat: int) -> Sequence[Do]:
    return [actions.Remove(tokens) for tokens in range(step.most + 1)]


def _check_remove(state: State, step: steps.LessLost, seat: int, do: actions.Remove) -> None:
    if do.tokens > step.most:
        raise IllegalAction("AK-6.6", f"Up to {step.most} lost knowledge can be removed, not {do.tokens}.")


def _remove(table: Table, step: steps.LessLost, seat: int, do: actions.Remove) -> None:
    table.remove_lost(seat, do.tokens, step.card)


DUES: dict[type, StepKind[State, Table]] = {
    steps.Spread: StepKind(
        rule="AK-6.5",
        what="take knowledge off monuments",
        settle=_settle_spread,
        takes={actions.Take: (_check_take, _take), actions.No: (_check_enough, finish_step)},
        options=_spread_options,
    ),
    steps.Pick: StepKind(
        rule="AK-6.14",
        what="choose a monument to take knowledge off",
        settle=_settle_pick,
        takes={actions.Choose: (_check_pick, _pick), actions.No: (check_may, finish_step)},
        options=_pick_options,
    ),
    steps.LessLost: StepKind(
        rule="AK-6.6",
        what="choose how much lost knowledge to remove",
        takes={actions.Remove: (_check_remove, _remove)},
        options=_lost_options,
    ),
}
