"""A game put right by exchanges: what an event needs takes the place of what lies there, since both lay together.

That goes where there is one thing of each kind, and nothing was seen of the two since they lay in one place; nearly
always it does, and it is a fraction of the work of a search. Where it does not, `core.unseen.solver` looks at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Operation, Place, Supply, Trade

Moved = tuple[int, Operation, Thing | None]
"""An operation, the number of its hole or -1, and the thing that it moves."""


def is_of_single_things(supply: Supply) -> bool:
    """Is there one thing of each kind?"""
    kinds = [kind for things in supply.values() for kind, n in things.items() if n]
    return len(kinds) == len(set(kinds)) and all(n < 2 for things in supply.values() for n in things.values())


def exchanged(supply: Supply, moves: Sequence[Operation], things: Sequence[Thing], last: int) -> list[Thing] | None:
    """What moved unseen when what the last operations need is where they need it; None where that is not found.

    `things` are those of the holes before, `last` is how many operations are the new ones.
    """
    found = list(things)
    done = list(_moved(moves[: len(moves) - last], found))
    where = {kind: place for place, of in supply.items() for kind, n in of.items() if n}
    for _, one, kind in done:
        _follow(where, one, kind)
    new = moves[len(moves) - last :]
    for at, one in enumerate(new):
        hole, moving = -1, None
        if isinstance(one, Move):
            moving = _brought(done, found, where, new[at:], _needed(new))
            if moving is None:
                return None
            if one.kind is None:
                hole = len(found)
                found.append(moving)
        elif isinstance(one, Holds | Lacks) and not _bounded(done, found, where, one, _needed(new)):
            return None
        done.append((hole, one, moving))
        _follow(where, one, moving)
    return found


def _bounded(
    done: list[Moved],
    found: list[Thing],
    where: dict[Thing, Place],
    one: Holds | Lacks,
    needed: Collection[Thing],
) -> bool:
    """Whether a bound holds, with one thing brought to its place if it asks for that."""
    there = sorted((thing for thing, place in where.items() if place == one.place), key=str)
    n = sum(thing in one.kinds for thing in there)
    if isinstance(one, Lacks):
        return n <= one.most
    if n >= one.least:
        return True
    lying = [thing for thing in there if thing not in needed]
    return len(one.kinds) == 1 and any(_exchange(done, found, where, next(iter(one.kinds)), thing) for thing in lying)


def _brought(
    done: list[Moved],
    found: list[Thing],
    where: dict[Thing, Place],
    now: Sequence[Operation],
    needed: Collection[Thing],
) -> Thing | None:
    """What the first of these moves moves, brought to where it comes from if it is not there; None for nothing."""
    one, *later = now
    assert isinstance(one, Move)
    there = sorted((thing for thing, place in where.items() if place == one.source), key=str)
    lying = [thing for thing in there if thing not in needed] or there
    kind = one.kind if one.kind is not None else _wanted(later, one.goal)
    if kind is None:
        return lying[0] if lying else None
    is_there = one.source == OPEN or where.get(kind) == one.source
    return kind if is_there or any(_exchange(done, found, where, kind, thing) for thing in lying) else None


def _moved(moves: Sequence[Operation], things: Sequence[Thing]) -> Iterator[Moved]:
    hole = 0
    for one in moves:
        if isinstance(one, Move) and one.kind is None:
            yield hole, one, things[hole]
            hole += 1
        else:
            yield -1, one, one.kind if isinstance(one, Move) else None


def _follow(where: dict[Thing, Place], one: Operation, kind: Thing | None) -> None:
    if isinstance(one, Move):
        where[kind] = one.goal
    elif isinstance(one, Trade):
        other = {one.one: one.other, one.other: one.one}
        for thing, place in where.items():
            if place in other:
                where[thing] = other[place]


def _wanted(later: Sequence[Operation], place: Place) -> Thing | None:
    """What is seen to come from a place later."""
    return next((one.kind for one in later if isinstance(one, Move) and one.source == place), None)


def _needed(moves: Sequence[Operation]) -> set[Thing]:
    held = {kind for one in moves if isinstance(one, Holds) for kind in one.kinds}
    return held | {one.kind for one in moves if isinstance(one, Move) and one.kind is not None}


def _exchange(done: list[Moved], found: list[Thing], where: dict[Thing, Place], one: Thing, other: Thing) -> bool:
    """Exchanges two things since they lay in one place; False where something was seen of one of them since then."""
    places: Mapping[Thing, Place] = where
    at = len(done)
    mine, others = places[one], places[other]
    while mine != others:
        at -= 1
        if at < 0:
            return False
        hole, move, thing = done[at]
        if isinstance(move, Trade):
            turn = {move.one: move.other, move.other: move.one}
            mine, others = turn.get(mine, mine), turn.get(others, others)
        elif isinstance(move, Move) and thing in (one, other):
            if hole < 0:
                return False
            mine, others = (move.source, others) if thing == one else (mine, move.source)
        elif not isinstance(move, Move):
            return False
    turned = {one: other, other: one}
    for i in range(at, len(done)):
        hole, move, thing = done[i]
        if hole >= 0 and thing in turned:
            found[hole] = turned[thing]
            done[i] = (hole, move, turned[thing])
    where[one], where[other] = where[other], where[one]
    return True
