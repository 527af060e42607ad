"""The guided first game: its moves are legal, its rules exist, and each step fits on a screen. Many games have none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from kronika.cli.printing.output import wrapped
from kronika.cli.table.tutorial import LEARNER, GuidedTable, new_guided
from kronika.core.basics.text import lines_of
from kronika.core.contract.registry import AnyGame
from kronika.core.rulebook.spec import rules_of
from kronika.core.rulebook.tutorial import Step, Tutorial, tutorial_of
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import LogFile

ROWS: Final = 24
COLUMNS: Final = 80


def steps_of(game: AnyGame, text: Tutorial) -> Iterator[tuple[Step, Session]]:
    """Each step, with the session before it."""
    session = new_guided(game, text)
    session.resolve_chance()
    for move in text.before:
        session.play(move)
    for step in text.step:
        yield step, session
        for move in (f"{text.players[LEARNER]}: {step.do}", *step.reply):
            session.play(move)


def test_a_tutorial_is_played_as_it_is_written(game: AnyGame) -> None:
    """Every move is legal and written as the game writes it, poor ones too; none of these is the move of the step."""
    text = tutorial_of(game)
    if text is None:
        return
    for step, session in steps_of(game, text):
        for move in (step.do, *step.poor):
            seat, do = session.read(f"{text.players[LEARNER]}: {move}")
            game.check(session.state, seat, do)
            assert game.format(session.state, seat, do, session.players) == move
        assert step.do not in step.poor, f"{step.do} is the move of the step"


def test_a_tutorial_names_rules_that_there_are(game: AnyGame) -> None:
    text = tutorial_of(game)
    if text is None:
        return
    said = [*text.begin, text.end, *(part for step in text.step for part in (step.say, step.why, *step.poor.values()))]
    cited = set(re.findall(rf"\b{game.rule_prefix}-[\d.]*\d[a-z]?", " ".join(said)))
    assert cited <= {rule.number for rule in rules_of(game)}, cited - {rule.number for rule in rules_of(game)}


def test_a_tutorial_fits_on_a_screen(game: AnyGame) -> None:
    """Table, news, what is said and the prompt, at 80 columns and 24 rows."""
    text = tutorial_of(game)
    if text is None:
        return
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", f"{COLUMNS}")
        patch.setenv("LINES", f"{ROWS}")
        table = GuidedTable(LogFile.create(Path(folder, "t.jsonl"), new_guided(game, text)), text)
        table._settle(0)
        for step in text.step:
            shown = _shown(table)
            assert len(shown) < ROWS, f"`{step.do}`: {len(shown) + 1} rows:\n" + "\n".join(shown)
            table._play(step.do, LEARNER)


def _shown(table: GuidedTable) -> list[str]:
    """The rows of the screen above the prompt."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        table.display.show(LEARNER, table._asks)
    said = [row for line in lines_of(err.getvalue()) for row in lines_of(wrapped(line, width=COLUMNS))]
    return [*lines_of(out.getvalue().strip("\n")), *said]
