"""Other full games with the same events, for an archive that does not show every hand.

The search supposes the cards that are not reported. If the supposed cards do not allow what is reported next, another
game is found that differs only in what the witness did not see: a card that is needed changes places with one that
could as well lie there. See `core.unseen`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction, NotProved
from kronika.core.contract.game import Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import Move, Operation, Trade, declared
from kronika.core.unseen.rows import FullGame, Places, Row, is_unseen, named_by_effects, with_kinds
from kronika.core.unseen.singles.finding import DEEP, Finder


class Others:
    """Games that agree with what a witness saw; see `after` and `with_event`."""

    def __init__(self, game: AnyGame, witness: Viewer, start: Any) -> None:
        """Games that begin in the state `start`, seen by a seat or BYSTANDER."""
        hidden = declared(game)
        supply = hidden.supply(start)
        self.game = game
        self.hidden = hidden
        self.witness = witness
        self.finder = Finder(game, hidden, witness, supply)
        self.start = FullGame((), (), (start,), (), Places(supply))

    def seen(self, state: Any, by: int, do: Any) -> Any:
        """An action or outcome as the witness sees it, by the state before it."""
        return self.game.redacted(state, by, do, self.witness)

    def after(self, full: FullGame, by: int, do: Any) -> FullGame:
        """The game with one more event that is possible in it."""
        before = full.states[-1]
        state, then = self.game.apply(before, by, do)
        seen, effects = self.seen(before, by, do), self.finder.seen_effects(then)
        moves = self.hidden.operations(before, by, seen, effects)
        things = _unseen(moves, self.hidden.operations(before, by, do, then), full.there)
        return full.then(Row(by, seen, effects, tuple(moves)), do, state, things, tuple(then))

    def allowing(self, full: FullGame, by: int, seen: Any) -> FullGame | None:
        """A game with the same events that allows one more; None if none is found.

        `seen` is the event as the witness sees it.
        """
        return self._found(full, self._bare(full, by, seen))

    def laying_open(self, full: FullGame, by: int, do: Any, cards: Sequence[Thing]) -> FullGame | None:
        """A game with the same events and one more, `do`, whose effects lay these cards open; None if none is found."""
        row = self.after(full, by, do).rows[-1]
        bare = self._bare(full, by, row.do)
        laid = named_by_effects(row.moves, bare.moves, self.witness)
        if len(laid) != len(cards):
            return None
        return self._found(full, replace(bare, moves=tuple(with_kinds(row.moves, laid, cards))))

    def _found(self, full: FullGame, row: Row) -> FullGame | None:
        with suppress(IllegalAction, NotProved):
            return self._ended(self.finder.found(full, [*full.rows, row], free=True))
        return None

    def outcomes(
        self, full: FullGame, by: int, seen: Any, do: Any, state: Any, shown: Sequence[Thing]
    ) -> Iterator[FullGame]:
        """Games with the same events and one more: one for each way in which hidden cards decide what follows.

        `do` is the event in one game, after the state there. `shown` are cards that may be seen first in it.
        """
        bare = self._bare(full, by, seen)
        rows, at = [*full.rows, bare], len(full.rows)
        for way in [way for ways in self.hidden.outcomes(state, by, do, shown) for way in ways if way]:
            told = bare.with_bounds([(len(bare.moves), bound) for _, bound in way])
            with suppress(IllegalAction, NotProved):
                yield self._ended(
                    self.finder.by_one_of(full, list(rows), at, [told], free=True, is_told=True, deep=DEEP)
                )

    def _bare(self, full: FullGame, by: int, seen: Any) -> Row:
        """An event as it was seen, without its effects."""
        return Row(by, seen, (), tuple(self.hidden.operations(full.states[-1], by, seen, ())))

    def _ended(self, found: FullGame) -> FullGame:
        """The game with the effects that its last event has in it."""
        return self.finder.of_last(found, self.finder.with_effects(found))


def _unseen(moves: Sequence[Operation], whole: Sequence[Operation], there: Places) -> list[Thing]:
    """The things that move unseen in an event: `moves` are its operations as they were seen, `whole` those of the game.

    A thing that nobody names is the only one in its place. Bounds move nothing.
    """
    moves, whole = ([one for one in of if isinstance(one, Move | Trade)] for of in (moves, whole))
    found: list[Thing] = []
    for one, full in zip(moves, whole, strict=True):
        kinds: tuple[Thing, ...] = ()
        if is_unseen(one) and isinstance(full, Move):
            kinds = (next(iter(there[full.source])) if full.kind is None else full.kind,)
            found += kinds
        there = there.moved((one,), kinds)
    return found
