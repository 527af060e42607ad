"""Actions, outcomes and effects as a viewer may know them (AK-1.5), with `?` for what is hidden."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from msgspec.structs import replace

from kronika.core.contract.game import Viewer
from kronika.core.contract.twins import hidden, kind_of, known_by_owner, partial, twin, whole
from kronika.core.contract.view import HIDDEN, can_see
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.actions import (
    Accept,
    Archive,
    Choose,
    Create,
    Deal,
    Discard,
    Do,
    Draw,
    Keep,
    Lay,
    Offer,
    Starters,
)
from kronika.core.games.ancient_knowledge.cards import PUBLIC_DRAWS
from kronika.core.games.ancient_knowledge.choosing import chosen_by
from kronika.core.games.ancient_knowledge.effects import Effect
from kronika.core.games.ancient_knowledge.effects.builders import Discarded, KeptOne, SetAsideDiscarded, Stolen
from kronika.core.games.ancient_knowledge.effects.ending import Exchanged
from kronika.core.games.ancient_knowledge.effects.technologies import PutUnder
from kronika.core.games.ancient_knowledge.effects.turns import StarterSetsDealt
from kronika.core.games.ancient_knowledge.ids import CODES, ids
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.games.ancient_knowledge.table import partner

_SECRET = frozenset((Keep, Create, Archive, Discard, Choose, Offer, Accept, Deal, Starters, Draw, Lay))


def redacted(state: State, seat: int, do: Do, viewer: Viewer) -> Any:
    """Cards of hands and cards looked at in secret are their player's alone to know (AK-1.5)."""
    if viewer is None or type(do) not in _SECRET:
        return do
    step = state.stack[-1] if state.stack else None
    if isinstance(do, Keep | Discard):
        do = _without_cards(do, ids(chosen_by(step, seat)))
    match do:
        case Deal():
            return known_by_owner(do, seat, viewer)
        case Starters(sets):
            return _with_holes(do, sets=tuple([n if viewer == owner else HIDDEN for owner, n in enumerate(sets)]))
        case Draw() | Lay():
            return do if _is_drawn_for(step, viewer) else hidden(do)
        case Choose():
            return do if _is_chosen_for(step, seat, viewer) else hidden(do)
        case Accept():
            known = viewer in (seat, partner(state.options, seat))
        case Discard():
            known = viewer == seat or isinstance(step, steps.ArtifactDiscard)
        case _:
            known = viewer == seat
    return do if known else whole(hidden(do))


def unrepeated(state: State, seat: int, do: Any, before: Iterable[tuple[int, Any]]) -> Any:
    """The action without the cards that were seen to be chosen before in the same step (AK-8.3)."""
    if kind_of(do) not in (Keep, Discard):
        return do
    left = len(chosen_by(state.stack[-1] if state.stack else None, seat))
    named: list[Any] = []
    for by, done in before:
        if left <= 0:
            break
        if by == seat and kind_of(done) in (Keep, Discard):
            named += [card for card in done.cards if card != HIDDEN]
            left -= len(done.cards)
    return _without_cards(do, named)


def _without_cards(do: Any, cards: Collection[Any]) -> Any:
    """A choice without those of its cards that are named again; a choice of nothing else stays as it is."""
    new = tuple([card for card in do.cards if card not in cards])
    return replace(do, cards=new) if 0 < len(new) < len(do.cards) else do


def _with_holes(do: Do, **parts: Any) -> Any:
    whole: Any = replace(do, **parts)
    return partial(whole)


def _is_drawn_for(step: steps.Step | None, viewer: Viewer) -> bool:
    """Whether a viewer knows the cards that are drawn or laid out (AK-1.5).

    The player who draws or looks at them knows them. All see what is laid out, and what the cards in `PUBLIC_DRAWS` set
    aside face up.
    """
    match step:
        case steps.Gather():
            return step.card in PUBLIC_DRAWS or viewer == step.seat
        case steps.Draw() | steps.Peek():
            return viewer == step.seat
    return True


def _is_chosen_for(step: steps.Step | None, seat: int, viewer: Viewer) -> bool:
    """Whether a viewer knows the card that a seat chooses.

    A stolen card is known to the thief and to its victim. A card that is kept, or put under the deck, is known only to
    the player who chooses it. All see any other choice.
    """
    if isinstance(step, steps.Steal):
        return viewer in (seat, step.victim)
    return viewer == seat or not isinstance(step, steps.KeepOne | steps.Under)


_SECRET_EFFECTS = frozenset((Discarded, SetAsideDiscarded, KeptOne, Stolen, PutUnder, Exchanged, StarterSetsDealt))


def redacted_effect(effect: Effect, viewer: Viewer) -> Any:
    """Cards that go from hand to hand or into a pile, as those know them who see them go."""
    if viewer is None or type(effect) not in _SECRET_EFFECTS:
        return effect
    match effect:
        case Discarded(seat, cards) | PutUnder(seat, cards):
            known = can_see(viewer, seat)
        case SetAsideDiscarded(seat, cards, source):
            known = can_see(viewer, seat) or CODES[source] in PUBLIC_DRAWS
        case KeptOne(seat):
            return effect if can_see(viewer, seat) else _without(effect, card=HIDDEN)
        case Stolen(seat, victim):
            return effect if viewer in (seat, victim) else _without(effect, card=HIDDEN)
        case Exchanged(seat, other):
            return effect if viewer in (seat, other) else _without(effect, cards=(HIDDEN, HIDDEN))
        case StarterSetsDealt(sets):
            return _without(effect, sets=tuple([n if can_see(viewer, at) else HIDDEN for at, n in enumerate(sets)]))
        case _:
            return effect
    if known:
        return effect
    field = "technologies" if type(effect) is PutUnder else "cards"
    return _without(effect, **{field: (HIDDEN,) * len(cards)})


def _without(effect: Effect, **parts: Any) -> Any:
    kind: Any = twin(type(effect))
    return kind(**{name: parts.get(name, getattr(effect, name)) for name in effect.__struct_fields__})
