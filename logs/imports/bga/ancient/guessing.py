"""Cards that no fact names, because the player who saved the archive did not see them: which ones to suppose.

The search plays a full game. For a card that is not reported it takes one that is likely to lead to the facts: the one
that the same player is next reported to create, else one that is not reported any more. Where it was the wrong one
`others` puts another in its place. What the player did not see is hidden again in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from kronika.core.games.ancient_knowledge.ids import IDS
from kronika.logs.imports.bga.ancient.told import Point

_NEEDED, _SPARE, _OF_PILE, _OF_ANOTHER = range(4)
_LEAVING: Final = ("create", "learn", "steal")
"""The keys of facts by which a card that is named leaves a hand."""


def use(point: Point, seat: int, card: str) -> tuple[int, int]:
    """How well a card fits into the hand of a seat now; the least value fits best."""
    place = point.next_of(card)
    if place is None:
        return _SPARE, 0
    fact = point.fact(place)
    if place in point.told.revealed or fact.key not in _LEAVING:
        return _OF_PILE, -place
    owner = fact.slot if fact.key == "steal" else fact.seat
    return (_NEEDED, place) if owner == seat else (_OF_ANOTHER, -place)


def best(point: Point, seat: int, cards: Iterable[str]) -> list[str]:
    """The cards, those first that fit best into the hand of a seat."""
    return sorted(cards, key=lambda card: use(point, seat, card))


def supposed(point: Point, seat: int, n: int, pile: bytes, taken: Sequence[str] = ()) -> tuple[str, ...]:
    """The `n` cards of a pile that a seat is supposed to get; those that are taken are not among them."""
    return tuple([card for card in best(point, seat, [IDS[card] for card in pile]) if card not in taken][:n])


def set_aside(point: Point, seat: int, n: int, pile: bytes) -> tuple[str, ...]:
    """The `n` cards of a pile that a seat is supposed to set aside in secret: of them it gets one at most."""
    first, *others = best(point, seat, [IDS[card] for card in pile]) or [""]
    return tuple([first, *others[::-1]][:n])
