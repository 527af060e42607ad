"""A finder of full games that agree with what was seen, from one that agrees with all but the last of it.

Exchanges are tried first, then a search. The game is played by the rules from the first event that differs. If it
fails, the game's `ways` say what the next one must have.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction, NotProved
from kronika.core.contract.game import Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import Partial, Thing
from kronika.core.contract.unseen import OPEN, Hidden, Holds, Move, Operation, Place, Supply, Trade, Ways
from kronika.core.sessions.events import Seen
from kronika.core.unseen.filling import plenty
from kronika.core.unseen.naming import lacking
from kronika.core.unseen.routes import Impossible
from kronika.core.unseen.rows import (
    FullGame,
    Places,
    Row,
    bounded,
    is_same,
    is_unseen,
    new_bounds,
    operations_of,
    unseen_in,
)
from kronika.core.unseen.singles.exchange import Exchanges
from kronika.core.unseen.solver import Unproved, solve

ROUNDS: Final = 50
"""The most games that are tried, each with conditions that the one before has shown to be needed."""

DEEP: Final = 3
"""The most nested guesses at one of several ways that lead to what was seen."""


_LAID_OPEN: Final[Place] = ("laid open, whatever it is", -1)
"""The goal of things that are laid open, if it does not matter which they are."""


class _Fails(Exception):
    """A full game does not agree with row `at`: with the state before it, the action, the effects and the refusal."""

    dos: Sequence[Any] = ()
    states: Sequence[Any] = ()
    """The actions before the row, and the states up to it."""

    def __init__(
        self, at: int, before: Any, do: Any, then: tuple[Any, ...] | None, error: IllegalAction | None
    ) -> None:
        self.at, self.before, self.do, self.then, self.error = at, before, do, then, error


def _named(one: Operation) -> tuple[Thing | None, Place]:
    """The thing that an operation names, and where it says that this is; no thing if it names none, or several."""
    if isinstance(one, Holds):
        return next(iter(one.kinds)) if len(one.kinds) == 1 else None, one.place
    return (one.kind, one.source) if isinstance(one, Move) else (None, OPEN)


def _unnamed(one: Operation) -> Operation | None:
    """An operation without the hidden thing that it names; None if it only says what is somewhere."""
    if isinstance(one, Move) and one.source != OPEN:
        return replace(one, goal=_LAID_OPEN if one.goal == OPEN else one.goal, kind=None)
    return one if isinstance(one, Move | Trade) else None


class Finder:
    """A finder of full games for a game as a witness sees it; see `found`."""

    def __init__(self, game: AnyGame, hidden: Hidden, witness: Viewer, supply: Supply) -> None:
        self.game = game
        self.hidden = hidden
        self.witness = witness
        self.supply = supply

    def found(
        self,
        base: FullGame,
        rows: list[Row],
        *,
        free: bool = False,
        is_told: bool = False,
        deep: int = DEEP,
        new: Row | None = None,
    ) -> FullGame:
        """Another full game with these rows.

        `free`: whether the effects of the last row may differ. `is_told`: whether they are certain, so that no other
        ones are tried. `deep` is the number of nested guesses left. `new` is the row with what the game lacks, if that
        is not the last one.

        Raises IllegalAction if there is no such game, and NotProved if none was found.
        """
        for _ in range(ROUNDS):
            try:
                found = self._exchanged(base, rows)
                if found is None:
                    return self._replayed(base, rows, self._searched(base, rows, new), None, free)
                return self._replayed(base, rows, found.things, found.there, free)
            except _Fails as fails:
                at, ways = self._ways_at(rows, fails)
                sure, open_ways = new_bounds(ways, rows[at:])
                if sure:
                    rows[at] = bounded(self.hidden, rows[at], fails.states[at], sure)
                elif len(open_ways) > 1 and deep:
                    supposed = [bounded(self.hidden, rows[at], fails.states[at], way) for way in open_ways]
                    return self.by_one_of(base, rows, at, supposed, free=free, is_told=is_told, deep=deep - 1)
                elif is_told or deep < DEEP:
                    break
                else:
                    return self._given_up(base, rows, fails)
        raise NotProved("Whether this is possible is not proved: no game was found that agrees with it.")

    def by_one_of(
        self, base: FullGame, rows: list[Row], at: int, ways: Sequence[Row], *, free: bool, is_told: bool, deep: int
    ) -> FullGame:
        """A game in which one of several ways holds; its rows do not say which, because that may be seen later.

        Raises the refusals of `found` if all ways fail.
        """
        refusals: list[IllegalAction | NotProved] = []
        for way in ways:
            try:
                game = self.found(base, [*rows[:at], way, *rows[at + 1 :]], free=free, is_told=is_told, deep=deep)
            except (IllegalAction, NotProved) as refusal:
                refusals.append(refusal)
                continue
            return replace(game, rows=tuple(rows))
        raise next((one for one in refusals if isinstance(one, NotProved)), refusals[-1])

    def _ways_at(self, rows: Sequence[Row], fails: _Fails) -> tuple[int, Ways]:
        """The number of the row at which a game went another way than the record, and the possible ways there."""
        at = fails.at
        if fails.then is None:
            at = next((i for i in range(at - 1, -1, -1) if not isinstance(rows[i].do, Seen)), at)
        done = [*fails.dos, fails.do]
        row = rows[at]
        after = next(((one.by, one.do) for one in rows[at + 1 :] if not isinstance(one.do, Seen)), None)
        return at, self.hidden.ways(fails.states[at], row.by, done[at], row.then, after)

    def _searched(self, base: FullGame, rows: Sequence[Row], new: Row | None = None) -> list[Thing]:
        """The things that move unseen, by a search. It keeps those of the game where it can.

        Raises IllegalAction, NotProved.
        """
        moves = operations_of(rows)
        slots = [i for i, one in enumerate(moves) if is_unseen(one)]
        old = dict(zip(slots, [thing for of in base.things for thing in of], strict=False))
        try:
            found = solve(self.supply, moves, lambda i, options: old[i] if old.get(i) in options else None)
        except Impossible:
            raise self._impossible(rows, rows[-1] if new is None else new) from None
        except Unproved:
            raise NotProved("Whether this is possible is not proved: too many ways lead to it.") from None
        return [found[i] for i in slots]

    def _exchanged(self, base: FullGame, rows: Sequence[Row]) -> Exchanges | None:
        """Another game by exchanges alone; None if they do not find one."""
        game = exchanges_of(base)
        pairs = enumerate(zip(rows, base.rows, strict=False))
        first = next((at for at, (row, before) in pairs if row.moves is not before.moves), len(base.rows))
        undone = iter(game.undo(sum(len(row.moves) for row in base.rows[first:])))
        for row in rows[first:]:
            if not game.follow(row.moves, list(islice(undone, unseen_in(row)))):
                return None
        return game

    def _replayed(
        self, base: FullGame, rows: Sequence[Row], moved: Sequence[Thing], there: Places | None, free: bool
    ) -> FullGame:
        """The full game in which these things move unseen, played from the first event that differs.

        `there` are the contents of places then, if already known. Raises _Fails at a row that does not agree.
        """
        first, things = _from_first_change(base, rows, moved)
        dos, states = list(base.dos[:first]), list(base.states[: first + 1])
        for i in range(first, len(rows)):
            try:
                do, state = self._step(i, rows[i], states[-1], things[i], free and i == len(rows) - 1)
            except _Fails as fails:
                fails.dos, fails.states = dos, states
                raise
            dos.append(do)
            states.append(state)
        there = Places(self.supply).moved(operations_of(rows), moved) if there is None else there
        return FullGame(tuple(rows), tuple(dos), tuple(states), tuple(things), there)

    def _step(self, i: int, row: Row, before: Any, things: Sequence[Thing], free: bool) -> tuple[Any, Any]:
        if isinstance(row.do, Seen):
            return row.do, before
        do = self.whole(row.do, things)
        try:
            self.game.check(before, row.by, do)
        except IllegalAction as error:
            raise _Fails(i, before, do, None, error) from None
        state, then = self.game.apply(before, row.by, do)
        if free or row.then == then:
            return do, state
        seen = self.seen_effects(then)
        if not is_same(row.then, seen):
            raise _Fails(i, before, do, seen, None)
        return do, state

    def whole(self, do: Any, things: Sequence[Thing]) -> Any:
        """An action with these things in its holes."""
        return self.hidden.whole(do, things) if isinstance(do, Partial) else do

    def _given_up(self, base: FullGame, rows: Sequence[Row], fails: _Fails) -> FullGame:
        """The game in which the last event has other effects than its row says.

        Raises the refusal of the rules if they refuse the last event, and NotProved if an earlier row fails.
        """
        if fails.at < len(rows) - 1:
            raise NotProved("Whether this is possible is not proved: an earlier event would be different.")
        if fails.error is not None:
            raise fails.error from None
        game = self._replayed(base, rows, self._searched(base, rows), None, free=True)
        return self.of_last(game, self.with_effects(game))

    def _impossible(self, rows: Sequence[Row], row: Row) -> IllegalAction:
        """The refusal of an event that no game has; it names a thing and its place if that alone can't be."""
        for at, one in enumerate(row.moves):
            kind, place = _named(one)
            if kind is None or place[1] < 0:
                continue
            alone = [*map(_unnamed, row.moves[:at]), one, *map(_unnamed, row.moves[at + 1 :])]
            told = replace(row, moves=tuple(part for part in alone if part is not None))
            if not self._is_possible(operations_of([told if other is row else other for other in rows])):
                return lacking(self.hidden, kind, place, one.least if isinstance(one, Holds) else 1)
        return IllegalAction(self.hidden.lacking, "That can't be: what was seen before leaves no such thing there.")

    def _is_possible(self, moves: Sequence[Operation]) -> bool:
        """Whether the things can move so. Also True if the search reaches its limit."""
        with suppress(Unproved):
            try:
                solve(self.supply, moves)
            except Impossible:
                return False
        return True

    # -- the last event ---------------------------------------------------------------------------------------------

    def with_effects(self, game: FullGame) -> Row:
        """The last row of a game, with the effects that the event has in it."""
        row, before = game.rows[-1], game.states[-2]
        then = self.seen_of(game)
        return replace(row, then=then, moves=tuple(self.hidden.operations(before, row.by, row.do, then)))

    def of_last(self, game: FullGame, row: Row) -> FullGame:
        """The game with another last row, in which the same things move unseen as far as they go."""
        before = Places(self.supply).moved(
            operations_of(game.rows[:-1]), [thing for of in game.things[:-1] for thing in of]
        )
        things = evened(row.moves, before, game.things[-1])
        assert things is not None
        there = before.moved(row.moves, things)
        return replace(game, rows=(*game.rows[:-1], row), things=(*game.things[:-1], things), there=there)

    def seen_of(self, game: FullGame) -> tuple[Any, ...]:
        """The effects of the last event of a game, as the witness sees them."""
        last = game.last
        if last is None:
            last = self.game.apply(game.states[-2], game.rows[-1].by, game.dos[-1])[1]
        return self.seen_effects(last)

    def seen_effects(self, then: Sequence[Any]) -> tuple[Any, ...]:
        """The effects as the witness sees them, without those that the witness does not see at all."""
        seen = [self.game.redacted_effect(effect, self.witness) for effect in then]
        return tuple([effect for effect in seen if effect is not None])


