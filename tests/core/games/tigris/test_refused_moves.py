"""Every rule that can be broken: a position, what was played, the move, the rule it breaks, words of the reason."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import IllegalAction
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
from kronika.core.games.tigris.state import Options
from support.playing import after, refused
from support.tigris import place

# A kingdom of the Lion beside a temple, a second one of the Bull, a third one of the Potter, G5 between them.
THREE: dict[str, Any] = {
    "tiles": {"red": ["F5", "H5", "G7"], "green": ["A1"], "black": ["G6"]},
    "leaders": {"Lion": {"king": "E5"}, "Bull": {"trader": "I5"}, "Potter": {"farmer": "H7"}},
    "catastrophes": ["B1"],
    "monuments": {"red-black": "A2"},
    "treasures": ["H5"],
    "hands": {"Lion": "red red black", "Bull": "green"},
}
REVOLT: dict[str, Any] = {
    "tiles": {"red": ["F5"]},
    "leaders": {"Bull": {"farmer": "E5", "king": "F4"}},
    "hands": {"Lion": "red", "Bull": "red black"},
}
# Kings and traders of Lion and Potter, as in EX-17.
WARS: dict[str, Any] = {
    "tiles": {"red": ["F5", "I5"], "black": ["G5", "G6", "K5", "K6"], "green": ["J5"]},
    "leaders": {"Lion": {"trader": "E5", "king": "F4"}, "Potter": {"king": "I4", "trader": "I6"}},
    "hands": {"Lion": "green green green red", "Potter": "black"},
}
SQUARES: dict[str, Any] = {
    "tiles": {"red": ["E5"], "green": ["F5", "G5", "H5", "F6", "H6"]},
    "leaders": {"Lion": {"king": "D5"}},
    "monuments": {"black-green": "A10"},
    "hands": {"Lion": "green"},
}
LINE: dict[str, Any] = {
    "tiles": {"red": ["F6"], "green": ["F5", "G5"]},
    "leaders": {"Bull": {"trader": "E6"}},
    "hands": {"Lion": "green green"},
    "buildings": {},
}
CROSS: dict[str, Any] = {
    "tiles": {"green": ["F5", "G5", "H5", "C8", "C9", "C10", "B11", "D11"]},
    "hands": {"Lion": "green"},
    "buildings": {"green": "G5"},
}
HOARD: dict[str, Any] = {
    "tiles": {
        "red": ["B2", "F3", "K1"],
        "black": ["C2", "D2", "F2", "G2", "H2", "I2", "J2", "K2"],
        "blue": ["E2"],
    },
    "leaders": {"Lion": {"trader": "B3"}},
    "treasures": ["B2", "F3", "K1"],
    "phase": "treasure",
}
SHORT: dict[str, Any] = {"hands": {"Lion": "red black"}, "bag": {"red": 2, "black": 2, "blue": 2}}

CASES: list[tuple[dict[str, Any], list[str], str, str, str]] = [
    # TE-2.1: whose turn it is
    (THREE, [], "Bull: end", "TE-2.1", "Lion"),
    (THREE, [], "Bull: green C1", "TE-2.1", "Lion"),
    (THREE, [], "Bull: trader I5>G5", "TE-2.1", "Lion"),
    (THREE, [], "chance: end", "TE-2.1", "Lion"),
    (THREE, [], "Lion: commit 0", "TE-2.1", "conflict"),
    (THREE, [], "Lion: war kings", "TE-2.1", "war"),
    (THREE, [], "Lion: monument G6 red-blue", "TE-2.1", "monument"),
    (THREE, [], "Lion: no monument", "TE-2.1", "monument"),
    (THREE, [], "Lion: build G6", "TE-2.1", "building"),
    (THREE, [], "Lion: no building", "TE-2.1", "building"),
    (THREE, [], "Lion: take H5", "TE-2.1", "treasure"),
    (THREE, [], "chance: draw Lion red", "TE-2.1", "draw"),
    (THREE, [], "chance: start Lion", "TE-2.1", "start player"),
    # TE-3.4: placing a leader
    (THREE, [], "Lion: king F4", "TE-3.4", "stands on E5"),
    (THREE, [], "Lion: priest F5", "TE-3.4", "not empty: it has a temple"),
    (THREE, [], "Lion: priest H5", "TE-3.4", "temple with a treasure"),
    (THREE, [], "Lion: priest E5", "TE-3.4", "a king"),
    (THREE, [], "Lion: priest B1", "TE-3.4", "catastrophe"),
    (THREE, [], "Lion: priest A2", "TE-3.4", "monument"),
    (THREE, [], "Lion: priest G8", "TE-3.4", "river"),
    (THREE, [], "Lion: priest A11", "TE-3.4", "no face-up temple"),
    (THREE, [], "Lion: priest C3", "TE-3.4", "no face-up temple"),  # beside the monument's face-down temples
    (THREE, [], "Lion: priest G5", "TE-3.4", "3 kingdoms"),
    # TE-3.5: moving one
    (THREE, [], "Lion: priest E5>F4", "TE-3.5", "not on the board"),
    (THREE, [], "Lion: king F4>F6", "TE-3.5", "stands on E5"),
    (THREE, [], "Lion: king E5>E5", "TE-3.5", "another cell"),
    (THREE, [], "Lion: king E5>G8", "TE-3.4", "river"),
    (THREE, [], "Lion: king E5>E6", "TE-3.4", "no face-up temple"),
    (THREE, [], "Lion: king E5>I5", "TE-3.4", "not empty"),
    # TE-3.6: withdrawing one
    (THREE, [], "Lion: withdraw priest", "TE-3.6", "not on the board"),
    (THREE, [], "Lion: withdraw trader", "TE-3.6", "not on the board"),  # the Bull's is
    (REVOLT, ["Lion: farmer G5"], "Lion: withdraw farmer", "TE-3.6", "escape"),
    (WARS, ["Lion: red H5"], "Lion: withdraw king", "TE-3.6", "escape"),
    (WARS, ["Lion: red H5", "Lion: war kings"], "Potter: withdraw king", "TE-3.6", "escape"),
    # TE-4.1, TE-4.2: placing a tile
    (THREE, [], "Lion: green C1", "TE-4.1", "no market in your hand"),
    (THREE, [], "Lion: red F5", "TE-4.1", "not empty: it has a temple"),
    (THREE, [], "Lion: red E5", "TE-4.1", "a king"),
    (THREE, [], "Lion: red B1", "TE-4.1", "catastrophe"),
    (THREE, [], "Lion: red B3", "TE-4.1", "monument"),
    (THREE, [], "Lion: red G8", "TE-4.1", "river"),
    (THREE, [], "Lion: red G5", "TE-4.2", "3 kingdoms"),
    # TE-4.8: catastrophes
    (THREE, [], "Lion: catastrophe H5", "TE-4.8", "treasure"),
    (THREE, [], "Lion: catastrophe A3", "TE-4.8", "monument"),
    (THREE, [], "Lion: catastrophe E5", "TE-4.8", "king"),
    (THREE, [], "Lion: catastrophe B1", "TE-4.8", "catastrophe"),
    ({**THREE, "catastrophes_left": {"Lion": 0}}, [], "Lion: catastrophe P11", "TE-4.8", "no catastrophe left"),
    # TE-4.10: swapping
    (THREE, [], "Lion: swap green", "TE-4.10", "holds 0 markets"),
    (THREE, [], "Lion: swap black black", "TE-4.10", "holds 1 settlement"),
    (THREE, ["Lion: swap red black"], "chance: draw Lion red", "TE-4.10", "2 tiles"),
    (THREE, ["Lion: swap red black"], "chance: draw Bull red red", "TE-4.10", "Lion"),
    (THREE, ["Lion: swap red black"], "Lion: red C1", "TE-4.10", "replaced"),
    (THREE, ["Lion: swap red black"], "Lion: draw Lion red red", "TE-4.10", "chance"),
    # TE-5.4: committing temples
    (REVOLT, ["Lion: farmer G5"], "Lion: commit 2", "TE-5.4", "holds 1"),
    (REVOLT, ["Lion: farmer G5"], "Bull: commit 0", "TE-5.4", "Lion"),
    (REVOLT, ["Lion: farmer G5", "Lion: commit 1"], "Lion: commit 0", "TE-5.4", "Bull"),
    (REVOLT, ["Lion: farmer G5", "Lion: commit 1"], "Bull: commit 2", "TE-5.4", "holds 1"),
    (REVOLT, ["Lion: farmer G5", "Lion: commit 1"], "Potter: commit 0", "TE-5.4", "Bull"),
    (REVOLT, ["Lion: farmer G5"], "Lion: end", "TE-5.4", "commits"),
    (REVOLT, ["Lion: farmer G5"], "Lion: red G4", "TE-5.4", "commits"),
    (REVOLT, ["Lion: farmer G5", "Lion: commit 1"], "Lion: end", "TE-5.4", "defender"),
    # TE-6.3, TE-6.7: wars
    (WARS, ["Lion: red H5"], "Lion: war priests", "TE-6.3", "no war of priests"),
    (WARS, ["Lion: red H5"], "Potter: war kings", "TE-6.3", "Lion"),
    (WARS, ["Lion: red H5"], "Lion: commit 0", "TE-6.3", "chooses"),
    (WARS, ["Lion: red H5"], "Lion: end", "TE-6.3", "chooses"),
    (WARS, ["Lion: red H5", "Lion: war traders"], "Potter: commit 0", "TE-6.7", "Lion"),
    (WARS, ["Lion: red H5", "Lion: war traders"], "Lion: commit 4", "TE-6.7", "holds 3"),
    (WARS, ["Lion: red H5", "Lion: war traders", "Lion: commit 0"], "Potter: commit 1", "TE-6.7", "holds 0"),
    (WARS, ["Lion: red H5", "Lion: war traders", "Lion: commit 0"], "Bull: commit 0", "TE-6.7", "Potter"),
    (WARS, ["Lion: red H5", "Lion: war traders"], "Lion: war kings", "TE-6.7", "commits"),
    # TE-7.1, TE-7.2: monuments
    (SQUARES, ["Lion: green G6"], "Lion: monument E5 red-green", "TE-7.1", "F5 or G5"),
    (SQUARES, ["Lion: green G6"], "Lion: monument P11 red-green", "TE-7.1", "F5 or G5"),
    (SQUARES, ["Lion: green G6"], "Bull: monument F5 red-green", "TE-7.1", "Lion"),
    (SQUARES, ["Lion: green G6"], "Bull: no monument", "TE-7.1", "Lion"),
    (SQUARES, ["Lion: green G6"], "Lion: end", "TE-7.1", "monument"),
    (SQUARES, ["Lion: green G6"], "Lion: monument F5 black-green", "TE-7.2", "built already"),
    (SQUARES, ["Lion: green G6"], "Lion: monument F5 red-blue", "TE-7.2", "no green"),
    # TE-8.1, TE-8.3: treasures
    (HOARD, [], "Lion: take B2", "TE-8.1", "2 treasures must"),
    (HOARD, [], "Lion: take B2 F3 K1", "TE-8.1", "2 treasures must"),
    (HOARD, [], "Lion: take B2 B2", "TE-8.1", "twice"),
    (HOARD, [], "Lion: take B2 C2", "TE-8.1", "no treasure to take on C2"),
    (HOARD, [], "Bull: take B2 F3", "TE-8.1", "Lion"),
    (HOARD, [], "Lion: end", "TE-8.1", "treasures"),
    (HOARD, [], "Lion: take K1 F3", "TE-8.3", "B2 has priority"),
    # TE-9.2: the refill
    (SHORT, ["Lion: end"], "chance: draw Lion red red black", "TE-9.2", "4 tiles"),
    (SHORT, ["Lion: end"], "chance: draw Bull red red black black", "TE-9.2", "Lion"),
    (SHORT, ["Lion: end"], "chance: draw Lion red red red black", "TE-9.2", "does not hold 3 temples"),
    (SHORT, ["Lion: end"], "Lion: draw Lion red red black black", "TE-9.2", "chance"),
    (SHORT, ["Lion: end"], "Archer: red A1", "TE-9.2", "refilled"),
    # TE-10.2: buildings
    (LINE, ["Lion: green H5"], "Lion: build I5", "TE-10.2", "F5, G5 or H5"),
    (LINE, ["Lion: green H5"], "Bull: build G5", "TE-10.2", "Lion"),
    (LINE, ["Lion: green H5"], "Bull: no building", "TE-10.2", "Lion"),
    (LINE, ["Lion: green H5"], "Lion: end", "TE-10.2", "building"),
    # TE-10.3: the row C9 C10 C11 is no longer than the old one, the column is
    (CROSS, ["Lion: green C11"], "Lion: build B11", "TE-10.3", "longer"),
    (CROSS, ["Lion: green C11"], "Lion: build G5", "TE-10.2", "C8, C9, C10 or C11"),
]


@pytest.mark.parametrize(
    ("given", "played", "move", "rule", "says"), CASES, ids=[f"{rule} {move}" for _, _, move, rule, _ in CASES]
)
def test_refused(given: dict[str, Any], played: list[str], move: str, rule: str, says: str) -> None:
    session = place(options={"buildings": "buildings" in given}, **given)
    refusal = refused(after(session, *played), move)
    assert refusal.rule == rule
    assert says in refusal.reason


# -- before the first turn ------------------------------------------------------------------------------------------

SIX = Draw(0, 3, 1, 1, 1)
DEALT = [(-1, SIX), (-1, Draw(1, 3, 1, 1, 1))]
START: list[tuple[list[tuple[int, Any]], int, Any, str]] = [
    ([], 0, SIX, "chance"),
    ([], -1, Draw(1, 6), "It is seat 0 who draws"),
    ([], -1, Draw(0, 5), "6 tiles"),
    ([], -1, StartPlayer(0), "first hands"),
    ([], 0, EndTurn(), "first hands"),
    (DEALT, -1, Draw(0, 6), "start player"),
    (DEALT, 0, StartPlayer(0), "chance"),
    (DEALT, -1, StartPlayer(2), "only 2 players"),
    (DEALT, 0, PlaceTile("red", "A1"), "start player"),
]


@pytest.mark.parametrize(("played", "seat", "do", "says"), START)
def test_refused_before_the_game(played: list[tuple[int, Any]], seat: int, do: Any, says: str) -> None:
    state = GAME.setup(Options(dynasties=("lion", "archer")), 2)
    for by, done in played:
        GAME.check(state, by, done)
        state, _ = GAME.apply(state, by, done)
    with pytest.raises(IllegalAction, match=says) as refused:
        GAME.check(state, seat, do)
    assert refused.value.rule == "TE-1.4"


EVERYTHING = [
    PlaceTile("red", "A1"),
    PlaceLeader("king", "A2"),
    MoveLeader("king", "A2", "A3"),
    WithdrawLeader("king"),
    PlayCatastrophe("A1"),
    Swap(1),
    EndTurn(),
    Commit(0),
    ChooseWar("king"),
    PlaceBuilding("A1"),
    DeclineBuilding(),
    BuildMonument("A1", "red-blue"),
    DeclineMonument(),
    TakeTreasures(("B2",)),
    Draw(0, 6),
    StartPlayer(0),
]


@pytest.mark.parametrize(("ended", "rule"), [("treasures", "TE-9.3"), ("refill", "TE-9.4"), ("swap", "TE-9.4")])
@pytest.mark.parametrize("do", EVERYTHING, ids=lambda do: type(do).__name__)
def test_nothing_after_the_end(do: Any, ended: str, rule: str) -> None:
    state = place(phase="end", ended=ended).state
    for seat in (*range(-2, 6),):
        with pytest.raises(IllegalAction, match="game is over") as refused:
            GAME.check(state, seat, do)
        assert refused.value.rule == rule


def test_a_catastrophe_on_a_building_is_refused_by_the_option() -> None:
    """TE-4.8, OQ-5."""
    options = {"buildings": True, "building_catastrophe": False}
    session = place(options=options, **{**LINE, "buildings": {"green": "G5"}})
    refusal = refused(session, "Lion: catastrophe G5")
    assert (refusal.rule, refusal.reason) == ("TE-4.8", "G5 carries a building: no catastrophe goes there.")
