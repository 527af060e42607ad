"""Random games: legal, whole, and the same bytes whatever the machine does."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.registry import get_game
from kronika.logs.files.faults import FileError
from kronika.logs.files.scratch import scratch_name
from kronika.logs.replaying.logfile import log_bytes
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from kronika.logs.work.simulate import Batch, file_name, game_seed, plan, play_random, simulate
from support.logs import data_of, waits_for_disk

pytestmark = pytest.mark.usefixtures("duel")


def run(folder: Path, *, jobs: int = 1, game: str = "duel", seats: int = 2, count: int = 12, seed: int = 1) -> Batch:
    batch = plan(get_game(game), seats, {}, seed, count, str(folder))
    assert list(simulate(batch, jobs)) == [file_name(batch, number) for number in range(1, count + 1)]
    return batch


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize(("game", "seats"), [("duel", 2), ("duel", 3), ("tides", 2)])
def test_games_are_legal_and_reach_their_end(tmp_path: Path, game: str, seats: int) -> None:
    run(tmp_path, game=game, seats=seats)
    for path in tmp_path.iterdir():
        report = validate(str(path), strict=True)
        assert report.faults == ()
        assert report.result is not None
        assert len(load(str(path)).players) == seats


@pytest.mark.parametrize("game", ["tides", "imhotep", "tigris", "viceroy", "ancient_knowledge"])
def test_more_games_go_on_whatever_options_a_game_has(tmp_path: Path, game: str) -> None:
    """Lists among the options of a log are tuples in the game: they are the same options."""
    run(tmp_path, game=game, count=1)
    first = contents(tmp_path)
    run(tmp_path, game=game, count=2)
    assert contents(tmp_path).items() > first.items()


def test_only_the_options_that_differ_are_said(tmp_path: Path) -> None:
    run(tmp_path, game="imhotep", count=1)
    other = plan(get_game("imhotep"), 2, {"market": "b"}, 1, 1, str(tmp_path))
    with pytest.raises(FileError, match=r"another game: its options: \{'market': 'a'\}, not \{'market': 'b'\}"):
        list(simulate(other))


@pytest.mark.parametrize("game", ["tides", "imhotep", "tigris", "viceroy", "ancient_knowledge"])
def test_a_new_game_has_the_header_that_its_log_is_read_with(game: str) -> None:
    session = play_random(get_game(game), 2, {}, 1)
    assert load("game.jsonl", log_bytes("game.jsonl", session)).header == session.header


def test_files_are_numbered(tmp_path: Path) -> None:
    run(tmp_path, count=3)
    assert sorted(os.listdir(tmp_path)) == ["duel-0001.jsonl", "duel-0002.jsonl", "duel-0003.jsonl"]
    batch = plan(get_game("duel"), 2, {}, 1, 12345, "x", packed=True)
    assert file_name(batch, 7) == os.path.join("x", "duel-00007.kpack")


@pytest.mark.parametrize("taken", [5, 3])
def test_the_disk_is_waited_for_once_and_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: int
) -> None:
    """Each file when it is written, their folder after the last of them, also if somebody breaks off."""
    waits = waits_for_disk(monkeypatch, tmp_path)
    with closing(simulate(plan(get_game("duel"), 2, {}, 1, 5, str(tmp_path)))) as names:
        assert len(list(islice(names, taken))) == taken
    assert waits == ["file"] * taken + [taken]


def test_a_folder_that_the_disk_does_not_take_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync = os.fsync

    def call(fd: int) -> None:
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        sync(fd)

    monkeypatch.setattr(os, "fsync", call)
    with pytest.raises(FileError, match=r"but the disk may not have their names: Input/output error\."):
        run(tmp_path, count=2)
    assert len(os.listdir(tmp_path)) == 2


def test_games_differ_from_one_another_and_by_seed(tmp_path: Path) -> None:
    run(tmp_path / "a", game="tides", count=8)
    run(tmp_path / "b", game="tides", count=8, seed=2)
    assert len({*contents(tmp_path / "a").values(), *contents(tmp_path / "b").values()}) == 16


def test_a_longer_batch_begins_with_the_same_games(tmp_path: Path) -> None:
    run(tmp_path / "a", count=3)
    run(tmp_path / "b", count=6)
    assert contents(tmp_path / "a").items() <= contents(tmp_path / "b").items()


def test_the_number_of_jobs_does_not_matter(tmp_path: Path) -> None:
    run(tmp_path / "one", count=7)
    run(tmp_path / "two", count=7, jobs=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


SIMULATE = """
import sys
from kronika.core.contract.registry import get_game
from kronika.logs.work.simulate import plan, simulate
for game, seats in (("tides", 2), ("duel", 3)):
    list(simulate(plan(get_game(game), seats, {}, 5, 4, sys.argv[1]), int(sys.argv[2])))
