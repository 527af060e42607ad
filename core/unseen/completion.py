"""One full, legal game that agrees with everything that was seen, kept up to date with the record.

The game depends on the record alone. If a new event can't have happened in it, another game is searched for that has
all events so far. It is played again from the first event that differs. Each length of the record has its own game
(`core.unseen.keeping`), for undo.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, ClassVar

from kronika.core.basics.errors import IllegalAction, KronikaError, NotationError
from kronika.core.basics.text import quoted
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import Thing, filled, holes
from kronika.core.contract.unseen import Holds, Move, Operation, declared
from kronika.core.sessions.events import Seen
from kronika.core.unseen.deciding import How
from kronika.core.unseen.keeping import Kept
from kronika.core.unseen.parts import touched
from kronika.core.unseen.routes import Impossible
from kronika.core.unseen.rows import (
    FullGame,
    Places,
    Row,
    is_unseen,
    operations_of,
)
from kronika.core.unseen.solver import STEPS, Unproved, solve


class Completion(ABC):
    """One full game that agrees with a record, event by event; see `add`. `core.unseen.starting` makes it."""

    is_single: ClassVar[bool] = False
    """Whether this completion is only for games with one thing of each kind."""

    steps: ClassVar[int] = STEPS
    """The most choices that a search tries to find what is known."""

    def __init__(self, game: AnyGame, witness: Viewer, start: Any) -> None:
        """Create a completion for a game in the state `start`, seen by a seat or BYSTANDER.

        Raises BadSetup: see `declared`.
        """
        self.game = game
        self.witness = witness
        self.hidden = declared(game)
        self.supply = self.hidden.supply(start)
        self._kept = Kept(FullGame((), (), (start,), (), Places(self.supply)))

    def __copy__(self) -> Completion:
        """A copy that continues independently of this one."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), _kept=copy(self._kept))
        return twin

    @property
    def now(self) -> FullGame:
        """The full game with all events so far."""
        return self._kept.top

    @property
    def rows(self) -> Sequence[Row]:
        """The events as they were seen, in order."""
        return self.now.rows

    @property
    def states(self) -> Sequence[Any]:
        """The states of the full game in order; the first one is the start."""
        return self.now.states

    @property
    def dos(self) -> Sequence[Any]:
        """The actions of the full game in order, without holes."""
        return self.now.dos

    @property
    def things(self) -> Sequence[tuple[Thing, ...]]:
        """The things that moved unseen in the full game, by event."""
        return self.now.things

    def cut(self, length: int) -> None:
        """Return to the first `length` events, and to the game that agreed with them then."""
        rows = self.rows[:length]
        self._kept.cut(length)
        for row in rows[len(self.rows) :]:
            self.add(row.by, row.do, row.then)

    @abstractmethod
    def add(
        self, by: int, do: Any, then: Sequence[Any] | None = None, shown: Sequence[Thing] = (), how: How = None
    ) -> Row:
        """Add one event as it was seen, and return its row; without `then` its effects are worked out.

        `shown` are the things that it lays open and that nobody could know. `how` is for games that have several
        outcomes. The row has the effects that follow, even if others are given.

        Raises IllegalAction if no game allows the event, NotationError if things are laid open that `shown` does not
        name, NotProved if no game was found, and KronikaError for a seat or a thing that does not exist. After an error
        nothing has changed.
        """

    def _keep(self, game: FullGame) -> Row:
        self._kept.push(game)
        return game.rows[-1]

    def moves(self, by: int, do: Any, then: Sequence[Any]) -> tuple[Operation, ...]:
        """The operations of an event, with things in their current places.

        Raises IllegalAction for a `?` in place of a thing that lies open.
        """
        found = tuple(self.hidden.operations(self.states[-1], by, do, then))
        if holes(do) > sum(map(is_unseen, found)):
            raise IllegalAction(self.hidden.lacking, "What this takes lies open: it has a name instead of `?`.")
        return found

    def _without_repeats(self, by: int, do: Any) -> Any:
        """An action of a seat that exists without the things that it names again. Raises as `_require_seat`."""
        self._require_seat(by, do)
        return self.hidden.unrepeated(self.states[-1], by, do, ((row.by, row.do) for row in reversed(self.rows)))

    def _require_seat(self, by: int, do: Any) -> None:
        """Refuse a seat that does not exist. Raises IllegalAction if the rules refuse it, else KronikaError.

        The rules are safe for any seat; `Hidden.operations` is not.
        """
        if by != CHANCE and by not in self._seats:
            raise self.refusal_of(by, do) or KronikaError(self._no_seat(by))

    def refusal_of(self, by: int, do: Any) -> IllegalAction | None:
        """The refusal by the rules of an event, with any things where it has holes; None if they allow it."""
        any_kind = [kind for kinds in self.supply.values() for kind in kinds][:1]
        try:
            self.game.check(self.states[-1], by, filled(do, any_kind * holes(do)))
        except IllegalAction as refusal:
            return refusal
        return None

    @property
    def _seats(self) -> range:
        return range(self.game.seat_count(self.states[-1]))

    def _no_seat(self, seat: int) -> str:
        return f"There is no seat {seat}; the seats are 0 to {self._seats[-1]}."

    def look(self, seat: int, things: Sequence[Thing], place: str) -> Row:
        """Add the things that were seen in a place of a seat without a move, and return the row.

        Raises IllegalAction, NotProved, and KronikaError for a seat or a thing that does not exist.
        """
        return self.add(CHANCE, Seen(seat, tuple(things), place))

    def _looked(self, do: Seen) -> FullGame:
        self._require_things(do)
        place, counts = (do.place, do.seat), Counter(do.things)
        row = Row(CHANCE, do, (), tuple(Holds(place, frozenset((kind,)), n) for kind, n in counts.items()))
        if do.event:
            return self._looked_before(do.event, row)
        there = self.now.there.get(place, {})
        if all(there.get(kind, 0) >= n for kind, n in counts.items()):
            return self.now.then(row, do, self.states[-1], ())
        return self.found(row)

    def _require_things(self, do: Seen) -> None:
        """Refuse seats and things that do not exist, because a log may hold any value. Raises KronikaError."""
        if do.seat != CHANCE and do.seat not in self._seats:
            raise KronikaError(self._no_seat(do.seat))
        for thing in do.things:
            if type(thing) not in (int, str) or not self._is_thing(thing):
                raise KronikaError(f"There is no {quoted(thing)} in {self.game.title} that could be seen.")

    def _is_thing(self, thing: Thing) -> bool:
        """Whether the game has such a thing: it is in the supply, or is written as it is read, as a token is."""
        if any(type(kind) is type(thing) and kind == thing for kinds in self.supply.values() for kind in kinds):
            return True
        with suppress(NotationError):
            return thing in self.hidden.things(str(thing))
        return False

    @abstractmethod
    def _looked_before(self, event: int, row: Row) -> FullGame:
        """The game with things that were in a place after an earlier event, as conditions in the row of that event."""

    @abstractmethod
    def found(self, row: Row, *, free: bool = False) -> FullGame:
        """The full game with one more event: the current one if possible, else another one.

        `free`: whether the effects may differ from those of the row. Raises IllegalAction if no game has the event, and
        NotProved if none was found.
        """

    def _no_event(self, event: int) -> IllegalAction:
        return IllegalAction(self.hidden.lacking, f"There is no event {event} in force yet.")

    @abstractmethod
    def laid_open(self, moves: Sequence[Operation], bare: Sequence[Operation]) -> list[Move]:
        """The moves by which the effects of an event lay things open: `moves` without those of the action, `bare`."""

    def seen_effects(self, then: Sequence[Any]) -> tuple[Any, ...]:
        """The effects as the witness sees them, without those that the witness does not see at all."""
        seen = [self.game.redacted_effect(effect, self.witness) for effect in then]
        return tuple([effect for effect in seen if effect is not None])

    def _is_possible(self, moves: Sequence[Operation]) -> bool:
        """Whether some game has these moves after the record. Also True if the search reaches its limit."""
        try:
            solve(self.supply, [*operations_of(self.rows), *moves], only=touched(moves), steps=self.steps)
        except Impossible:
            return False
        except Unproved:
            return True
        return True

    def can_move(self, moves: Sequence[Operation]) -> bool:
        """Whether things can move like this now in some game that agrees with the record.

        Also True if the search reaches its limit.
        """
        return self._is_possible(moves)

    def with_conditions(
        self, conditions: Sequence[Operation], length: int, *, is_searched: bool = True
    ) -> Mapping[int, Thing] | None:
        """The unseen things of a game that meets these conditions after `length` events; None if no game does.

        The keys are numbers of operations in the record. Raises Unproved if the search reaches its limit, or if
        `is_searched` is False.
        """
        if not is_searched:
            raise Unproved
        before, behind = operations_of(self.rows[:length]), operations_of(self.rows[length:])
        at, more = len(before), len(conditions)
        try:
            found = solve(self.supply, [*before, *conditions, *behind], only=touched(conditions), steps=self.steps)
        except Impossible:
            return None
        return self._by_operation(self.rows) | {i if i < at else i - more: thing for i, thing in found.items()}

    def _by_operation(self, rows: Sequence[Row]) -> dict[int, Thing]:
        """The things that move unseen in the current game, by the number of the operation in these rows.

        The rows may be more than those of the current game.
        """
        slots = [i for i, one in enumerate(operations_of(rows)) if is_unseen(one)]
        return dict(zip(slots, [thing for of in self.things for thing in of], strict=False))
