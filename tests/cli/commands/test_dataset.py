"""The command `dataset`: its short form, what it says, its exit status, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.logs.datasets.forms import manifest_of
from kronika.logs.replaying.logfile import write_log
from support.cli import fine, run
from support.logs import duel_game

pytestmark = pytest.mark.usefixtures("duel")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_log("game.jsonl", duel_game())
    return tmp_path


def test_a_data_set_is_made_and_verified_and_a_changed_file_is_named(here: Path) -> None:
    done = fine("dataset", "game.jsonl", "--out", "set", "--shares", "0,100,0")
    assert done.lines[-1].split() == ["validation", "1", "1", "8"]
    assert "No deal is in train and test: there are too few." in done.err
    assert manifest_of("set").name == "set"
    assert "set: 1 log replayed, all as it should be." in fine("dataset", "verify", "set").err
    (here / "set" / "README.md").write_text("Another card.")
    told = run("dataset", "verify", "set")
    assert told.status == 1
    assert told.lines == ["README.md: has changed since the data set was made"]
    assert "1 log replayed, 1 difference." in told.err


def test_what_is_left_out_is_listed(here: Path) -> None:
    fine("new", "duel", "-p", "Anna", "-p", "Bob", "--tag", "assumed=yes", "other.jsonl")
    assert "Omitted: 1 log with assumed hands." in fine("dataset", "game.jsonl", "other.jsonl", "--out", "set").err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--shares", "80,20"), "'80,20' is not three whole numbers with the sum 100"),
        (("--shares", "80,10,11"), "is not three whole numbers with the sum 100"),
        (("--shares", "a,b,c"), "is not three whole numbers with the sum 100"),
        (("--licence", "my own"), "'my own' is not an SPDX identifier"),
    ],
)
def test_wrong_options_are_refused_and_nothing_is_made(here: Path, words: tuple[str, ...], why: str) -> None:
    done = run("dataset", "game.jsonl", "--out", "set", *words)
    assert done.status == 2
    assert why in " ".join(done.err.split())
    assert not (here / "set").exists()


def test_a_folder_that_is_no_data_set_is_said_to_be_none(here: Path) -> None:
    done = run("dataset", "verify", ".")
    assert done.status == 3
    assert "kronika-dataset.json" in done.err
    assert run("dataset", "nothing.jsonl", "--out", "set").status == 3
    assert not (here / "set").exists()


def test_a_name_that_no_terminal_shows_is_written_harmlessly(here: Path) -> None:
    fine("dataset", "game.jsonl", "--out", "set", "--name", "a\x1b[31mset | <b>")
    card = (here / "set" / "README.md").read_bytes()
    assert b"\x1b" not in card
    assert rb"\| \<b\>" in card
