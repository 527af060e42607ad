"""One full, legal game that agrees with everything that was seen, kept up to date with the record.

The game depends on the record alone. If a new event can't have happened in it, another game is searched for that has
all events so far. It is played again from the first event that differs. Each length of the record has its own game
(`core.unseen.keeping`), for undo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from kronika.core.basics.errors import BadSetup, IllegalAction, KronikaError, NotationError, NotProved
from kronika.core.basics.text import quoted
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import Partial, Thing, filled, holes
from kronika.core.contract.unseen import OPEN, Hidden, Holds, Move, Operation, Place
from kronika.core.sessions.events import Seen
from kronika.core.unseen.counting import is_excluded
from kronika.core.unseen.deciding import How
from kronika.core.unseen.exchange import Exchange, single_kinds
from kronika.core.unseen.keeping import Kept
from kronika.core.unseen.laying import worked_out
from kronika.core.unseen.parts import touched
from kronika.core.unseen.routes import Impossible
from kronika.core.unseen.rows import (
    FullGame,
    Places,
    Row,
    bounded,
    is_same,
    is_unseen,
    laid_open,
    operations_of,
    unseen_in,
)
from kronika.core.unseen.solver import STEPS, Unproved, solve

ROUNDS: Final = 50
"""The most games that are tried, each with conditions that the one before has shown to be needed."""


FEW_STEPS: Final = 2_000
"""The most choices that a search tries to find another outcome of an event."""


class _Fails(Exception):
    """A full game does not agree with row `at`: with the state before it, the action, the effects and the refusal."""

    def __init__(
        self, at: int, before: Any, do: Any, then: tuple[Any, ...] | None, error: IllegalAction | None
    ) -> None:
        self.at, self.before, self.do, self.then, self.error = at, before, do, then, error


def declared(game: AnyGame) -> Hidden:
    """The description of hidden things in a game. Raises BadSetup for a game that has none."""
    if game.hidden is None:
        raise BadSetup(
            f"{game.title} can be recorded with all outcomes known only: it does not say what is hidden, in a room "
            "`hidden` of its package."
        )
    return game.hidden


class Completion:
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
        self._single = single_kinds(self.supply)
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

    # -- one event more -----------------------------------------------------------------------------------------

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
        if isinstance(do, Seen):
            return self._keep(self._looked(do))
        self._require_seat(by, do)
        if then is None:
            return self._keep(worked_out(self, by, do, shown, how))
        return self._keep(self.found(Row(by, do, tuple(then), self.moves(by, do, then))))

    def _keep(self, game: FullGame) -> Row:
        self._kept.push(game)
        return game.rows[-1]

    def found(self, row: Row, *, free: bool = False) -> FullGame:
        """The full game with one more event: the current one if possible, else another one.

        `free`: whether the effects may differ from those of the row. Raises IllegalAction if no game has the event, and
        NotProved if none was found.
        """
        return self._exchanged(row, free=free) or self._solved(row, free=free)

    def other(self, row: Row) -> FullGame | None:
        """A game with one more event, whose effects may differ from those of the row; None if there is none.

        Raises NotProved if that is not known after a short search.
        """
        if is_excluded(self.supply, [*operations_of(self.rows), *row.moves]):
            return None
        game = self._exchanged(row, free=True)
        if game is None:
            with suppress(Impossible, IllegalAction):
                return self._searched_for([*self.rows, row], row, free=True, steps=FEW_STEPS)
        return game

    def moves(self, by: int, do: Any, then: Sequence[Any]) -> tuple[Operation, ...]:
        """The operations of an event, with things in their current places.

        Raises IllegalAction for a `?` in place of a thing that lies open.
        """
        found = tuple(self.hidden.operations(self.states[-1], by, do, then))
        if holes(do) > sum(map(is_unseen, found)):
            raise IllegalAction(self.hidden.lacking, "What this takes lies open: it has a name instead of `?`.")
        return found

    def _require_seat(self, by: int, do: Any) -> None:
        """Refuse a seat that does not exist. Raises IllegalAction if the rules refuse it, else KronikaError.

        The rules are safe for any seat; `Hidden.operations` is not.
        """
        if by != CHANCE and by not in self._seats:
            any_kind = [kind for kinds in self.supply.values() for kind in kinds][:1]
            self.game.check(self.states[-1], by, filled(do, any_kind * holes(do)))
            raise KronikaError(self._no_seat(by))

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
        return self._solved(row)

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

    def _looked_before(self, event: int, row: Row) -> FullGame:
        """The game with things that were in a place after an earlier event, as conditions in the row of that event."""
        if event > len(self.rows):
            raise self._no_event(event)
        known = self.rows[event - 1]

        def found(moves: tuple[Operation, ...]) -> FullGame:
            rows = [*self.rows, replace(row, moves=())]
            rows[event - 1] = replace(known, moves=(*known.moves, *moves))
            return self._searched_for(rows, replace(row, moves=moves))

        with suppress(Impossible):
            return found(row.moves)
        # A refusal names a kind that is lacking. A part of what was seen can be harder to find than all of it.
        for n, one in enumerate(row.moves, 1):
            try:
                found(row.moves[:n])
            except Impossible:
                raise self._impossible(replace(row, moves=(one,))) from None
        raise AssertionError("All that was seen is the last part of it.")

    def _no_event(self, event: int) -> IllegalAction:
        return IllegalAction(self.hidden.lacking, f"There is no event {event} in force yet.")

    def with_effects(self, game: FullGame) -> Row:
        """The last row of a game, with the effects that the event has in it."""
        row, before = game.rows[-1], game.states[-2]
        then = self._seen_of(game)
        return replace(row, then=then, moves=tuple(self.hidden.operations(before, row.by, row.do, then)))

    def _seen_of(self, game: FullGame) -> tuple[Any, ...]:
        """The effects of the last event of a game, as the witness sees them."""
        return self.seen_effects(self.game.apply(game.states[-2], game.rows[-1].by, game.dos[-1])[1])

    def laid_open(self, moves: Sequence[Operation], bare: Sequence[Operation]) -> list[Move]:
        """The moves by which the effects of an event lay things open: `moves` without those of the action, `bare`."""
        return laid_open(moves, bare, self.witness, self.hidden.shared)

    def seen_effects(self, then: Sequence[Any]) -> tuple[Any, ...]:
        """The effects as the witness sees them, without those that the witness does not see at all."""
        seen = [self.game.redacted_effect(effect, self.witness) for effect in then]
        return tuple([effect for effect in seen if effect is not None])

    # -- the current game -------------------------------------------------------------------------------------------

    def _exchanged(self, row: Row, *, free: bool = False) -> FullGame | None:
        """The current game with the event, after as few exchanges of things as it needs; None if that fails.

        `free`: whether the effects may differ from those of the row.
        """
        now = self.now
        found = Exchange(self._single, self.hidden.is_nothing, now.rows, now.things, now.there)
        if not found.run(row.moves):
            return None
        things = list(now.things)
        for at, of in found.changed.items():
            things[at] = tuple(of)
        things.append(tuple(found.things))
        try:
            return self._played((*now.rows, row), things, min(found.changed, default=len(now.rows)), found.there, free)
        except _Fails:
            return None

    # -- another game -----------------------------------------------------------------------------------------------

    def _solved(self, row: Row, *, free: bool = False) -> FullGame:
        """The game with all events and this one, by a search. `free`: whether its effects may differ from the row's."""
        try:
            return self._searched_for([*self.rows, row], row, free=free)
        except Impossible:
            raise self._impossible(row) from None

    def _searched_for(self, rows: list[Row], new: Row, *, free: bool = False, steps: int = STEPS) -> FullGame:
        """A game with these rows, by a search. `new` is the row, or the condition, that the current game lacks.

        If a game that was found fails, the game's `conditions` say what the next one must have.

        Raises Impossible or IllegalAction if there is no such game, and NotProved if none was found in so many steps.
        """
        places = touched(new.moves)
        for _ in range(ROUNDS):
            try:
                return self._replayed(rows, self._searched(rows, places, steps), free)
            except _Fails as fails:
                failing = rows[fails.at]
                more = self.hidden.conditions(fails.before, failing.by, failing.do, failing.then, fails)
                if not more:
                    return self._given_up(rows, fails)
                rows[fails.at] = bounded(self.hidden, failing, fails.before, more)
                places |= touched(rows[fails.at].moves)
        raise NotProved("Whether this is possible is not proved: no game was found that agrees with it.")

    def _searched(self, rows: Sequence[Row], places: Collection[Place], steps: int = STEPS) -> list[Thing]:
        """The things that move unseen, by a search. It keeps those of the current game where it can.

        Parts of the record without any of `places` are not searched again. Raises Impossible, NotProved.
        """
        moves = operations_of(rows)
        slots = [i for i, one in enumerate(moves) if is_unseen(one)]
        old = self._by_operation(rows)
        try:
            found = old | solve(
                self.supply, moves, lambda i, options: self._preferred(old.get(i), options), places, steps
            )
        except Unproved:
            raise NotProved("Whether this is possible is not proved: too many ways lead to it.") from None
        return [found[i] for i in slots]

    def _by_operation(self, rows: Sequence[Row]) -> dict[int, Thing]:
        """The things that move unseen in the current game, by the number of the operation in these rows.

        The rows may be more than those of the current game.
        """
        slots = [i for i, one in enumerate(operations_of(rows)) if is_unseen(one)]
        return dict(zip(slots, [thing for of in self.things for thing in of], strict=False))

    def _preferred(self, old: Thing | None, options: Sequence[Thing]) -> Thing | None:
        """The thing that moves in the current game if possible, else a choice that is always allowed, else None."""
        return old if old in options else next(filter(self.hidden.is_nothing, options), None)

    def _replayed(self, rows: Sequence[Row], moved: Sequence[Thing], free: bool) -> FullGame:
        """The full game in which these things move unseen, played from the first event that differs.

        Raises _Fails at a row that does not agree with it.
        """
        rest = iter(moved)
        things = [tuple([next(rest) for _ in range(unseen_in(row))]) for row in rows]
        old = self.now.things
        first = next((i for i, of in enumerate(old) if of != things[i]), len(old))
        there = Places(self.supply).moved(operations_of(rows), moved)
        return self._played(rows, things, first, there, free)

    def _played(
        self,
        rows: Sequence[Row],
        things: Sequence[tuple[Thing, ...]],
        first: int,
        there: Mapping[Place, Any],
        free: bool,
    ) -> FullGame:
        """The full game of these rows and things, played from row `first`. Raises _Fails if a row does not agree."""
        dos, states = list(self.dos[:first]), list(self.states[: first + 1])
        for i in range(first, len(rows)):
            do, state = self._step(i, rows[i], states[-1], things[i], free and i == len(rows) - 1)
            dos.append(do)
            states.append(state)
        return FullGame(tuple(rows), tuple(dos), tuple(states), tuple(things), Places(there))

    def _step(self, i: int, row: Row, before: Any, things: Sequence[Thing], free: bool) -> tuple[Any, Any]:
        if isinstance(row.do, Seen):
            return row.do, before
        do = self.hidden.whole(row.do, things) if isinstance(row.do, Partial) else row.do
        try:
            self.game.check(before, row.by, do)
        except IllegalAction as error:
            raise _Fails(i, before, do, None, error) from None
        state, then = self.game.apply(before, row.by, do)
        seen = self.seen_effects(then)
        if not free and not is_same(row.then, seen):
            raise _Fails(i, before, do, seen, None)
        return do, state

    def _given_up(self, rows: Sequence[Row], fails: _Fails) -> FullGame:
        """The game in which the last event has other effects than its row says.

        Raises the refusal of the rules if they refuse the last event, and NotProved if an earlier row fails or no game
        was found.
        """
        if fails.at < len(rows) - 1:
            raise NotProved("Whether this is possible is not proved: an earlier event would be different.")
        if fails.error is not None:
            raise fails.error from None
        row = self.with_effects(self._replayed(rows, self._searched(rows, touched(rows[-1].moves)), free=True))
        game = self._exchanged(row)
        if game is None:
            raise NotProved("Whether this is possible is not proved: no game was found that has these effects.")
        return game

    def _impossible(self, row: Row) -> IllegalAction:
        """The refusal of an event that no game has; it names a missing thing and its place if one is found."""
        if len(row.moves) == 1 and isinstance(one := row.moves[0], Holds):
            return self._lacking(next(iter(one.kinds)), one.place)
        for n, one in enumerate(row.moves, 1):
            kind = next(iter(one.kinds)) if isinstance(one, Holds) else one.kind if isinstance(one, Move) else None
            place = one.place if isinstance(one, Holds) else one.source if isinstance(one, Move) else OPEN
            if kind is not None and place[1] >= 0 and not self._is_possible(row.moves[:n]):
                return self._lacking(kind, place)
        return IllegalAction(self.hidden.lacking, "That can't be: what was seen before leaves no such thing there.")

    def _lacking(self, kind: Thing, place: Place) -> IllegalAction:
        rule, word = self.hidden.lacking, self.hidden.word(kind)
        where = self.hidden.where.get(place[0], f"in the {place[0]} of")
        return IllegalAction(rule, f"No {word} can be {where} {{seats}}.", seats=(place[1],))

    # -- what is known ----------------------------------------------------------------------------------------------

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

        The keys are numbers of operations in the record. Raises Unproved if the search reaches its limit, or if none
        is to be made.
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
