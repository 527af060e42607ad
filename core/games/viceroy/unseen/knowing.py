"""A view without what is only assumed: known is what is so in every game that agrees with the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from kronika.core.contract.game import Viewer
from kronika.core.contract.unseen import Lies, Place
from kronika.core.contract.view import EMPTY, HIDDEN, with_hidden
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.state import PHASES, RECOLOUR
from kronika.core.games.viceroy.unseen.places import (
    BID,
    CHOSEN,
    CLAIM,
    FIRST,
    HAND,
    KEPT,
    NOTHING,
    SCREEN,
    SUPPLY,
    TAKEN,
    TUCKED,
    Choice,
    top,
)
from kronika.core.games.viceroy.view import Spot, View

T = TypeVar("T")

_IN: Final = "in"
"""The status of a player who takes part."""

_OPEN_CHOICES: Final = ("bid", "from_box")
"""The phases in which a choice is still to be read once it lies open."""


def known(view: View, viewer: Viewer, lies: Lies) -> View:
    """The view without the gems and cards that may be others."""
    view = replace(
        view,
        status=_status(view),
        supply={colour: n for colour, n in view.supply.items() if lies.exactly(SUPPLY, colour) is not None},
        gems=tuple([gems if gems and _is_sure(SCREEN[at], lies) else None for at, gems in enumerate(view.gems)]),
    )
    return view if viewer is None or viewer < 0 else _own(view, viewer, lies)


def _status(view: View) -> tuple[str, ...]:
    """The status of each player, who is not done with recolouring as long as they may act."""
    if view.phase != PHASES[RECOLOUR]:
        return view.status
    return tuple([_IN if at in view.actors else said for at, said in enumerate(view.status)])


def _is_sure(screen: Place, lies: Lies) -> bool:
    return all(lies.exactly(screen, colour) is not None for colour in COLOURS)


def _own(view: View, seat: int, lies: Lies) -> View:
    """The view with `?` for what only this seat may know but has not seen."""
    shown = {card for owner, card in view.playing if owner == seat}
    places = (HAND[seat], TAKEN[seat], CHOSEN[seat], FIRST[seat], KEPT[seat])
    hand = [card for card in view.hands[seat] if card in shown or lies.is_among(places, int(card))]
    tops = enumerate(reversed(view.top_laws), 1)
    laws = [card if card != HIDDEN and lies.is_among((top(n),), int(card)) else HIDDEN for n, card in tops]
    pyramid = {place: _spot(spot, seat, lies) for place, spot in view.pyramids[seat].items()}
    return replace(
        view,
        hands=_with(view.hands, seat, with_hidden(hand, len(view.hands[seat]))),
        top_laws=tuple(reversed(laws)),
        pyramids=_with(view.pyramids, seat, pyramid),
        chosen=_with(view.chosen, seat, _chosen(view, seat, lies)),
        taken=_unless_hidden(view.taken, TAKEN[seat], lies),
    )


def _with(of_seats: Sequence[T], seat: int, own: T) -> tuple[T, ...]:
    return (*of_seats[:seat], own, *of_seats[seat + 1 :])


def _spot(spot: Spot, seat: int, lies: Lies) -> Spot:
    if not spot.tucked:
        return spot
    return replace(spot, tucked=tuple([_unless_hidden(card, TUCKED[seat], lies) for card in spot.tucked]))


def _unless_hidden(card: str, place: Place, lies: Lies) -> str:
    """The card, if it lies open or is proved to be in its place."""
    if card in (EMPTY, HIDDEN) or not lies.most(place, int(card)) or lies.is_among((place,), int(card)):
        return card
    return HIDDEN


def _chosen(view: View, seat: int, lies: Lies) -> str:
    """The face-down choice of a seat, as the view has it; `?` if it is not proved."""
    said = view.chosen[seat]
    if said == EMPTY or (view.phase == "bid" and not _is_due(view)):
        return said
    if view.phase in _OPEN_CHOICES:
        place = CLAIM[seat] if said in ("below", "above", "refuse") else BID[seat]
        return said if lies.is_among((place,), Choice(seat, said)) else HIDDEN
    if said == "pass":
        return said if lies.is_among((CHOSEN[seat],), Choice(seat, NOTHING)) else HIDDEN
    cards = [int(word) for word in said.split() if word.isdigit()]
    places = (CHOSEN[seat], FIRST[seat], KEPT[seat])
    return said if all(lies.is_among(places, card) for card in cards) else HIDDEN


def _is_due(view: View) -> bool:
    """Whether a player must still choose a bid or a claim."""
    return view.due in ("make a bid", "claim one of the two cards, or refuse")
