"""The random outcomes in a game of Ancient Knowledge, from the next facts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice
from typing import Any, Final, cast

from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import AnyGame
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.ids import CODES, IDS
from kronika.core.games.ancient_knowledge.state import DEALT
from kronika.logs.imports.bga.ancient.facts import ANYBODY
from kronika.logs.imports.bga.ancient.guessing import set_aside, supposed
from kronika.logs.imports.bga.ancient.told import Point

OPEN: Final = ("T3", "P33")
"""The cards that lay open what they set aside."""

CHOICES: Final = 12
"""The most choices of cards that are tried, where the pile has fewer than are reported."""

Outcome = tuple[Any, list[int]]
"""An outcome and the places of the facts that it meets."""


def outcomes(game: AnyGame, point: Point) -> list[Outcome]:
    """The outcomes that can be due, the likeliest first; none if the facts do not show any.

    There are several where cards are reported that the pile is not supposed to have: it is open which of them come
    before the pile is dealt again.
    """
    sample: Any = game.sample(point.state, Dice(0))
    step: Any = point.state.stack[-1]
    match step:
        case steps.FirstPlayer():
            first = next((fact.seat for fact in point.told.facts if fact.key == "action"), 0)
            return [(actions.FirstPlayer(first), [])]
        case steps.Deal():
            return _dealt(point) if isinstance(sample, actions.Deal) else []
        case steps.Refill():
            places = point.coming("fill", ANYBODY, step.left, step.board + 1) or []
            return [(actions.Lay(point.cards(some)), some) for some in _some(point, places, len(sample.technologies))]
        case steps.Draw() if point.hides(step.seat):
            return _unseen(point, step.seat, len(sample.cards))
        case steps.Draw():
            places = point.coming("draw", step.seat, step.left) or []
            return [(actions.Draw(point.cards(some)), some) for some in _some(point, places, len(sample.cards))]
        case steps.Peek() if point.hides(step.seat):
            looked_at: Any = supposed(point, step.seat, len(sample.technologies), point.state.display.decks[1])
            return [(actions.Lay(looked_at), [])]
        case steps.Peek():
            return _aside(point, step, len(sample.technologies), actions.Lay)
        case steps.Until():
            return _until(point, step)
    return _aside(point, step, len(sample.cards), actions.Draw)


def _dealt(point: Point) -> list[Outcome]:
    hands: list[tuple[str, ...]] = []
    met: list[int] = []
    for seat in range(len(point.state.players)):
        places = point.of_now("draw", seat)[:DEALT] if point.hides(seat) else point.coming("draw", seat, DEALT)
        if places is None or len(places) < DEALT:
            return []
        taken = [card for hand in hands for card in hand]
        hands.append(
            supposed(point, seat, DEALT, point.state.deck, taken) if point.hides(seat) else point.cards(places)
        )
        met += places
    return [(actions.Deal(cast(Any, tuple(hands))), met)]


def _unseen(point: Point, seat: int, n: int) -> list[Outcome]:
    """The outcome for cards of which only the number is reported."""
    places = point.of_now("draw", seat)[:n]
    cards: Any = supposed(point, seat, n, point.state.deck)
    return [(actions.Draw(cards), places)] if len(places) == n == len(cards) else []


def _is_there(point: Point, card: str) -> bool:
    """Whether a card is supposed to be in one of the piles."""
    piles = (point.state.deck, *point.state.display.decks)
    return any(CODES[card] in pile for pile in piles)


def _some(point: Point, places: Sequence[int], n: int) -> list[list[int]]:
    """The `n` places of facts with a card that come first, if the pile has no more; cards that are in it come first."""
    if len(places) < n:
        return []
    ranked = sorted(places, key=lambda place: not _is_there(point, point.fact(place).cards[0]))
    if all(_is_there(point, card) for card in point.cards(ranked[:n])):
        return [ranked[:n]]
    return [list(some) for some in islice(combinations(ranked, n), CHOICES)]


def _aside(point: Point, step: Any, n: int, make: Any) -> list[Outcome]:
    """The outcome for cards that are set aside: those that a player keeps, and the rest as far as it is known."""
    if point.hides(step.seat) and IDS[step.card] not in OPEN:
        cards: Any = set_aside(point, step.seat, n, point.state.deck)
        return [(make(cards), [])] if len(cards) == n else []
    at = list(point.left("aside", step.seat))[:1]
    pool: list[Any] = [card for place in at for card in point.fact(place).cards]
    if IDS[step.card] == "T3":
        seats = range(len(point.state.players))
        kept = [place for seat in seats for place in point.of_now("keep", seat)]
        at, pool = [], [*point.cards(kept), *point.cards(point.of_now("rest", step.seat))]
    new = [card for card in pool if CODES[card] not in step.cards]
    if len(new) < n:
        return []
    new.sort(key=lambda card: not _is_there(point, card))
    return [(make(tuple(new[:n])), at if len(new) == n else [])]


def _until(point: Point, step: Any) -> list[Outcome]:
    """The outcomes for one more card: the discarded ones and the cities, of which one comes last."""
    rest = map(point.fact, point.of_now("rest", step.seat))
    new = [fact.cards[0] for fact in rest if fact.word == IDS[step.card] and CODES[fact.cards[0]] not in step.cards]
    found: list[tuple[Any, list[int]]] = [(card, []) for card in new]
    if step.left > 1 or not new:
        cities = [place for place in point.of_now("draw", step.seat)[: step.left] if point.fact(place).cards]
        found += [(point.fact(place).cards[0], [place]) for place in cities]
    there = [one for one in found if _is_there(point, one[0])]
    return [(actions.Draw((card,)), places) for card, places in there[:1] or found]
