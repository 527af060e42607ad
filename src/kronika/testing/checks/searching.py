"""Requirements of search: estimates, features, quiet positions, likely moves, and sealed choices."""

from __future__ import annotations

from math import isfinite

from kronika.core.basics.chance import Dice
from kronika.core.bots.learned import learned_values
from kronika.core.bots.playouts import LONGEST
from kronika.core.contract.game import CHANCE
from kronika.testing.assertions import refusal
from kronika.testing.playouts import Table, play_on, spread


def test_every_position_can_be_judged(table: Table) -> None:
    """The estimate of a position is a finite number for each seat, and the same every time."""
    heuristic = table.game.heuristic()
    for state in table.some_states():
        worth = [*heuristic.estimate(state)]
        assert len(worth) == table.case.seats, "the estimate is by seat"
        assert all(isfinite(points) for points in worth)
        assert [*heuristic.estimate(state)] == worth, "one position has one worth"
    assert heuristic.horizon >= 0
    assert heuristic.scale > 0


def test_features_are_what_a_seat_may_know(table: Table) -> None:
    """Features are finite numbers, one for each name, and equal in two states that the seat can't tell apart.

    The first is `progress`, from 0 to 1. Where the game has learned weights, they are those of its features.
    """
    features = table.game.heuristic().features
    if features is None:
        return
    assert features.names[0] == "progress"
    assert len({*features.names}) == len(features.names), "a feature has the name of another"
    for number, state in enumerate(table.some_states()):
        for seat in table.seats:
            numbers = [*features.numbers(state, seat)]
            assert len(numbers) == len(features.names), "each feature has a number"
            assert all(isfinite(one) for one in numbers)
            assert 0 <= numbers[0] <= 1, "progress is from 0 to 1"
            other = table.game.redeal(state, seat, Dice(str(table), "features", number))
            seen = [*features.numbers(other, seat)]
            hidden = [name for name, a, b in zip(features.names, numbers, seen, strict=True) if a != b]
            assert hidden == [], f"features tell seat {seat} what it may not know"
    learned_values(table.game)


def test_what_is_begun_comes_to_be_settled(table: Table) -> None:
    """From every position a random game reaches a quiet position, or its end, within `LONGEST` events."""
    game = table.game
    settled = game.heuristic().is_quiet
    assert any(settled(step.before) for step in table.steps if step.by != CHANCE), (
        "`is_quiet` is true before no decision of a player: nothing can be judged"
    )
    for number, state in enumerate(table.some_states(12)):
        steps = play_on(game, state, f"{table} settled {number}", LONGEST)
        assert any(settled(step.after) or not game.actors(step.after) for step in steps) or settled(state) or not steps


def test_what_is_likely_is_legal(table: Table) -> None:
    """The playout policy returns legal actions that depend only on the state and the dice.

    An action can be the key of a dict, and has a group key.
    """
    game = table.game
    heuristic = game.heuristic()
    policy = heuristic.playout_policy or game.pick
    for number, step in enumerate(table.some_steps()):
        for seat in game.actors(step.before):
            if seat != CHANCE:
                do = policy(step.before, seat, Dice(str(table), number))
                assert policy(step.before, seat, Dice(str(table), number)) == do
                assert refusal(game, step.before, seat, do) is None
                assert {do: heuristic.group_key(do)}[do] is not None


def test_a_choice_that_is_called_sealed_is_not_seen(table: Table) -> None:
    """Until all who are due have chosen, a sealed choice does not change the views and the actions of the others."""
    game = table.game
    sealed = game.heuristic().sealed
    for state in table.some_states():
        actors = game.actors(state)
        if len(actors) < 2 or not all(sealed(state, seat) for seat in actors):
            continue
        for seat in actors:
            others = tuple(other for other in actors if other != seat)
            ways = [game.apply(state, seat, do)[0] for do in spread(game.actions(state, seat), 4)]
            for after in ways:
                assert game.actors(after) == others, "a sealed choice is waited for by nobody"
                for other in others:
                    assert game.view(after, other) == game.view(ways[0], other), "a sealed choice is seen"
                    assert list(game.actions(after, other)) == list(game.actions(state, other))
