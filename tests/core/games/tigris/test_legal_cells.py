"""The number of legal cells in many positions, as counted by two other programs."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core.examples.example import read_examples, start_example
from kronika.core.games.tigris import GAME
from kronika.core.games.tigris.actions import MoveLeader, PlaceLeader, PlaceTile, PlayCatastrophe
from kronika.core.games.tigris.state import ACTION, Options, State, leader_cell
from support.tigris import place

DATA = tomllib.loads((Path(__file__).parent / "legal_cells.toml").read_text(encoding="utf-8"))
FILE = files("kronika.fixtures").joinpath("examples", "tigris.toml")
EXAMPLES = {example.id: example for example in read_examples(FILE.read_text(encoding="utf-8"))}


def counts(state: State, seat: int) -> tuple[Counter[str], Counter[str]]:
    """Legal cells of a player who holds a tile of each colour: by tile, leader or catastrophe, and by leader moved."""
    hands = tuple(bytes((1, 1, 1, 1)) for _ in state.hands)
    state = replace(state, active=seat, hands=hands, catastrophes=bytes((2,)) * len(hands))
    placed: Counter[str] = Counter()
    moved: Counter[str] = Counter()
    for do in GAME.actions(state, seat):
        match do:
            case PlaceTile(tile):
                placed[tile] += 1
            case PlaceLeader(leader):
                placed[leader] += 1
            case PlayCatastrophe():
                placed["catastrophe"] += 1
            case MoveLeader(_, start):
                moved[start] += 1
    return placed, moved


def expect(state: State, leader: int, farm: int, other: int, catastrophe: int, moves: dict[str, int] | None) -> None:
    seen: dict[str, int] = {}
    for seat in range(len(state.hands)):
        placed, moved = counts(state, seat)
        assert placed["blue"] == farm
        assert {placed["red"], placed["black"], placed["green"]} == {other}
        assert placed["catastrophe"] == catastrophe
        for colour, name in enumerate(("priest", "king", "farmer", "trader")):
            in_supply = leader_cell(state, seat, colour) < 0
            assert placed[name] == (leader if in_supply else 0)
        seen |= moved
    if moves is not None:
        assert seen == moves


@pytest.mark.parametrize("position", DATA["position"], ids=lambda position: position["id"])
def test_random_positions(position: dict[str, Any]) -> None:
    state = place(**position["given"]).state
    moves = position.get("moves", {})
    expect(state, position["leader"], position["farm"], position["other"], position["catastrophe"], moves)


@pytest.mark.parametrize("name", DATA["examples"])
def test_positions_of_the_examples(name: str) -> None:
    example = EXAMPLES[name]
    state = replace(start_example(example).state, phase=ACTION)
    if name in ("EX-10", "EX-10b", "EX-15"):  # the temples that only keep the game going
        state = replace(state, board=bytes(0 if at in EDGE else code for at, code in enumerate(state.board)))
    expect(state, *DATA["examples"][name], None)


EDGE = (1 * 17 + 15, 8 * 17 + 14, 7 * 17 + 1)
"""P2, O9, B8."""


@pytest.mark.parametrize("board", ["classic", "advanced"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_move(board: Any, seats: int) -> None:
    state = replace(GAME.setup(Options(board=board), seats), phase=ACTION)
    first = DATA["start"][board]
    expect(state, first["leader"], first["farm"], first["other"], first["catastrophe"], {})
    hands = tuple(bytes((1, 1, 1, 1)) for _ in range(seats))
    listed = GAME.actions(replace(state, hands=hands), 0)
    assert sorted(do.at for do in listed if isinstance(do, PlaceLeader) and do.leader == "king") == sorted(
        first["leader_cells"]
    )
    # SPEC section 16: 750 and 766 legal actions at the start with all colours in hand, swaps not counted in full.
    tiles = first["farm"] + 3 * first["other"]
    swaps = 2**4 - 1
    assert len(listed) == tiles + 4 * first["leader"] + first["catastrophe"] + swaps + 1
