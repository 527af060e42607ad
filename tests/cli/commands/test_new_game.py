"""`new-game`: what it writes is a game, whole and green, whatever it is called."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kronika.cli.commands.new_game import package

ROOT = Path(__file__).parents[3]
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a command in a folder in which a package of the name given is found as if it were installed."""

    def do(command: list[str], name: str = "for_sale") -> subprocess.CompletedProcess[str]:
        info = tmp_path / name / f"{name}-0.1.0.dist-info"
        if (tmp_path / name).is_dir() and not info.is_dir():
            info.mkdir()
            (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: kronika-{name}\nVersion: 0.1.0\n")
            (info / "entry_points.txt").write_text(f"[kronika.games]\n{name} = {name}:GAME\n")
        env = {**os.environ, "PYTHONPATH": str(tmp_path / name), "NO_COLOR": "1"}
        return subprocess.run(
            [sys.executable, "-m", *command], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )

    return do


def test_a_new_game_is_played_ruled_and_checked(run: Run, tmp_path: Path) -> None:
    made = run(["kronika", "new-game", "for_sale", "for_sale"])
    assert made.returncode == 0, made.stderr
    assert "for_sale" in run(["kronika", "games"]).stdout
    for words in (
        ["new", "for_sale", "-p", "Anna", "-p", "Bob", "--seed", "1", "game.jsonl"],
        ["play", "game.jsonl", "Anna: play 2", "Bob: play 4"],
        ["show", "game.jsonl"],
        ["rules", "for_sale", "FO-2.4"],
        ["example", "check", "for_sale/for_sale/examples.toml"],
        ["example", "show", "for_sale/EX-1"],
        ["simulate", "for_sale", "-n", "3", "--seed", "1", "--out", "games"],
        ["validate", "games", "--strict"],
    ):
        done = run(["kronika", *words])
        assert done.returncode == 0, (words, done.stdout, done.stderr)
    title = run(["kronika", "games"]).stdout
    assert "For Sale" in title


def test_what_to_type_next_can_be_typed(run: Run) -> None:
    assert (
        "  pip install -e 'my games/for sale'\n" in run(["kronika", "new-game", "for_sale", "my games/for sale"]).stdout
    )


def test_its_own_tests_pass(run: Run, tmp_path: Path) -> None:
    run(["kronika", "new-game", "for_sale", "for_sale"])
    done = run(["pytest", "-q", "-p", "no:cacheprovider", "-x", "for_sale"])
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("For Sale", "can't be the name of a game"),
        ("class", "can't be the name of a game"),
        ("9men", "can't be the name of a game"),
        ("aux", "under Windows a folder of that name is a device"),
        ("tides", "There is a game called 'tides' already."),
        ("json", "Python has a package or module called 'json' already."),
    ],
)
def test_names_that_cannot_be(run: Run, tmp_path: Path, name: str, says: str) -> None:
    done = run(["kronika", "new-game", name, "there"])
    assert done.returncode == 2
    assert says in done.stderr
    assert not (tmp_path / "there").exists()


def test_a_folder_with_something_in_it_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "mine.txt").write_text("mine")
    done = run(["kronika", "new-game", "for_sale", "there"])
    assert done.returncode == 3
    assert done.stderr == ("error: there: is a folder with something in it, which is left as it is. Name a new one.\n")
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["mine.txt"]


def test_a_new_game_that_failed_at_its_last_step_goes_on(run: Run, tmp_path: Path) -> None:
    """All of it is there; a folder of the game's name may lie where Python looks for packages."""
    words = ["kronika", "new-game", "for_sale", "for_sale"]
    first, info = run(words), {**os.environ, "PYTHONPATH": ""}
    again = subprocess.run(
        [sys.executable, "-m", *words], cwd=tmp_path, env=info, capture_output=True, text=True, check=False
    )
    assert (first.returncode, again.returncode) == (0, 0), again.stderr
    assert again.stdout == first.stdout
    (tmp_path / "for_sale" / "README.md").write_text("mine")
    changed = run(words, "other")
    assert "for_sale: is a folder with something in it, which is left as it is." in changed.stderr
    assert (tmp_path / "for_sale" / "README.md").read_text() == "mine"


@pytest.mark.skipif(not (ROOT / "src" / "kronika" / "core").exists(), reason="an sdist has no links for mypy")
def test_its_types_are_right(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api = pytest.importorskip("mypy.api")
    run(["kronika", "new-game", "for_sale", "for_sale"])
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("MYPYPATH", str(tmp_path / "for_sale"))
    said, wrong, status = api.run(["-p", "for_sale"])
    assert (wrong, status) == ("", 0), said


def test_nothing_in_it_is_called_after_the_model() -> None:
    for path, text in package("for_sale"):
        for word in ("duel", "Duel", "DU-"):
            assert word not in text, path
        assert not any("duel" in part for part in path)


def test_a_short_name_has_a_prefix_of_two_letters() -> None:
    texts = dict(package("x"))
    assert 'rule_prefix = "XX"' in texts["x", "__init__.py"]
    assert "**XX-2.4**" in texts["x", "SPEC.md"]
