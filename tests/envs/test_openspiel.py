"""The games in OpenSpiel."""

from __future__ import annotations

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from kronika.envs import openspiel  # noqa: E402 - it needs pyspiel, without which these tests are skipped

over_games = pytest.mark.parametrize("name", [game.name for game in openspiel.GAMES])


def after(game: Any, steps: int) -> Any:
    state, dice = game.new_initial_state(), random.Random(1)
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    "name", ["tides", *(pytest.param(game.name, marks=pytest.mark.long) for game in openspiel.GAMES[1:])]
)
def test_openspiel_accepts_a_game(name: str) -> None:
    game = pyspiel.load_game(f"python_kronika_{name}")
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_openspiel_writes_no_state_whose_chance_is_sampled() -> None:
    """The page says so: when this fails, serialization can be tried."""
    game = pyspiel.load_game("python_kronika_tides")
    with pytest.raises(pyspiel.SpielError, match="RNGState"):
        pyspiel.serialize_game_and_state(game, game.new_initial_state())


@over_games
def test_a_seed_repeats_a_game_and_the_returns_add_up_to_one(name: str) -> None:
    first, again, other = (
        after(pyspiel.load_game(f"python_kronika_{name}", {"players": 2, "seed": seed}), 5000) for seed in (4, 4, 5)
    )
    assert first.is_terminal()
    assert sum(first.returns()) == pytest.approx(1)
    assert str(first) == str(again) != str(other)


def test_a_state_dealt_again_looks_the_same_to_its_player() -> None:
    game = pyspiel.load_game("python_kronika_tides", {"seed": 3})
    state = after(game, 1)
    player = state.current_player()
    others = [state.resample_from_infostate(player, random.Random(n).random) for n in range(8)]
    assert {other.observation_string(player) for other in others} == {state.observation_string(player)}
    assert {other.information_state_string(player) for other in others} == {state.information_state_string(player)}
    assert len({str(other) for other in others}) > 1


def test_copies_of_a_state_do_not_know_the_chance_to_come() -> None:
    game = pyspiel.load_game("python_kronika_tides", {"seed": 3})
    state = game.new_initial_state()
    deals = set()
    for _ in range(4):
        copy = state.clone()
        copy.apply_action(0)
        deals.add(str(copy))
    assert len(deals) == 4
    assert state.is_chance_node()
