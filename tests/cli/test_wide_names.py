"""Tables with names in Chinese, Japanese or Korean letters, each of which takes two columns of a terminal."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

import pytest

from kronika.core.contract.registry import get_game
from kronika.logs.replaying.logfile import write_log
from kronika.logs.work.simulate import play_bots
from support.cli import fine

NAMES = ("山田花子", "한국")
TERMS = ("--iterations", "2", "--playouts", "4")


def cells(text: str) -> list[list[str]]:
    """The lines of tables with such a name, heads and rows, cut where the dashes below the heads begin.

    Sentences are left out: they have a colon.
    """
    lines = re.sub(r"[一-鿿가-힯]", lambda letter: f"{letter[0]}\0", text).split("\n")
    found = []
    for at, line in enumerate(lines):
        if re.fullmatch(r"--[ -]*", line):
            begins = [dash.start() for dash in re.finditer(r"-+", line)]
            rows = [
                row
                for row in (lines[at - 1], *takewhile(str.strip, lines[at + 1 :]))
                if "\0" in row and ": " not in row
            ]
            found += [[row[a:b] for a, b in zip(begins, [*begins[1:], len(row)], strict=True)] for row in rows]
    return [[cell for cell in row if cell] for row in found]


@pytest.fixture
def played(here: Path) -> Path:
    """A game of Imhotep of players with such names in `games`, its analysis, and a game of Tides."""
    (here / "games").mkdir()
    for game in ("imhotep", "tides"):
        log = f"games/{game}.jsonl"
        write_log(log, play_bots(get_game(game), ["random", "random"], {}, 3)[0])
        fine("rename", log, f"Anna={NAMES[0]}", f"Bob={NAMES[1]}")
    (here / "a.json").write_text(fine("analyse", "games/tides.jsonl", "--to", "8", *TERMS, "--format", "json").out)
    return here


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    "command",
    [
        "score games/imhotep.jsonl",
        "score games/tides.jsonl",
        "stats games/tides.jsonl",
        "analyse games/tides.jsonl --to 8 --iterations 2 --playouts 4 --all",
        "skill a.json",
        "standings games",
        "whatif games/tides.jsonl -o sets_use_doubled=false --at 0",
    ],
)
def test_the_columns_of_every_table_are_in_line(command: str) -> None:
    """Each cell but the last ends with two spaces: no name reaches into the next column, and none is too short."""
    rows = cells(fine(*command.split()).out)
    assert rows
    for row in rows:
        assert all(cell.endswith("  ") for cell in row[:-1]), row
        assert not any(cell.startswith("\0") for cell in row), row


def test_the_names_of_players_on_a_board_are_in_line(played: Path) -> None:
    """`山田花子` takes eight columns, `한국` four."""
    lines = [line for line in fine("show", "games/imhotep.jsonl").lines if "points  sled" in line]
    first, second = (line.split(name)[1].index("points") for line, name in zip(lines, NAMES, strict=True))
    assert second - first == 4
