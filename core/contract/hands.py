"""Parts of the declaration of a game whose hidden things are cards: in hands, and chosen face down.

`Hidden` in `core.contract.unseen` explains the declaration. A game in which the hand of each seat is in `state.hands`
needs no more of its own than what its events do to the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from kronika.core.contract.game import BYSTANDER, Viewer
from kronika.core.contract.unseen import Lies, Place
from kronika.core.contract.view import EMPTY, HIDDEN, CardId, CardSet, View, with_hidden
from kronika.core.contract.zones import replace_item

ViewT = TypeVar("ViewT", bound=View)


def seen_kind(thing: Any) -> Any:
    """A card of an action as `Move` has it: None for one that was not seen."""
    return None if thing == HIDDEN else thing


def any_hand(cards: Collection[int]) -> Callable[[Any, int, Lies], Any]:
    """The `loosened` of a game with these cards: the state with all cards in a hand that may be in it."""

    def loosened(state: Any, seat: int, lies: Lies) -> Any:
        might = bytes(card for card in cards if lies.most(("hand", seat), card))
        return replace(state, hands=replace_item(state.hands, seat, might))

    return loosened


def proved_hand(hand: CardSet, places: Sequence[Place], lies: Lies) -> CardSet:
    """A hand in which each card is hidden that is not proved to be in one of these places."""
    return with_hidden([card for card in hand if card != HIDDEN and lies.is_among(places, int(card))], len(hand))


def proved_card(card: CardId, place: Place, lies: Lies) -> CardId:
    """A card that is hidden unless it is proved to be in this place."""
    return card if card in (EMPTY, HIDDEN) or lies.least(place, int(card)) else HIDDEN


def only_proved(fields: Mapping[str, Sequence[str]]) -> Callable[[ViewT, Viewer, Lies], ViewT]:
    """The `known` of a game: by the field of its view, the words of the places in which its cards can be.

    Each field is by seat, with a hand or one card for each: `{"hands": ("hand", "chosen"), "chosen": ("chosen",)}`. A
    chosen card is in the hand until it is shown. The view of a bystander has only cards that were seen in public.
    """

    def known(view: ViewT, viewer: Viewer, lies: Lies) -> ViewT:
        if viewer == BYSTANDER:
            return view
        return replace(
            view,
            **{
                field: tuple(
                    proved_card(part, (words[0], seat), lies)
                    if isinstance(part, str)
                    else proved_hand(part, [(word, seat) for word in words], lies)
                    for seat, part in enumerate(getattr(view, field))
                )
                for field, words in fields.items()
            },
        )

    return known
