"""Steps that deal with cards that their player alone sees, as far as others can tell them apart (AK-1.5, AK-6.13).

A choice with one option is made at once, and one without any is skipped. So it depends on cards looked at in secret
whether T22 asks which artifact is created or how the only one is paid for, and whether P7 asks what is learned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from kronika.core.contract.twins import kind_of
from kronika.core.contract.unseen import Lies, Place
from kronika.core.contract.view import HIDDEN, with_hidden
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.cards import ARTIFACT, COST, OPS, TYPE
from kronika.core.games.ancient_knowledge.ids import BUILDER_IDS, CODES, IDS, technology_ids
from kronika.core.games.ancient_knowledge.rules.peeking import learnable
from kronika.core.games.ancient_knowledge.state import ARTIFACT_PLACES, DECKS, State
from kronika.core.games.ancient_knowledge.unseen.places import ASIDE, PEEKED, T22

ALIKE: Final[dict[str, tuple[type, type]]] = {"T22": (steps.Reveal, steps.Pay), "P7": (steps.PeekLearn, steps.Under)}
"""By card, its two steps that others can't tell apart."""

P7: Final = CODES["P7"]

_LOOKED_AT: Final = max(op.n for rule in OPS[P7] for op in rule if isinstance(op.n, int))
"""The number of technologies at which P7 looks."""


def is_told(source: str, cards: Sequence[str], placed: int, deck: int, last: Any) -> bool:
    """Whether it is known which of the two steps of a card is due.

    `cards` are those of the step, `?` if not proved; `placed` of them are under the deck; `deck` is the size of the
    deck of level II; `last` is the last event. T22 draws, and all see what else happens before it is paid for. As soon
    as a technology is learned with P7, there are fewer than it looks at.
    """
    if HIDDEN not in cards:
        return True
    if source == IDS[T22]:
        return last is not None and kind_of(last) is not actions.Draw
    return placed > 0 or (len(cards) < _LOOKED_AT and deck > 0)


def with_cards(state: State, lies: Lies) -> Iterator[steps.Step]:
    """The steps that may be due, each with all cards that may be looked at; none if the step has no such cards."""
    step: Any = state.stack[-1] if state.stack else None
    match step:
        case steps.KeepOne():
            yield steps.KeepOne(step.seat, step.card, _possible(ASIDE[step.seat], lies))
        case steps.Reveal():
            yield from _of_builders(state, step, _is_told(state, step, step.cards, lies), lies)
        case steps.Pay() if step.source == T22:
            yield from _of_builders(state, step, _is_told(state, step, bytes((step.card, *step.aside)), lies), lies)
        case steps.PeekLearn() | steps.Under():
            yield from _of_technologies(state, step, _is_told(state, step, step.cards, lies), lies)


def looked_at(source: str, seat: int, lies: Lies) -> list[str]:
    """The cards that are proved to be among those at which a seat looks with this card."""
    place, kinds = (PEEKED[seat], technology_ids(DECKS[1])) if source == IDS[P7] else (ASIDE[seat], BUILDER_IDS)
    return sorted([card for card in kinds if lies.least(place, card)], key=CODES.__getitem__)


def _is_told(state: State, step: Any, cards: bytes, lies: Lies) -> bool:
    source = IDS[step.source if isinstance(step, steps.Pay) else step.card]
    names = with_hidden(looked_at(source, step.seat, lies), len(cards))
    deck = len(state.display.decks[1]) + len(state.display.bottoms[1])
    return is_told(source, names, len(getattr(step, "placed", b"")), deck, lies.last)


def _of_builders(state: State, step: steps.Reveal | steps.Pay, told: bool, lies: Lies) -> Iterator[steps.Step]:
    """Which artifact is created, if several can be paid for; how it is paid for, if only one can."""
    player = state.players[step.seat]
    fitting = [
        card
        for card in _possible(ASIDE[step.seat], lies)
        if TYPE[card] == ARTIFACT and COST[card] <= len(player.hand) and len(player.artifacts) < ARTIFACT_PLACES
    ]
    dear = next((card for card in fitting if COST[card]), None)
    if not told or isinstance(step, steps.Reveal):
        yield steps.Reveal(step.seat, T22, bytes(fitting))
    if told and isinstance(step, steps.Pay):
        yield step
    elif not told and dear is not None:
        yield steps.Pay(step.seat, dear, 0, T22, COST[dear], b"", b"")


def _of_technologies(state: State, step: steps.PeekLearn | steps.Under, told: bool, lies: Lies) -> Iterator[steps.Step]:
    cards = _possible(PEEKED[step.seat], lies)
    if not told or isinstance(step, steps.PeekLearn):
        yield steps.PeekLearn(step.seat, P7, bytes(learnable(state, step.seat, cards)))
    if not told or isinstance(step, steps.Under):
        yield steps.Under(step.seat, P7, cards, step.placed if isinstance(step, steps.Under) else b"")


def _possible(place: Place, lies: Lies) -> bytes:
    """The cards that may lie in a place where cards are looked at."""
    kinds = BUILDER_IDS if place in ASIDE else technology_ids(DECKS[1])
    return bytes([CODES[card] for card in kinds if lies.most(place, card)])