def exchanges_of(game: FullGame) -> Exchanges:
    """A full game in the form that exchanges need."""
    return Exchanges(operations_of(game.rows), [thing for of in game.things for thing in of], game.there)


def evened(moves: Sequence[Operation], there: Places, given: Sequence[Thing] = ()) -> tuple[Thing, ...] | None:
    """The things for unseen moves: the given ones first, then as even as possible; None if one can't be."""
    found: list[Thing] = []
    for one in moves:
        kinds: tuple[Thing, ...] = ()
        if isinstance(one, Move) and one.kind is not None:
            if one.source != OPEN and not there.get(one.source, {}).get(one.kind):
                return None
        elif isinstance(one, Move) and one.kind is None and len(found) < len(given):
            kinds = (given[len(found)],)
            found += kinds
        elif isinstance(one, Move) and one.kind is None:
            source = there.get(one.source, {})
            options = [kind for kind, n in source.items() if n > 0]
            if not options:
                return None
            kinds = (plenty(options, source, there.get(one.goal, {})),)
            found += kinds
        there = there.moved((one,), kinds)
    return tuple(found)


def _from_first_change(
    old: FullGame, rows: Sequence[Row], moved: Sequence[Thing]
) -> tuple[int, list[tuple[Thing, ...]]]:
    """The number of the first row in which other things move unseen than in a game, and the unseen things by row."""
    things: list[tuple[Thing, ...]] = []
    hole, first = 0, None
    for at, before in enumerate(old.things):
        now = tuple(moved[hole : hole + len(before)]) if before else ()
        if first is None and now != before:
            first = at
        things.append(now)
        hole += len(before)
    for row in rows[len(things) :]:
        n = unseen_in(row)
        things.append(tuple(moved[hole : hole + n]))
        hole += n
    return len(old.things) if first is None else first, things
