"""Speed of what bots do in every game: random playouts and walks of tree search, beside another engine in the same run.

`make bench` installs catanatron (the group `bench`): a Python engine of a game of like size, whose own random players
play it. Load changes all figures alike, so their ratio is what can be compared.
"""

from __future__ import annotations

from typing import Any

import pytest
from bench.test_speed import per_second

from kronika.core import game_names, get_game
from kronika.core.bots.fairplay import positions
from kronika.core.bots.search import Search
from kronika.core.bots.tree import grown
from kronika.core.bots.turn import Budget, Turn
from kronika.core.chance import Dice
from kronika.core.game import CHANCE
from kronika.core.options import chosen_options
from kronika.core.players import names_for
from kronika.core.registry import AnyGame

pytestmark = pytest.mark.bench

GAMES = 10
POSITIONS = 8
WALKS = 200

over_games = pytest.mark.parametrize("game", list(map(get_game, game_names())), ids=lambda game: game.name)


def playout(game: AnyGame, seed: int) -> int:
    """A random game as search plays it, without records and digests; how many events it had."""
    dice, events = Dice(seed), 0
    state = game.setup(chosen_options(game, {}), max(2, game.seats[0]))
    while actors := game.actors(state):
        by = actors[0]
        do = game.sample(state, dice) if by == CHANCE else game.pick(state, by, dice)
        state, events = game.apply(state, by, do)[0], events + 1
    return events


@over_games
def test_random_playouts(benchmark: Any, game: AnyGame) -> None:
    """Events a second."""
    n = sum(playout(game, seed) for seed in range(GAMES))
    benchmark.pedantic(lambda: [playout(game, seed) for seed in range(GAMES)], rounds=5)
    per_second(benchmark, n, "events of random playouts")


def test_random_playouts_of_catanatron(benchmark: Any) -> None:
    """Actions a second, those of its dice included."""
    catanatron = pytest.importorskip("catanatron")

    def play(seed: int) -> int:
        players = [catanatron.RandomPlayer(colour) for colour in (catanatron.Color.RED, catanatron.Color.BLUE)]
        played = catanatron.Game(players, seed=seed)
        played.play()
        return len(played.state.actions)

    n = sum(map(play, range(GAMES)))
    benchmark.pedantic(lambda: [play(seed) for seed in range(GAMES)], rounds=5)
    per_second(benchmark, n, "actions of random playouts")


@over_games
def test_walks(benchmark: Any, game: AnyGame) -> None:
    """Walks of `mcts` a second, its first looks at the root included, at positions of a random game."""
    names = names_for(max(2, game.seats[0]))
    spots = positions(game, names, {}, seed=1, count=POSITIONS, games=2)
    turns = [Turn(game, spot.session.state, spot.seat, Dice(1)) for spot in spots]
    benchmark.pedantic(
        lambda: [grown(Search(turn, Dice(2)), turn.actions, Budget(rounds=WALKS)) for turn in turns], rounds=3
    )
    per_second(benchmark, WALKS * len(turns), "walks")
