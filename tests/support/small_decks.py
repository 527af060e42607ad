"""Records of small decks, and all ways in which things can have moved in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from kronika.core.contract.unseen import OPEN, Either, Holds, Lacks, Move, Operation, Place, Supply, Trade
from kronika.core.unseen.rows import is_unseen

BAG: Place = ("bag", -1)
ANNA: Place = ("hand", 0)
BOB: Place = ("hand", 1)
OUT: Place = ("out", -1)
BOX: Supply = {BAG: {"red": 2, "black": 1, "blue": 1, "green": 1}}

World = frozenset[tuple[Place, tuple[tuple[Any, int], ...]]]


def drawn(hand: Place, *kinds: str | None) -> list[Operation]:
    return [Move(BAG, hand, kind) for kind in kinds]


def is_possible(supply: Supply, operations: Sequence[Operation]) -> bool:
    """Is there a way for things to move so? All ways are tried."""
    worlds = {_frozen({place: Counter(of) for place, of in supply.items()})}
    for one in operations:
        worlds = {after for world in worlds for after in _after(dict(map(_thawed, world)), one)}
    return bool(worlds)


def _frozen(there: dict[Place, Counter[Any]]) -> World:
    return frozenset((place, tuple(sorted((+of).items()))) for place, of in there.items() if place != OPEN and +of)


def _thawed(part: tuple[Place, Any]) -> tuple[Place, Counter[Any]]:
    return part[0], Counter(dict(part[1]))


def _after(there: dict[Place, Counter[Any]], one: Operation) -> Iterator[World]:
    if isinstance(one, Trade):
        yield _frozen({**there, one.one: there.get(one.other, Counter()), one.other: there.get(one.one, Counter())})
    elif isinstance(one, Move):
        for kind, n in there.get(one.source, Counter()).items():
            if n > 0 and one.kind in (None, kind):
                source, goal = there[one.source] - Counter([kind]), there.get(one.goal, Counter()) + Counter([kind])
                yield _frozen({**there, one.source: source, one.goal: goal})
        if one.source == OPEN:
            yield _frozen({**there, one.goal: there.get(one.goal, Counter()) + Counter([one.kind])})
    else:
        if any(_is_met(there, way) for way in (one.ways if isinstance(one, Either) else (one,))):
            yield _frozen(there)


def _is_met(there: dict[Place, Counter[Any]], one: Holds | Lacks) -> bool:
    held = sum(there.get(one.place, Counter())[kind] for kind in one.kinds)
    return held >= one.least if isinstance(one, Holds) else held <= one.most


def is_followed(supply: Supply, operations: Sequence[Operation], found: dict[int, Any]) -> bool:
    """Is what was found a way for things to move so?"""
    filled = [
        Move(one.source, one.goal, found[i]) if isinstance(one, Move) and is_unseen(one) else one
        for i, one in enumerate(operations)
    ]
    return is_possible(supply, filled)


def some_record(random: Random, supply: Supply, length: int) -> list[Operation]:
    """A record of which nobody knows whether it is possible: parts of draws are seen, hands change sides."""
    kinds, hands = [*supply[BAG]], (ANNA, BOB)
    moves: list[Operation] = [*drawn(ANNA, None, random.choice((None, *kinds))), *drawn(BOB, None, None)]
    for _ in range(length):
        hand, kind = random.choice(hands), random.choice(kinds)
        some = frozenset(random.sample(kinds, 2))
        moves += random.choice(
            (
                [Move(hand, OPEN, kind)],
                [Move(hand, OUT)],
                [Move(BAG, hand)],
                [Move(BAG, hand, kind)],
                [Trade(ANNA, BOB)],
                [Holds(hand, frozenset({kind}))],
                [Holds(hand, some)],
                [Lacks(hand, frozenset({kind}))],
                [Move(ANNA, BOB)],
                [Move(hand, BAG)],
                [Holds(BAG, frozenset({kind}))],
                [Either((Holds(hand, frozenset({kind}), 2), Lacks(BOB, some)))],
                [Either((Holds(ANNA, frozenset({kind})), Holds(BOB, some, 2), Lacks(BAG, frozenset({kind}))))],
            )
        )
    return moves


DECKS: dict[str, Supply] = {
    "tiles": BOX,
    "cards": {BAG: dict.fromkeys(("A", "B", "C", "D", "E", "F"), 1)},
    "purses": {BAG: {"red": 2, "blue": 2, "green": 1}, ANNA: {"red": 1, "blue": 1}, BOB: {"blue": 1, "green": 1}},
}

CARDS: Supply = {BAG: dict.fromkeys(range(1, 9), 1)}
