"""A view with what is proved, and without what is only assumed: see `core.unseen.knowledge`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from kronika.core.contract.game import Viewer
from kronika.core.contract.unseen import Lies, Place
from kronika.core.contract.view import HIDDEN, with_hidden
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.ids import BUILDER_IDS, CODES, IDS
from kronika.core.games.ancient_knowledge.rules import STEPS
from kronika.core.games.ancient_knowledge.state import NOBODY
from kronika.core.games.ancient_knowledge.unseen.places import (
    BOARD,
    BOTTOM,
    HAND,
    KEPT,
    LAID,
    PILE,
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
    sure = [card for card in BUILDER_IDS if lies.least(HAND[owner], card) or lies.least(KEPT[owner], card)]
    step = view.pending
    if step and step.seat == owner and step.due == STEPS.dues[steps.Pay].what and step.source != IDS[T22]:
        sure.append(step.cards[0])  # type: ignore[arg-type]  # a builder card is created
    if step and owner == view.viewer:
        sure += [card for card in step.chosen if lies.least(PILE, card)]  # type: ignore[misc]  # builder cards
    return with_hidden(sorted(sure, key=CODES.__getitem__), len(view.players[owner].hand))


def _proved_bottom(cards: Sequence[str], lies: Lies) -> tuple[str, ...]:
    return tuple([card if card != HIDDEN and lies.least(bottom(at), card) else HIDDEN for at, card in enumerate(cards)])


_IN_SECRET: Final = frozenset(("P34", "T4", "T22", "P7"))
"""Cards whose steps deal with cards that their player alone sees."""


def _proved_step(step: Pending, view: View, lies: Lies) -> Pending:
    if step.seat == NOBODY:
        return step
    chosen = _proved(step.chosen, (PILE, LAID[step.seat], BOARD[step.seat], *KEPT, *BOTTOM), lies)
    if step.source not in _IN_SECRET or step.due == STEPS.dues[steps.Declining].what:
        return step if step.due == STEPS.dues[steps.Bury].what else replace(step, chosen=chosen)
    return _as_told(replace(step, chosen=chosen), view, lies)


def _as_told(step: Pending, view: View, lies: Lies) -> Pending:
    """A step that deals with cards looked at in secret, as far as it is known, and without the order of the cards."""
    sure = looked_at(step.source, step.seat, lies)
    cards = with_hidden(sure, len(step.cards))
    told = step.source not in ALIKE or is_told(step.source, cards, len(step.chosen), view.decks[1].size, lies.last)
    if not told:
        one, other = [STEPS.dues[kind] for kind in ALIKE[step.source]]
        return replace(step, cards=cards, due=f"{one.what}, or {other.what}", rule=one.rule, left=0)
    if step.due != STEPS.dues[steps.Pay].what:
        return replace(step, cards=cards)
    if step.cards[0] not in sure:
        return replace(step, cards=(HIDDEN, *cards[:-1]), left=0)
    sure.remove(step.cards[0])
    return replace(step, cards=(step.cards[0], *with_hidden(sure, len(cards) - 1)))


def _proved(cards: Sequence[str], places: Sequence[Place], lies: Lies) -> tuple[str, ...]:
    return tuple([card if any(lies.least(place, card) for place in places) else HIDDEN for card in cards])
