"""How many ways there are to go on from named positions, to a depth of one to three decisions (perft.toml)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import read_options
from kronika.core.examples.example import read_examples, start_example
from kronika.core.games.tigris import GAME
from kronika.core.games.tigris.state import State

POSITIONS = tomllib.loads((Path(__file__).parent / "perft.toml").read_text(encoding="utf-8"))["position"]
FILE = files("kronika.fixtures").joinpath("examples", "tigris.toml")
EXAMPLES = {example.id: example for example in read_examples(FILE.read_text(encoding="utf-8"))}


def settle(state: State, seed: int) -> State:
    """Chance is no decision: every outcome that is due is the one of the same dice."""
    while GAME.actors(state) == (CHANCE,):
        state, _ = GAME.apply(state, CHANCE, GAME.sample(state, Dice(seed)))
    return state


def perft(state: State, depth: int, seed: int) -> int:
    """The number of sequences of N decisions; one that ends the game counts as long as it is."""
    actors = GAME.actors(state)
    if depth == 0 or not actors:
        return int(depth == 0)
    (seat,) = actors
    listed = GAME.actions(state, seat)
    if depth == 1:
        return len(listed)
    return sum(perft(settle(GAME.apply(state, seat, do)[0], seed), depth - 1, seed) for do in listed)


def begun(position: dict[str, Any]) -> tuple[State, tuple[str, ...]]:
    if "example" not in position:
        options = read_options(GAME, position["options"])
        return settle(GAME.setup(options, position["seats"]), position["seed"]), tuple("ABCD"[: position["seats"]])
    session = start_example(EXAMPLES[position["example"]])
    for move in position.get("moves", ()):
        session.play(move)
    return session.state, session.players


def divided(state: State, names: tuple[str, ...], depth: int, seed: int) -> str:
    """The count after each move, for comparing with another program."""
    (seat,) = GAME.actors(state)
    lines = []
    for do in GAME.actions(state, seat):
        after = settle(GAME.apply(state, seat, do)[0], seed)
        lines.append(f"{GAME.format(state, seat, do, names)}: {perft(after, depth - 1, seed)}")
    return "\n".join(lines)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["name"])
def test_counts(position: dict[str, Any]) -> None:
    state, names = begun(position)
    seed = position["seed"]
    for depth, expected in enumerate(position["counts"], 1):
        got = perft(state, depth, seed)
        assert got == expected, f"depth {depth}: {got}\n{divided(state, names, depth, seed)}"
