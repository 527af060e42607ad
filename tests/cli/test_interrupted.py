"""Long work that is broken off: one line says what is kept, and the command that goes on; then that command does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.replaying.logfile import write_log
from support.cli import PROGRAM, run
from support.logs import duel_game

pytestmark = pytest.mark.usefixtures("duel")

CATALOG = "what was found is in the catalog. To continue"
NOTHING = "nothing is kept. To start again"
IN_OUT = "the games that were over are in out. To continue"

COMMANDS = (
    ("simulate duel -n 3 --seed 1 --out out", IN_OUT),
    ("tournament --game duel --bot random --bot first --seed 1 --games 4 --out out", IN_OUT),
    ("match m.toml --out out", IN_OUT),
    ("match m.toml", NOTHING),
    ("analyse g/a.jsonl --bot first --playouts 2 --resume kept", "the verdicts until now are in kept. To continue"),
    ("analyse g/a.jsonl --bot first --playouts 2", NOTHING),
    ("corpus check g --catalog kept", CATALOG),
    ("corpus stats g", CATALOG),
    ("corpus dedupe g", CATALOG),
    ("corpus filter g", CATALOG),
    ("corpus accept g", CATALOG),
    ("validate g", NOTHING),
    ("find g --effect won", NOTHING),
    ("whatif g --option doubled=true", NOTHING),
    ("puzzle g", NOTHING),
    ("fairplay random duel", NOTHING),
    ("beside duel -n 2 -- true", NOTHING),
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of two games, and two matches."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "g").mkdir()
    for name in "ab":
        write_log(f"g/{name}.jsonl", duel_game())
    one = '[[match]]\nname = "{}"\ngame = "duel"\nplayers = ["Anna", "Bob"]\nseeds = [1]\n'
    one += 'bots = {{Anna = "first", Bob = "first"}}\n'
    Path("m.toml").write_text("".join(map(one.format, "xy")))
    return tmp_path


def interrupted(items: Iterable[Any], *more: Any) -> Iterator[Any]:
    """Ctrl-C comes after the first."""
    yield next(iter(items))
    raise KeyboardInterrupt


@pytest.mark.parametrize(("words", "says"), COMMANDS, ids=[words for words, _ in COMMANDS])
def test_one_line_says_what_is_kept_and_how_it_goes_on(
    here: Path, monkeypatch: pytest.MonkeyPatch, words: str, says: str
) -> None:
    monkeypatch.setattr("kronika.cli.printing.progress._with_lines", interrupted)
    done = run(*words.split())
    assert done.status == 130
    assert done.err.strip().splitlines() == [f"Interrupted: {says}: kronika {words}"]


def test_the_command_can_be_typed(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kronika.cli.printing.progress._with_lines", interrupted)
    os.rename("g", "my games")
    assert run("validate", "my games").err.rstrip().endswith("kronika validate 'my games'")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_real_end_and_the_same_command_again(tmp_path: Path, duel: dict[str, str], number: int, status: int) -> None:
    words = ["simulate", "tides", "-n", "100000", "--seed", "1", "--out", "out"]
    work: Any = {"cwd": tmp_path, "env": duel, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", PROGRAM, *words], **work) as running:
        while len(list(tmp_path.glob("out/*.jsonl"))) < 2:
            time.sleep(0.01)
        running.send_signal(number)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, err.strip()) == (status, f"Interrupted: {IN_OUT}: kronika {' '.join(words)}")
    before = {path: path.read_bytes() for path in sorted(tmp_path.glob("out/*.jsonl"))}
    assert subprocess.run([sys.executable, "-c", PROGRAM, "validate", "--strict", "out"], check=True, **work)
    with subprocess.Popen([sys.executable, "-c", PROGRAM, *words], **work) as again:
        while len(list(tmp_path.glob("out/*.jsonl"))) < len(before) + 2:
            time.sleep(0.01)
        again.kill()
    assert {path: path.read_bytes() for path in before} == before
