"""How effects are reported: who did what to whom, where, and one thing or several."""

from __future__ import annotations

from typing import get_args

import pytest

from kronika.core.games.tigris import GAME, effects
from kronika.core.games.tigris.effects import Effect

NAMES = ("Lion", "Archer", "Bull")

TOLD: list[tuple[Effect, str]] = [
    (effects.Scored(1, "red", 1, "tiles", "TE-4.3"), "Archer scores 1 red for the tile"),
    (effects.Scored(1, "green", 1, "king", "TE-4.4"), "Archer scores 1 green for the tile, as king"),
    (effects.Scored(1, "blue", 1, "building", "TE-10.5"), "Archer scores 1 blue for the building"),
    (effects.Scored(2, "red", 1, "revolts", "TE-5.6"), "Bull scores 1 red for the revolt"),
    (effects.Scored(2, "black", 1, "war leaders", "TE-6.8"), "Bull scores 1 black for the beaten leader"),
    (effects.Scored(2, "black", 3, "war tiles", "TE-6.8"), "Bull scores 3 black for removed tiles"),
    (effects.Scored(0, "blue", 1, "monuments", "TE-7.6"), "Lion scores 1 blue for a monument"),
    (
        effects.Unpaid("G5", "TE-4.4"),
        "G5 scores nothing: its kingdom has no leader of its colour and no king",
    ),
    (effects.Unpaid("G5", "TE-4.5"), "G5 scores nothing: it unites two kingdoms"),
    (effects.Unpaid("G5", "TE-4.7"), "G5 scores nothing: it is not next to a kingdom"),
    (effects.United("G5", ()), "G5 unites two kingdoms: no war"),
    (effects.United("G5", ("king",)), "G5 unites two kingdoms: war of kings"),
    (effects.United("G5", ("king", "trader")), "G5 unites two kingdoms: war of kings and traders"),
    (effects.LinkTaken("G5", "TE-4.6"), "the unification tile on G5 is taken back"),
    (effects.RevoltBegun("priest", 2, 0), "revolt of priests: Bull against Lion"),
    (effects.WarBegun("farmer", 0, 1), "war of farmers: Lion attacks Archer"),
    (effects.Strengths(3, 1, "TE-6.5"), "strength on the board: 3 against 1"),
    (effects.Decided("king", 0, 2, 5, 3, "TE-6.8"), "5 against 3: Lion's king beats Bull's"),
    (effects.Decided("king", 2, 0, 3, 5, "TE-6.8"), "3 against 5: Bull's king beats Lion's"),
    (effects.Decided("king", 2, 0, 4, 4, "TE-5.5"), "4 against 4, a tie: Bull's king beats Lion's"),
    (effects.Spent("red", 0, 1, "TE-5.6"), "0 + 1 committed temple goes out of the game"),
    (effects.Spent("red", 2, 3, "TE-5.6"), "2 + 3 committed temples go out of the game"),
    (effects.Spent("blue", 1, 1, "TE-6.8"), "1 + 1 committed farms go out of the game"),
    (effects.LeaderReturned(1, "trader", "A11", "TE-6.8"), "Archer's trader returns from A11"),
    (effects.Removed("black", ("F5",), "TE-6.8"), "settlement removed from F5"),
    (effects.Removed("green", ("F5", "G5"), "TE-6.8"), "markets removed from F5 and G5"),
    (effects.Parted("F5", 3), "the region around F5 splits into 3"),
    (effects.Spared(("F5",), "TE-6.9"), "F5 stays: a treasure or another leader"),
    (effects.Spared(("F5", "G5"), "TE-6.9"), "F5 and G5 stay: a treasure or another leader"),
    (effects.Spared(("F5",), "TE-6.10"), "F5 stays: a building"),
    (effects.WarAvoided("king"), "the kings are separated: no war between them"),
    (
        effects.TurnedDown("red", ("F5", "G5", "F6", "G6")),
        "the temples on F5, G5, F6 and G6 are turned face down",
    ),
    (effects.BuildingPlaced("palace", "F5", None, "TE-10.2"), "the palace is placed on F5"),
    (effects.BuildingPlaced("palace", "F5", "A1", "TE-10.3"), "the palace moves from A1 to F5"),
    (effects.BuildingReturned("palace", "F5"), "the palace on F5 goes back to the stock"),
    (effects.TreasuresTaken(2, ("B2",), "K1"), "Bull takes 1 treasure from B2; the treasure on K1 stays"),
    (
        effects.TreasuresTaken(2, ("B2", "P2"), "K1"),
        "Bull takes 2 treasures from B2 and P2; the treasure on K1 stays",
    ),
    (effects.NextTurn(1, "TE-9.5"), "it is Archer's turn"),
    (
        effects.Ended("the bag is too small for the swap", "TE-9.4"),
        "the game is over: the bag is too small for the swap",
    ),
]


@pytest.mark.parametrize(("effect", "clause"), TOLD, ids=[clause for _, clause in TOLD])
def test_an_effect_is_reported(effect: Effect, clause: str) -> None:
    assert GAME.describe(effect, NAMES) == clause


def test_every_kind_of_effect_is_reported_here() -> None:
    assert {type(effect) for effect, _ in TOLD} == set(get_args(GAME.Effect))
