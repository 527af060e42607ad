"""Exchanges of kinds with many things: one thing of each of two kinds changes places since they lay together.

Things of one kind are alike. So the thing that is exchanged is any of them that is there: one that came unseen, or one
that lay there before, as long as there was one at all times since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Bound, Holds, Move, Operation, Place, Trade
from kronika.core.unseen.rows import ways_of

Done = tuple[int, int, Operation, Thing | None]
"""An operation of a full game: the number of its row and of its hole, -1 without one, the operation and its thing."""

Flip = tuple[int, int, Thing]
"""A new thing in a hole: the number of the row and of the hole, and the thing."""


class Pair(Struct):
    """A thing of the kind `other` that may be exchanged for a wanted one, and the places of both, now and earlier."""

    other: Thing
    lies: Place
    """The place of the wanted kind at the end."""
    mine: Place
    """The place of the other kind, as far as the operations are undone."""
    theirs: Place
    """The place of the wanted kind, as far as the operations are undone."""
    flips: list[Flip]

    def turn(self, one: Trade) -> None:
        """Undo a trade."""
        sides = {one.one: one.other, one.other: one.one}
        self.mine, self.theirs = sides.get(self.mine, self.mine), sides.get(self.theirs, self.theirs)

    def keeps(self, bound: Bound, kind: Thing, there: Mapping[Place, Mapping[Thing, int]]) -> bool:
        """Whether a bound holds after the exchange; `kind` is the wanted one."""
        for way in ways_of(bound):
            held = sum([there.get(way.place, {}).get(one, 0) for one in way.kinds])
            more = (kind in way.kinds) - (self.other in way.kinds)
            held += more * ((way.place == self.mine) - (way.place == self.theirs))
            if held >= way.least if isinstance(way, Holds) else held <= way.most:
                return True
        return False


def exchanged(
    back: Iterable[Done],
    contents: Mapping[Place, Mapping[Thing, int]],
    place: Place,
    kind: Thing,
    others: Sequence[Thing],
) -> Pair | None:
    """The exchange that brings a kind to a place for one of `others`, and changes the latest hole; None without one.

    `back` are all operations from last to first, and `contents` what lies in places after them.
    """
    there = {at: dict(of) for at, of in contents.items()}
    from_ = [at for at, of in there.items() if at != place and of.get(kind, 0) > 0]
    pairs = [Pair(other, at, place, at, []) for other in others for at in from_]
    for row, hole, move, thing in back:
        if not pairs:
            return None
        if isinstance(move, Trade):
            there[move.one], there[move.other] = there.get(move.other, {}), there.get(move.one, {})
            for pair in pairs:
                pair.turn(move)
        elif not isinstance(move, Move):
            pairs = [pair for pair in pairs if pair.keeps(move, kind, there)]
        elif thing is not None:
            _undo(there, move, thing)
            if thing == kind or thing in others:
                left = move.goal == OPEN or there[move.goal][thing] > 0
                found = _after(pairs, (row, hole, move, thing), kind, is_left=left)
                if isinstance(found, Pair):
                    return found
                pairs = found
    return None


def _undo(there: dict[Place, dict[Thing, int]], move: Move, thing: Thing) -> None:
    if move.goal != OPEN:
        there[move.goal][thing] -= 1
    if move.source != OPEN:
        source = there.setdefault(move.source, {})
        source[thing] = source.get(thing, 0) + 1


def _after(pairs: Sequence[Pair], done: Done, kind: Thing, *, is_left: bool) -> list[Pair] | Pair:
    """The pairs that are left when a move of one of their kinds is undone, or the one that lay together before it.

    `is_left`: whether another thing of the kind lay in the goal before the move.
    """
    row, hole, move, thing = done
    assert isinstance(move, Move)
    found: list[Pair] = []
    for pair in pairs:
        is_mine = thing == pair.other and move.goal == pair.mine
        if is_mine or (thing == kind and move.goal == pair.theirs):
            is_unseen = hole >= 0 and move.source != OPEN
            flip = (row, hole, kind if is_mine else pair.other)
            if is_unseen and move.source == (pair.theirs if is_mine else pair.mine):
                pair.flips.append(flip)
                return pair
            if not is_left:
                if not is_unseen:
                    continue
                pair.flips.append(flip)
                if is_mine:
                    pair.mine = move.source
                else:
                    pair.theirs = move.source
        found.append(pair)
    return found
