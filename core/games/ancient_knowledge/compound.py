"""The single steps of an action that names several cards or tokens at once."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.actions import ARCHIVE, NO, Do
from kronika.core.games.ancient_knowledge.choosing import chosen_by
from kronika.core.games.ancient_knowledge.ids import CODES, BuilderId
from kronika.core.games.ancient_knowledge.rules import apply
from kronika.core.games.ancient_knowledge.state import KEPT, State


def in_steps(state: State, seat: int, do: Do) -> Sequence[Do]:
    """Return the steps of an action, as the rules list them, without those that happen by themselves.

    Cards that were chosen before and are named again are omitted.
    """
    steps: list[Do] = []
    for step in _parts(do):
        if steps and not _is_open(state, seat, do):
            break
        if _is_new(state, seat, step):
            steps.append(step)
            state, _ = apply(state, seat, step)
    return steps


def _is_new(state: State, seat: int, do: Do) -> bool:
    """Whether a step does anything else than choose a card that is chosen already."""
    match do:
        case actions.Keep(cards) | actions.Discard(cards):
            return CODES[cards[0]] not in chosen_by(state.stack[-1], seat)
    return True


def _in_order(cards: tuple[BuilderId, ...]) -> list[BuilderId]:
    return sorted(cards, key=CODES.__getitem__)


def _parts(do: Do) -> list[Do]:
    match do:
        case actions.Keep(cards):
            return [actions.Keep((card,)) for card in _in_order(cards)]
        case actions.Discard(cards):
            return [actions.Discard((card,)) for card in _in_order(cards)]
        case actions.Create(card, slot, cost) if cost:
            return [actions.Create(card, slot), *_parts(actions.Discard(cost))]
        case actions.Archive(cards) if cards:
            return [ARCHIVE, *_parts(actions.Discard(cards)), NO]
        case actions.Take(card, tokens):
            return [actions.Take(card)] * tokens
    return [do]


def _is_open(state: State, seat: int, do: Do) -> bool:
    """Whether the choice that the first step began is not finished yet."""
    step = state.stack[-1] if state.stack else None
    match do:
        case actions.Keep():
            return isinstance(step, steps.Keep) and len(step.chosen[seat]) < KEPT
        case actions.Create(card):
            return isinstance(step, steps.Pay) and step.card == CODES[card]
        case actions.Archive():
            return isinstance(step, steps.HandDiscard) and not step.card
        case actions.Take():
            return isinstance(step, steps.Spread)
        case actions.Discard():
            return _is_discarding(step, seat)
    return False


def _is_discarding(step: steps.Step | None, seat: int) -> bool:
    match step:
        case steps.Forced():
            return len(step.chosen[seat]) < step.need[seat]
        case steps.Pay() | steps.HandDiscard() | steps.ArtifactDiscard():
            return step.seat == seat
    return False
