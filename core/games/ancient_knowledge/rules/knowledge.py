"""Taking knowledge off own monuments and lost knowledge off the own board (AK-6.5, AK-6.6, AK-6.14)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.errors import IllegalAction
from kronika.core.games.ancient_knowledge import actions, frames
from kronika.core.games.ancient_knowledge.actions import NO, Do
from kronika.core.games.ancient_knowledge.cards import label
from kronika.core.games.ancient_knowledge.ids import CODES, builder_id
from kronika.core.games.ancient_knowledge.rules.steps import Kind, waits
from kronika.core.games.ancient_knowledge.state import Player, State
from kronika.core.games.ancient_knowledge.table import Table
from kronika.core.words import count


def carrying(player: Player, places: bytes) -> list[int]:
    """Those of the places that still carry knowledge."""
    knowledge = player.knowledge
    found = []
    for place in places:
        if knowledge[place]:
            found.append(place)
    return found


def refuse_target(player: Player, card: int, places: bytes) -> None:
    """Raises IllegalAction unless the monument stands on one of the places and carries knowledge."""
    place = player.timeline.find(card)
    if place < 0:
        raise IllegalAction("AK-6.5", f"{label(card)} does not stand on your timeline.")
    if place not in places:
        raise IllegalAction("AK-6.5", f"{label(card)} is not one of the monuments this effect reaches.")
    if not player.knowledge[place]:
        raise IllegalAction("AK-6.5", f"There is no knowledge on {label(card)}.")


# -- split freely -----------------------------------------------------------------------------------------------


def _rule(frame: frames.Spread) -> str:
    return "AK-6.5" if frame.card else "AK-2.4"


def _settle_spread(table: Table, frame: frames.Spread) -> bool:
    """Without a choice all is taken at once (AK-6.13)."""
    player = table.players[frame.seat]
    here = carrying(player, frame.places)
    if frame.left and here:
        if frame.upto:
            return True
        if len(here) > 1 and sum([player.knowledge[place] for place in here]) > frame.left:
            return True
    table.stack.pop()
    if not frame.upto:
        left = frame.left
        for place in here:
            tokens = min(left, player.knowledge[place])
            table.take_knowledge(frame.seat, place, tokens, frame.card, _rule(frame))
            left -= tokens
    return False


def _spread_options(state: State, frame: frames.Spread, seat: int) -> Sequence[Do]:
    player = state.players[seat]
    listed: list[Do] = [actions.Take(builder_id(player.timeline[place])) for place in carrying(player, frame.places)]
    return [*listed, NO] if frame.upto else listed


def _check_take(state: State, frame: frames.Spread, seat: int, do: actions.Take) -> None:
    player = state.players[seat]
    card = CODES[do.card]
    refuse_target(player, card, frame.places)
    if do.tokens > frame.left:
        raise IllegalAction(_rule(frame), f"{frame.left} knowledge can still be taken, not {do.tokens}.")
    here = player.knowledge[player.timeline.index(card)]
    if do.tokens > here:
        raise IllegalAction("AK-6.5", f"There is only {here} knowledge on {label(card)}.", {"knowledge": here})


def _take(table: Table, frame: frames.Spread, seat: int, do: actions.Take) -> None:
    place = table.players[seat].timeline.index(CODES[do.card])
    table.take_knowledge(seat, place, do.tokens, frame.card, _rule(frame))
    reach = bytes((place,)) if frame.sole else frame.places
    left = frame.left - do.tokens
    table.stack[-1] = frames.Spread(seat, frame.card, left, reach, frame.upto, frame.sole)


def _check_enough(state: State, frame: frames.Spread, seat: int, do: actions.No) -> None:
    if not frame.upto:
        reason = f"{count(frame.left, 'more token')} must be taken: the effect does not say `up to`."
        if not frame.card:
            reason = f"Every card discarded takes one knowledge off: {frame.left} to go."
        raise IllegalAction("AK-6.1" if frame.card else "AK-2.4", reason, {"left": frame.left})


def _enough(table: Table, frame: frames.Spread, seat: int, do: actions.No) -> None:
    table.stack.pop()


# -- off chosen monuments ---------------------------------------------------------------------------------------


def _settle_pick(table: Table, frame: frames.Pick) -> bool:
    here = carrying(table.players[frame.seat], frame.places)
    if here and frame.left and (frame.may or len(here) > frame.left):
        return True
    table.stack.pop()
    for place in here[: frame.left]:
        table.take_knowledge(frame.seat, place, frame.n, frame.card)
    return False


def _pick_options(state: State, frame: frames.Pick, seat: int) -> Sequence[Do]:
    player = state.players[seat]
    listed: list[Do] = [actions.Choose(builder_id(player.timeline[place])) for place in carrying(player, frame.places)]
    return [*listed, NO] if frame.may else listed


def _check_pick(state: State, frame: frames.Pick, seat: int, do: actions.Choose) -> None:
    refuse_target(state.players[seat], CODES[do.card], frame.places)


def _pick(table: Table, frame: frames.Pick, seat: int, do: actions.Choose) -> None:
    place = table.players[seat].timeline.index(CODES[do.card])
    rest = frame.places.replace(bytes((place,)), b"")
    table.stack[-1] = frames.Pick(seat, frame.card, frame.n, frame.left - 1, rest, False)
    table.take_knowledge(seat, place, frame.n, frame.card)


def check_may(state: State, frame: frames.Pick | frames.MoveWho | frames.LearnBy, seat: int, do: actions.No) -> None:
    """Raises IllegalAction unless the effect may be refused (AK-6.1)."""
    if not frame.may:
        raise IllegalAction("AK-6.1", f"The effect of {label(frame.card)} is not optional: it does not say `may`.")


def give_up(table: Table, frame: frames.Frame, seat: int, do: actions.No) -> None:
    """The effect is refused."""
    table.stack.pop()


# -- lost knowledge (P11) ---------------------------------------------------------------------------------------


def _lost_options(state: State, frame: frames.LessLost, seat: int) -> Sequence[Do]:
    return [actions.Remove(tokens) for tokens in range(frame.most + 1)]


def _check_remove(state: State, frame: frames.LessLost, seat: int, do: actions.Remove) -> None:
    if do.tokens > frame.most:
        raise IllegalAction("AK-6.6", f"Up to {frame.most} lost knowledge can be removed, not {do.tokens}.")


def _remove(table: Table, frame: frames.LessLost, seat: int, do: actions.Remove) -> None:
    table.stack.pop()
    table.remove_lost(seat, do.tokens, frame.card)


KINDS: dict[type, Kind] = {
    frames.Spread: Kind(
        rule="AK-6.5",
        due="knowledge is taken off monuments",
        settle=_settle_spread,
        takes={actions.Take: (_check_take, _take), actions.No: (_check_enough, _enough)},
        options=_spread_options,
    ),
    frames.Pick: Kind(
        rule="AK-6.14",
        due="a monument is chosen to take knowledge off",
        settle=_settle_pick,
        takes={actions.Choose: (_check_pick, _pick), actions.No: (check_may, give_up)},
        options=_pick_options,
    ),
    frames.LessLost: Kind(
        rule="AK-6.6",
        due="it is said how much lost knowledge is removed",
        settle=waits,
        takes={actions.Remove: (_check_remove, _remove)},
        options=_lost_options,
    ),
}
