"""Two values of an option: what a log that does not name it means, for ever; what a new game has, free to change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kronika.core.contract.options import new_game_options, options_of, read_options
from kronika.core.examples.example import Example, run_example, start_example
from kronika.core.sessions.session import Session
from kronika.logs.files.schema import log_schema
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from kronika.logs.work.match import read_matches, run_match
from kronika.logs.work.simulate import plan, play_random, simulate
from kronika.testing.checks.compatibility import changed
from support import duel
from support.cli import fine
from support.logs import DUEL_HAND, DUEL_HEADER, duel_game, lines_of, write

pytestmark = pytest.mark.usefixtures("duel")

NAMES = ("Anna", "Bob")


@pytest.fixture
def turned(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The tiny game after somebody has decided that a new game is played with jokers."""
    monkeypatch.setattr(type(duel.GAME), "new_options", {"joker": True})
    return duel.GAME


def test_what_is_not_said_is_what_the_game_chooses(turned: Any) -> None:
    assert new_game_options(turned, {}) == duel.DuelOptions(joker=True)
    assert new_game_options(turned, {"joker": "false"}) == duel.DuelOptions(joker=False)
    assert read_options(turned, {}) == duel.DuelOptions(joker=False)
    (option,) = options_of(turned)
    assert (option.default, option.new) == (False, True)


def test_a_new_session_names_it(turned: Any) -> None:
    session = Session.new(turned, NAMES, seed=1)
    assert session.state.options.joker
    assert lines_of(session)[0]["options"] == {"joker": True}
    assert not Session.new(turned, NAMES, seed=1, options={"joker": False}).state.options.joker


def test_all_that_begins_takes_it(turned: Any, tmp_path: Path) -> None:
    assert plan(turned, 2, {}, 1, 1, str(tmp_path)).options == {"joker": True}
    assert play_random(turned, 2, {}, 1).header.options == {"joker": True}
    (name,) = simulate(plan(turned, 2, {}, 1, 1, str(tmp_path)))
    assert load(name).header.options == {"joker": True}
    for given in (None, {}):
        example = Example("X", "duel", given=given)
        assert start_example(example, turned).state.options.joker
        assert run_example(example).session.header.options == {"joker": True}
    text = '[[match]]\nname = "m"\ngame = "duel"\nplayers = ["A", "B"]\nseeds = [1]\n'
    (result,) = run_match(read_matches(text)[0], str(tmp_path))
    assert result.session is not None
    assert result.session.header.options == {"joker": True}


def test_a_log_that_does_not_name_it_means_what_it_meant(turned: Any, tmp_path: Path) -> None:
    path = write(tmp_path / "game.jsonl", [DUEL_HEADER, *DUEL_HAND])
    assert validate(path).faults == ()
    session = load(path)
    assert not session.state.options.joker
    assert session.header.options == {"joker": False}, "what is written from it names it"
    assert session.history == duel_game(options={"joker": False}).history


def test_what_is_shown_is_what_a_new_game_has(turned: Any) -> None:
    lines = fine("games").lines
    at = lines.index("  joker = true | false")
    assert lines[at + 2] == "      A log that does not name it means false."
    shown = {game["game"]: game for game in fine("games", "--format", "json").json}["duel"]["options"]
    assert (shown[0]["default"], shown[0]["new"]) == (False, True)
    schema = log_schema(turned)["$defs"]["Options"]["properties"]["joker"]
    assert schema["default"] is False
    assert schema["description"].endswith(" A new game has true where nobody says.")
    assert "A new game" not in json.dumps(log_schema(changed(duel.GAME, new_options={})))


def test_the_command_begins_so(turned: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words, joker in (((), True), (("-o", "joker=false"), False)):
        name = f"game-{joker}.jsonl"
        fine("new", "duel", "-p", "Anna", "-p", "Bob", "--seed", 1, *words, name)
        assert load(name).header.options == {"joker": joker}
