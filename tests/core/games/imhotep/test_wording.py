"""How effects are reported: who did what, where, and one thing or several."""

from __future__ import annotations

from typing import get_args

import pytest

from kronika.core.games.imhotep import GAME, effects
from kronika.core.games.imhotep.effects import Effect

NAMES = ("Wanda", "Klara", "Bruno")

TOLD: list[tuple[Effect, str]] = [
    (
        effects.Started(1, (4, 2, 3)),
        "Klara starts; stones on the sleds: Wanda 4, Klara 2 and Bruno 3",
    ),
    (effects.RoundBegan(3, 2), "round 3 begins; Bruno goes first"),
    (effects.Reshuffled(1), "the discard pile of 1 card becomes the deck"),
    (effects.Reshuffled(6), "the discard pile of 6 cards becomes the deck"),
    (effects.PairLaid(1), "1 card lies face down as the pair"),
    (effects.PairLaid(2), "2 cards lie face down as the pair"),
    (effects.RowShort(1), "1 card can't be laid out: deck and discard pile are empty"),
    (effects.RowShort(2), "2 cards can't be laid out: deck and discard pile are empty"),
    (effects.GotStones(0, 1, "IM-2.4"), "Wanda gets 1 stone"),
    (effects.GotStones(0, 3, "IM-2.4"), "Wanda gets 3 stones"),
    (effects.Loaded(2, 4, 1, "IM-2.5"), "Bruno loads a stone; the ship carries 1 stone"),
    (effects.Loaded(2, 1, 3, "IM-2.5"), "Bruno loads a stone; the ship carries 3 stones"),
    (
        effects.Sailed(0, 2, "burial_chamber", (1, 0, 1), "IM-2.6"),
        "the ship sails to the burial chamber with stones of Klara, Wanda, Klara",
    ),
    (effects.PyramidStone(1, "", 5, 1, "IM-3.7"), "Klara builds on place 5 of the pyramid for 1 point"),
    (effects.PyramidStone(1, "", 0, 1, "IM-3.7"), "Klara builds beside the complete pyramids for 1 point"),
    (
        effects.PyramidStone(1, "left", 2, 3, "IM-3.8"),
        "Klara builds on place 2 of the left pyramid for 3 points",
    ),
    (effects.TempleStone(0, 5, 2), "Wanda builds on space 5 of the temple, level 2"),
    (effects.ChamberStone(0, 3, 4), "Wanda lays a stone in the burial chamber, row 3, column 4"),
    (effects.ObeliskStone(2, 1, "IM-3.16"), "Bruno has 1 stone at the obelisks"),
    (effects.ObeliskStone(2, 4, "IM-3.16"), "Bruno has 4 stones at the obelisks"),
    (effects.Tower(2, 1), "Bruno builds a tower for 1 point"),
    (effects.Tower(2, 6), "Bruno builds a tower for 6 points"),
    (
        effects.CardTaken(1, "burial_chamber_ornament", "IM-3.1"),
        "Klara gains burial chamber ornament",
    ),
    (effects.CardDiscarded("lever", "IM-2.7"), "lever goes to the discard pile"),
    (effects.NoCard(1, "IM-3.1"), "there is no card for Klara"),
    (effects.NoStone(1, "paved_path"), "Klara has no stone in the quarry: paved path does nothing"),
    (effects.BonusLost(0, "stones"), "Wanda cannot use the bonus (stones)"),
    (effects.StonesReturned((1, 0, 2), "IM-2.18"), "stones go back to the quarries: Wanda 1 and Bruno 2"),
    (effects.Stuck(2), "Bruno passes: no other action is legal"),
    (effects.RoundBroken(), "no player can act: the round ends early"),
    (effects.RoundEnded(3, "IM-2.14"), "round 3 ends"),
    (effects.FirstNamed(2), "Bruno will begin the next round"),
    (effects.TempleScored((0, 2, 1)), "visible stones of the temple: Klara 2 and Bruno 1"),
    (effects.TempleBonus(1, 4, 1), "space 4 of the temple gives Klara 1 point"),
    (effects.TempleBonus(1, 4, 2), "space 4 of the temple gives Klara 2 points"),
    (effects.MarketCleared(1), "1 card of the row goes to the discard pile"),
    (effects.MarketCleared(3), "3 cards of the row go to the discard pile"),
    (effects.Scored(1, "obelisks", 15, "IM-4.2"), "Klara scores 15 for obelisks"),
    (effects.Ended((40, 0, 39)), "the game ends: Wanda 40, Klara 0 and Bruno 39"),
]


@pytest.mark.parametrize(("effect", "clause"), TOLD, ids=[clause for _, clause in TOLD])
def test_an_effect_is_reported(effect: Effect, clause: str) -> None:
    assert GAME.describe(effect, NAMES) == clause


def test_every_kind_of_effect_is_reported_here() -> None:
    assert {type(effect) for effect, _ in TOLD} == set(get_args(GAME.Effect))
