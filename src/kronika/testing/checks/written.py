"""Options and positions that people write: each is refused with a reason, or changes the game."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec
import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import options_of, read_options
from kronika.core.contract.paper import Paper
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.example import Example, Run, run_example, start_example
from kronika.core.sessions.digest import digest
from kronika.testing.assertions import assert_plain, refusal, structs_of, unexpected_error
from kronika.testing.checks.positions import begins, worked_examples, worked_positions
from kronika.testing.fuzz import JUNK, make_of_type, make_value, vary_table, vary_text
from kronika.testing.playouts import MAX_EVENTS, Case, all_cases, play_on, spread

GAMES: Final = 12
"""The number of random games in which a value of an option may change something."""


def test_odd_options_are_refused(game: AnyGame) -> None:
    random = Random(game.name)
    names = [option.name for option in options_of(game)] or ["x"]
    values: list[Any] = [
        *JUNK,
        *(value for option in options_of(game) for value in option.values),
        "[" * 5000,
        "\udcff",
    ]
    values += [None, 1, -1, 2**70, 1.5, True, [], {}, [[1]], {"a": 1}, b"x"]
    for _ in range(300):
        value = random.choice(values)
        if isinstance(value, str) and random.random() < 0.3:
            value = vary_text(value, random)
        name = random.choice(names) if random.random() < 0.8 else vary_text(random.choice(names), random)
        options = unexpected_error(read_options, game, {name: value})
        if options is not None:
            assert msgspec.convert(msgspec.to_builtins(options), game.Options) == options


def test_every_option_does_something(game: AnyGame) -> None:
    """Each value of each option changes some random game or worked example, compared with the default."""
    for option in options_of(game):
        for value in option.values:
            options = getattr(read_options(game, {option.name: value}), option.name)
            if options != getattr(game.Options(), option.name):
                assert _does_something(game, option.name, options), f"the option {option.name}={value} changes nothing"


def _does_something(game: AnyGame, name: str, value: Any) -> bool:
    cases_with = [case for case in all_cases(game) if getattr(case.options, name) == value]
    without = {(case.seats, case.options) for case in all_cases(game)}
    if any(_goes_differently(game, example, name, value) for example in worked_examples(game)):
        return True
    for case in spread(cases_with, GAMES):
        options = msgspec.structs.replace(case.options, **{name: getattr(game.Options(), name)})
        if (case.seats, options) not in without or _parts(case, options):
            return True
    return False


def _parts(case: Case, options: Any) -> bool:
    """Whether a random game of the case differs under these options at any move."""
    game, seats = case.game, range(case.seats)
    state, other = (game.setup(each, case.seats) for each in (case.options, options))
    for number in range(MAX_EVENTS):
        actors = game.actors(state)
        if digest(state) != digest(other) or game.actors(other) != actors:
            return True
        if any(list(game.actions(state, seat)) != list(game.actions(other, seat)) for seat in seats):
            return True
        views = ([game.view(each, viewer) for viewer in (None, *seats)] for each in (state, other))
        if next(views) != next(views) or game.result(state) != game.result(other):
            return True
        if not actors:
            return False
        dice = Dice(str(case), number)
        by = dice.choice(actors)
        do = game.sample(state, dice) if by == CHANCE else game.pick(state, by, dice)
        if refusal(game, other, by, do) is not None:
            return True
        (state, then), (other, others) = (game.apply(each, by, do) for each in (state, other))
        if then != others:
            return True
    return False


def _goes_differently(game: AnyGame, example: Example, name: str, value: Any) -> bool:
    """Whether an example has different findings under this value of an option and under its default."""
    runs = [
        run_example(msgspec.structs.replace(example, options={**example.options, name: each}), game)
        for each in (value, getattr(game.Options(), name))
    ]
    return all(run.session for run in runs) and [*map(_keys, runs)] != [*map(_keys, reversed(runs))]


def _keys(run: Run) -> list[str]:
    return [finding.key for finding in run.findings]


def test_every_key_of_a_position_does_something(game: AnyGame) -> None:
    """Each key of a position, with some value, changes the state, or the position is refused because of it."""
    random = Random(game.name)
    worked = worked_positions(game) or [Example("?", game.name, given={})]
    (kind,) = structs_of(game.Given)
    for field in kind.fields:
        key = field.encode_name
        for example in random.choices([example for example in worked if key in (example.given or {})] or worked, k=600):
            others = {name: value for name, value in (example.given or {}).items() if name != key}
            other = random.choice(kind.fields)
            if other is not field and random.random() < 0.5:  # a key may matter only together with another one
                others[other.encode_name] = msgspec.to_builtins(make_value(other.type, random))
            value = msgspec.to_builtins(make_value(field.type, random))
            if begins(game, example, others) != begins(game, example, {**others, key: value}):
                break
        else:
            pytest.fail(f"the key {key} of a position changes nothing")


def test_odd_positions_are_refused(game: AnyGame) -> None:
    """A position with a random fault, or a random one, is refused with a reason, or it can be played."""
    random = Random(game.name)
    seeds = worked_positions(game)
    for number in range(120):
        if seeds and number % 6:
            example = random.choice(seeds)
            given = vary_table(example.given, random)
        else:
            example = Example("?", game.name)
            given = msgspec.to_builtins(make_of_type(game.Given, random))
        spoilt = msgspec.structs.replace(example, given=given if isinstance(given, dict) else {})
        session = unexpected_error(start_example, spoilt, game)
        if session is None:
            continue
        assert_plain(game, session.state)
        steps = play_on(game, session.state, f"{game.name} {number}", 60)
        for step in steps:
            assert refusal(game, step.before, step.by, step.do) is None, spoilt
        for step in spread(steps, 10):
            for seat in (None, 0):
                game.render(game.view(step.after, seat), session.players, Paper())
            game.score(step.after)
            game.result(step.after)
