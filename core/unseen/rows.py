"""What was seen, event by event, and one full game that agrees with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from kronika.core.contract.game import Viewer
from kronika.core.contract.twins import Thing, agrees
from kronika.core.contract.unseen import OPEN, After, Bound, Either, Holds, Lacks, Move, Operation, Place, Trade


class Row(Struct, frozen=True):
    """An event as it was seen: whose it is, the action and the effects with holes, and what they move."""

    by: int
    do: Any
    then: tuple[Any, ...]
    moves: tuple[Operation, ...]


class Places(dict[Place, Mapping[Thing, int]]):
    """What lies where. Nothing is changed in place."""

    def moved(self, moves: Sequence[Operation], things: Sequence[Thing]) -> Places:
        """After these moves, in which these things moved unseen."""
        if not moves:
            return self
        touched = {place for one in moves if isinstance(one, Move) for place in (one.source, one.goal)}
        touched |= {place for one in moves if isinstance(one, Trade) for place in (one.one, one.other)}
        there: dict[Place, dict[Thing, int]] = {place: dict(self.get(place, {})) for place in touched}
        rest = iter(things)
        for one in moves:
            if isinstance(one, Trade):
                there[one.one], there[one.other] = there[one.other], there[one.one]
            elif isinstance(one, Move):
                kind = next(rest) if one.kind is None else one.kind
                source, goal = there[one.source], there[one.goal]
                source[kind] = source.get(kind, 0) - 1
                goal[kind] = goal.get(kind, 0) + 1
        there.pop(OPEN, None)
        return Places({**self, **there})


class FullGame(Struct, frozen=True):
    """A full game: its rows, what was done, the states, what moved unseen by event, and what lies where at the end."""

    rows: tuple[Row, ...]
    dos: tuple[Any, ...]
    states: tuple[Any, ...]
    things: tuple[tuple[Thing, ...], ...]
    there: Places

    def then(self, row: Row, do: Any, state: Any, things: Sequence[Thing]) -> FullGame:
        """With one event more."""
        there = self.there.moved(row.moves, things)
        return FullGame((*self.rows, row), (*self.dos, do), (*self.states, state), (*self.things, tuple(things)), there)


def operations_of(rows: Sequence[Row]) -> list[Operation]:
    """What all rows move, one after the other."""
    return [one for row in rows for one in row.moves]


def is_unseen(one: Operation) -> bool:
    """Does it move a thing that was not seen?"""
    return isinstance(one, Move) and one.kind is None


def unseen_in(row: Row) -> int:
    """How many things a row moves unseen."""
    return sum(map(is_unseen, row.moves))


def laid_open(
    moves: Sequence[Operation], bare: Sequence[Operation], witness: Viewer, shared: Sequence[str]
) -> list[Move]:
    """What the effects of an event turn up: of its `moves` those that are not the action's own, the `bare` ones.

    So does what comes to a place of the witness, from any but the `shared` ones.
    """
    return [one for one in moves[len(bare) :] if isinstance(one, Move) and is_laid_open(one, witness, shared)]


def is_laid_open(one: Operation, witness: Viewer, shared: Sequence[str]) -> bool:
    """Does it turn up a thing, for all or for the witness?"""
    if not isinstance(one, Move) or one.kind is None or one.source == OPEN or one.source[0] in shared:
        return False
    return one.goal == OPEN or (witness is not None and 0 <= witness == one.goal[1])


def with_bounds(
    moves: Sequence[Operation], action: Sequence[Operation], more: Sequence[Bound | After]
) -> tuple[Operation, ...]:
    """The moves of an event with bounds before them, or after those of its action."""
    due = sum(isinstance(one, (Move, Trade)) for one in action)
    end = 0
    while due:
        due -= isinstance(moves[end], (Move, Trade))
        end += 1
    first = [one for one in more if not isinstance(one, After)]
    after = [one.bound for one in more if isinstance(one, After)]
    return (*first, *moves[:end], *after, *moves[end:])


def ways_of(one: Bound) -> Sequence[Holds | Lacks]:
    """The bounds of which one must hold."""
    return one.ways if isinstance(one, Either) else (one,)


def is_met(one: Bound, there: Mapping[Place, Mapping[Thing, int]]) -> bool:
    """Is a bound met by what lies there?"""
    if isinstance(one, Either):
        return any(is_met(way, there) for way in one.ways)
    lies = there.get(one.place, {})
    held = sum([lies.get(kind, 0) for kind in one.kinds])
    return held >= one.least if isinstance(one, Holds) else held <= one.most


def is_same(seen: Sequence[Any], full: Sequence[Any]) -> bool:
    """Can these effects be those that were seen?"""
    return len(seen) == len(full) and all(map(agrees, seen, full))
