"""Another full game by exchanges: a thing that an event needs changes places with one that lies there.

That is possible if neither was seen since they lay in one place. It nearly always is, and it takes a fraction of the
time of a search. If it is not, `core.unseen.solver` searches all games. A thing that is the only one of its kind is
followed here, one of many by `core.unseen.alike`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Holds, Move, Operation, Place, Supply, Trade
from kronika.core.unseen.alike import Flip, exchanged
from kronika.core.unseen.filling import plenty
from kronika.core.unseen.rows import Places, Row, is_met, is_unseen, ways_of

Kinds = Mapping[Thing, int]


def single_kinds(supply: Supply) -> frozenset[Thing]:
    """The kinds of which there is exactly one thing."""
    total: Counter[Thing] = Counter()
    for things in supply.values():
        total.update(things)
    return frozenset(kind for kind, n in total.items() if n == 1)


class Exchange:
    """One more event after a full game, with as few exchanges of things as it needs; see `run`.

    `things` are those that move unseen in the event. `changed` has the new things of earlier rows, by the number of the
    row. `there` has the contents of all places after the event.
    """

    def __init__(
        self,
        single: frozenset[Thing],
        is_nothing: Callable[[Thing], bool],
        rows: Sequence[Row],
        things: Sequence[tuple[Thing, ...]],
        there: Places,
    ) -> None:
        """Begin at the end of a game with these rows, unseen things by row, and contents of places.

        `single` are the kinds with one thing; `is_nothing` is that of `Hidden`.
        """
        self.single = single
        self.is_nothing = is_nothing
        self.rows = rows
        self.old = things
        self.things: list[Thing] = []
        self.changed: dict[int, list[Thing]] = {}
        self.there: dict[Place, Kinds] = there
        self._touched: set[Place] = set()
        self._done: list[tuple[Operation, Thing | None]] = []

    def run(self, moves: Sequence[Operation]) -> bool:
        """Whether all these moves can be made, with exchanges if needed."""
        self.there = Places(self.there)
        return all(self._made(moves, at) for at in range(len(moves)))

    def _made(self, moves: Sequence[Operation], at: int) -> bool:
        one = moves[at]
        kind: Thing | None = None
        if isinstance(one, Trade):
            there = self.there
            there[one.one], there[one.other] = there.get(one.other, {}), there.get(one.one, {})
        elif isinstance(one, Move):
            kind = self._unseen(moves, at) if one.kind is None else one.kind
            if kind is None or not self._carried(one, kind, moves[at + 1 :]):
                return False
        elif not is_met(one, self.there) and not (isinstance(one, Holds) and self._held(one, moves[at + 1 :])):
            return False
        self._done.append((one, kind))
        return True

    def _unseen(self, moves: Sequence[Operation], at: int) -> Thing | None:
        """The thing that moves unseen at operation `at`; None if its source is empty. It is appended to `things`.

        A thing that is later seen to leave the goal is preferred, then a choice that is always allowed, then see
        `plenty`.
        """
        one = moves[at]
        assert isinstance(one, Move)
        source = self.there.get(one.source, {})
        options = [kind for kind, n in source.items() if n > 0]
        if not options:
            return None
        later = {other.kind for other in moves[at + 1 :] if isinstance(other, Move) and other.source == one.goal}
        kind = next((kind for kind in options if kind in later), None)
        if kind is None:
            kind = next(filter(self.is_nothing, options), None)
        if kind is None:
            kind = plenty(options, source, self.there.get(one.goal, {}))
        self.things.append(kind)
        return kind

    def _carried(self, one: Move, kind: Thing, later: Sequence[Operation]) -> bool:
        if one.source != OPEN:
            if self.there.get(one.source, {}).get(kind, 0) < 1 and not self._brought(one.source, kind, later):
                return False
            self._count(one.source, kind, -1)
        if one.goal != OPEN:
            self._count(one.goal, kind, 1)
        return True

    def _count(self, place: Place, kind: Thing, n: int) -> None:
        there = self.there.get(place, {})
        if place not in self._touched:
            self._touched.add(place)
            there = self.there[place] = dict(there)
        left = there.get(kind, 0) + n
        if left:
            there[kind] = left  # type: ignore[index]  # it is a dict of its own
        else:
            del there[kind]  # type: ignore[attr-defined]  # it is a dict of its own

    # -- exchanges ------------------------------------------------------------------------------------------------

    def _brought(self, place: Place, kind: Thing, later: Sequence[Operation]) -> bool:
        """Whether an exchange brings a thing to a place, for one that lies there; unneeded ones are tried first.

        If the two never lay together, the thing is brought first to the place from which the other one came.
        """
        if kind not in self.single:
            return self._brought_alike(place, kind, later)
        there = self._there(place, later)
        if not there:
            return False
        if self._comes(place, kind, there):
            return True
        came = self._came_from(place, there[0])
        return (
            came is not None and self._comes(came, kind, self._there(came, later)) and self._comes(place, kind, there)
        )

    def _held(self, one: Holds, later: Sequence[Operation]) -> bool:
        """Whether exchanges bring as many things of some kinds to a place as a bound asks for, if there are many."""
        kinds = sorted(one.kinds - self.single, key=str)
        while not is_met(one, self.there):
            if not any(self._brought_alike(one.place, kind, later, one.kinds) for kind in kinds):
                return False
        return True

    def _brought_alike(
        self, place: Place, kind: Thing, later: Sequence[Operation], kept: Collection[Thing] = ()
    ) -> bool:
        """Whether an exchange brings one of many things of a kind to a place, for one neither kept nor needed."""
        needed: Counter[Thing | None] = Counter()
        for one in later:
            if isinstance(one, Move) and one.source == place:
                needed[one.kind] += 1
            elif isinstance(one, Holds) and one.place == place and len(one.kinds) == 1:
                needed[next(iter(one.kinds))] += one.least
        spare = [other for other, n in self.there.get(place, {}).items() if n > needed[other] and other not in kept]
        found = exchanged(self._back(), self.there, place, kind, sorted(spare, key=str))
        if found is None:
            return False
        self._exchange(found.flips, {kind: found.other, found.other: kind}, (found.lies, place))
        return True

    def _there(self, place: Place, later: Sequence[Operation]) -> list[Thing]:
        """The things in a place that are single of their kind; those that are not needed later come first."""
        needed = {one.kind for one in later if isinstance(one, Move) and one.kind is not None}
        there = [thing for thing, n in self.there.get(place, {}).items() if n > 0 and thing in self.single]
        return sorted(there, key=lambda thing: (thing in needed, str(thing)))

    def _comes(self, place: Place, kind: Thing, there: Sequence[Thing]) -> bool:
        lies = next((at for at, things in self.there.items() if things.get(kind, 0) > 0), None)
        return lies == place or (lies is not None and any(self._exchanged(kind, lies, one, place) for one in there))

    def _came_from(self, place: Place, thing: Thing) -> Place | None:
        """The place from which a thing came to a place unseen; None if it did not, or was seen to move."""
        for _, hole, move, moved in self._back():
            if moved == thing and isinstance(move, Move) and move.goal == place:
                return move.source if hole >= 0 else None
        return None

    def _exchanged(self, one: Thing, mine: Place, other: Thing, others: Place) -> bool:
        """Exchange two things since they last lay in one place; False if they never did, or one was seen since."""
        turned, trades = {one: other, other: one}, (mine, others)
        flips: list[Flip] = []
        for row, hole, move, thing in self._back():
            if isinstance(move, Trade):
                turn = {move.one: move.other, move.other: move.one}
                mine, others = turn.get(mine, mine), turn.get(others, others)
            elif not isinstance(move, Move):
                if any(
                    (one in way.kinds) != (other in way.kinds) and way.place in (mine, others) for way in ways_of(move)
                ):
                    return False
            elif thing in turned:
                if hole < 0:
                    return False
                flips.append((row, hole, turned[thing]))
                mine, others = (move.source, others) if thing == one else (mine, move.source)
                if mine == others:
                    break
        else:
            if mine != others:
                return False
        self._exchange(flips, turned, trades)
        return True

    def _exchange(self, flips: Sequence[Flip], turned: Mapping[Thing, Thing], places: tuple[Place, Place]) -> None:
        """Put other things into holes, by which two kinds change sides; `places` are those of the first and second."""
        self._flip(flips)
        rest = iter(self.things)
        self._done = [(move, next(rest) if is_unseen(move) else thing) for move, thing in self._done]
        for place, kind in zip(places, turned, strict=True):
            self._count(place, kind, -1)
            self._count(place, turned[kind], 1)

    def _flip(self, flips: Sequence[Flip]) -> None:
        for row, hole, thing in flips:
            if row == len(self.rows):
                self.things[hole] = thing
            else:
                self.changed.setdefault(row, list(self.old[row]))[hole] = thing

    def _back(self) -> Iterator[tuple[int, int, Operation, Thing | None]]:
        """The operations from last to first: the row, the number of its hole or -1, the operation and the thing."""
        hole = len(self.things)
        for move, thing in reversed(self._done):
            unseen = is_unseen(move)
            hole -= unseen
            yield len(self.rows), hole if unseen else -1, move, thing
        for at in range(len(self.rows) - 1, -1, -1):
            moves = self.rows[at].moves
            if not moves:
                continue
            things = self.changed.get(at) or self.old[at]
            hole = len(things)
            for move in reversed(moves):
                if not isinstance(move, Move):
                    yield at, -1, move, None
                elif move.kind is None:
                    hole -= 1
                    yield at, hole, move, things[hole]
                else:
                    yield at, -1, move, move.kind
