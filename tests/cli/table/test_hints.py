"""A hint on a screen of 80 by 24, and what the table of one seat refuses at once."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pty")

from kronika.cli.table.hint import _first_fitting
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support import tigris
from support.table import Open, new_duel
from support.terminal import Terminal


def test_the_first_text_that_fits_is_taken() -> None:
    assert _first_fitting(["a\nb\nc", "a\nb", "a"], 2) == "a\nb"
    assert _first_fitting(["a\nb\nc", "a\nb"], 1) == "a\nb", "the shortest, if none fits"


@pytest.mark.parametrize(
    "game",
    [
        "imhotep",
        "tigris",
        *(pytest.param(game, marks=pytest.mark.long) for game in ("tides", "viceroy", "ancient_knowledge")),
    ],
)
def test_the_best_move_of_a_hint_stays_on_the_screen(tmp_path: Path, game: str) -> None:
    """The first line says it in words; below it, as much of the table as there is room for."""
    write_log(str(tmp_path / "g.jsonl"), Session.new(game, ["Anna", "Bob"], seed=3))
    at = Terminal("play", "g.jsonl", "--as", "Anna", "--bot", "Bob=random", env={"LINES": "24"}, cwd=tmp_path)
    at.expect("Anna> ")
    at.enter("hint")
    at.expect("hint")
    shown = at.expect("Anna> ", 120).split("\n")
    at.process.kill()
    at.end()
    first = next(line for line in shown if line.strip())
    assert first.startswith(("Best: ", "Clearly best: ", "No move is clearly best; first of all: "))
    assert len(shown) <= 24, "with the line of the prompt"
    assert max(map(len, shown)) <= 80


@pytest.mark.parametrize("line", ["end", "end resigned Bob", "end of it", "tag", "rename"])
def test_the_referee_s_words_are_refused_before_their_use_is_explained(terminal: Open, line: str) -> None:
    new_duel()
    at = terminal("play", "g.jsonl", "--as", "Anna")
    at.expect("Anna> ")
    at.enter(line)
    assert f"`{line.split()[0]}` is for the referee: `kronika {line.split()[0]} g.jsonl`." in at.expect("Anna> ")
    at.enter("quit")
    assert at.end() == 0
    assert len(load("g.jsonl").history) == 1


def test_a_move_may_have_the_referee_s_word(tmp_path: Path) -> None:
    """TE-2.1: `end` ends the turn, at the table of a seat, too."""
    session = Session.new("tigris", ["Anna", "Bob"], chance="given")
    for move in ("draw Anna 6 red", "draw Bob 6 red", "start Anna", "Anna: king C2"):
        session.play(move)
    write_log(str(tmp_path / "g.jsonl"), session)
    at = Terminal("play", "g.jsonl", "--as", "Anna", cwd=tmp_path)
    at.expect("Anna> ")
    at.enter("end")
    at.expect("> ")
    at.process.kill()
    at.end()
    assert load(str(tmp_path / "g.jsonl")).line.events[-1].do == tigris.GAME.parse(session.state, 0, "end", ("A", "B"))
