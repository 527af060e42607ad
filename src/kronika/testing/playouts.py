"""Random games for the checks: the numbers of seats and options to try, and playouts with them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple, TypeVar

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import BadSetup
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import new_game_options, options_of
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import AnyGame
from kronika.testing.assertions import structs_of

T = TypeVar("T")

MAX_EVENTS = 5000
"""The number of events before which every random game must end."""
SHOWN = 20
"""The number of states of a random game that slow checks use; the suite has about six tables for each game."""
FURTHER = 5
"""The number of random games of each case, with the first one, that are searched for kinds of moves and effects."""
SPREAD = 3
"""The number of cases of a game that are tried in addition to one for each number of seats."""


class Case(NamedTuple):
    """A game with a number of seats and options to try; `options` is an instance of `game.Options`."""

    game: AnyGame
    seats: int
    options: Any

    def __str__(self) -> str:
        default = self.game.Options()
        names = self.game.Options.__struct_fields__
        switched = [f"{n}={getattr(self.options, n)}" for n in names if getattr(self.options, n) != getattr(default, n)]
        return "-".join((self.game.name, str(self.seats), *switched))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return default_names(self.seats)


class Step(NamedTuple):
    """One event of a random game.

    `number` counts events from 1. `by` is the seat that acts, or CHANCE; `do` is its action or outcome, and `then` the
    effects of it. `before` and `after` are the states around the event.
    """

    number: int
    before: Any
    by: int
    do: Any
    after: Any
    then: tuple[Any, ...]


def combinations(game: AnyGame) -> list[Any]:
    """All combinations of the options that list their values, that of a new game first; others have their default."""
    listed = [(option.name, option.values) for option in options_of(game) if option.values]
    kinds = {option.name: type(option.default) for option in options_of(game)}
    found = [new_game_options(game, {})]
    if game.Options() not in found:
        found.append(game.Options())
    for values in itertools.product(*(values for _, values in listed)):
        typed = {name: _typed(value, kinds[name]) for (name, _), value in zip(listed, values, strict=True)}
        options = game.Options(**typed)
        if options not in found:
            found.append(options)
    return found


def _typed(value: str, kind: type) -> Any:
    return value == "true" if kind is bool else kind(value)


@cache
def all_cases(game: AnyGame) -> tuple[Case, ...]:
    """All combinations of seats and options with which the game can be set up."""
    fewest, most = game.seats
    cases = []
    for options in combinations(game):
        for seats in range(fewest, most + 1):
            try:
                game.setup(options, seats)
            except BadSetup:
                continue
            cases.append(Case(game, seats, options))
    return tuple(cases)


def is_played_now(case: Case) -> bool:
    """Whether the options in `Game.new_options` have the values of a new game; other values are those of older logs."""
    new = new_game_options(case.game, {})
    return all(getattr(case.options, name) == getattr(new, name) for name in case.game.new_options)


@cache
def cases(game: AnyGame) -> tuple[Case, ...]:
    """A selection of `all_cases`: the first case for each number of seats, and a spread of the others.

    The first case has the options of a new game if these are possible. Every value of every option is included.
    """
    possible = all_cases(game)
    first = {case.seats: case for case in reversed(possible)}
    chosen = [first[seats] for seats in sorted(first)]
    others = [case for case in possible if case not in chosen]
    Random(game.name).shuffle(others)
    for option in options_of(game):  # every value of every option at least once
        for value in {getattr(case.options, option.name): None for case in possible}:
            if all(getattr(case.options, option.name) != value for case in chosen):
                chosen.append(next(case for case in others if getattr(case.options, option.name) == value))
    left = [case for case in others if case not in chosen]
    return tuple(chosen + left[: max(0, SPREAD - (len(chosen) - len(first)))])


@cache
def playout(case: Case, number: int) -> tuple[Step, ...]:
    """A whole random game, always the same for the same number; it is cached."""
    return tuple(random_game(case, number))


def random_game(case: Case, number: int) -> list[Step]:
    """A whole random game, the same as `playout` but not cached."""
    return play_on(case.game, case.game.setup(case.options, case.seats), f"{case} {number}", MAX_EVENTS)


def play_on(game: AnyGame, state: Any, seed: str, most: int) -> list[Step]:
    """Random play from a state to the end, or for at most `most` events; the same for the same seed.

    About one move in four is drawn from `Game.actions`, the others come from `Game.pick`.
    """
    steps: list[Step] = []
    while len(steps) < most and (actors := game.actors(state)):
        dice = Dice(seed, len(steps) + 1)
        by = dice.choice(actors)
        if by == CHANCE:
            do = game.sample(state, dice)
        else:
            do = game.pick(state, by, dice) if dice.below(4) else dice.choice(game.actions(state, by))
        after, then = game.apply(state, by, do)
        steps.append(Step(len(steps) + 1, state, by, do, after, then))
        state = after
    return steps


class CoverageShare(NamedTuple):
    """The steps that each case shows, so that all cases together show every kind, and the types not reached."""

    steps: dict[Case, tuple[Step, ...]]
    unreached: tuple[type, ...]


Kind = tuple[type, str]
"""The type of an effect, or of a move with what was due when it was made; one type of move can answer many things."""

Found = dict[Kind, dict[Case, Step]]
"""By kind, the first step of this kind in each case."""


@cache
def shared_playouts(game: AnyGame) -> CoverageShare:
    """One step for every kind of move, outcome and effect, spread over the cases so that no case has many.

    Kinds that the first games of the cases do not reach are searched for in further games.
    """
    found: Found = {}
    for case in cases(game):
        for step in playout(case, 0):
            for kind in _kinds(game, step):
                found.setdefault(kind, {}).setdefault(case, step)
    for number in range(1, FURTHER):
        for case in cases(game):
            if left := _unreached(game, found):
                _seek(found, left, case, number)
    return CoverageShare(_partition(cases(game), found), _unreached(game, found))


def _kinds(game: AnyGame, step: Step) -> list[Kind]:
    """The kinds of an event. If several seats may act, what is due does not count: there would be too many kinds."""
    due = ""
    if len(game.actors(step.before)) == 1:
        due = getattr(game.view(step.before, None), "due", "")  # a separate check reports a missing one
    return [(type(step.do), due), *((type(effect), "") for effect in step.then)]


def _seek(found: Found, left: Sequence[type], case: Case, number: int) -> None:
    """Play another random game of a case, and add its first steps of the types that are still missing."""
    for step in random_game(case, number):
        for kind in {type(step.do), *map(type, step.then)}.intersection(left):
            found.setdefault((kind, ""), {}).setdefault(case, step)


def _unreached(game: AnyGame, found: Found) -> tuple[type, ...]:
    """The types of moves, outcomes and effects that have not been found."""
    reached = {kind for kind, _ in found}
    types = [kind.cls for kind in (*structs_of(game.Do), *structs_of(game.Effect))]
    return tuple([kind for kind in types if kind not in reached])


def _partition(all_of: Sequence[Case], found: Found) -> dict[Case, tuple[Step, ...]]:
    """Assign each kind, the rarest first, to the case with the fewest steps among those that have it."""
    steps: dict[Case, list[Step]] = {case: [] for case in all_of}
    for _, where in sorted(found.items(), key=lambda kind: len(kind[1])):
        if not any(step is other for case, step in where.items() for other in steps[case]):
            case = min(where, key=lambda case: len(steps[case]))
            steps[case].append(where[case])
    return {case: tuple(own) for case, own in steps.items()}


def spread(items: Sequence[T], most: int) -> list[T]:
    """At most `most` of the items, evenly spread; the first and the last are included."""
    if len(items) <= most or most < 2:
        return list(items[:most])
    return [items[round(at * (len(items) - 1) / (most - 1))] for at in range(most)]


class Table:
    """One random game of one case, as the parameter `table` of a check."""

    def __init__(self, case: Case, number: int) -> None:
        self.case = case
        self.game = case.game
        self.names = case.names
        self.seats = range(case.seats)
        self.number = number

    @property
    def steps(self) -> tuple[Step, ...]:
        """The events of the game, in order."""
        return playout(self.case, self.number)

    @property
    def start(self) -> Any:
        """The state before the first event."""
        return self.steps[0].before

    @property
    def end(self) -> Any:
        """The state after the last event."""
        return self.steps[-1].after

    def some_steps(self, most: int = SHOWN) -> list[Step]:
        """At most `most` steps: the case's share of `shared_playouts`, and others, evenly spread over the game.

        So all tables of a game together use every kind of move, outcome and effect that random games reach.
        """
        share = shared_playouts(self.game).steps.get(self.case, ()) if self.number == 0 else ()
        own = spread(share, most)
        others = [step for step in spread(self.steps, most - len(own)) if not any(step is one for one in own)]
        return sorted((*own, *others), key=lambda step: step.number)

    def some_states(self, most: int = SHOWN) -> list[Any]:
        """The states before `some_steps`, and the last state of the game."""
        return [*(step.before for step in self.some_steps(most - 1)), self.end]

    def random(self) -> Random:
        """A new random generator, seeded with the table, so that it gives the same values every time."""
        return Random(str(self))

    def __str__(self) -> str:
        return f"{self.case}-{self.number}"
