"""The full game of a record in which kinds are counted: there can be many things of a kind.

If a new event can't have happened in the current game, another one is found by as few exchanges as it needs, else by a
search over all events so far.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction, NotProved
from kronika.core.contract.game import Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import Partial, Thing
from kronika.core.contract.unseen import OPEN, Either, Holds, Lacks, Move, Operation, Place
from kronika.core.sessions.events import Seen
from kronika.core.unseen.assuming import told_effects
from kronika.core.unseen.completion import Completion
from kronika.core.unseen.counting import is_excluded
from kronika.core.unseen.deciding import How
from kronika.core.unseen.exchange import Exchange, single_kinds
from kronika.core.unseen.laying import worked_out
from kronika.core.unseen.naming import lacking
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


class KindsCompletion(Completion):
    """One full game that agrees with a record, in which kinds are counted; see `Completion`."""

    def __init__(self, game: AnyGame, witness: Viewer, start: Any) -> None:
        """Create a completion; see `Completion`. Raises BadSetup."""
        super().__init__(game, witness, start)
        self._single = single_kinds(self.supply)

    def add(
        self, by: int, do: Any, then: Sequence[Any] | None = None, shown: Sequence[Thing] = (), how: How = None
    ) -> Row:
        """Add one event as it was seen, and return its row; see `Completion.add`."""
        if isinstance(do, Seen):
            return self._keep(self._looked(do))
        do = self._without_repeats(by, do)
        if then is None:
            return self._keep(self._told(worked_out(self, by, do, shown, how)))
        return self._keep(self.found(Row(by, do, tuple(then), self.moves(by, do, then))))

    def _told(self, game: FullGame) -> FullGame:
        """The game whose last effects are as the witness records them."""
        row = game.rows[-1]
        then = told_effects(self, game, Row(row.by, row.do, (), self.moves(row.by, row.do, ())))
        return game if then == row.then else self.found(Row(row.by, row.do, then, self.moves(row.by, row.do, then)))

    def found(self, row: Row, *, free: bool = False) -> FullGame:
        """The full game with one more event; see `Completion.found`."""
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
        for one in row.moves:
            try:
                with suppress(NotProved):
                    found((one,))
            except Impossible:
                raise self._impossible(replace(row, moves=(one,))) from None
        raise self._impossible(replace(row, moves=()))

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

    def _solved(self, row: Row, *, free: bool = False) -> FullGame:
        """The game with all events and this one, by a search. `free`: whether its effects may differ from the row's."""
        try:
            return self._searched_for([*self.rows, row], row, free=free)
        except Impossible:
            raise self._impossible(row) from None

    def _searched_for(self, rows: list[Row], new: Row, *, free: bool = False, steps: int = STEPS) -> FullGame:
        """A game with these rows, by a search. `new` is the row, or the condition, that the current game lacks.

        If a game that was found fails, the game's `conditions` say what the next one must have.

        Raises Impossible or IllegalAction if there is no such game, NotProved if none was found after `steps` choices.
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
        """The refusal of an event that no game has; it names a thing and its place if that thing alone is missing."""
        if len(row.moves) == 1 and isinstance(one := row.moves[0], Holds):
            return lacking(self.hidden, next(iter(one.kinds)), one.place, one.least)
        for n, one in enumerate(row.moves, 1):
            kind = next(iter(one.kinds)) if isinstance(one, Holds) else one.kind if isinstance(one, Move) else None
            place = one.place if isinstance(one, Holds) else one.source if isinstance(one, Move) else OPEN
            if kind is not None and place[1] >= 0 and not self._is_possible(_alone(row.moves[:n], kind)):
                return lacking(self.hidden, kind, place, one.least if isinstance(one, Holds) else 1)
        return IllegalAction(self.hidden.lacking, "That can't be: what was seen before leaves no such thing there.")


def _alone(moves: Sequence[Operation], kind: Thing) -> list[Operation]:
    """The operations, of which only those on things of one kind say what they are.

    Another thing that comes to lie open goes to a place of its own kind instead, since what lies open has a name.
    """
    found: list[Operation] = []
    laid: set[Place] = set()
    for one in moves:
        if isinstance(one, Move) and one.kind != kind:
            open_ = (f"open {one.kind}", -1)
            if one.goal == OPEN:
                laid.add(open_)
                found.append(Move(one.source, open_))
            elif one.source == OPEN:
                found.append(Move(open_, one.goal) if open_ in laid else one)
            else:
                found.append(replace(one, kind=None))
        elif not isinstance(one, Lacks | Either) and not (isinstance(one, Holds) and kind not in one.kinds):
            found.append(one)
    return found
