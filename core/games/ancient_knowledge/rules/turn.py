"""The actions that a player may begin in each phase of a turn while no step waits (AK-2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import join_words
from kronika.core.games.ancient_knowledge import actions
from kronika.core.games.ancient_knowledge.actions import ARCHIVE, PROCEED, SEARCH, Do
from kronika.core.games.ancient_knowledge.cards import label
from kronika.core.games.ancient_knowledge.ids import CODES, IDS, builder_id, technology_id
from kronika.core.games.ancient_knowledge.rules.creating import EVERY_TYPE, check_create, create, creations
from kronika.core.games.ancient_knowledge.rules.digging import (
    can_archive,
    check_archive,
    check_excavate,
    excavate,
    start_archive,
)
from kronika.core.games.ancient_knowledge.rules.learning import check_learn, learn, learnable
from kronika.core.games.ancient_knowledge.rules.phases import activate, decline, finish_decline, first_slot
from kronika.core.games.ancient_knowledge.state import ACTION, DECLINE, TIMELINE, State, Turn
from kronika.core.games.ancient_knowledge.table import Table, turn_of

Begun = tuple[int, Callable[[State, int, Any], None], Callable[[Table, int, Any], None]]
"""The phase of a turn in which an action can begin, the check of the action, and the function that carries it out."""


def options(state: State, seat: int) -> Sequence[Do]:
    """Return everything that a player may begin in the current phase of the turn."""
    turn = turn_of(state, seat)
    if turn is None:
        return ()
    if turn.phase == ACTION:
        return _actions(state, seat)
    if turn.phase == TIMELINE:
        return [actions.Activate(IDS[card]) for card in turn.waiting]
    on_first = first_slot(state.players[seat])
    return [actions.Decline(builder_id(card)) for card in on_first] if on_first else (PROCEED,)


def _actions(state: State, seat: int) -> Sequence[Do]:
    """Return the actions of AK-2.3: cards with their slots, technologies, archive, numbers to excavate, search."""
    player = state.players[seat]
    listed = creations(player, EVERY_TYPE)
    listed.extend(actions.Learn(technology_id(card)) for card in learnable(state, seat))
    if can_archive(player):
        listed.append(ARCHIVE)
    listed.extend(actions.Excavate(n) for n in range(1, player.rotated.count(0) + 1))
    listed.append(SEARCH)
    return listed


# -- what is legal ----------------------------------------------------------------------------------------------

_PHASES: Final = ("the action phase", "the timeline phase", "the decline phase")
_CITED: Final = ("AK-2.3", "AK-2.8", "AK-2.9")


def refuse(turn: Turn, do: Do) -> NoReturn:
    """Raise IllegalAction for an action that does not belong to the phase of the player's turn."""
    begun = BEGINS.get(type(do))
    if begun is None:
        raise IllegalAction(_CITED[turn.phase], f"You can't do that now: it is {_PHASES[turn.phase]}.")
    reason = f"You can do that only in {_PHASES[begun[0]]}: it is {_PHASES[turn.phase]}."
    raise IllegalAction("AK-2.1", reason, {"actions": turn.actions})


def _check_search(state: State, seat: int, do: actions.Search) -> None:
    """Allow the search always, even with a full hand (AK-2.6)."""


def _check_activate(state: State, seat: int, do: actions.Activate) -> None:
    turn = turn_of(state, seat)
    assert turn is not None
    if CODES[do.card] not in turn.waiting:
        waiting = join_words([IDS[card] for card in turn.waiting])
        reason = f"You can't activate {label(CODES[do.card])} now. You can activate: {waiting}."
        raise IllegalAction("AK-2.8", reason)


def _check_decline(state: State, seat: int, do: actions.Decline) -> None:
    if CODES[do.card] not in first_slot(state.players[seat]):
        raise IllegalAction("AK-2.9", f"{label(CODES[do.card])} is not on slot 1 of your timeline.")


def _check_proceed(state: State, seat: int, do: actions.Proceed) -> None:
    on_first = first_slot(state.players[seat])
    if on_first:
        raise IllegalAction("AK-2.9", f"{label(on_first[0])} is on slot 1 and declines first.")


# -- what it does -----------------------------------------------------------------------------------------------


def _learn(table: Table, seat: int, do: actions.Learn) -> None:
    learn(table, seat, CODES[do.technology], 0)


def _search(table: Table, seat: int, do: actions.Search) -> None:
    table.draw(seat, 1)


def _activate(table: Table, seat: int, do: actions.Activate) -> None:
    turn = turn_of(table, seat)
    assert turn is not None
    activate(table, turn, CODES[do.card])


def _decline(table: Table, seat: int, do: actions.Decline) -> None:
    turn = turn_of(table, seat)
    assert turn is not None
    decline(table, turn, CODES[do.card])


def _proceed(table: Table, seat: int, do: actions.Proceed) -> None:
    finish_decline(table, seat)


BEGINS: Final[dict[type, Begun]] = {
    actions.Create: (ACTION, check_create, create),
    actions.Learn: (ACTION, check_learn, _learn),
    actions.Archive: (ACTION, check_archive, start_archive),
    actions.Excavate: (ACTION, check_excavate, excavate),
    actions.Search: (ACTION, _check_search, _search),
    actions.Activate: (TIMELINE, _check_activate, _activate),
    actions.Decline: (DECLINE, _check_decline, _decline),
    actions.Proceed: (DECLINE, _check_proceed, _proceed),
}
"""By kind of action: everything that a player can begin in a turn."""
