"""Moves as people type them."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.errors import NotationError
from kronika.core.game import CHANCE
from kronika.core.games.tigris import GAME
from kronika.core.games.tigris.actions import (
    BuildMonument,
    ChooseWar,
    Commit,
    DeclineBuilding,
    DeclineMonument,
    Draw,
    EndTurn,
    MoveLeader,
    PlaceBuilding,
    PlaceLeader,
    PlaceTile,
    PlayCatastrophe,
    StartPlayer,
    Swap,
    TakeTreasures,
    WithdrawLeader,
)
from support.tigris import place

NAMES = ("Anna", "Bob Novak")

WRITTEN: list[tuple[str, Any]] = [
    ("red C5", PlaceTile("red", "C5")),
    ("king D4", PlaceLeader("king", "D4")),
    ("king D4>F6", MoveLeader("king", "D4", "F6")),
    ("withdraw king", WithdrawLeader("king")),
    ("catastrophe E6", PlayCatastrophe("E6")),
    ("swap red red blue", Swap(2, 0, 1, 0)),
    ("end", EndTurn()),
    ("commit 2", Commit(2)),
    ("war traders", ChooseWar("trader")),
    ("build C5", PlaceBuilding("C5")),
    ("no building", DeclineBuilding()),
    ("monument C4 red-blue", BuildMonument("C4", "red-blue")),
    ("no monument", DeclineMonument()),
    ("take B2", TakeTreasures(("B2",))),
    ("take F3 B2", TakeTreasures(("F3", "B2"))),
    ("start Anna", StartPlayer(0)),
    ("draw Bob Novak red black black green", Draw(1, 1, 2, 0, 1)),
]

TYPED: list[tuple[str, Any]] = [
    ("  Temple   c5 ", PlaceTile("red", "C5")),
    ("settlement P11", PlaceTile("black", "P11")),
    ("farm E1", PlaceTile("blue", "E1")),
    ("market A1", PlaceTile("green", "A1")),
    ("gr A1", PlaceTile("green", "A1")),
    ("KING d4 > f6", MoveLeader("king", "D4", "F6")),
    ("farmer A2", PlaceLeader("farmer", "A2")),
    ("tr A2", PlaceLeader("trader", "A2")),
    ("withdraw farm", WithdrawLeader("farmer")),
    ("wi tr", WithdrawLeader("trader")),
    ("cat E6", PlayCatastrophe("E6")),
    ("swap blue, red,red", Swap(2, 0, 1, 0)),
    ("swap temple market", Swap(1, 0, 0, 1)),
    ("end turn", EndTurn()),
    ("com 0", Commit(0)),
    ("war king", ChooseWar("king")),
    ("monument C4 blue-red", BuildMonument("C4", "red-blue")),
    ("monument C4 green / black", BuildMonument("C4", "black-green")),
    ("no mon", DeclineMonument()),
    ("take B2, K1", TakeTreasures(("B2", "K1"))),
    ("start 1", StartPlayer(1)),
    ("draw bob novak red", Draw(1, 1)),
    ("draw 0 red red", Draw(0, 2)),
]


@pytest.mark.parametrize(("text", "do"), WRITTEN)
def test_written_and_read(text: str, do: Any) -> None:
    state = place(("Lion", "Bull")).state
    seat = CHANCE if isinstance(do, Draw | StartPlayer) else 0
    assert GAME.parse(state, seat, text, NAMES) == do
    assert GAME.format(state, seat, do, NAMES) == text


@pytest.mark.parametrize(("text", "do"), TYPED)
def test_other_ways_to_type_it(text: str, do: Any) -> None:
    assert GAME.parse(place(("Lion", "Bull")).state, 0, text, NAMES) == do


@pytest.mark.parametrize(
    ("text", "says", "hint"),
    [
        ("", "no move", "red C5"),
        ("xyzzy", "no move", "red C5"),
        ("rd C5", "no move 'rd'", "red"),
        ("b C5", "black", None),
        ("red", "Which cell", None),
        ("red Q5", "'Q5' is no cell", None),
        ("red A12", "'A12' is no cell", None),
        ("red A0", "is no cell", None),
        ("king D4>", "Which cell", None),
        ("withdraw", "Which leader", "priest"),
        ("withdraw queen", "no leader 'queen'", None),
        ("swap", "Swap which tiles", "swap red red blue"),
        ("swap rod", "no tile 'rod'", "red"),
        ("swap red red red red red red red", "7 tiles", None),
        ("commit", "how many", "commit 2"),
        ("commit two", "how many", "commit 2"),
        ("commit 7", "0 to 6", "commit 2"),
        ("commit -1", "how many", "commit 2"),
        ("war", "Which leader", "priest"),
        ("monument C4", "two colours", "monument C4 red-blue"),
        ("monument C4 red-red", "no monument", "black-green"),
        ("monument C4 red-pink", "no colour 'pink'", None),
        ("no thing", "no choice to decline", None),
        ("take", "Take which", "take B2"),
        ("end now", "stands alone", "end"),
        ("start", "no player", None),
        ("draw red", "names the player", "draw Anna red red blue"),
    ],
)
def test_not_understood(text: str, says: str, hint: str | None) -> None:
    with pytest.raises(NotationError, match=says) as error:
        GAME.parse(place(("Lion", "Bull")).state, 0, text, NAMES)
    if hint is not None:
        assert hint in error.value.hints


def test_swaps_and_draws_of_others_are_masked() -> None:
    """TE-1.5: others see only how many."""
    state = place(("Lion", "Bull")).state
    swap, draw = Swap(2, 0, 1, 0), Draw(1, 1, 2)
    assert GAME.format(state, 0, swap, NAMES, 0) == "swap red red blue"
    assert GAME.format(state, 0, swap, NAMES, 1) == "swap ? ? ?"
    assert GAME.format(state, CHANCE, draw, NAMES, 1) == "draw Bob Novak red black black"
    assert GAME.format(state, CHANCE, draw, NAMES, 0) == "draw Bob Novak ? ? ?"
    assert GAME.format(state, 0, Commit(2), NAMES, 1) == "commit 2"
