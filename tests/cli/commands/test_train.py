"""`train`: games are read, weights written, and said how well they predict."""

from __future__ import annotations

import json
import tomllib
from contextlib import chdir
from pathlib import Path
from shutil import copytree

import msgspec
import pytest

from kronika.core.bots.learned import Weights
from support.cli import fine, run

pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty games of Tides, and one of Imhotep."""
    folder = tmp_path_factory.mktemp("made")
    with chdir(folder):
        fine("simulate", "tides", "-n", 30, "--seed", 1, "--out", "games")
        fine("simulate", "imhotep", "-n", 1, "--seed", 1, "--out", "games")
    return folder


@pytest.fixture
def games(here: Path, made: Path) -> str:
    copytree(made, here, dirs_exist_ok=True)
    return "games"


def test_weights_are_written_with_their_origin_and_figures(games: str) -> None:
    done = fine("train", "tides", games, "--out", "w.toml")
    found = msgspec.convert(tomllib.loads(Path("w.toml").read_text(encoding="utf-8")), Weights)
    about = found.learned
    assert (found.game, about.games + about.held_out) == ("tides", 30)
    assert f"{about.games} deals learned from, {about.held_out} held out; 1 log not of use." in done.out
    assert "w.toml: weights of 11 features." in done.err
    for fit in about.thirds:
        assert f"{fit.log_loss:g}" in done.out
    before = Path("w.toml").read_bytes()
    fine("train", "tides", games, "--out", "again.toml")
    assert Path("again.toml").read_bytes() == before


def test_as_json_it_is_the_origin_and_the_fit(games: str) -> None:
    told = json.loads(fine("train", "tides", games, "--seed", 2, "--out", "w.toml", "--format", "json").out)
    assert (told["game"], told["skipped"], told["learned"]["seed"]) == ("tides", 1, 2)
    assert len(told["learned"]["thirds"]) == 3


def test_what_can_t_be_read_is_said_and_the_rest_is_learned_from(games: str) -> None:
    Path("games/broken.jsonl").write_text('{"kronika"')
    done = run("train", "tides", games, "--out", "w.toml")
    assert done.status == 3
    assert "broken.jsonl" in done.err
    assert Path("w.toml").exists()


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("duel", "games"), "Duel declares no features to learn from."),
        (("viceroy", "games"), "Learning takes 25 finished games of different deals; here are 0, with two seats."),
        (("tides", "nowhere"), "nowhere"),
        (("chess", "games"), "chess"),
    ],
)
def test_what_can_t_be_learned(words: tuple[str, ...], message: str, games: str) -> None:
    done = run("train", *words, "--out", "w.toml")
    assert done.status in (1, 2, 3)
    assert message in done.err
    assert not Path("w.toml").exists()


def test_a_file_is_not_written_over(games: str) -> None:
    Path("w.toml").write_text("mine")
    assert run("train", "tides", games, "--out", "w.toml").status == 3
    assert Path("w.toml").read_text() == "mine"
