"""The completion of a game with one thing of each kind, where unseen things may decide what happens next.

Other games are found by exchanges first (`core.unseen.singles.finding`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction, NotProved
from kronika.core.contract.game import Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Lacks, Move, Operation, Ways
from kronika.core.sessions.events import Seen
from kronika.core.unseen.assuming import told_effects
from kronika.core.unseen.completion import Completion
from kronika.core.unseen.deciding import GOES_ON, WAITS, How, NotDecided, fitting, is_begun, refuse_word, words_for
from kronika.core.unseen.naming import NotNamed, examples_of, without_known
from kronika.core.unseen.rows import (
    FullGame,
    Row,
    bounded,
    is_met,
    is_same,
    is_unseen,
    named_by_effects,
    new_bounds,
    operations_of,
    with_kinds,
)
from kronika.core.unseen.singles.finding import Finder, evened, exchanges_of
from kronika.core.unseen.whereabouts import whereabouts

QUESTION: Final = 300
"""The most choices that a search tries to prove what is known, after exchanges have failed."""


Outcome = tuple[list[Row], Ways]
"""An outcome of an event: the rows before it, with what they must have for it, and its ways."""


class SinglesCompletion(Completion):
    """One full game that agrees with a record, if there is one thing of each kind; see `Completion`."""

    is_single = True
    steps = QUESTION

    def __init__(self, game: AnyGame, witness: Viewer, start: Any) -> None:
        """Create a completion for a game in the state `start`, seen by a seat or BYSTANDER.

        Raises BadSetup: see `declared`.
        """
        super().__init__(game, witness, start)
        self._finder = Finder(game, self.hidden, witness, self.supply)
        self._base: FullGame | None = None
        """The game with what the next event implies about the last one, while the next event is added; else None."""

    @property
    def now(self) -> FullGame:
        """The full game with all events so far."""
        return self._kept.top if self._base is None else self._base

    # -- one event more -----------------------------------------------------------------------------------------

    def add(
        self, by: int, do: Any, then: Sequence[Any] | None = None, shown: Sequence[Thing] = (), how: How = None
    ) -> Row:
        """Add one event as it was seen, and return its row; see `Completion.add`.

        `how` says which of several outcomes it had: whether somebody has to choose next, or its effects.
        """
        if isinstance(do, Seen):
            return self._keep(self._looked(do))
        do = self._without_repeats(by, do)
        try:
            self._base = self._led_to(by, do)
            game = self._worked_out(by, do, shown, how) if then is None else self._told(by, do, then)
        finally:
            self._base = None
        return self._keep(game)

    def _told(self, by: int, do: Any, then: Sequence[Any]) -> FullGame:
        """The game with an event whose effects were seen. Raises IllegalAction, NotProved."""
        row = Row(by, do, tuple(then), self.moves(by, do, then))
        game = self._guessed(row)
        return game if game is not None and is_same(row.then, self._finder.seen_of(game)) else self.found(row)

    def _led_to(self, by: int, do: Any) -> FullGame | None:
        """The game in which the last event leads to this one; None if the current game needs no change.

        Raises IllegalAction, NotProved.
        """
        now, rows = self.now, self.now.rows
        last = _last_event(rows)
        if last is None:
            return None
        required = new_bounds(self._leading(by, do), rows[last:])[0]
        if not required:
            return None
        row = bounded(self.hidden, rows[last], self.states[last], required)
        found = [*rows[:last], row, *rows[last + 1 :]]
        there, at_end = self.now.there, all(one in row.moves[-len(required) :] for _, one in required)
        if at_end and all(is_met(one, there) for _, one in required):
            return replace(self.now, rows=tuple(found))
        return self._finder.found(now, found, is_told=True)

    def _leading(self, by: int, do: Any) -> Ways:
        """The ways in which the last event leads to this one; one without bounds if there is none before it."""
        last = _last_event(self.rows)
        if last is None:
            return ((),)
        row = self.rows[last]
        return self.hidden.ways(self.states[last], row.by, self.dos[last], row.then, (by, do))

    def _looked_before(self, event: int, row: Row) -> FullGame:
        """The game with things that were in a place after an earlier event, as conditions in the row of that event."""
        if event > len(self.rows):
            raise self._no_event(event)
        rows = [*self.rows, replace(row, moves=())]
        rows[event - 1] = replace(rows[event - 1], moves=(*rows[event - 1].moves, *row.moves))
        return self._finder.found(self.now, rows, new=row)

    def _worked_out(self, by: int, do: Any, shown: Sequence[Thing], how: How) -> FullGame:
        """The game with the event and the effects that it has.

        Raises NotNamed if `shown` does not name the things that are laid open, NotationError without the outcome.
        """
        bare = Row(by, do, (), self.moves(by, do, ()))
        game = self._guessed(bare) or self.found(bare, free=True)
        outcomes = self._outcomes(game, bare, shown)
        if any(way for _, ways in outcomes for way in ways):
            game = self._with_outcome(bare, outcomes, shown, how)
        else:
            refuse_word(how)
        row = self._as_told(bare, game)
        laid = named_by_effects(row.moves, bare.moves, self.witness)
        unknown = [one for one in laid if not self._is_sure(bare, one)]
        if not unknown and not shown:
            return self._told(by, do, row.then)
        known = [one for one in laid if one not in unknown]
        left = without_known(shown, known, bare.moves, self.hidden.kind_at)
        named = unknown if len(left) == len(unknown) else laid
        if named is unknown:
            shown = left
        elif len(laid) != len(shown):
            numbers = [at for at, one in enumerate(row.moves) if any(one is other for other in unknown)]
            raise NotNamed([one.source for one in unknown], examples_of(self, row.moves, numbers), left)
        if [one.kind for one in named] != list(shown):
            game = self.found(replace(bare, moves=tuple(with_kinds(row.moves, named, shown))), free=True)
        return self._told(by, do, told_effects(self, game, bare))

    def _as_told(self, bare: Row, game: FullGame) -> Row:
        """The last row of a game, with its effects as the witness records them."""
        then = told_effects(self, game, bare)
        moves = self.hidden.operations(game.states[-2], bare.by, bare.do, then)
        return replace(bare, then=then, moves=tuple(moves))

    def _outcomes(self, game: FullGame, bare: Row, shown: Sequence[Thing]) -> list[Outcome]:
        """The outcomes of an event: the rows before it, with what they must have for it, and its ways.

        The last event can lead to this one in several ways, each with other outcomes.
        """
        rows = [*self.rows]
        last = _last_event(rows)
        led = self._leading(bare.by, bare.do) if last is not None else ((),)
        if last is None or len(led) < 2:
            return [(rows, ways) for ways in self.hidden.outcomes(game.states[-2], bare.by, game.dos[-1], shown)]
        found: list[Outcome] = []
        for way in led:
            before = [*rows[:last], bounded(self.hidden, rows[last], self.states[last], way), *rows[last + 1 :]]
            with suppress(IllegalAction, NotProved):
                one = self._finder.found(self.now, [*before, bare], free=True, is_told=True, deep=0)
                for ways in self.hidden.outcomes(one.states[-2], bare.by, one.dos[-1], shown):
                    found.append((before, ways))
        return found

    def _with_outcome(self, bare: Row, outcomes: Sequence[Outcome], shown: Sequence[Thing], how: How) -> FullGame:
        """A game in which the event has the outcome that was seen. Raises NotationError if that is not given."""
        games, is_open = self._with_outcomes(bare, outcomes)
        if len(games) == 1 and not is_open:
            refuse_word(how)
            return games[0]
        if shown:
            games = [game for game in games if {one.kind for one in self._laid(bare, game)} >= {*shown}] or games
        if shown and len(games) == 1:
            refuse_word(how)
        elif isinstance(how, str):
            games = self._by_word(bare, games, shown, how)
            if is_open and not games:
                raise NotProved("Whether this is possible is not proved: no game was found that goes on like this.")
        elif how is not None and not isinstance(how, str):
            games = [game for game in games if is_same(tuple(how), self._finder.seen_of(game))]
        if len(games) == 1 and (shown or how is not None):
            return games[0]
        raise NotDecided(
            "Cards that nobody has seen decide how this goes on: write `shows` after the move, and the card, if one "
            f"came to be seen; else `{WAITS}` if somebody has something to choose; else `{GOES_ON}`.",
            self._examples(bare, games),
        )

    def _examples(self, bare: Row, games: Sequence[FullGame]) -> list[str]:
        """The words after a move for its outcomes: the first thing that can be shown, and whether somebody chooses."""
        then = [self._finder.seen_of(game) for game in games]
        shown = next(([one.kind for one in laid] for laid in map(partial(self._new, bare), games) if laid), [])
        quiet = [n for n, game in enumerate(games) if not self._new(bare, game)]
        waits = [any(is_begun(then[n], more) for more in then) for n in quiet]
        words = words_for([then[n] for n in quiet], waits)
        return [f"shows {self.hidden.written(shown)}", *words] if shown else words

    def _new(self, bare: Row, game: FullGame) -> list[Move]:
        """The moves by which the last event of a game lays open things that nobody could know."""
        return [one for one in self._laid(bare, game) if not self._is_sure(bare, one)]

    def _with_outcomes(self, bare: Row, outcomes: Sequence[Outcome]) -> tuple[list[FullGame], bool]:
        """A game for each outcome that the event can have, and whether it may have others, which are not proved."""
        games: list[FullGame] = []
        is_open = False
        for before, ways in outcomes:
            rows = [bare.with_bounds([(len(bare.moves), bound) for _, bound in way]) for way in ways]
            try:
                game = self._finder.by_one_of(
                    self.now, [*before, bare], len(before), rows, free=True, is_told=True, deep=0
                )
            except NotProved:
                is_open = True
                continue
            except IllegalAction:
                continue
            then = self._finder.seen_of(game)
            if all(then != self._finder.seen_of(other) for other in games):
                games.append(replace(game, rows=(*self.rows, bare)))
        return games, is_open

    def _by_word(self, bare: Row, games: Sequence[FullGame], shown: Sequence[Thing], how: str) -> list[FullGame]:
        """The games in which somebody has to choose next where in another one more happens, or the other games.

        None in which a card comes to be seen that is not named.
        """
        then = [self._finder.seen_of(game) for game in games]
        waits = [any(is_begun(one, more) for more in then) for one in then]
        meant = (games[n] for n in fitting(how, then, waits))
        return [game for game in meant if all(one.kind in shown for one in self._new(bare, game))]

    def _laid(self, bare: Row, game: FullGame) -> list[Move]:
        """The moves by which the last event of a game lays things open."""
        return named_by_effects(self._finder.with_effects(game).moves, bare.moves, self.witness)

    def laid_open(self, moves: Sequence[Operation], bare: Sequence[Operation]) -> list[Move]:
        """The moves of named things in the effects of an event: `moves` without those of the action, `bare`."""
        return named_by_effects(moves, bare, self.witness)

    def _is_sure(self, row: Row, one: Move) -> bool:
        """Whether a move is of this thing in every game."""
        if whereabouts(self.supply, [*self.rows, row])[-1][one.kind] == {one.source}:
            return True
        n = sum(isinstance(m, Move) and m.source == one.source and m.goal == OPEN for m in row.moves)
        return not self._is_possible([*row.moves, Lacks(one.source, frozenset((one.kind,)), n)])

    # -- the current game -------------------------------------------------------------------------------------------

    def _guessed(self, row: Row) -> FullGame | None:
        """The current game with the event and the effects it has in it; None if the event is not possible there."""
        things = evened(row.moves, self.now.there)
        if things is None:
            return None
        do, before = self._finder.whole(row.do, things), self.states[-1]
        try:
            self.game.check(before, row.by, do)
        except IllegalAction:
            return None
        state, then = self.game.apply(before, row.by, do)
        return self.now.then(row, do, state, things, then)

    def found(self, row: Row, *, free: bool = False) -> FullGame:
        """The full game with one more event; see `Completion.found`."""
        return self._finder.found(self.now, [*self.rows, row], free=free)

    # -- what is known ----------------------------------------------------------------------------------------------

    def can_move(self, moves: Sequence[Operation]) -> bool:
        """Whether things can move like this now in some game that agrees with the record.

        Also True if the search reaches its limit.
        """
        if exchanges_of(self.now).follow(moves):
            return True
        return self._is_possible(moves)

    def with_conditions(
        self, conditions: Sequence[Operation], length: int, *, is_searched: bool = True
    ) -> Mapping[int, Thing] | None:
        """The unseen things of a game that meets these conditions; see `Completion.with_conditions`."""
        before, behind = operations_of(self.rows[:length]), operations_of(self.rows[length:])
        game = exchanges_of(self.now)
        undone = game.undo(len(behind))
        if game.follow(conditions) and game.follow(behind, undone):
            slots = (i for i, one in enumerate((*before, *behind)) if is_unseen(one))
            return dict(zip(slots, game.things, strict=True))
        return super().with_conditions(conditions, length, is_searched=is_searched)


def _last_event(rows: Sequence[Row]) -> int | None:
    """The number of the last row with a move or an outcome; None if there is none."""
    return next((at for at in range(len(rows) - 1, -1, -1) if not isinstance(rows[at].do, Seen)), None)
