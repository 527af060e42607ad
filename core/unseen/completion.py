"""One full, legal game that agrees with all that was seen, kept in step with the record.

It is a function of the record alone: where an event can't have happened in it, another one is found from all events so
far, and played from the first that has become another. Each length of the record keeps its own, for what is taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from kronika.core.basics.errors import BadSetup, IllegalAction, NotationError, NotProved
from kronika.core.basics.text import pluralize
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import Thing, filled
from kronika.core.contract.unseen import OPEN, Hidden, Holds, Lacks, Move, Operation, Place, Ways
from kronika.core.sessions.events import Seen
from kronika.core.unseen.exchange import Exchanges, is_of_single_things
from kronika.core.unseen.rows import (
    FullGame,
    Places,
    Row,
    is_kept,
    is_same,
    is_unseen,
    laid_open,
    new_bounds,
    operations_of,
    unseen_in,
    with_kinds,
)
from kronika.core.unseen.solver import STEPS, Impossible, Unproved, plenty, solve
from kronika.core.unseen.whereabouts import whereabouts

ROUNDS: Final = 50
"""Times that a game is sought again with what the last one has shown to be impossible."""


WAITS: Final = "waits"
GOES_ON: Final = "goes on"
"""Behind a move: whether hidden things have somebody choose next."""

How = Sequence[Any] | str | None
"""Which of several outcomes an event had, in a word or by its effects; None where nobody says."""

QUESTION: Final = 300
"""Choices that are tried at most to prove what is known, where there is one thing of each kind."""

DEEP: Final = 3
"""Times that a way is only supposed, of several that lead to what was seen."""


class _Fails(Exception):
    """A game that was found does not agree with a row after all: at which, what was tried, and why."""

    dos: Sequence[Any] = ()
    states: Sequence[Any] = ()
    """What was done in it before, and the states."""

    def __init__(
        self, at: int, before: Any, do: Any, then: tuple[Any, ...] | None, error: IllegalAction | None
    ) -> None:
        self.at, self.before, self.do, self.then, self.error = at, before, do, then, error


def declared(game: AnyGame) -> Hidden:
    """What a game says of hidden things. Raises BadSetup for one that says nothing."""
    if game.hidden is None:
        raise BadSetup(f"{game.title} can be recorded with all outcomes known only: it does not say what is hidden.")
    return game.hidden


class Completion:
    """The game that is played on what is possible; see `add`."""

    def __init__(self, game: AnyGame, witness: Viewer, start: Any) -> None:
        """Of a game in the state `start`, seen by a seat or BYSTANDER. Raises BadSetup; see `declared`."""
        self.game = game
        self.witness = witness
        self.hidden = declared(game)
        self.supply = self.hidden.supply(start)
        self.is_single = is_of_single_things(self.supply)
        """Is there one thing of each kind?"""
        self._kept = [FullGame((), (), (start,), (), Places(self.supply))]
        self._base: FullGame | None = None
        """The game as it is, put right by what the next event tells of the last one; while that is looked at."""

    @property
    def now(self) -> FullGame:
        """The game as it is."""
        return self._kept[-1] if self._base is None else self._base

    @property
    def rows(self) -> Sequence[Row]:
        """What was seen."""
        return self.now.rows

    @property
    def states(self) -> Sequence[Any]:
        """The states of the game, from the start on."""
        return self.now.states

    @property
    def dos(self) -> Sequence[Any]:
        """What is done in it."""
        return self.now.dos

    @property
    def things(self) -> Sequence[tuple[Thing, ...]]:
        """What moved unseen in it, by event."""
        return self.now.things

    def cut(self, length: int) -> None:
        """Goes back to the first events, and to the game that agreed with them then."""
        del self._kept[length + 1 :]

    # -- one event more -----------------------------------------------------------------------------------------

    def add(
        self, by: int, do: Any, then: Sequence[Any] | None = None, shown: Sequence[Thing] = (), how: How = None
    ) -> Row:
        """One event more, as it was seen; without `then` its effects are worked out.

        `shown` are the things that it lays open, as far as nobody could know them; `how` is which of several outcomes
        it had: one in which somebody is asked or not, or the one with these effects. Raises IllegalAction where no game
        allows it, NotationError where things are laid open that nobody names, NotProved. Nothing is changed then.
        Effects that do not follow are not taken: the row has those that do.
        """
        if isinstance(do, Seen):
            return self._keep(self._looked(do))
        try:
            self._base = self._led_to(by, do)
            game = self._worked_out(by, do, shown, how) if then is None else self._told(by, do, then)
        finally:
            self._base = None
        return self._keep(game)

    def _told(self, by: int, do: Any, then: Sequence[Any]) -> FullGame:
        """The game with an event whose effects were seen."""
        row = Row(by, do, tuple(then), self._moves(by, do, then))
        game = self._guessed(row)
        return game if game is not None and is_same(row.then, self._seen_of(game)) else self._solved(row)

    def _led_to(self, by: int, do: Any) -> FullGame | None:
        """The game in which the last event leads to this one; None where the present one is it."""
        rows = self.now.rows
        last = next((at for at in range(len(rows) - 1, -1, -1) if not isinstance(rows[at].do, Seen)), None)
        if last is None:
            return None
        ways = self.hidden.ways(self.states[last], rows[last].by, self.dos[last], rows[last].then, (by, do))
        required = new_bounds(ways, rows[last:])[0]
        if not required:
            return None
        row = self._bounded(rows[last], self.states[last], required)
        found = [*rows[:last], row, *rows[last + 1 :]]
        there, at_end = self.now.there, all(one in row.moves[-len(required) :] for _, one in required)
        if at_end and all(is_kept(one, there) for _, one in required):
            return replace(self.now, rows=tuple(found))
        return self._found(found, is_told=True)

    def _bounded(self, row: Row, before: Any, more: Sequence[tuple[int, Holds | Lacks]]) -> Row:
        """A row with what must be where once so many of its effects have happened."""
        moves = self.hidden.operations
        told = [(moves(before, row.by, row.do, row.then[:effects]), bound) for effects, bound in more]
        return row.with_bounds(
            [(sum(not isinstance(one, (Holds, Lacks)) for one in until), bound) for until, bound in told]
        )

    def _keep(self, game: FullGame) -> Row:
        self._kept.append(game)
        return game.rows[-1]

    def _moves(self, by: int, do: Any, then: Sequence[Any]) -> tuple[Operation, ...]:
        return tuple(self.hidden.operations(self.states[-1], by, do, then))

    def look(self, seat: int, things: Sequence[Thing], place: str) -> Row:
        """What was seen of a place without a move. Raises IllegalAction, NotProved."""
        return self.add(CHANCE, Seen(seat, tuple(things), place))

    def _looked(self, do: Seen) -> FullGame:
        place, counts = (do.place, do.seat), Counter(do.things)
        row = Row(CHANCE, do, (), tuple(Holds(place, frozenset((kind,)), n) for kind, n in counts.items()))
        there = self.now.there.get(place, {})
        if all(there.get(kind, 0) >= n for kind, n in counts.items()):
            return self.now.then(row, do, self.states[-1], ())
        return self._solved(row)

    def _worked_out(self, by: int, do: Any, shown: Sequence[Thing], how: How) -> FullGame:
        """The game with the event and the effects that it has."""
        bare = Row(by, do, (), self._moves(by, do, ()))
        game = self._guessed(bare) or self._solved(bare, free=True)
        outcomes = self.hidden.outcomes(self.states[-1], by, game.dos[-1], shown)
        if any(way for ways in outcomes for way in ways):
            game = self._with_outcome(bare, outcomes, shown, how)
        row = self._with_effects(game)
        laid = laid_open(row.moves, bare.moves)
        unknown = [one for one in laid if not self._is_sure(bare, one)]
        if not unknown and not shown:
            return self._of_last(game, row)
        named = {len(laid): laid, len(unknown): unknown}.get(len(shown))
        if named is None:
            raise NotationError(
                f"{pluralize(len(unknown), 'thing')} that nobody has seen "
                f"{'is' if len(unknown) == 1 else 'are'} laid open: write which after the move, `… shows THINGS`."
            )
        if [one.kind for one in named] == list(shown):
            return self._of_last(game, row)
        game = self._solved(replace(bare, moves=tuple(with_kinds(row.moves, named, shown))), free=True)
        return self._of_last(game, self._with_effects(game))

    def _with_outcome(self, bare: Row, outcomes: Sequence[Ways], shown: Sequence[Thing], how: How) -> FullGame:
        """A game in which the event has the outcome that was seen. Raises NotationError where that is not said."""
        games: list[FullGame] = []
        for ways in outcomes:
            rows = [bare.with_bounds([(len(bare.moves), bound) for _, bound in way]) for way in ways]
            with suppress(IllegalAction, NotProved):
                games.append(self._by_one_of([*self.rows, bare], len(self.rows), rows, free=True, is_told=True, deep=0))
        if shown:
            laid = [{one.kind for one in laid_open(self._with_effects(game).moves, bare.moves)} for game in games]
            games = [game for game, kinds in zip(games, laid, strict=True) if kinds >= {*shown}] or games
        if how in (WAITS, GOES_ON):
            games.sort(key=lambda game: len(self._seen_of(game)), reverse=how == GOES_ON)
            return games[0]
        if how is not None:
            games = [game for game in games if is_same(tuple(how), self._seen_of(game))] or games
        if len(games) == 1:
            return games[0]
        raise NotationError(
            f"Cards that nobody has seen decide how this goes on: write `{WAITS}` behind the move where somebody has "
            f"something to choose, else `{GOES_ON}`, or `shows` and the card that came to be seen."
        )

    def _with_effects(self, game: FullGame) -> Row:
        """The last row of a game with the effects that it has there."""
        row, before = game.rows[-1], game.states[-2]
        then = self._seen_of(game)
        return replace(row, then=then, moves=tuple(self.hidden.operations(before, row.by, row.do, then)))

    def _of_last(self, game: FullGame, row: Row) -> FullGame:
        """The game with another last row: the same things move unseen, and all that is there where its effects do."""
        before = Places(self.supply).moved(
            operations_of(game.rows[:-1]), [thing for of in game.things[:-1] for thing in of]
        )
        things = self._even(row.moves, before, game.things[-1])
        assert things is not None
        there = before.moved(row.moves, things)
        return replace(game, rows=(*game.rows[:-1], row), things=(*game.things[:-1], things), there=there)

    def _seen_of(self, game: FullGame) -> tuple[Any, ...]:
        """What is seen of the effects of the last event of a game."""
        last = game.last
        if last is None:
            last = self.game.apply(game.states[-2], game.rows[-1].by, game.dos[-1])[1]
        return self.seen_effects(last)

    def seen_effects(self, then: Sequence[Any]) -> tuple[Any, ...]:
        """Effects as the witness may know them."""
        seen = [self.game.redacted_effect(effect, self.witness) for effect in then]
        return tuple([effect for effect in seen if effect is not None])

    def _is_sure(self, row: Row, one: Move) -> bool:
        """Is it this thing in every game?"""
        if self.is_single and whereabouts(self.supply, [*self.rows, row])[-1][one.kind] == {one.source}:
            return True
        n = sum(isinstance(m, Move) and m.source == one.source and m.goal == OPEN for m in row.moves)
        return not self._is_possible(
            [*operations_of(self.rows), *row.moves, Lacks(one.source, frozenset((one.kind,)), n)]
        )

    # -- the present game -------------------------------------------------------------------------------------------

    def _guessed(self, row: Row) -> FullGame | None:
        """The present game with the event, whatever its effects; None where it can't be in it."""
        things = self._even(row.moves) if unseen_in(row) else ()
        if things is None:
            return None
        do, before = filled(row.do, things), self.states[-1]
        try:
            self.game.check(before, row.by, do)
        except IllegalAction:
            return None
        state, then = self.game.apply(before, row.by, do)
        return self.now.then(row, do, state, things, then)

    def _even(
        self, moves: Sequence[Operation], there: Places | None = None, given: Sequence[Thing] = ()
    ) -> tuple[Thing, ...] | None:
        """Things for what moves unseen, first the given ones, then as even as can be; None where nothing is there."""
        there = self.now.there if there is None else there
        found: list[Thing] = []
        for one in moves:
            kinds: tuple[Thing, ...] = ()
            if isinstance(one, Move) and one.kind is None and len(found) < len(given):
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

    # -- another game -----------------------------------------------------------------------------------------------

    def _solved(self, row: Row, *, free: bool = False) -> FullGame:
        """Another game with all events and this one; `free`: its effects are not known yet."""
        return self._found([*self.rows, row], free=free)

    def _found(self, rows: list[Row], *, free: bool = False, is_told: bool = False, deep: int = DEEP) -> FullGame:
        """Another game with these rows; `is_told`: the effects of the last one are not to be doubted.

        What such a game shows to be impossible becomes a condition of the next one, where the game says which.
        """
        for _ in range(ROUNDS):
            try:
                found = self._exchanged(rows) if self.is_single else None
                if found is None:
                    return self._replayed(rows, self._searched(rows), None, free)
                return self._replayed(rows, found.things, found.there, free)
            except _Fails as fails:
                at, ways = self._ways_at(rows, fails)
                sure, open_ways = new_bounds(ways, rows[at:])
                if sure:
                    rows[at] = self._bounded(rows[at], fails.states[at], sure)
                elif len(open_ways) > 1 and deep:
                    supposed = [self._bounded(rows[at], fails.states[at], way) for way in open_ways]
                    return self._by_one_of(rows, at, supposed, free, is_told, deep - 1)
                elif more := self._conditions(rows[fails.at], fails):
                    rows[fails.at] = replace(rows[fails.at], moves=(*more, *rows[fails.at].moves))
                elif is_told or deep < DEEP:
                    break
                else:
                    return self._given_up(rows, fails)
        raise NotProved("Whether this is possible is not proved: no game was found that agrees with it.")

    def _by_one_of(self, rows: list[Row], at: int, ways: Ways, free: bool, is_told: bool, deep: int) -> FullGame:
        """A game in which one of several ways is so. Which it is may be seen later: the rows say nothing of it."""
        refusals: list[IllegalAction | NotProved] = []
        for way in ways:
            try:
                game = self._found([*rows[:at], way, *rows[at + 1 :]], free=free, is_told=is_told, deep=deep)
            except (IllegalAction, NotProved) as refusal:
                refusals.append(refusal)
                continue
            return replace(game, rows=tuple(rows))
        raise next((one for one in refusals if isinstance(one, NotProved)), refusals[-1])

    def _conditions(self, row: Row, fails: _Fails) -> Sequence[Holds | Lacks]:
        return self.hidden.conditions(fails.before, row.by, row.do, row.then, fails)

    def _ways_at(self, rows: Sequence[Row], fails: _Fails) -> tuple[int, Ways]:
        """At which row a game went another way than the record, and which ways there are."""
        at = fails.at
        if fails.then is None:
            at = next((i for i in range(at - 1, -1, -1) if not isinstance(rows[i].do, Seen)), at)
        done = [*fails.dos, fails.do]
        row = rows[at]
        after = next(((one.by, one.do) for one in rows[at + 1 :] if not isinstance(one.do, Seen)), None)
        return at, self.hidden.ways(fails.states[at], row.by, done[at], row.then, after)

    def _searched(self, rows: Sequence[Row]) -> list[Thing]:
        """What moved unseen, by a search that keeps to the present game where it can."""
        moves = operations_of(rows)
        slots = [i for i, one in enumerate(moves) if is_unseen(one)]
        old = dict(zip(slots, [thing for of in self.things for thing in of], strict=False))
        try:
            found = solve(self.supply, moves, lambda i, options: old[i] if old.get(i) in options else None)
        except Impossible:
            raise self._impossible(rows[-1]) from None
        except Unproved:
            raise NotProved("Whether this is possible is not proved: too many ways lead to it.") from None
        return [found[i] for i in slots]

    def _exchanged(self, rows: Sequence[Row]) -> Exchanges | None:
        """Another game by exchanges alone; None where that does not find one."""
        old, game = self.now, self._exchanges()
        pairs = enumerate(zip(rows, old.rows, strict=False))
        first = next((at for at, (row, before) in pairs if row.moves is not before.moves), len(old.rows))
        undone = iter(game.undo(sum(len(row.moves) for row in old.rows[first:])))
        for row in rows[first:]:
            if not game.follow(row.moves, list(islice(undone, unseen_in(row)))):
                return None
        return game

    def _replayed(self, rows: Sequence[Row], moved: Sequence[Thing], there: Places | None, free: bool) -> FullGame:
        """The game in which these things moved unseen, played from the first event that has become another.

        `there` is where they lie then, if that is known already.

        Raises _Fails at a row that does not agree with it.
        """
        old = self.now
        first, things = _from_first_change(old, rows, moved)
        dos, states = list(old.dos[:first]), list(old.states[: first + 1])
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
        do = filled(row.do, things)
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

    def _given_up(self, rows: Sequence[Row], fails: _Fails) -> FullGame:
        """The last event is refused for what all know, or has other effects than were said; else nothing is proved."""
        if fails.at < len(rows) - 1:
            raise NotProved("Whether this is possible is not proved: what went before would be otherwise.")
        if fails.error is not None:
            raise fails.error from None
        game = self._replayed(rows, self._searched(rows), None, free=True)
        return self._of_last(game, self._with_effects(game))

    def _impossible(self, row: Row) -> IllegalAction:
        """That no game has this event, and why, as far as it can be said in a word."""
        for one in row.moves:
            if isinstance(one, Move) and one.kind is not None and one.source[1] >= 0:
                return self._lacking(one.kind, one.source)
            if isinstance(one, Holds):
                return self._lacking(next(iter(one.kinds)), one.place)
        return IllegalAction(self.hidden.lacking, "That can't be: what was seen before leaves no such thing there.")

    def _lacking(self, kind: Thing, place: Place) -> IllegalAction:
        rule, word = self.hidden.lacking, self.hidden.word(kind)
        return IllegalAction(rule, f"No {word} can be in the {place[0]} of {{seats}}.", seats=(place[1],))

    # -- what is known ----------------------------------------------------------------------------------------------

    def _is_possible(self, moves: Sequence[Operation]) -> bool:
        """Is there a game with these moves? Where that is not proved it is taken for possible."""
        try:
            solve(self.supply, moves, steps=self._steps)
        except Impossible:
            return False
        except Unproved:
            return True
        return True

    def can_move(self, moves: Sequence[Operation]) -> bool:
        """Can things move so now, in some game that agrees with the record? So it is taken where it is not proved."""
        if self.is_single and self._exchanges().follow(moves):
            return True
        return self._is_possible([*operations_of(self.rows), *moves])

    def _exchanges(self) -> Exchanges:
        """The present game, for exchanges."""
        now = self.now
        return Exchanges(operations_of(now.rows), [thing for of in now.things for thing in of], now.there)

    def with_conditions(self, conditions: Sequence[Operation], length: int) -> Mapping[int, Thing] | None:
        """Things that moved unseen, by operation, in a game in which all this is so after so many events; else None.

        Raises Unproved.
        """
        before, behind = operations_of(self.rows[:length]), operations_of(self.rows[length:])
        if self.is_single:
            game = self._exchanges()
            undone = game.undo(len(behind))
            if game.follow(conditions) and game.follow(behind, undone):
                slots = (i for i, one in enumerate((*before, *behind)) if is_unseen(one))
                return dict(zip(slots, game.things, strict=True))
        at, more = len(before), len(conditions)
        try:
            found = solve(self.supply, [*before, *conditions, *behind], steps=self._steps)
        except Impossible:
            return None
        return {i if i < at else i - more: thing for i, thing in found.items()}

    @property
    def _steps(self) -> int:
        """How long is sought for what is known; longer where no exchanges look before."""
        return QUESTION if self.is_single else STEPS


def _from_first_change(
    old: FullGame, rows: Sequence[Row], moved: Sequence[Thing]
) -> tuple[int, list[tuple[Thing, ...]]]:
    """The first row in which other things move unseen than in a game, and what moves unseen by row."""
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
