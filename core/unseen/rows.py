"""Rows: the events as they were seen; and full games that agree with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from kronika.core.contract.game import Viewer
from kronika.core.contract.twins import Thing, agrees
from kronika.core.contract.unseen import OPEN, Bound, Either, Hidden, Holds, Lacks, Move, Operation, Place, Trade, Ways


class Row(Struct, frozen=True):
    """An event as it was seen: its seat, the action and the effects with holes, and the operations that they mean."""

    by: int
    do: Any
    then: tuple[Any, ...]
    moves: tuple[Operation, ...]

    def with_bounds(self, more: Sequence[tuple[int, Bound]]) -> Row:
        """The row with more bounds, each after a number of its moves and trades."""
        moves = list(self.moves)
        for behind, bound in more:
            moves.insert(_behind(moves, behind), bound)
        return Row(self.by, self.do, self.then, tuple(moves))


def _behind(moves: Sequence[Operation], n: int) -> int:
    """The index of the first move or trade after `n` of them; the length of `moves` if there is none."""
    for at, one in enumerate(moves):
        if isinstance(one, (Move, Trade)):
            if not n:
                return at
            n -= 1
    return len(moves)


class Places(dict[Place, Mapping[Thing, int]]):
    """The contents of places: the number of things of each kind in each. `moved` makes new ones."""

    def moved(self, moves: Sequence[Operation], things: Sequence[Thing]) -> Places:
        """The contents after these operations, in which these things moved unseen."""
        if not moves:
            return self
        there: dict[Place, dict[Thing, int]] = {}
        rest = iter(things)
        for one in moves:
            if isinstance(one, Move):
                kind = next(rest) if one.kind is None else one.kind
                for place, n in ((one.source, -1), (one.goal, 1)):
                    if place == OPEN:
                        continue
                    lying = there.get(place)
                    if lying is None:
                        lying = there[place] = dict(self.get(place, {}))
                    left = lying.get(kind, 0) + n
                    if left:
                        lying[kind] = left
                    else:
                        del lying[kind]
            elif isinstance(one, Trade):
                mine = there.get(one.one, self.get(one.one, {}))
                there[one.one], there[one.other] = dict(there.get(one.other, self.get(one.other, {}))), dict(mine)
        return Places({**self, **there})


class FullGame(Struct, frozen=True):
    """A full game: rows, actions, states, the unseen things by event, and the contents of places at the end."""

    rows: tuple[Row, ...]
    dos: tuple[Any, ...]
    states: tuple[Any, ...]
    things: tuple[tuple[Thing, ...], ...]
    there: Places
    last: tuple[Any, ...] | None = None
    """All effects of the last event, or None if they were not kept."""

    def then(
        self, row: Row, do: Any, state: Any, things: Sequence[Thing], last: tuple[Any, ...] | None = None
    ) -> FullGame:
        """The game with one more event: its row, its action, the state after it, its unseen things, all its effects."""
        there, moved = self.there.moved(row.moves, things), (*self.things, tuple(things))
        return FullGame((*self.rows, row), (*self.dos, do), (*self.states, state), moved, there, last)


def operations_of(rows: Sequence[Row]) -> list[Operation]:
    """The operations of all rows, in order."""
    return [one for row in rows for one in row.moves]


def is_unseen(one: Operation) -> bool:
    """Whether an operation moves a thing that was not seen."""
    return isinstance(one, Move) and one.kind is None


def unseen_in(row: Row) -> int:
    """The number of things that move unseen in a row."""
    return sum(map(is_unseen, row.moves))


def laid_open(
    moves: Sequence[Operation], bare: Sequence[Operation], witness: Viewer, shared: Sequence[str]
) -> list[Move]:
    """The moves by which the effects of an event lay things open: `moves` without those of the action, `bare`.

    A thing that comes to a place of the witness is laid open too, except from a `shared` place.
    """
    return [one for one in moves[len(bare) :] if isinstance(one, Move) and is_laid_open(one, witness, shared)]


def named_by_effects(moves: Sequence[Operation], bare: Sequence[Operation], witness: Viewer) -> list[Move]:
    """The moves of named things in the effects of an event: `moves` without those of the action, `bare`.

    What the witness puts from one hidden place to another is not among them.
    """
    named = [one for one in moves[len(bare) :] if isinstance(one, Move) and one.kind is not None]
    return [one for one in named if one.source != OPEN and not (is_own(one, witness) and one.goal != OPEN)]


def is_own(one: Move, witness: Viewer) -> bool:
    """Whether a thing leaves a place of the witness, who saw it there."""
    return witness is not None and one.source[1] == witness >= 0


def with_kinds(moves: Sequence[Operation], named: Sequence[Move], kinds: Sequence[Thing]) -> Iterator[Operation]:
    """The operations, where the moves in `named` get these kinds, in order."""
    for one in moves:
        at = next((at for at, other in enumerate(named) if other is one), None)
        yield Move(named[at].source, named[at].goal, kinds[at]) if at is not None else one


def is_laid_open(one: Operation, witness: Viewer, shared: Sequence[str]) -> bool:
    """Whether an operation lays a thing open, for all or for the witness."""
    if not isinstance(one, Move) or one.kind is None or one.source == OPEN or one.source[0] in shared:
        return False
    return one.goal == OPEN or (witness is not None and 0 <= witness == one.goal[1])


def bounded(hidden: Hidden, row: Row, before: Any, more: Sequence[tuple[int, Bound]]) -> Row:
    """A row with more bounds, each after a number of its effects; `before` is a state in which it happens."""
    told = [(hidden.operations(before, row.by, row.do, row.then[:effects]), bound) for effects, bound in more]
    return row.with_bounds([(sum(isinstance(one, (Move, Trade)) for one in until), bound) for until, bound in told])


def ways_of(one: Bound) -> Sequence[Holds | Lacks]:
    """The bounds of which at least one must hold: the ways of an `Either`, else the bound itself."""
    return one.ways if isinstance(one, Either) else (one,)


def is_met(one: Bound, there: Mapping[Place, Mapping[Thing, int]]) -> bool:
    """Whether the contents of places meet a bound."""
    if isinstance(one, Either):
        return any(is_met(way, there) for way in one.ways)
    lies = there.get(one.place, {})
    held = sum([lies.get(kind, 0) for kind in one.kinds])
    return held >= one.least if isinstance(one, Holds) else held <= one.most


def is_same(seen: Sequence[Any], full: Sequence[Any]) -> bool:
    """Whether full effects agree with those that were seen."""
    return len(seen) == len(full) and all(map(agrees, seen, full))


def new_bounds(
    ways: Ways, rows: Sequence[Row]
) -> tuple[list[tuple[int, Holds | Lacks]], list[list[tuple[int, Holds | Lacks]]]]:
    """The bounds common to all ways, and the bounds of each way; those that the rows already have are excluded."""
    if not ways:
        return [], []
    said = [one for row in rows for one in row.moves]
    new = [[one for one in way if one[1] not in said] for way in ways]
    return [one for one in new[0] if all(one in other for other in new[1:])], new
