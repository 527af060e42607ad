"""Another full game by exchanges: a thing that an event needs changes places with one that lies there.

That is possible if there is one thing of each kind, and neither of the two was seen since they lay in one place. It
nearly always is, and it takes a fraction of the time of a search. The exchange that changes least is made: that of the
two things that lay together last. If there is none, `core.unseen.solver` searches all games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Bound, Either, Holds, Lacks, Move, Operation, Place, Supply, Trade
from kronika.core.unseen.rows import Places, is_met, is_unseen, ways_of

Before = tuple[int, int, "Where"]
"""A number of operations, a number of holes, and the place of each thing after them."""

TRIES: Final = 30
"""The most third things that are tried."""

Where = dict[Thing, Place]
"""The place in which each thing lies."""


def is_of_single_things(supply: Supply) -> bool:
    """Whether there is only one thing of each kind."""
    kinds = [kind for things in supply.values() for kind, n in things.items() if n]
    return len(kinds) == len(set(kinds)) and all(n < 2 for things in supply.values() for n in things.values())


class Exchanges:
    """The unseen things and the places of all things, while operations are done in order; see `follow`."""

    def __init__(self, moves: Sequence[Operation], things: Sequence[Thing], there: Places) -> None:
        """Begin after operations in which these things moved unseen, with these contents of places."""
        self.moves = list(moves)
        self.things = list(things)
        self._against: list[frozenset[Thing]] = []
        """The kinds of the bounds that prevented an exchange."""
        self.where: Where = {kind: place for place, of in there.items() for kind, n in of.items() if n > 0}

    @property
    def there(self) -> Places:
        """The contents of places."""
        found: dict[Place, dict[Thing, int]] = {}
        for thing, place in self.where.items():
            found.setdefault(place, {})[thing] = 1
        found.pop(OPEN, None)
        return Places(found)

    def undo(self, n: int) -> list[Thing]:
        """Undo the last `n` operations, and return the things that moved unseen in them."""
        undone: list[Thing] = []
        for one in reversed(self.moves[len(self.moves) - n :]):
            if isinstance(one, Move):
                thing = one.kind
                if thing is None:
                    thing = self.things.pop()
                    undone.append(thing)
                self.where[thing] = one.source
            else:
                _follow(self.where, one, None)
        del self.moves[len(self.moves) - n :]
        return undone[::-1]

    def follow(self, new: Sequence[Operation], wanted: Sequence[Thing] = ()) -> bool:
        """Do more operations, with exchanges if a thing is not where it must be; False if none helps.

        `wanted` are the things that should move unseen, in order, if they can.
        """
        rather = list(wanted[::-1])
        for at, one in enumerate(new):
            if isinstance(one, Move):
                done = self._move(one, new[at + 1 :], rather.pop() if rather and one.kind is None else None)
            elif isinstance(one, Trade):
                done = True
            elif isinstance(one, Either):
                done = is_met(one, self.there) or any(self._bring(way) for way in one.ways)
            else:
                done = self._bring(one)
            if not done:
                return False
            _follow(self.where, one, self.things[-1] if is_unseen(one) else None)
            self.moves.append(one)
        return True

    def _move(self, one: Move, later: Sequence[Operation], rather: Thing | None) -> bool:
        """Make sure that the moving thing is at its source, by exchanges if needed; False if none helps."""
        needed = {other.kind for other in later if isinstance(other, Move) and other.source == one.source}
        kind = one.kind
        if kind is None and rather is not None and self.where[rather] == one.source and rather not in needed:
            kind = rather
        elif kind is None:
            kind = self._wanted(later, one.goal)
        lying = [thing for thing, place in self.where.items() if place == one.source]
        if kind is None:
            spare = [thing for thing in lying if thing not in needed] or lying
            self.things += spare[:1]
            return bool(spare)
        if one.source != OPEN and self.where.get(kind) != one.source:
            others = [thing for thing in lying if thing not in needed]
            if not self._exchange(others, (kind,)) and not self._exchange(lying, (kind,)):
                return False
        if one.kind is None:
            self.things.append(kind)
        return True

    def _wanted(self, later: Sequence[Operation], place: Place) -> Thing | None:
        """The next thing that is later seen to leave a place, and is not there yet; None if there is none."""
        moves = (one for one in later if isinstance(one, Move) and one.source == place and one.kind is not None)
        return next((one.kind for one in moves if self.where.get(one.kind) != place), None)

    def _bring(self, one: Holds | Lacks) -> bool:
        """Bring as many things of some kinds into a place, or out of it, as a bound asks for; False if that fails."""
        before = -1
        while True:
            inside = [thing for thing, place in self.where.items() if place == one.place]
            held = [thing for thing in inside if thing in one.kinds]
            if isinstance(one, Holds):
                if len(held) >= one.least:
                    return True
                mine = [thing for thing in inside if thing not in one.kinds]
                others: Collection[Thing] = [thing for thing in one.kinds if self.where.get(thing) != one.place]
            else:
                if len(held) <= one.most:
                    return True
                mine = held
                others = [thing for thing, place in self.where.items() if place != one.place and thing not in one.kinds]
            if len(held) == before or not self._exchange(mine, others):
                return False  # or a third thing took its place
            before = len(held)

    def _exchange(self, mine: Collection[Thing], others: Collection[Thing]) -> bool:
        """Exchange one of `mine` and one of `others`, with a third thing if needed; False if none can be."""
        self._against = []
        found = self._exchange_of(mine, others) or self._after_another(mine, others)
        return bool(found) or self._after_one_beside(mine, others)

    def _exchange_of(self, mine: Collection[Thing], others: Collection[Thing]) -> tuple[Thing, Thing] | None:
        """Exchange one of `mine` and one of `others` from when they lay together; the two, or None if none can be."""
        met = self._met(mine, others)
        if met is None:
            return None
        hole, one, other = met
        self._turn(hole, len(self.things), one, other)
        self.where[one], self.where[other] = self.where[other], self.where[one]
        return one, other

    def _turn(self, first: int, end: int, one: Thing, other: Thing) -> None:
        turned = {one: other, other: one}
        self.things[first:end] = [turned.get(thing, thing) for thing in self.things[first:end]]

    def _met(
        self, mine: Iterable[Thing], others: Iterable[Thing], before: Before | None = None
    ) -> tuple[int, Thing, Thing] | None:
        """The first hole to exchange, and one of `mine` and of `others`, unseen since they lay together; or None."""
        one, other = {*mine}, {*others}
        end, hole, lying = before or (len(self.moves), len(self.things), self.where)
        where = dict(lying)
        bounds: list[tuple[Bound, Where]] = []
        for at in range(end - 1, -1, -1):
            if not one or not other:
                return None
            move = self.moves[at]
            if isinstance(move, (Holds, Lacks, Either)):
                bounds.append((move, dict(where)))
                continue
            if isinstance(move, Trade):
                _follow(where, move, None)
                continue
            thing = move.kind
            if thing is None:
                hole -= 1
                thing = self.things[hole]
            elif thing in one or thing in other:
                one.discard(thing)
                other.discard(thing)
            where[thing] = move.source
            if thing not in one and thing not in other:
                continue
            against = other if thing in one else one
            for partner in sorted((that for that in against if where.get(that) == move.source), key=str):
                broken = next((bound for bound, then in bounds if not _is_kept(bound, then, thing, partner)), None)
                if broken is None:
                    return hole, thing, partner
                self._against += [way.kinds for way in ways_of(broken)]
        return None

    def _after_another(self, mine: Collection[Thing], others: Collection[Thing]) -> bool:
        """Exchange one of `others`, or one of `mine`, for a third thing first; False if none can be.

        This helps in three cases: one of `others` was seen since it lay with one of `mine`; a bound prevents an
        exchange, and a third thing of the same kinds can take that place; or all of `mine` were seen since.
        """
        others = [other for other in others if self.where.get(other, OPEN) != OPEN]
        if not others:
            return False
        for other in sorted(others, key=str)[:2]:
            like = [
                thing
                for thing, place in self.where.items()
                if thing not in mine
                and place not in (OPEN, self.where[other])
                and all((thing in kinds) == (other in kinds) for kinds in self._against)
            ]
            if self._after((other,), like, mine, (other,)):
                return True
        place = self.where[next(iter(mine))] if mine else OPEN
        elsewhere = [thing for thing, at in self.where.items() if at not in (OPEN, place) and thing not in others]
        return self._after(mine, elsewhere, None, others)

    def _after_one_beside(self, mine: Collection[Thing], others: Collection[Thing]) -> bool:
        """Exchange one of `mine` for a thing that lay beside it until that was seen, then for one of `others`.

        This helps if everything that came lately was seen to leave, and what is left came before one of `others` could.
        False if none can be.
        """
        where, hole, left = dict(self.where), len(self.things), {*others}
        for at in range(len(self.moves) - 1, -1, -1):
            move = self.moves[at]
            if not isinstance(move, Move):
                _follow(where, move, None)
                continue
            if move.kind is None:
                hole -= 1
                where[self.things[hole]] = move.source
                continue
            where[move.kind] = move.source
            left.discard(move.kind)
            if not left:
                return False
            beside = [one for one in mine if one != move.kind and where.get(one) == move.source != OPEN]
            met = self._met(beside, (move.kind,), (at, hole, where))
            if met is not None:
                self._turn(met[0], hole, met[1], met[2])
                if self._exchange_of(mine, others):
                    return True
                self._turn(met[0], hole, met[1], met[2])
        return False

    def _after(
        self,
        some: Collection[Thing],
        thirds: Collection[Thing],
        mine: Collection[Thing] | None,
        others: Collection[Thing],
    ) -> bool:
        """Exchange one of `some` for a third thing, then one of `mine` for one of `others`; False if that fails.

        If `mine` is None, the third thing is exchanged for one of `others`.
        """
        left = {*thirds}
        for _ in range(TRIES):
            before, lying = list(self.things), dict(self.where)
            pair = self._exchange_of(some, left)
            if pair is None:
                return False
            third = pair[1] if pair[0] in some else pair[0]
            if self._exchange_of((third,) if mine is None else mine, others):
                return True
            left.discard(third)
            self.things, self.where = before, lying
        return False


def _follow(where: Where, one: Operation, thing: Thing | None) -> None:
    if isinstance(one, Move):
        where[thing if one.kind is None else one.kind] = one.goal
    elif isinstance(one, Trade):
        other = {one.one: one.other, one.other: one.one}
        for lying, place in where.items():
            if place in other:
                where[lying] = other[place]


def _is_kept(bound: Bound, where: Mapping[Thing, Place], one: Thing, other: Thing) -> bool:
    """Whether a bound still holds after two things are exchanged."""
    return any(_is_way_kept(way, where, one, other, isinstance(bound, Either)) for way in ways_of(bound))


def _is_way_kept(bound: Holds | Lacks, where: Mapping[Thing, Place], one: Thing, other: Thing, is_one: bool) -> bool:
    """Whether one way of a bound allows the exchange; with `is_one` it is one of several, and must hold after it."""
    place, kinds = bound.place, bound.kinds
    here, there = where.get(one) == place, where.get(other) == place
    is_same = here == there or (one in kinds) == (other in kinds)
    if is_same and not is_one:
        return True
    held = sum(where.get(kind) == place for kind in kinds)
    if not is_same:
        held += 1 if (other if here else one) in kinds else -1
    return held >= bound.least if isinstance(bound, Holds) else held <= bound.most
