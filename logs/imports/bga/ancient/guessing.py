"""Cards that no fact names, because the player who saved the archive did not see them: which ones to suppose.

The search plays a full game. For a card that is not reported it takes one that leads to the facts: the card that the
same player is next reported to create or to lose, if that was not drawn yet; else one that is not reported any more.
What the player did not see is hidden again in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from kronika.core.games.ancient_knowledge.ids import IDS
from kronika.logs.imports.bga.ancient.facts import Fact
from kronika.logs.imports.bga.ancient.told import LATE, Point

VARIANTS: Final = 8
"""The most sets of technologies that are tried where a player looked at some in secret."""

SET_ASIDE: Final = {"T3": 5, "T4": 8, "T22": 10, "P34": 8}
"""The number of cards of the pile that are set aside when these are learned, or decline."""

_NEEDED, _SPARE, _OF_PILE, _OF_ANOTHER = range(4)


def use(point: Point, seat: int, card: str) -> tuple[int, int]:
    """How well a card fits into the hand of a seat now; the least value fits best."""
    return _use(point, seat, point.next_of(card))


def _use(point: Point, seat: int, place: int | None) -> tuple[int, int]:
    """The same for a card whose next fact has this place."""
    if place is None:
        return _SPARE, 0
    fact = point.fact(place)
    if place in point.told.revealed or fact.key not in ("create", "learn", "steal"):
        return _OF_PILE, -place
    return (_NEEDED, place) if _leaves(fact, seat) else (_OF_ANOTHER, -place)


def _leaves(fact: Fact, seat: int) -> bool:
    """Whether by this fact a card leaves the hand of a seat."""
    return fact.slot == seat if fact.key == "steal" else fact.key in ("create", "learn") and fact.seat == seat


def best(point: Point, seat: int, cards: Iterable[str]) -> list[str]:
    """The cards, those first that fit best into the hand of a seat."""
    return sorted(cards, key=lambda card: use(point, seat, card))


def supposed(point: Point, seat: int, n: int, pile: bytes, taken: Sequence[str] = ()) -> tuple[str, ...]:
    """The `n` cards of a pile that a seat is supposed to get; those that are taken are not among them.

    They are what the seat needs next and does not have: a card that is reported, or any other one to give away. To give
    away, one is best that is reported only after the pile is used up: it comes back.
    """
    cards: list[str] = [IDS[card] for card in pile]
    uses = {card: use(point, seat, card) for card in cards if card not in taken}
    of: list[list[str]] = [[], [], [], []]
    for card in sorted(uses, key=uses.__getitem__):
        of[uses[card][0]].append(card)
    needed, spare, of_pile, of_another = of
    wants = list(islice(_wants(point, seat, needed), n))
    named = [card for _, card in wants if card is not None]
    last = _used_up(point, len(pile))
    soon = sum(card is None and place < last for place, card in wants)
    later = [card for card in (*of_another, *of_pile) if _comes_back(point, -uses[card][1], last)]
    free = [*later[:soon], *spare, *later]
    return tuple(dict.fromkeys([*named, *free[: n - len(named)], *needed, *of_another, *of_pile]))[:n]


def _comes_back(point: Point, place: int, last: int) -> bool:
    """Whether a card with its next fact at a place can be drawn again for it, after the pile is used up at `last`."""
    fact = point.fact(place)
    if place <= last or fact.key not in ("create", "learn", "steal"):
        return place > last
    seat = fact.slot if fact.key == "steal" else fact.seat
    return any(last < draw < place for draw in point.told.queues.get(("draw", seat), ()))


def _used_up(point: Point, n: int) -> int:
    """The place of the fact by which more than `n` cards of the pile are used; LATE if that never happens."""
    for place in point.to_come():
        n -= _used(point.fact(place))
        if n < 0:
            return place
    return LATE


def _used(fact: Fact) -> int:
    """The number of cards that leave the pile by a fact."""
    if fact.key in ("learn", "decline"):
        return SET_ASIDE.get(fact.cards[0], 0)
    return fact.key == "draw" or (fact.key == "rest" and fact.word == "P33")


def set_aside(point: Point, seat: int, source: str, n: int, pile: bytes) -> tuple[str, ...]:
    """The `n` cards of a pile that a seat is supposed to set aside in secret: of them it gets one at most."""
    cards = best(point, seat, [IDS[card] for card in pile])
    needed = [card for card in cards if use(point, seat, card)[0] == _NEEDED]
    if source == "T22":
        wanted: str | None = next((card for card in cards if point.next_of(card) in point.told.revealed), None)
    else:
        wanted = next((card for _, card in _wants(point, seat, needed)), None)
    others = [card for card in cards if card not in needed]
    return tuple([card for card in dict.fromkeys((wanted, *others, *needed)) if card is not None])[:n]


def _wants(point: Point, seat: int, needed: Sequence[str]) -> Iterator[tuple[int, str | None]]:
    """The cards that a seat needs next and does not have, with the places of their facts; None stands for any card."""
    hand = [IDS[card] for card in point.state.players[seat].hand]
    spare = sum(use(point, seat, card)[0] != _NEEDED for card in hand)
    for place in point.to_come():
        fact = point.fact(place)
        if fact.key == "keep" and fact.seat == seat:
            spare += _use(point, seat, point.told.next_after(place, fact.cards[0]))[0] != _NEEDED
        if not _is_loss(fact, seat):
            continue
        yield from ((place, card) for card in fact.cards if card in needed)
        for _ in range(0 if fact.cards else fact.n):
            if spare:
                spare -= 1
            else:
                yield place, None


def _is_loss(fact: Fact, seat: int) -> bool:
    """Whether cards leave the hand of a seat by a fact."""
    return _leaves(fact, seat) or (fact.key == "discard" and fact.seat == seat)


def looks(point: Point, seat: int, n: int, pile: bytes) -> list[tuple[str, ...]]:
    """Sets of `n` technologies of a pile at which a seat may have looked, the likeliest first."""
    cards = best(point, seat, [IDS[card] for card in pile])
    starts = range(max(1, len(cards) - n + 1))[:VARIANTS]
    return [tuple(cards[at : at + n]) for at in starts]
