"""The games in OpenSpiel."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
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


one_quickly = pytest.mark.parametrize(
    "name", ["tides", *(pytest.param(game.name, marks=pytest.mark.long) for game in openspiel.GAMES[1:])]
)


@one_quickly
def test_openspiel_accepts_a_game(name: str) -> None:
    game = pyspiel.load_game(f"python_kronika_{name}")
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


@one_quickly
def test_openspiel_accepts_and_stores_a_game_whose_chance_is_listed(name: str) -> None:
    game = pyspiel.load_game(f"python_kronika_{name}", {"explicit_chance": True})
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_openspiel_stores_no_game_whose_chance_is_sampled() -> None:
    """The page says so: when this fails, it can be tried again."""
    game = pyspiel.load_game("python_kronika_tides")
    with pytest.raises(pyspiel.SpielError, match="RNGState"):
        pyspiel.serialize_game_and_state(game, game.new_initial_state())


@over_games
@pytest.mark.parametrize("explicit", [False, True])
def test_a_stored_state_is_the_same_state_and_goes_on(name: str, explicit: bool) -> None:
    game = pyspiel.load_game(f"python_kronika_{name}", {"players": 2, "explicit_chance": explicit})
    for steps in (0, 3, 40):
        state = after(game, steps)
        other = game.deserialize_state(state.serialize())
        assert str(other) == str(state)
        assert other.history() == state.history()
        assert other.legal_actions() == state.legal_actions()
        assert [other.information_state_string(seat) for seat in (0, 1)] == [
            state.information_state_string(seat) for seat in (0, 1)
        ]
    while not other.is_terminal():
        other.apply_action(other.legal_actions()[0])
    assert sum(other.returns()) == pytest.approx(1)


def test_listed_chance_draws_one_card_after_the_other() -> None:
    """Ten of the 18 cards are dealt, five to each hand (TT-1.4)."""
    state = pyspiel.load_game("python_kronika_tides", {"explicit_chance": True}).new_initial_state()
    for cards in range(18, 8, -1):
        assert state.is_chance_node()
        assert state.chance_outcomes() == [(card, 1 / cards) for card in range(cards)]
        state.apply_action(cards - 1)  # the last card that is left
    assert [sorted(map(int, hand)) for hand in state.table.game.view(state.table.state, None).hands] == [
        [14, 15, 16, 17, 18],
        [9, 10, 11, 12, 13],
    ]
    assert state.current_player() == 0


@over_games
def test_no_chance_node_has_more_outcomes_than_the_game_says(name: str) -> None:
    game = pyspiel.load_game(f"python_kronika_{name}", {"players": 2, "explicit_chance": True})
    state, dice, most = game.new_initial_state(), random.Random(2), 0
    for _ in range(50):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            most = max(most, len(outcomes))
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        state.apply_action(dice.choice(state.legal_actions()))
    assert 1 < most <= game.max_chance_outcomes()


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


def test_a_state_dealt_again_does_not_tell_what_the_others_were_dealt() -> None:
    state = after(pyspiel.load_game("python_kronika_tides", {"seed": 3}), 1)
    player = state.current_player()
    cards = set(state.table.game.view(state.table.state, 1 - player).hands[1 - player])
    own = state.information_state_string(1 - player).splitlines()[0]
    told = state.resample_from_infostate(player, random.Random(1).random).information_state_string(1 - player)
    assert cards <= set(re.findall(r"\d+", own))  # the deal, as the other has heard it
    assert told.splitlines()[0] == state.information_state_string(player).splitlines()[0]
    assert not cards & set(re.findall(r"\d+", told.splitlines()[0]))


def test_a_search_over_information_states_deals_them_again_and_plays() -> None:
    """The search of OpenSpiel takes `resample_from_infostate`, and checks that its player can't tell the difference."""
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = pyspiel.load_game("python_kronika_tides", {"seed": 5})
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 10, random_state=np.random.RandomState(2))
    state = after(game, 1)
    assert bot.step(state) in state.legal_actions()


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


def test_an_information_state_has_the_unfinished_move_of_its_seat_alone() -> None:
    """Its legal actions follow from it: also after it is dealt again."""
    state, dice = pyspiel.load_game("python_kronika_tigris", {"seed": 2}).new_initial_state(), random.Random(4)
    while state.is_chance_node() or not state.table.chosen(state.current_player()):
        before = None if state.is_chance_node() else [state.information_state_string(seat) for seat in (0, 1)]
        state.apply_action(dice.choice(state.legal_actions()))
    player = state.current_player()
    after = [state.information_state_string(seat) for seat in (0, 1)]
    assert before
    assert after[player] != before[player]
    assert after[1 - player] == before[1 - player]
    other = state.resample_from_infostate(player, dice.random)
    assert other.information_state_string(player) == after[player]
    assert other.legal_actions() == state.legal_actions()


@over_games
def test_a_game_has_two_seats_unless_another_number_is_given(name: str) -> None:
    assert pyspiel.load_game(f"python_kronika_{name}").num_players() == 2