"""


@pytest.mark.parametrize(("hash_seed", "jobs"), [("0", 1), ("1", 1), ("random", 2)])
def test_hashing_does_not_matter(tmp_path: Path, duel: dict[str, str], hash_seed: str, jobs: int) -> None:
    run(tmp_path / "here", game="tides", count=4, seed=5)
    run(tmp_path / "here", game="duel", seats=3, count=4, seed=5)
    command = [sys.executable, "-c", SIMULATE, str(tmp_path / "there"), str(jobs)]
    subprocess.run(command, env={**duel, "PYTHONHASHSEED": hash_seed}, check=True, timeout=60)
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_the_same_game_packed(tmp_path: Path) -> None:
    run(tmp_path / "text", count=2)
    batch = plan(get_game("duel"), 2, {}, 1, 2, str(tmp_path / "packed"), packed=True)
    list(simulate(batch))
    for name in ("duel-0001", "duel-0002"):
        packed = load(str(tmp_path / "packed" / f"{name}.kpack"))
        assert data_of(packed) == (tmp_path / "text" / f"{name}.jsonl").read_bytes()


def test_the_seed_of_a_game_is_in_its_log() -> None:
    """A game can be played again from its header alone."""
    session = play_random(get_game("duel"), 2, {"joker": True}, game_seed(1, 3))
    assert session.header.seed == game_seed(1, 3)
    assert data_of(play_random(get_game("duel"), 2, {"joker": True}, game_seed(1, 3))) == data_of(session)


def test_seeds_are_exact_in_any_json_reader_and_differ() -> None:
    seeds = {game_seed(seed, number) for seed in (-1, 0, 1, 12, 10**30) for number in range(1, 200)}
    assert len(seeds) == 5 * 199
    assert all(0 <= seed < 2**48 for seed in seeds)


def test_a_batch_that_the_game_refuses() -> None:
    for seats, options in ((1, {}), (4, {}), (3, {"joker": True}), (2, {"jokers": True}), (2, {"joker": "perhaps"})):
        with pytest.raises(BadSetup):
            plan(get_game("duel"), seats, options, 1, 1, "x")


def test_a_file_that_is_there_already_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "duel-0003.jsonl").write_text("precious")
    with pytest.raises(FileError, match="exists already"):
        run(tmp_path, count=4)
    assert (tmp_path / "duel-0003.jsonl").read_text() == "precious"
    assert sorted(os.listdir(tmp_path)) == [f"duel-000{n}.jsonl" for n in (1, 2, 3)]


def test_what_a_kill_has_left_beside_a_log_is_removed(tmp_path: Path) -> None:
    """Killed between the two names of a new file."""
    run(tmp_path, count=2)
    before = contents(tmp_path)
    os.link(tmp_path / "duel-0002.jsonl", scratch_name(str(tmp_path / "duel-0002.jsonl")))
    run(tmp_path, count=2)
    assert contents(tmp_path) == before


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot create"):
        run(tmp_path / "file" / "folder")


def test_a_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    run(tmp_path / "a" / "b", count=1)
    assert os.listdir(tmp_path / "a" / "b") == ["duel-0001.jsonl"]
