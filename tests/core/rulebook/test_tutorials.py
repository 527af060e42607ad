"""The guided first games of the house; what every tutorial must fulfil is in the suite that ships."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.cli.printing.output import wrapped
from kronika.cli.table.tutorial import LEARNER, GuidedTable, guided, new_guided
from kronika.core.basics.errors import BrokenGame
from kronika.core.contract.registry import get_game
from kronika.core.rulebook import tutorial
from kronika.core.rulebook.tutorial import Tutorial, tutorial_of
from kronika.logs.replaying.logfile import LogFile
from support.playouts import games

LEARNED = [game.name for game in games() if tutorial_of(game)]


def text_of(name: str) -> Tutorial:
    text = tutorial_of(get_game(name))
    assert text is not None
    return text


def test_the_games_that_can_be_learned() -> None:
    assert LEARNED == ["ancient_knowledge", "imhotep", "tides", "tigris", "viceroy"]


def fitting_screen(table: GuidedTable, capsys: pytest.CaptureFixture[str]) -> str:
    """What is said to the learner now; the whole screen has at most 24 rows."""
    capsys.readouterr()
    table.display.show(LEARNER, table._asks)
    shown = capsys.readouterr()
    rows = shown.out.strip("\n").split("\n") + [
        line for said in shown.err.splitlines() for line in wrapped(said, width=80).split("\n")
    ]
    assert len(rows) + 1 <= 24, "\n".join(rows)
    return shown.err


@pytest.mark.parametrize("name", LEARNED)
def test_every_step_fits_on_a_screen(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """80 columns, 24 rows: the table, what happened, what is said, and the prompt; also where the guide ends."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    text = text_of(name)
    table = GuidedTable(LogFile.create(tmp_path / "t.jsonl", new_guided(get_game(name), text)), text)
    table._settle(0)
    for step in text.step:
        assert step.say in fitting_screen(table, capsys)
        table._play(step.do, LEARNER)
    if table.session.actors:
        table._turn_to(LEARNER)
        assert " ".join(text.end.split()) in " ".join(capsys.readouterr().err.split())
        table.display.again()
        table.left = False
        assert "you play alone" in fitting_screen(table, capsys)
    assert [event.do for event in table.session.line.events[: len(table.guide.line.events)]] == [
        event.do for event in table.guide.line.events
    ]


def test_tides_is_guided_to_its_end() -> None:
    """TT-5.1: 14, 19 and 47 points of Anna; 6, 9 and 22 of Bob."""
    session = guided(get_game("tides"), text_of("tides"))
    assert session.game.totals(session.state) == (14 + 19 + 47, 6 + 9 + 22)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("seed = 1", "missing required field"),
        ("seed = 1\nsteps = 2", "unknown field"),
        ("seed = ", "Not TOML"),
    ],
)
def test_a_file_that_is_wrong_is_named(text: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tutorial, "shipped_text", lambda game, name: text)
    with pytest.raises(BrokenGame, match=why) as error:
        tutorial.tutorial_of.__wrapped__(get_game("tides"))
    assert "tutorial.toml" in str(error.value)
