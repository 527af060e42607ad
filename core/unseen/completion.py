"""One full, legal game that agrees with all that was seen, kept in step with the record.

It is a function of the record alone: where an event can't have happened in it, another one is found from all events so
far, and played from the first that has become another. Each length of the record keeps its own, for what is taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.errors import BadSetup, IllegalAction, NotationError, NotProved
from kronika.core.basics.text import count
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import Thing, agrees, filled, holes
from kronika.core.contract.unseen import OPEN, Hidden, Holds, Lacks, Move, Operation, Place, Trade
from kronika.core.sessions.events import Seen
from kronika.core.unseen.exchange import exchanged, is_of_single_things
from kronika.core.unseen.solver import Impossible, Unproved, plenty, solve

ROUNDS: Final = 50
"""Times that a completion is sought anew with what the last one has shown to be impossible."""


class Row(Struct, frozen=True):
    """An event as it was seen: whose it is, the action and the effects with holes, and what they move."""

    by: int
    do: Any
    then: tuple[Any, ...]
    moves: tuple[Operation, ...]


class _Places(dict[Place, Mapping[Thing, int]]):
    """What lies where. Nothing is changed in place."""

    def moved(self, moves: Sequence[Operation], things: Sequence[Thing]) -> _Places:
        """After these moves, in which these things moved unseen."""
        if not moves:
            return self
        touched = {place for one in moves if isinstance(one, Move) for place in (one.source, one.goal)}
        touched |= {place for one in moves if isinstance(one, Trade) for place in (one.one, one.other)}
        there: dict[Place, dict[Thing, int]] = {place: dict(self.get(place, {})) for place in touched}
        rest = iter(things)
        for one in moves:
            if isinstance(one, Trade):
                there[one.one], there[one.other] = there[one.other], there[one.one]
            elif isinstance(one, Move):
                kind = next(rest) if one.kind is None else one.kind
                source, goal = there[one.source], there[one.goal]
                source[kind] = source.get(kind, 0) - 1
                goal[kind] = goal.get(kind, 0) + 1
        there.pop(OPEN, None)
        return _Places({**self, **there})


class _Game(Struct):
    """A full game: what was done, the states, the things that moved unseen by event, what lies where at the end."""

    dos: list[Any]
    states: list[Any]
    things: list[tuple[Thing, ...]]
    there: _Places


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
        self._single = is_of_single_things(self.supply)
        self.rows: list[Row] = []
        self._now = _Game([], [start], [], _Places(self.supply))
        self._kept = [self._now]

    @property
    def states(self) -> Sequence[Any]:
        """The states of the completion, from the start on."""
        return self._now.states

    @property
    def dos(self) -> Sequence[Any]:
        """What is done in it."""
        return self._now.dos

    @property
    def things(self) -> Sequence[tuple[Thing, ...]]:
        """What moved unseen in it, by event."""
        return self._now.things

    # -- one event more -----------------------------------------------------------------------------------------

    def add(self, by: int, do: Any, then: Sequence[Any] | None = None, shown: Sequence[Thing] = ()) -> Row:
        """One event more, as it was seen; without `then` its effects are worked out.

        `shown` are the things that it lays open, as far as nobody could know them. Raises IllegalAction where no game
        allows it, NotationError where things are laid open that nobody names, NotProved. Nothing is changed then.
        """
        if isinstance(do, Seen):
            return self._look(do)
        if then is not None:
            row = Row(by, do, tuple(then), self._moves(by, do, then))
            return self._keep(row, self._played(row) or self._solved([*self.rows, row]))
        game, row = self._worked_out(by, do, shown)
        return self._keep(row, game)

    def _moves(self, by: int, do: Any, then: Sequence[Any]) -> tuple[Operation, ...]:
        return tuple(self.hidden.operations(self.states[-1], by, do, then))

    def look(self, seat: int, things: Sequence[Thing], place: str) -> Row:
        """What was seen of a place without a move. Raises IllegalAction, NotProved."""
        return self._look(Seen(seat, tuple(things), place))

    def _look(self, do: Seen) -> Row:
        place = (do.place, do.seat)
        counts = Counter(do.things)
        moves = tuple(Holds(place, frozenset((kind,)), n) for kind, n in counts.items())
        row = Row(CHANCE, do, (), moves)
        there = self._now.there.get(place, {})
        if all(there.get(kind, 0) >= n for kind, n in counts.items()):
            return self._keep(row, self._with(row, do, self.states[-1], ()))
        return self._keep(row, self._solved([*self.rows, row]))

    def _worked_out(self, by: int, do: Any, shown: Sequence[Thing]) -> tuple[_Game, Row]:
        """The event with its effects, and the game that has it."""
        bare = Row(by, do, (), self._moves(by, do, ()))
        game = self._guessed(bare) or self._solved([*self.rows, bare], free=True)
        then = self._seen_of(game)
        moves = tuple(self.hidden.operations(game.states[-2], by, do, then))
        laid = laid_open(moves, bare.moves)
        unknown = [one for one in laid if not self._sure(bare, one)]
        if not unknown and not shown:
            return game, Row(by, do, then, moves)
        named = {len(laid): laid, len(unknown): unknown}.get(len(shown))
        if named is None:
            raise NotationError(
                f"{count(len(unknown), 'thing')} that nobody has seen "
                f"{'is' if len(unknown) == 1 else 'are'} laid open: write behind the move which, `… shows THINGS`."
            )
        wanted = tuple(_with_kinds(moves, named, shown))
        game = self._solved([*self.rows, Row(by, do, (), wanted)], free=True)
        then = self._seen_of(game)
        moves = tuple(self.hidden.operations(game.states[-2], by, do, then))
        return game, Row(by, do, then, moves)

    def _seen_of(self, game: _Game) -> tuple[Any, ...]:
        """What is seen of the effects of the last event of a game."""
        do, before = game.dos[-1], game.states[-2]
        by = self._by
        return self.seen_effects(self.game.apply(before, by, do)[1])

    def seen_effects(self, then: Sequence[Any]) -> tuple[Any, ...]:
        """Effects as the witness may know them."""
        seen = [self.game.redacted_effect(effect, self.witness) for effect in then]
        return tuple([effect for effect in seen if effect is not None])

    def _sure(self, row: Row, one: Move) -> bool:
        """Is it this thing in every game?"""
        n = sum(isinstance(m, Move) and m.source == one.source and m.goal == OPEN for m in row.moves)
        return not self._possible([*self._all(), *row.moves, Lacks(one.source, frozenset((one.kind,)), n)])

    # -- playing ------------------------------------------------------------------------------------------------

    def _guessed(self, row: Row) -> _Game | None:
        """The present game with the event, whatever its effects; None where it can't be in it."""
        self._by = row.by
        things = self._even(row.moves) if holes(row.do) else ()
        if things is None:
            return None
        do = filled(row.do, things)
        try:
            self.game.check(self.states[-1], row.by, do)
        except IllegalAction:
            return None
        state, _ = self.game.apply(self.states[-1], row.by, do)
        return self._with(row, do, state, things)

    def _played(self, row: Row) -> _Game | None:
        """The present game with the event and the effects that were seen; None where they can't be in it."""
        game = self._guessed(row)
        if game is None:
            return None
        then = self._seen_of(game)
        return game if _same(row.then, then) else None

    def _with(self, row: Row, do: Any, state: Any, things: tuple[Thing, ...]) -> _Game:
        now = self._now
        there = now.there.moved(row.moves, things)
        return _Game([*now.dos, do], [*now.states, state], [*now.things, things], there)

    def _keep(self, row: Row, game: _Game) -> Row:
        self.rows.append(row)
        self._now = game
        self._kept.append(game)
        return row

    def cut(self, length: int) -> None:
        """Goes back to the first events, and to the game that agreed with them then."""
        del self.rows[length:], self._kept[length + 1 :]
        self._now = self._kept[length]

    def _even(self, moves: Sequence[Operation]) -> tuple[Thing, ...] | None:
        """Things for what moves unseen, as even as can be; None where a thing is not there."""
        there = self._now.there
        found: list[Thing] = []
        for one in moves:
            kinds: tuple[Thing, ...] = ()
            if isinstance(one, Move) and one.kind is None:
                source = there.get(one.source, {})
                options = [kind for kind, n in source.items() if n > 0]
                if not options:
                    return None
                kinds = (plenty(options, source, there.get(one.goal, {})),)
                found += kinds
            there = there.moved((one,), kinds)
        return tuple(found)

    # -- another game -------------------------------------------------------------------------------------------

    def _all(self) -> list[Operation]:
        return [one for row in self.rows for one in row.moves]

    def _possible(self, moves: Sequence[Operation]) -> bool:
        """Is there a game with these moves? Where that is not proved it is taken for possible."""
        try:
            solve(self.supply, moves)
        except Impossible:
            return False
        except Unproved:
            return True
        return True

    def _solved(self, rows: Sequence[Row], *, free: bool = False) -> _Game:
        """Another game with all these events; `free`: the effects of the last one are not known yet."""
        moves = [one for row in rows for one in row.moves]
        old = [thing for things in self._now.things for thing in things]
        if game := self._exchanged(rows, moves, old, free=free):
            return game
        slots = [i for i, one in enumerate(moves) if isinstance(one, Move) and one.kind is None]
        kept = dict(zip(slots, old, strict=False))
        try:
            found = solve(self.supply, moves, lambda i, options: kept[i] if kept.get(i) in options else None)
        except Impossible:
            raise self._impossible(rows[-1]) from None
        except Unproved:
            raise NotProved("Whether this is possible is not proved: too many ways lead to it.") from None
        return self._replayed(rows, [found[i] for i in slots], free)

    def _exchanged(
        self, rows: Sequence[Row], moves: Sequence[Operation], old: Sequence[Thing], *, free: bool
    ) -> _Game | None:
        """Another game by exchanges alone; None where that does not find one."""
        found = exchanged(self.supply, moves, old, len(rows[-1].moves)) if self._single else None
        if found is None:
            return None
        try:
            return self._replayed(rows, found, free)
        except (IllegalAction, NotProved):
            return None

    def _replayed(self, rows: Sequence[Row], moved: Sequence[Thing], free: bool) -> _Game:
        """The game in which these things moved unseen, played from the first event that has become another."""
        rest = iter(moved)
        things = [tuple([next(rest) for _ in range(_unseen(row.moves))]) for row in rows]
        old = self._now
        first = next((i for i, one in enumerate(old.things) if one != things[i]), len(old.things))
        there = _Places(self.supply).moved([one for row in rows for one in row.moves], moved)
        game = _Game(old.dos[:first], old.states[: first + 1], old.things[:first], there)
        for i in range(first, len(rows)):
            row, last = rows[i], i == len(rows) - 1
            before = game.states[-1]
            if isinstance(row.do, Seen):
                do, state = row.do, before
            else:
                do = filled(row.do, things[i])
                self.game.check(before, row.by, do)
                state, then = self.game.apply(before, row.by, do)
                if not (free and last) and not _same(row.then, self.seen_effects(then)):
                    raise NotProved("Whether this is possible is not proved: its effects would be others.")
            self._by = row.by
            game.dos.append(do)
            game.states.append(state)
            game.things.append(things[i])
        return game

    def _impossible(self, row: Row) -> IllegalAction:
        """That no game has this event, and why, as far as it can be said in a word."""
        for one in row.moves:
            if isinstance(one, Move) and one.kind is not None and one.source[1] >= 0:
                return self._lacking(one.kind, one.source)
            if isinstance(one, Holds):
                return self._lacking(next(iter(one.kinds)), one.place)
        return IllegalAction(self.hidden.lacking, "That can't be: what was seen before leaves no such thing there.")

    def _lacking(self, kind: Thing, place: Place) -> IllegalAction:
        word, seat = self.hidden.word(kind), place[1]
        rule = self.hidden.lacking
        return IllegalAction(rule, f"No {word} can be in the {place[0]} of {{seats}}.", seats=(seat,))

    # -- what is known ------------------------------------------------------------------------------------------

    def with_conditions(self, conditions: Sequence[Operation], length: int) -> dict[int, Thing] | None:
        """Things that moved unseen, by operation, in a game in which all this is so after so many events; else None.

        Raises Unproved.
        """
        before = [one for row in self.rows[:length] for one in row.moves]
        behind = [one for row in self.rows[length:] for one in row.moves]
        at, more = len(before), len(conditions)
        try:
            found = solve(self.supply, [*before, *conditions, *behind])
        except Impossible:
            return None
        return {i if i < at else i - more: thing for i, thing in found.items()}

    def can_move(self, moves: Sequence[Operation]) -> bool:
        """Can things move so now, in some game that agrees with the record? So it is taken where it is not proved."""
        return self._possible([*self._all(), *moves])


def laid_open(moves: Sequence[Operation], bare: Sequence[Operation]) -> list[Move]:
    """What the effects of an event turn up: of its `moves` those that are not the action's own, the `bare` ones."""
    return [one for one in moves[len(bare) :] if isinstance(one, Move) and one.goal == OPEN != one.source]


def _unseen(moves: Sequence[Operation]) -> int:
    return sum(isinstance(one, Move) and one.kind is None for one in moves)


def _same(seen: Sequence[Any], full: Sequence[Any]) -> bool:
    return len(seen) == len(full) and all(map(agrees, seen, full))


def _with_kinds(moves: Sequence[Operation], named: Sequence[Move], kinds: Sequence[Thing]) -> Iterator[Operation]:
    """The moves, those that are named with these kinds."""
    for one in moves:
        at = next((at for at, other in enumerate(named) if other is one), None)
        yield Move(named[at].source, named[at].goal, kinds[at]) if at is not None else one
