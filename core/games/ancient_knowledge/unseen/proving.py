"""A view with what is proved, and without what is only assumed: see `core.unseen.knowledge`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from kronika.core.contract.game import Viewer
from kronika.core.contract.unseen import Lies, Place
from kronika.core.contract.view import HIDDEN, with_hidden
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.cards import PUBLIC_DRAWS
from kronika.core.games.ancient_knowledge.ids import BUILDER_IDS, CODES, IDS
from kronika.core.games.ancient_knowledge.rules import STEPS
from kronika.core.games.ancient_knowledge.unseen.places import (
    BOARD,
    CHOSEN,
    HAND,
    KEPT,
    LAID,
    T22,
    bottom,
)
from kronika.core.games.ancient_knowledge.unseen.waiting import ALIKE, is_told, looked_at
from kronika.core.games.ancient_knowledge.view import Pending, View


def known(view: View, viewer: Viewer, lies: Lies) -> View:
    """The view with the cards that are proved to be in their places, and `?` for all that may be other cards."""
    players = tuple([replace(area, hand=_proved_hand(view, owner, lies)) for owner, area in enumerate(view.players)])
    decks = (view.decks[0], replace(view.decks[1], bottom=_proved_bottom(view.decks[1].bottom, lies)))
    pending = view.pending and _proved_step(view.pending, view, lies)
    return replace(
        view,
        due=pending.due if pending else view.due,
        players=players,
        decks=decks,
        pending=pending,
        beneath=tuple([_proved_step(step, view, lies) for step in view.beneath]),
    )


def _proved_hand(view: View, owner: int, lies: Lies) -> tuple[str, ...]:
    """Cards that are proved to be there, among them those that are chosen and not discarded yet."""
    places = (HAND[owner], KEPT[owner], CHOSEN[owner])
    sure = [card for card in BUILDER_IDS if any(lies.least(place, card) for place in places)]
    step = view.pending
    if step and step.seat == owner and step.due == STEPS.dues[steps.Pay].what and step.source != IDS[T22]:
        sure.append(step.cards[0])  # type: ignore[arg-type]  # a builder card is created
    return with_hidden(sorted(sure, key=CODES.__getitem__), len(view.players[owner].hand))


def _proved_bottom(cards: Sequence[str], lies: Lies) -> tuple[str, ...]:
    return tuple([card if card != HIDDEN and lies.least(bottom(at), card) else HIDDEN for at, card in enumerate(cards)])


def either(views: Sequence[View]) -> View:
    """The first of several views that may each be true, with all that may be due; the first has the most steps."""
    if len(views) == 1:
        return views[0]
    first, due = views[0], ", or ".join(dict.fromkeys(view.due for view in views))
    actors = tuple(sorted({seat for view in views for seat in view.actors}))
    return replace(first, actors=actors, due=due, pending=first.pending and replace(first.pending, due=due))


# -- steps --------------------------------------------------------------------------------------------------------

SECRET: Final = (steps.Gather, steps.KeepOne, steps.Reveal, steps.Peek, steps.PeekLearn, steps.Under)
"""The steps that deal with cards that their player alone sees, but for those in `PUBLIC_DRAWS`; so does `Pay` for T22.

All else that any step shows, but what players have chosen, is known to all.
"""

_PAY: Final = STEPS.dues[steps.Pay].what
_FORCED: Final = STEPS.dues[steps.Forced].what
_UNDER: Final = STEPS.dues[steps.Under].what
_OPENLY: Final = frozenset(STEPS.dues[kind].what for kind in (steps.ArtifactDiscard, steps.Bury))
"""The steps, by what is due, in which all see the choice of a player."""
_SECRETLY: Final = frozenset(STEPS.dues[kind].what for kind in SECRET)
_PUBLIC: Final = frozenset(IDS[card] for card in PUBLIC_DRAWS)


def _proved_step(step: Pending, view: View, lies: Lies) -> Pending:
    if step.due not in _OPENLY:
        step = replace(step, chosen=_proved_choice(step, view, lies))
    is_secret = step.due in _SECRETLY and step.source not in _PUBLIC
    return _as_told(step, view, lies) if is_secret or (step.due == _PAY and step.source == IDS[T22]) else step


def _proved_choice(step: Pending, view: View, lies: Lies) -> tuple[str, ...]:
    """The cards that the viewer has chosen; where there was no choice, they are still where they were."""
    if step.due == _UNDER:
        first = len(view.decks[1].bottom)
        return tuple([_if_in((bottom(first + at),), card, lies) for at, card in enumerate(step.chosen)])
    owner = view.viewer if view.viewer is not None and view.viewer >= 0 else step.seat
    places = (CHOSEN[owner], LAID[owner], BOARD[owner], KEPT[owner], HAND[owner])
    return tuple([_if_in(places, card, lies) for card in step.chosen])


def _if_in(places: Sequence[Place], card: str, lies: Lies) -> str:
    return card if any(lies.least(place, card) for place in places) else HIDDEN


def _as_told(step: Pending, view: View, lies: Lies) -> Pending:
    """A step that deals with cards looked at in secret, as far as it is known, and without the order of the cards."""
    sure = looked_at(step.source, step.seat, lies)
    cards = with_hidden(sure, len(step.cards))
    kinds = [STEPS.dues[kind] for kind in ALIKE.get(step.source, ())]
    if step.due not in [kind.what for kind in kinds]:
        return replace(step, cards=cards)
    if not is_told(step.source, cards, len(step.chosen), view.decks[1].size, lies.last):
        return replace(step, cards=cards, due=", or ".join(kind.what for kind in kinds), rule=kinds[0].rule, left=0)
    if step.due != _PAY:
        return replace(step, cards=cards)
    if step.cards[0] not in sure:
        return replace(step, cards=(HIDDEN, *cards[:-1]), left=0)
    sure.remove(step.cards[0])
    return replace(step, cards=(step.cards[0], *with_hidden(sure, len(cards) - 1)))
