"""Cards that a viewer sees though no action or effect shows them, and hands that are possible (AK-1.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from kronika.core.contract.game import Viewer
from kronika.core.contract.unseen import Lies, Place
from kronika.core.contract.zones import replace_item
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.ids import BUILDER_IDS, CODES, IDS, ids
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.games.ancient_knowledge.unseen.places import ASIDE, HAND, T22
from kronika.core.games.ancient_knowledge.unseen.waiting import with_cards


def looks(state: State, then: Sequence[Any], viewer: Viewer) -> list[tuple[Place, Sequence[str]]]:
    """The hand that M14 looks at; and which artifact T22 creates, as soon as it is paid for."""
    step = state.stack[-1] if state.stack else None
    match step:
        case steps.Steal() if step.seat == viewer:
            return [(HAND[step.victim], ids(state.players[step.victim].hand))]
        case steps.Pay() if step.source == T22 and step.seat != viewer:
            return [(ASIDE[step.seat], (IDS[step.card],))]
    return []


def loosened(state: State, seat: int, lies: Lies) -> State:
    """The state with all cards in a hand that may be in it."""
    return _with_any_hand(state, seat, lies)


def perhaps(state: State, lies: Lies) -> list[State]:
    """The states with each step that may be due, which has all cards that it may deal with; see `waiting`."""
    step = state.stack[-1] if state.stack else None
    if isinstance(step, steps.Steal):
        return [_with_any_hand(state, step.victim, lies)]
    return [replace(state, stack=(*state.stack[:-1], one)) for one in with_cards(state, lies)] or [state]


def _with_any_hand(state: State, seat: int, lies: Lies) -> State:
    might = bytes([CODES[card] for card in BUILDER_IDS if lies.most(HAND[seat], card)])
    player = replace(state.players[seat], hand=might)
    return replace(state, players=replace_item(state.players, seat, player))
