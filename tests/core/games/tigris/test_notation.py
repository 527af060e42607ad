"""Moves as people type them."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import NotationError
from kronika.core.contract.game import CHANCE
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
from kronika.core.sessions.session import Session
from support.tigris import place

NAMES = ("Anna", "Bob Novak")

FOURTEEN: Any = tuple(f"{column}1" for column in "ABCDEFGHIJKLMN")
"""As many cells as the advanced board has treasures, of which one is left (TE-8.1)."""

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
    (f"take {' '.join(FOURTEEN[:13])}", TakeTreasures(FOURTEEN[:13])),
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
    ("swap 2 red 1 market", Swap(2, 0, 0, 1)),
    ("swap 2 red red", Swap(3)),
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
    ("draw 0 2 red, 4 blue", Draw(0, 2, 0, 4)),
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
    ("text", "says"),
    [
        ("", "The move is empty."),
        ("xyzzy", "'xyzzy' is not a move."),
        ("rd C5", "'rd' is not a move. Did you mean: red, trader?"),
        ("b C5", "'b' can be black, blue or build."),
        ("red", "Which cell? The form is `red CELL`."),
        ("red Q5", "'Q5' is not a cell: a cell is a column A to P and a row 1 to 11, as in C5."),
        ("red A12", "'A12' is not a cell"),
        ("red A0", "'A0' is not a cell"),
        ("red C5 C6", "'C5 C6' is not a cell"),
        ("king D4>", "Which cell? The form is `king [CELL>]CELL`."),
        ("king D4>D5>D6", "A leader moves from one cell to another. The form is `king [CELL>]CELL`."),
        ("withdraw", "Which leader? The form is `withdraw LEADER`."),
        ("withdraw queen", "There is no leader 'queen'."),
        ("swap", "Name 1 to 6 tiles here, not 0. The form is `swap TILES`."),
        ("swap rod", "There is no tile 'rod'. Did you mean: red"),
        ("swap red red red red red red red", "Name 1 to 6 tiles here, not 7."),
        ("commit", "Which number of tiles? The form is `commit NUMBER`."),
        ("commit two", "The number of tiles can be 0 to 6, not 'two'."),
        ("commit 7", "The number of tiles can be 0 to 6, not '7'."),
        ("commit -1", "The number of tiles can be 0 to 6, not '-1'."),
        ("commit 2 3", "'3' is not expected here."),
        ("war", "Which leader? The form is `war LEADER`."),
        ("monument C4", "Which monument? The form is `monument CELL COLOUR-COLOUR`."),
        ("monument C4 red-red", "'red-red' is not a monument: name two colours."),
        ("monument C4 red-pink", "There is no colour 'pink'."),
        ("no thing", "There is no offer to decline 'thing'."),
        ("take", "Name 1 to 13 cells here, not 0. The form is `take CELLS`."),
        (f"take {' '.join(FOURTEEN)}", "Name 1 to 13 cells here, not 14."),
        ("end now", "'now' is not expected here."),
        ("end turn now", "'now' is not expected here."),
        ("start", "Which player? The form is `start NAME`."),
        ("draw", "Which player? The form is `draw NAME TILES`."),
        ("swap red 2", "2 of which tile?"),
        ("swap 7 red", "Name 1 to 6 tiles here, not 7."),
        ("draw red", "There is no player 'red'."),
    ],
)
def test_not_understood(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.parse(place(("Lion", "Bull")).state, 0, text, NAMES)
    assert str(error.value).startswith(says)


@pytest.mark.parametrize(
    ("named", "meant"),
    [
        ("red", "black-red, red-blue, red-green"),
        ("temple settlement market", "black-green, black-red, red-green"),
        ("red-black-blue-green", "black-green, black-blue, black-red, red-blue, red-green, blue-green"),
    ],
)
def test_a_monument_of_other_than_two_colours_may_be_one_that_shares_them(named: str, meant: str) -> None:
    """TE-1.2: there are six; each colour is on three of them."""
    with pytest.raises(NotationError) as error:
        GAME.parse(place(("Lion", "Bull")).state, 0, f"monument C4 {named}", NAMES)
    assert error.value.told() == f"'{named}' is not a monument: name two colours. Did you mean: {meant}?"


@pytest.mark.parametrize(
    "text", ["", "?", "help", "commit 9", "red Z9", "rd C5", "king", "withdraw", "swap", "no", "end now", "take"]
)
def test_hints_are_possible_in_the_turn(text: str) -> None:
    """Nothing is committed, declined or taken in an action of the turn, and nothing is on the board to be withdrawn."""
    session = Session.new("tigris", NAMES, seed=3)
    (seat,) = session.actors
    with pytest.raises(NotationError) as error:
        session.read(text)
    hints = (*error.value.hints, *error.value.can_be)
    assert 1 <= len(hints) <= 3
    assert set(hints) <= set(session.legal()[NAMES[seat]])
    for verb in ("commit", "no ", "take", "withdraw"):
        assert not any(hint.startswith(verb) for hint in hints)


def test_for_chance_only_what_is_due() -> None:
    session = Session.new("tigris", NAMES, chance="given")
    with pytest.raises(NotationError, match=r"^'foo' is not a move\. It can be `draw Anna red red blue …`\.$"):
        session.read("chance: foo")
    session = Session.new("tigris", NAMES, seed=3)
    with pytest.raises(NotationError, match=r"^'foo' is not a move\. Anna may act now\.$"):
        session.read("chance: foo")


def test_swaps_and_draws_of_others_are_masked() -> None:
    """TE-1.5: others see only how many."""
    state = place(("Lion", "Bull")).state
    swap, draw = Swap(2, 0, 1, 0), Draw(1, 1, 2)
    assert GAME.format(state, 0, swap, NAMES, 0) == "swap red red blue"
    assert GAME.format(state, 0, swap, NAMES, 1) == "swap ? ? ?"
    assert GAME.format(state, CHANCE, draw, NAMES, 1) == "draw Bob Novak red black black"
    assert GAME.format(state, CHANCE, draw, NAMES, 0) == "draw Bob Novak ? ? ?"
    assert GAME.format(state, 0, Commit(2), NAMES, 1) == "commit 2"
