"""The random outcomes in a game of Ancient Knowledge, from the next facts."""

from __future__ import annotations

from typing import Any, Final, cast

from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import AnyGame
from kronika.core.games.ancient_knowledge import actions, steps
from kronika.core.games.ancient_knowledge.ids import CODES, IDS
from kronika.core.games.ancient_knowledge.state import DEALT
from kronika.logs.imports.bga.ancient.facts import ANYBODY
from kronika.logs.imports.bga.ancient.guessing import looks, set_aside, supposed
from kronika.logs.imports.bga.ancient.told import Point

OPEN: Final = ("T3", "P33")
"""The cards that lay open what they set aside."""

Outcome = tuple[Any, list[int]] | None
"""An outcome and the places of the facts that it meets; None if the facts do not show it."""


def outcomes(game: AnyGame, point: Point) -> list[tuple[Any, list[int]]]:
    """The outcomes that can be due, the likeliest first; several only where a player looked at cards in secret."""
    sample: Any = game.sample(point.state, Dice(0))
    step: Any = point.state.stack[-1]
    if isinstance(step, steps.Peek) and point.hides(step.seat):
        sets: list[Any] = looks(point, step.seat, len(sample.technologies), point.state.display.decks[1])
        return [(actions.Lay(cards), []) for cards in sets]
    found = _outcome(point, step, sample)
    return [] if found is None else [found]


def _outcome(point: Point, step: Any, sample: Any) -> Outcome:
    """The outcome that is due. A sample gives its number of cards."""
    match step:
        case steps.FirstPlayer():
            first = next((fact.seat for fact in point.told.facts if fact.key == "action"), 0)
            return actions.FirstPlayer(first), []
        case steps.Deal():
            return _dealt(point) if isinstance(sample, actions.Deal) else None
        case steps.Refill():
            places = point.coming("fill", ANYBODY, step.left, step.board + 1)
            places = _at_hand(point, places, len(sample.technologies))
            return None if places is None else (actions.Lay(point.cards(places)), places)
        case steps.Draw():
            if point.hides(step.seat):
                return _unseen(point, step.seat, len(sample.cards))
            places = _at_hand(point, point.coming("draw", step.seat, step.left), len(sample.cards))
            return None if places is None else (actions.Draw(point.cards(places)), places)
        case steps.Peek():
            return _aside(point, step, len(sample.technologies), actions.Lay)
        case steps.Until():
            return _until(point, step)
    return _aside(point, step, len(sample.cards), actions.Draw)


def _dealt(point: Point) -> Outcome:
    hands: list[tuple[str, ...]] = []
    met: list[int] = []
    for seat in range(len(point.state.players)):
        places = point.of_now("draw", seat)[:DEALT] if point.hides(seat) else point.coming("draw", seat, DEALT)
        if places is None or len(places) < DEALT:
            return None
        taken = [card for hand in hands for card in hand]
        hands.append(
            supposed(point, seat, DEALT, point.state.deck, taken) if point.hides(seat) else point.cards(places)
        )
        met += places
    return actions.Deal(cast(Any, tuple(hands))), met


def _unseen(point: Point, seat: int, n: int) -> Outcome:
    """The outcome for cards of which only the number is reported."""
    places = point.of_now("draw", seat)[:n]
    cards: Any = supposed(point, seat, n, point.state.deck)
    return (actions.Draw(cards), places) if len(places) == n == len(cards) else None


def _at_hand(point: Point, places: list[int] | None, n: int) -> list[int] | None:
    """The first `n` places. If there are more, because the pile is too small, only cards still in it count."""
    if places is None or len(places) == n:
        return places
    there = {*point.state.deck, *point.state.display.decks[0], *point.state.display.decks[1]}
    return [place for place in places if CODES[point.fact(place).cards[0]] in there][:n]


def _aside(point: Point, step: Any, n: int, make: Any) -> Outcome:
    """The outcome for cards that are set aside: those that a player keeps, and the rest as far as it is known."""
    if point.hides(step.seat) and IDS[step.card] not in OPEN:
        cards: Any = set_aside(point, step.seat, IDS[step.card], n, point.state.deck)
        return (make(cards), []) if len(cards) == n else None
    at = list(point.left("aside", step.seat))[:1]
    pool: list[Any] = [card for place in at for card in point.fact(place).cards]
    if IDS[step.card] == "T3":
        seats = range(len(point.state.players))
        kept = [place for seat in seats for place in point.of_now("keep", seat)]
        at, pool = [], [*point.cards(kept), *point.cards(point.of_now("rest", step.seat))]
    new = [card for card in pool if CODES[card] not in step.cards]
    if len(new) < n:
        return None
    deck = point.state.deck if make is actions.Draw else point.state.display.decks[1]
    due = new if len(new) == n else [card for card in new if CODES[card] in deck]
    return make(tuple(due[:n])), at if len(new) == n else []


def _until(point: Point, step: Any) -> Outcome:
    """The outcome for one more card: first the discarded cards, then the cities."""
    for fact in map(point.fact, point.of_now("rest", step.seat)):
        if fact.word == IDS[step.card] and CODES[fact.cards[0]] not in step.cards:
            card: Any = fact.cards
            return actions.Draw(card), []
    places = point.coming("draw", step.seat, 1)
    return None if places is None else (actions.Draw(point.cards(places)), places)
