"""Events whose effects are worked out, with names for the things that they lay open.

The recorder names the things that nobody could know. They are taken in order, because the first of them may decide
whether there is another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import Lacks, Move, Operation, Place
from kronika.core.unseen.deciding import How, decided
from kronika.core.unseen.naming import NotNamed, examples_of, without_known
from kronika.core.unseen.rows import FullGame, Row, is_laid_open

if TYPE_CHECKING:
    from kronika.core.unseen.kinds import KindsCompletion


def worked_out(completion: KindsCompletion, by: int, do: Any, shown: Sequence[Thing], how: How) -> FullGame:
    """The game with one more event and the effects that it has.

    `shown` are all things that it lays open, or those that nobody could know and any of the others. Raises NotNamed if
    they are too few or too many, IllegalAction if no game allows the event, and NotProved if no game was found.
    """
    bare = Row(by, do, (), completion.moves(by, do, ()))
    game = completion.found(bare, free=True)
    every = _Laying(completion, bare, shown, every=True)
    some = _Laying(completion, bare, shown, every=False)
    if (shown and every.run(game)) or some.run(game):
        return decided(completion, completion.found(every.row if every.is_told else some.row), how, len(shown))
    moves, unknown, known = _laid_by(completion, bare, game)
    left = without_known(shown, known, bare.moves, completion.hidden.kind_at)
    new = _Laying(completion, bare, left, every=False)
    if len(left) == len(unknown) < len(shown) and new.run(game):
        return decided(completion, completion.found(new.row), how, len(shown))
    if every.other is not None:
        completion.found(every.other, free=True)  # refused, since it is known to be another thing
    due: list[Any] = [moves[i] for i in unknown]
    raise NotNamed([one.source for one in due], examples_of(completion, moves, unknown), left)


def _laid_by(
    completion: KindsCompletion, bare: Row, game: FullGame
) -> tuple[Sequence[Operation], list[int], list[Move]]:
    """The operations of an event, the numbers of those that lay open things that nobody knows, and the known ones."""
    moves, at = completion.with_effects(game).moves, len(bare.moves)
    unknown: list[int] = []
    known: list[Any] = []
    while laid := _next_laid(completion, moves, at):
        at = laid[-1] + 1
        unknown += _unknown(completion, moves, laid)
        known += [moves[i] for i in laid if i not in unknown]
    return moves, unknown, known


def _next_laid(completion: KindsCompletion, moves: Sequence[Operation], at: int) -> range:
    """The numbers of the next consecutive operations that lay open things from one place."""
    laid = [is_laid_open(one, completion.witness, completion.hidden.shared) for one in moves]
    first = end = next((i for i in range(at, len(moves)) if laid[i]), len(moves))
    while end < len(moves) and laid[end] and _source(moves[end]) == _source(moves[first]):
        end += 1
    return range(first, end)


def _source(one: Any) -> Place:
    source: Place = one.source
    return source


def _unknown(completion: KindsCompletion, moves: Sequence[Operation], laid: range) -> list[int]:
    """The numbers of those operations in `laid` that lay open different things in some game."""
    ones: list[Any] = [moves[i] for i in laid]
    counts = Counter(one.kind for one in ones)
    before, source = moves[: laid.start], _source(ones[0])
    open_ = {
        kind for kind, n in counts.items() if completion.can_move([*before, Lacks(source, frozenset((kind,)), n - 1)])
    }
    return [i for i, one in zip(laid, ones, strict=True) if one.kind in open_]


class _Laying:
    """The assignment of named things to those laid open: to all if `every`, else to the unknown ones."""

    def __init__(self, completion: KindsCompletion, bare: Row, shown: Sequence[Thing], *, every: bool) -> None:
        self.completion = completion
        self.bare = bare
        self.named = list(shown)
        self.every = every
        self.row = bare
        self.is_told = False
        self.other: Row | None = None
        """The event with the named things, if the things laid open are known to be different ones."""

    def run(self, game: FullGame) -> bool:
        """Whether as many things are named as are laid open; then `row` is the event with its effects."""
        at = len(self.bare.moves)
        self.row = self.completion.with_effects(game)
        while laid := _next_laid(self.completion, self.row.moves, at):
            at = laid.stop
            if not self._takes(laid):
                return False
        self.is_told = not self.named
        return self.is_told

    def _takes(self, laid: range) -> bool:
        """Assign names to the things in `laid`; False if there are too few, or if the things are known to be others."""
        moves: list[Any] = list(self.row.moves[: laid.stop])
        unknown = _unknown(self.completion, moves, laid)
        free = laid if self.every else unknown
        if len(self.named) < len(free):
            return False
        source = _source(moves[laid.start])
        names = [self.completion.hidden.kind_at(source, self.named.pop(0)) for _ in free]
        for i, kind in zip(free, names, strict=True):
            moves[i] = replace(moves[i], kind=kind)
        named = replace(self.bare, moves=tuple(moves))
        sure = Counter(_kind(self.row.moves[i]) for i in laid if i not in unknown)
        if self.every and sure - Counter(names):
            self.other = named
            return False
        if Counter(names) != Counter(_kind(self.row.moves[i]) for i in free):
            self.row = self.completion.with_effects(self.completion.found(named, free=True))
        return True


def _kind(one: Any) -> Thing:
    return one.kind
