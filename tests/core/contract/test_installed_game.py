"""A game that another package brings: found by its entry point, played, logged and replayed like any other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kronika.core.basics.errors import BadSetup, IllegalAction
from kronika.core.sessions.session import Session

pytestmark = pytest.mark.usefixtures("duel")


def start(**more: object) -> Session:
    session = Session.new("duel", ["Anna", "Bob"], chance="given", **more)
    session.play("chance: prize 5")
    return session


def test_choices_are_secret_until_all_have_chosen() -> None:
    session = start()
    session.play("Bob: play 4")
    assert session.view(0).sealed == ("", "?")
    assert session.view(1).sealed == ("", "4")
    (event,) = session.play("Anna: play 2")
    assert [effect.cards for effect in event.then] == [(2, 4)]


def test_the_winner_decides_before_anything_else_happens() -> None:
    session = start()
    session.play("Anna: play 2")
    session.play("Bob: play 4")
    assert session.legal() == {"Bob": ["take", "spare"]}
    with pytest.raises(IllegalAction):
        session.play("chance: prize 2")
    session.play("spare")
    assert session.state.hands == (bytes([1, 3, 4]), bytes([1, 2, 3, 4]))
    session.undo()
    session.play("take")
    assert session.totals() == {"Anna": 0, "Bob": 5}


def test_a_tie_is_shared() -> None:
    session = start()
    for card, prize in enumerate(("", "prize 2", "prize 3"), 1):
        if prize:
            session.play(prize)
        session.play(f"Anna: play {card}")
        session.play(f"Bob: play {card}")
    result = session.result()
    assert result is not None
    assert (result.winners, result.totals, result.tie_rule) == ((0, 1), (0, 0), "DU-5")


def test_options_and_players_that_do_not_go_together() -> None:
    with pytest.raises(BadSetup, match="for two players"):
        Session.new("duel", ["Anna", "Bob", "Cyril"], seed=1, options={"joker": "true"})


def test_the_command_line_knows_it(duel: dict[str, str], tmp_path: Path) -> None:
    def kronika(*arguments: str) -> str:
        command = [sys.executable, "-c", "from kronika.cli import main; main()", *arguments]
        return subprocess.run(command, env=duel, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert "duel" in kronika("games")
    kronika("simulate", "duel", "-n", "5", "--players", "3", "--out", "games")
    assert kronika("validate", "--strict", "games") == "", "no faults are found"
    assert "Anna" in kronika("score", "games/duel-0001.jsonl")


def test_a_game_has_its_types_from_the_brackets() -> None:
    from support.duel import Duel, DuelDo, DuelEffect, DuelGiven, DuelOptions, DuelState

    found = (Duel.State, Duel.Do, Duel.Effect, Duel.Options, Duel.Given)
    assert found == (DuelState, DuelDo, DuelEffect, DuelOptions, DuelGiven)
