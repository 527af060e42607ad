"""The environments against the checkers of PettingZoo and Gymnasium, and the traps that these do not find."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import warnings
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import TimeLimit

from kronika.core import CHANCE, BadSetup, Dice, KronikaError, Session, UnknownGame, game_names, get_game
from kronika.core.basics.errors import UnknownBot
from kronika.envs import BatchEnv, Catalog, GameEnv, Layout, aec_env, gym_env
from kronika.envs.layout import FeatureLayout
from support.playouts import ROOT

with warnings.catch_warnings():  # it imports its own games where pygame is, and these are deprecated
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, seed_test

SEATS = {"tides": 2, "imhotep": 3, "tigris": 2, "viceroy": 2, "ancient_knowledge": 2}

over_games = pytest.mark.parametrize("name", list(SEATS))


def first_legal(env: GameEnv) -> int:
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])


def play_out(env: GameEnv, seed: int, dice: Dice) -> list[Any]:
    """Plays a random game; what each step showed."""
    env.reset(seed=seed)
    seen: list[Any] = []
    for agent in env.agent_iter():
        observation, reward, over, cut, info = env.last()
        if over or cut:
            env.step(None)
            continue
        assert observation is not None
        legal = np.flatnonzero(observation["action_mask"])
        action = int(legal[dice.below(len(legal))])
        seen.append((agent, observation["observation"].tobytes(), action, reward, info["moves"]))
        env.step(action)
    return seen


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("name", ["tides", pytest.param("imhotep", marks=pytest.mark.long)])
def test_pettingzoo_accepts_a_game(name: str) -> None:
    api_test(aec_env(name, SEATS[name]), num_cycles=60)
    seed_test(lambda: aec_env(name, SEATS[name]), num_cycles=30)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:Observation")
@over_games
def test_pettingzoo_accepts_every_game(name: str) -> None:
    api_test(aec_env(name, SEATS[name]), num_cycles=1000)
    seed_test(lambda: aec_env(name, SEATS[name]), num_cycles=500)


@over_games
def test_gymnasium_accepts_every_game(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gym_env(name, SEATS[name]), skip_render_check=True)


def test_every_registered_game_has_a_catalogue() -> None:
    assert set(SEATS) == set(game_names())
    assert all(aec_env(name, seats).table.catalog.declared for name, seats in SEATS.items())


# -- the traps --------------------------------------------------------------------------------------------------


def test_a_list_of_agents_that_is_gone_through_stays_as_it_was() -> None:
    env = aec_env("tides")
    env.reset(seed=1)
    agents = env.agents
    env.step(env.action_space("seat_0").n - 1)  # illegal in the first round: a relic
    env.step(None)
    env.step(None)
    assert agents == ["seat_0", "seat_1"] == env.possible_agents
    assert env.agents == []


def test_an_illegal_action_ends_the_game_and_costs_only_its_seat() -> None:
    env = aec_env("tides")
    env.reset(seed=1)
    env.step(first_legal(env))
    assert env.agent_selection == "seat_1"
    env.step(341)  # a relic, while cards are picked
    assert env.rewards == {"seat_0": 0.0, "seat_1": -1.0}
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.infos["seat_1"]["illegal"]
    last = []
    for agent in env.agent_iter():
        last.append((agent, *env.last()[1:3]))
        env.step(None)
    assert sorted(last) == [("seat_0", 0.0, True), ("seat_1", -1.0, True)]


def test_a_game_that_is_cut_off_is_truncated_and_not_over() -> None:
    env = aec_env("tides", longest=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(first_legal(env))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_a_game_against_bots_is_cut_off_after_the_actions_of_all_seats() -> None:
    env = gym_env("tides", longest=4)
    _, info = env.reset(seed=1)
    ends = []
    for _ in range(2):
        *_, over, cut, info = env.step(info["action_mask"].argmax())
        ends.append((over, cut, "illegal" in info))
    assert ends == [(False, False, False), (False, True, False)]


@over_games
def test_the_same_seed_gives_the_same_game_and_another_seed_another(name: str) -> None:
    env = aec_env(name, SEATS[name])
    first = play_out(env, 5, Dice(1))
    assert play_out(env, 5, Dice(1)) == first
    assert play_out(aec_env(name, SEATS[name]), 5, Dice(1)) == first
    assert play_out(env, 6, Dice(1)) != first


def test_games_after_a_seed_differ_and_are_repeated_with_it() -> None:
    def hands(env: GameEnv) -> list[bytes]:
        found = []
        for seed in (3, None, None):
            env.reset(seed=seed)
            found.append(env.observe("seat_0")["observation"].tobytes())
        return found

    first = hands(aec_env("tides"))
    assert len(set(first)) == 3
    assert hands(aec_env("tides")) == first


def test_the_chance_of_a_seed_is_that_of_a_log_with_it() -> None:
    session = Session.new("tides", players=["Anna", "Bob"], seed=7)
    env = aec_env("tides")
    env.reset(seed=7)
    assert env.infos["seat_0"]["view"] == session.game.view(session.state, 0)


# -- what is shown ----------------------------------------------------------------------------------------------


@over_games
def test_what_a_seat_may_not_know_changes_nothing_that_it_gets(name: str) -> None:
    env, dice = aec_env(name, SEATS[name]), Dice(9)
    env.reset(seed=2)
    table, differ = env.table, 0
    for _ in range(150):
        if table.is_over:
            break
        seat, true = table.seat, table.state
        other = table.game.redeal(true, seat, dice)
        differ += other != true
        here, there = table.game.view(true, seat), table.game.view(other, seat)
        assert (table.numbers(seat, here) == table.numbers(seat, there)).all()
        legal = [table.catalog.paths(table.game.actions(state, seat)) for state in (true, other)]
        assert sorted(legal[0]) == sorted(legal[1])
        legal_now = table.actions
        env.step(legal_now[dice.below(len(legal_now))])
    assert differ or name == "imhotep"  # side A of the market has no secret


@over_games
def test_observations_are_in_their_bounds_and_every_feature_has_a_name(name: str) -> None:
    env = aec_env(name, SEATS[name])
    names = [feature.name for feature in env.table.layout.features]
    assert len(set(names)) == len(names)
    assert all(feature.unit for feature in env.table.layout.features)
    env.reset(seed=4)
    dice = Dice(3)
    while not env.table.is_over:
        for agent in env.agents:
            assert env.observation_space(agent).contains(env.observe(agent))
        legal = env.table.actions
        env.step(legal[dice.below(len(legal))])


def test_the_names_of_the_numbers_are_made_once() -> None:
    first, second = (gym_env("ancient_knowledge").table.layout.features for _ in range(2))
    assert first is second


@over_games
def test_an_array_depends_on_its_view_alone(name: str) -> None:
    """A layout writes what has changed since the last view of a seat; a new one writes all."""
    env, dice = aec_env(name, SEATS[name]), Dice(5)
    env.reset(seed=6)
    for number in range(120):
        if env.table.is_over:
            break
        view = env.table.game.view(env.table.state, number % SEATS[name])
        numbers = env.table.numbers(number % SEATS[name], view)
        if number % 10 == 0:
            assert (numbers == Layout(env.table.game, view, SEATS[name]).array_of(view)).all()
        env.step(env.table.actions[dice.below(len(env.table.actions))])


def test_a_game_without_features_is_observed_by_its_view_alone() -> None:
    bare: Any = SimpleNamespace(title="Go", heuristic=lambda: SimpleNamespace(features=None))
    with pytest.raises(BadSetup, match="Go declares no features: observe its view"):
        FeatureLayout(bare)


@over_games
def test_declared_features_are_observed_and_tell_no_more_than_the_view(name: str) -> None:
    env, dice = aec_env(name, observe="features"), Dice(2)
    declared = get_game(name).heuristic().features
    assert declared is not None
    table = env.table
    assert [feature.name for feature in table.layout.features] == [*declared.names]
    env.reset(seed=3)
    for _ in range(30):  # Tides has 34 actions
        seat, true = table.seat, table.state
        seen = env.observe(env.agent_selection)
        assert env.observation_space("seat_0").contains(seen)
        table.state = table.game.redeal(true, seat, dice)
        assert (table.numbers(seat) == seen["observation"]).all()
        table.state = true
        env.step(table.actions[dice.below(len(table.actions))])
    assert gym_env(name, observe="features").observation_space["observation"].shape == (len(declared.names),)


@over_games
def test_every_legal_move_has_actions_of_its_own(name: str) -> None:
    env, dice = aec_env(name, SEATS[name]), Dice(11)
    env.reset(seed=8)
    table = env.table
    while not table.is_over:
        paths = table.catalog.paths(table.game.actions(table.state, table.seat))
        assert len(set(paths)) == len(paths)
        assert all(0 <= action < table.catalog.size for path in paths for action in path)
        assert not any(path[:end] in set(paths) for path in paths for end in range(1, len(path)))
        env.step(table.actions[dice.below(len(table.actions))])


def test_a_hand_is_counted_by_card() -> None:
    env = aec_env("tides")
    env.reset(seed=7)
    names = {feature.name: at for at, feature in enumerate(env.table.layout.features)}
    mine, numbers = env.infos["seat_0"]["view"].hands[0], env.observe("seat_0")["observation"]
    assert [card for card in map(str, range(1, 19)) if numbers[names[f"hands.0.{card}"]]] == sorted(mine, key=int)
    assert numbers[names["hands.1.?"]] == 5  # the other hand is dealt and not seen (TT-1.4)
    assert numbers[names["own_seat.0"]] == 1
    assert numbers[names["own_seat.1"]] == 0


def test_a_mask_has_the_cards_of_the_hand() -> None:
    env = aec_env("tides")
    env.reset(seed=7)
    words = {env.table.catalog.words(action) for action in env.table.actions}
    assert words == {f"pick card={card}" for card in env.infos["seat_0"]["view"].hands[0]}


def test_a_list_is_chosen_item_by_item() -> None:
    catalog = aec_env("imhotep", 2).table.catalog
    lever = next(kind for kind in get_game("imhotep").notation() if kind.word == "lever").makes[0]
    (path,) = catalog.paths([lever(ship=2, site="temple", order=(3, 1))])
    assert [catalog.words(action) for action in path] == [
        "lever ship=2 site=temple",
        "lever order=3",
        "lever order=1",
        "lever order end",
    ]


class Unbounded(msgspec.Struct, frozen=True):
    number: int


def test_moves_without_bounds_are_positions_in_the_list_of_legal_moves() -> None:
    game: Any = SimpleNamespace(Do=Unbounded, notation=lambda: ())
    catalog = Catalog(game)
    assert not catalog.declared
    assert catalog.paths([Unbounded(7), Unbounded(-3)]) == [(0,), (1,)]
    many = catalog.paths([Unbounded(number) for number in range(3000)])
    assert many[2999] == (1024 + 2, 2999 - 2 * 1024)
    assert len(set(many)) == 3000
    assert all(action < catalog.size for path in many for action in path)


def test_moves_are_written_as_the_seat_may_know_them() -> None:
    env = aec_env("tides")
    env.reset(seed=7)
    env.step(first_legal(env))
    assert env.infos["seat_1"]["moves"][-1] == "Anna: pick ?"


def test_moves_are_written_when_they_are_read_and_stay_what_they_were() -> None:
    env = aec_env("tides")
    env.reset(seed=7)
    heard = env.infos["seat_0"]["moves"]
    assert heard == tuple(heard)
    assert pickle.loads(pickle.dumps(heard)) == heard[:]
    before = heard[:]
    play_out(env, 7, Dice(1))
    assert heard == before
    assert heard[:1] == (heard[0],)


# -- rewards ----------------------------------------------------------------------------------------------------


@over_games
def test_the_shares_of_the_win_add_up_to_one_and_points_are_those_of_the_result(name: str) -> None:
    for rewards in ("share", "points"):
        env = aec_env(name, SEATS[name], rewards=rewards)
        env.reset(seed=1)
        dice = Dice(1)
        while not env.table.is_over:
            assert not any(env.rewards.values())
            env.step(env.table.actions[dice.below(len(env.table.actions))])
        result = env.table.game.result(env.table.state)
        assert result is not None
        if rewards == "points":
            assert [*env.rewards.values()] == [*result.totals]
        else:
            assert sum(env.rewards.values()) == pytest.approx(1)
            assert {seat for seat, share in enumerate(env.rewards.values()) if share} == set(result.winners)


def test_a_seat_plays_against_named_bots() -> None:
    env = gym_env("viceroy", 3, opponents=["random", "first"], seat=1)
    observation, info = env.reset(seed=3)
    over = cut = False
    reward = 0.0
    while not (over or cut):
        observation, reward, over, cut, info = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert over
    assert 0 <= reward <= 1
    assert info["view"].viewer == 1
    assert env.table.game.actors(env.table.state) != (CHANCE,)


# -- what is wrong ----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("duel")
def test_what_is_wrong_is_said() -> None:
    with pytest.raises(UnknownGame):
        aec_env("chess")
    with pytest.raises(BadSetup, match="2"):
        aec_env("tides", seats=3)
    with pytest.raises(BadSetup, match="colour"):
        aec_env("tides", options={"colour": 1})
    with pytest.raises(BadSetup, match="declares no features"):
        aec_env("duel", observe="features")
    for make in (aec_env, gym_env):  # an unknown word must not mean the default
        with pytest.raises(BadSetup, match=r"observe='feature' is unknown: choose 'view' or 'features'\."):
            make("tides", observe="feature")  # type: ignore[arg-type]  # as a program without types may
        with pytest.raises(BadSetup, match="rewards='winner' is unknown: choose 'share' or 'points'"):
            make("tides", rewards="winner")  # type: ignore[arg-type]  # as a program without types may
    with pytest.raises(UnknownBot, match="deep"):
        gym_env("tides", opponents="deep")
    with pytest.raises(BadSetup, match="Seat 2"):
        gym_env("tides", seat=2)
    with pytest.raises(BadSetup, match="2 opponents"):
        gym_env("tides", opponents=["random", "random"])
    with pytest.raises(KronikaError, match="reset"):
        aec_env("tides").step(0)
    with pytest.raises(KronikaError, match="reset"):
        gym_env("tides").step(0)
    env = aec_env("tides")
    env.reset()
    for wrong, shown in ((342, "342"), (np.int64(342), "342"), (np.float32(0.5), "0.5"), ("1", "'1'")):
        with pytest.raises(KronikaError, match=f"^{shown} is not an action: that is a whole number from 0 to 341"):
            env.step(wrong)


def test_a_plain_command_imports_nothing_of_it() -> None:
    others = ("kronika.envs", "numpy", "gymnasium", "pettingzoo")
    code = f"import sys, kronika.__main__, kronika.cli; print([m for m in sys.modules if m.startswith({others})])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# -- several games in one environment ---------------------------------------------------------------------------


def batch_of(games: int, **others: Any) -> BatchEnv:
    return BatchEnv([gym_env("tides", **others) for _ in range(games)])


def test_gymnasium_accepts_a_batch() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(batch_of(3), skip_render_check=True)


def test_a_batch_plays_the_games_that_its_places_would_play_alone() -> None:
    batch, alone = batch_of(2), [gym_env("tides"), gym_env("tides")]
    seen, _ = batch.reset(seed=3)
    first = [env.reset(seed=3 * 2 + number)[0] for number, env in enumerate(alone)]
    for _ in range(17):  # the decisions of a seat in a game
        assert all((seen["observation"][number] == one["observation"]).all() for number, one in enumerate(first))
        actions = seen["action_mask"].argmax(1)
        seen, *_ = batch.step(actions)
        told = [env.step(action) for env, action in zip(alone, actions, strict=True)]
        first = [one[0] for one in told]
    assert [*seen["ending"]] == [1, 1] == [int(one[2]) for one in told]
    assert [*seen["reward"]] == [one[1] for one in told]
    assert seen["action_mask"].any(1).all()  # the next games have begun


def test_a_game_of_a_batch_that_is_cut_off_says_so_and_begins_again() -> None:
    batch = batch_of(2, longest=3)
    seen, _ = batch.reset(seed=1)
    for _ in range(2):  # of three actions, the second is the opponent's
        assert not seen["ending"].any()
        seen, *_ = batch.step(seen["action_mask"].argmax(1))
    assert [*seen["ending"]] == [2, 2]
    wrong = seen["action_mask"].argmin(1)
    seen, reward, *_ = batch.step(wrong)  # an illegal action of each
    assert [*seen["ending"]] == [1, 1]
    assert [*seen["reward"]] == [-1, -1]
    assert reward == -2


def test_a_batch_has_environments_with_the_same_spaces() -> None:
    with pytest.raises(BadSetup, match="at least one environment"):
        BatchEnv([])
    for other in (gym_env("imhotep"), gym_env("tides", observe="features")):
        with pytest.raises(BadSetup, match="have the same spaces"):
            BatchEnv([gym_env("tides"), other])


def test_the_opponents_in_a_batch_may_differ_and_its_environments_be_wrapped() -> None:
    batch = BatchEnv([TimeLimit(gym_env("tides", opponents=bot), 2) for bot in ("greedy", "random")])
    seen, _ = batch.reset(seed=1)
    for ending in (0, 2):
        seen, *_ = batch.step(seen["action_mask"].argmax(1))
        assert [*seen["ending"]] == [ending, ending]


def test_a_wrong_action_of_a_batch_leaves_all_its_games_as_they_are() -> None:
    batch, other = batch_of(2), batch_of(2)
    seen, _ = batch.reset(seed=3)
    other.reset(seed=3)
    legal = seen["action_mask"].argmax(1)
    for wrong in ([legal[0], 342], [legal[0]], [*legal, legal[0]], [legal[0], 0.5]):
        with pytest.raises(KronikaError, match="action"):
            batch.step(wrong)
    after, expected = batch.step(legal)[0], other.step(legal)[0]
    assert all((after[name] == expected[name]).all() for name in after)


def test_an_environment_truncates_after_at_least_one_action_of_its_own_seat() -> None:
    for make in (aec_env, gym_env):
        with pytest.raises(BadSetup, match="at least one action, not 0"):
            make("tides", longest=0)
    env = gym_env("imhotep", seats=4, seat=3, longest=1)
    for seed in range(4):  # another seat begins in most of them
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()
        *_, over, truncated, info = env.step(int(info["action_mask"].argmax()))
        assert (over, truncated) == (False, True)


def test_a_game_dealt_again_does_not_tell_the_chance_to_come() -> None:
    """In Imhotep with open stones nothing is hidden but the cards that are drawn later."""
    env = aec_env("imhotep")
    env.reset(seed=7)
    rounds = set()
    for number in range(6):
        table = env.table.redealt(0, Dice(number))
        outcomes = [move for move in table.heard[0] if ":" not in move]
        while len([move for move in table.heard[0] if ":" not in move]) == len(outcomes):
            table.choose(table.actions[0])
        rounds.add(next(move for move in table.heard[0][len(env.table.heard[0]) :] if ":" not in move))
    assert len(rounds) > 1


def test_a_game_dealt_again_goes_on_with_the_unfinished_move_of_its_seat() -> None:
    env = aec_env("tigris")
    env.reset(seed=1)
    table, dice = env.table, Dice(1)
    while not table.chosen(table.seat):
        table.choose(dice.choice(table.actions))
    other = table.redealt(table.seat, Dice(2))
    assert (other.chosen(other.seat), other.actions) == (table.chosen(table.seat), table.actions)
    assert not table.redealt(1 - table.seat, Dice(2)).chosen(table.seat)


def test_the_page_has_the_sizes_of_the_games() -> None:
    page = (ROOT / "docs" / "researchers.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\d) \| ([\d,]+) \| ([\d,]+) \|$", page, re.MULTILINE)
    assert {name: int(seats) for name, seats, *_ in rows} == SEATS
    for name, seats, actions, numbers in rows:
        table = aec_env(name, int(seats)).table
        assert [f"{table.catalog.size:,}", f"{len(table.layout.features):,}"] == [actions, numbers]
