"""Games whose hidden things are cards in hands, and cards chosen face down: their declaration, and new deals.

In the state of such a game `hands` has the hand of each seat, sorted. `deck`, if it has one, is the sorted cards that
may still come. `sealed`, if it has one, is the card that each seat has chosen face down, which stays in the hand until
it is shown, or 0. Such a game needs nothing of its own but the moves of its cards: see `hidden_hands` and
`redeal_hands`. `Hidden` in `core.contract.unseen` explains the declaration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import BYSTANDER, Viewer
from kronika.core.contract.labels import find_labelled, split_names
from kronika.core.contract.unseen import Hidden, Lies, Operation, Place, Supply
from kronika.core.contract.view import EMPTY, HIDDEN, CardId, CardSet, View, with_hidden
from kronika.core.contract.zones import replace_item

if TYPE_CHECKING:
    from kronika.core.contract.notation import Notation

StateT = TypeVar("StateT", bound=Struct)
ViewT = TypeVar("ViewT", bound=View)

DECK: Final[Place] = ("deck", -1)
"""The place of the cards that may still come."""

Knows = Callable[[Any, int, int], bool]
"""Whether a seat knows the hand of an owner: from state, seat and owner."""


def hand_of(seat: int) -> Place:
    """The place of the cards in a hand."""
    return ("hand", seat)


def chosen_by(seat: int) -> Place:
    """The place of a card that a seat has chosen face down."""
    return ("chosen", seat)


def hidden_hands(
    notation: Notation[Any, Any],
    names: Mapping[str, int],
    operations: Callable[[Any, int, Any, Sequence[Any]], Sequence[Operation]],
    known: Callable[[Any, Viewer, Lies], Any],
    *,
    lacking: str,
    word: Callable[[Any], str] = str,
    passed: tuple[type[Struct], ...] = (),
    where: Mapping[str, str] | None = None,
) -> Hidden:
    """The declaration of a game whose hidden cards are in a deck, in hands, and chosen face down.

    `names` is the table of its cards. Players look at their new hands after an effect of one of the types `passed`. The
    others are the fields of `Hidden`.
    """

    def things(text: str) -> list[int]:
        return [find_labelled(piece, names, "card") for piece in split_names(text, names)]

    def looks(state: Any, then: Sequence[Any], viewer: Viewer) -> Sequence[tuple[Place, Sequence[int]]]:
        if viewer is None or viewer < 0 or not any(isinstance(effect, passed) for effect in then):
            return ()
        return [(hand_of(viewer), tuple(state.hands[viewer]))]

    return Hidden(
        supply=_deck,
        operations=operations,
        parse=notation.parse_seen,
        things=things,
        word=word,
        lacking=lacking,
        known=known,
        loosened=any_hand(sorted(set(names.values()))),
        looks=looks,
        where=where or {},
    )


def _deck(start: Any) -> Supply:
    return {DECK: Counter(start.deck)}


def _own_hand(state: Any, seat: int, owner: int) -> bool:
    return seat == owner


def redeal_hands(knows: Knows = _own_hand) -> Callable[[StateT, int, Dice], StateT]:
    """The `redeal` of such a game: unknown hands and the deck are dealt again, and secret choices are made again.

    `knows(state, seat, owner)` says whether the seat knows a hand; by default only its own.
    """

    def redeal(state: StateT, seat: int, dice: Dice) -> StateT:
        again: StateT = _dealt_again(state, seat, dice, knows)
        return again

    return redeal


def _dealt_again(state: Any, seat: int, dice: Dice, knows: Knows) -> Any:
    unknown = [owner for owner in range(len(state.hands)) if not knows(state, seat, owner)]
    cards = sorted([*getattr(state, "deck", b""), *(card for owner in unknown for card in state.hands[owner])])
    pool = dice.draw(cards, len(cards)) if unknown else cards
    hands = list(state.hands)
    for owner in unknown:
        n = len(hands[owner])
        hands[owner], pool = bytes(sorted(pool[:n])), pool[n:]
    changed: dict[str, Any] = {"hands": tuple(hands)}
    if hasattr(state, "deck"):
        changed["deck"] = bytes(sorted(pool))
    if hasattr(state, "sealed"):
        changed["sealed"] = bytes(
            dice.choice(hands[owner]) if card and owner != seat else card for owner, card in enumerate(state.sealed)
        )
    return replace(state, **changed)


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
