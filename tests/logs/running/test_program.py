"""Which program answers: a worker of a cluster with another one does nothing, whatever is another."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kronika.core import __version__, get_game
from kronika.logs.beside.games import random_games
from kronika.logs.beside.naming import NameMap
from kronika.logs.beside.trial import Trial, try_games
from kronika.logs.corpus.check import check
from kronika.logs.players.lookup import allow_local_imports, find_player_bot
from kronika.logs.replaying.logfile import write_log
from kronika.logs.running import program
from kronika.logs.running.command_files import _FILES
from kronika.logs.running.program import Program, bots_of, changed_source, survey_dependencies, this_program
from kronika.logs.work.catalog import Catalog, content_of
from kronika.logs.work.cluster import NoCluster
from kronika.logs.work.pool import map_in_order
from support.dask import HERE, THREADS, Dask
from support.logs import tides_game
from support.work import square

# -- another program ----------------------------------------------------------------------------------------------


def done(work: Callable[[Any], Any], items: Any) -> list[Any]:
    return list(map_in_order(work, items, 1, cluster=HERE))


OTHER = "runs another program:"
RESTART = "Start it again with the one that runs here."


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has workers run another program than the one that asks them, which does no work."""

    def runs(**other: Any) -> None:
        def there(bots: Iterable[str] | None = None) -> Program:
            own = this_program(bots)
            return own if bots is None else replace(own, **{name: make(own) for name, make in other.items()})

        monkeypatch.setattr("kronika.logs.work.cluster.this_program", there)

    return runs


def refused(dask: Dask) -> str:
    with pytest.raises(NoCluster) as caught:
        done(never, range(3))
    assert dask.left == 0
    return str(caught.value).removeprefix(f"--cluster: the worker {next(iter(THREADS))} ")


def never(_item: int) -> None:
    """Work that is never to begin."""
    raise AssertionError


@pytest.mark.parametrize(
    ("there", "why"),
    [
        ({"kronika": "0.1.0"}, f"kronika is 0.1.0 there and {__version__} here"),
        ({"Python": "3.99"}, f"Python is 3.99 there and {sys.version_info.major}.{sys.version_info.minor} here"),
        ({"msgspec": "0.1"}, f"msgspec is 0.1 there and {msgspec.__version__} here"),
    ],
)
def test_a_worker_with_another_version_does_nothing(
    dask: Dask, other: Callable[..., None], there: dict[str, str], why: str
) -> None:
    other(versions=lambda own: {**own.versions, **there}, parts=lambda own: {**own.parts, "kronika": "1"})
    assert refused(dask) == f"{OTHER} {why}. {RESTART}"


def test_no_verdict_of_another_program_is_kept(dask: Dask, other: Callable[..., None], tmp_path: Path) -> None:
    """Where workers have an unchanged rule and this one has not, the catalog is as it was."""
    write_log(str(tmp_path / "a.jsonl"), tides_game())
    other(parts=lambda own: {**own.parts, "the game tides": "1"})
    with Catalog(str(tmp_path / "catalog"), survey_dependencies(strict=False)) as catalog:
        with pytest.raises(NoCluster, match="the game tides is another there"):
            list(check(str(tmp_path), ["a.jsonl"], catalog=catalog, cluster=HERE))
        assert catalog.get(content_of((tmp_path / "a.jsonl").read_bytes())) is None


def without(name: str, parts: dict[str, str]) -> dict[str, str]:
    return {part: digest for part, digest in parts.items() if part != name}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda own: {**own.parts, "the game tides": "1"}, "the game tides is another there"),
        (lambda own: {**own.parts, "kronika": "1"}, "kronika is another there"),
        (lambda own: without("the game tides", own.parts), "the game tides is not there"),
        (lambda own: {**own.parts, "the game x": "1"}, "the game x is there and not here"),
    ],
)
def test_a_worker_with_other_rules_does_nothing(
    dask: Dask, other: Callable[..., None], change: Callable[[Program], dict[str, str]], why: str
) -> None:
    other(parts=change)
    assert refused(dask) == f"{OTHER} {why}. {RESTART}"


def test_a_worker_whose_program_changes_while_it_works_does_not_answer(
    dask: Dask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first look finds it as it was, the one after the work does not."""
    states = iter(["", "tides/rules.py"])

    def there(bots: Iterable[str] | None = None) -> Program:
        own = this_program(bots)
        return own if bots is None else replace(own, changed=next(states))

    monkeypatch.setattr("kronika.logs.work.cluster.this_program", there)
    with pytest.raises(NoCluster, match=r"does not know what it runs: tides/rules.py has changed there since it was"):
        done(square, range(1))


def test_a_rule_that_changes_on_the_disk_is_noticed(dask: Dask, install: Callable[..., None]) -> None:
    """Of a game of another package, whose digest was taken before and stays what it was."""
    install("other-game", "other = other_game:GAME", "GAME = None", **{"rules.py": "MOST = 3\n"})
    assert done(square, range(3)) == [0, 1, 4]
    digest = this_program().parts["the game other"]
    (path,) = (path for _, path in program._sources("other_game") if path.endswith("rules.py"))
    time.sleep(0.02)  # the clock of a disk is that much behind
    Path(path).write_text("MOST = 4\n")
    assert (this_program().parts["the game other"], changed_source()) == (digest, path)
    with pytest.raises(NoCluster) as caught:
        done(square, range(3))
    assert str(caught.value) == f"--cluster: {path} has changed since it was loaded here: begin again."
    Path(path).unlink()
    assert changed_source() == path


# -- bots of one's own ---------------------------------------------------------------------------------------------


@pytest.fixture
def mine(dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a bot of one's own, a module beside it, and programs, all the same where the workers are."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    for folder in (here, dask.folder):
        (folder / "mine.py").write_text("import aside\ndef it(turn, dice):\n    return turn.actions[0]\n")
        (folder / "aside.py").write_text("FIRST = 0\n")
        (folder / "engine.js").write_text("// an engine\n")
        (folder / "bots.toml").write_text('[program.it]\ncommand = ["node", "engine.js"]\n')
    allow_local_imports()
    yield here
    for name in ("mine", "aside"):
        sys.modules.pop(name, None)
    _FILES.clear()


@pytest.mark.parametrize(
    ("bot", "parts"),
    [
        ("mine:it", ["the module aside", "the module mine"]),
        ("program:node engine.js --deep", ["the file engine.js"]),
        ("bots.toml#it", ["the file bots.toml", "the file engine.js"]),
        ("greedy", []),
    ],
)
def test_bots_of_ones_own_are_held_against_those_there(mine: Path, dask: Dask, bot: str, parts: list[str]) -> None:
    """A bot is what lies in the folder where it was named, a program too; what a machine has installed is its own."""
    find_player_bot(bot)
    assert bots_of(this_program()) == parts
    assert done(square, range(3)) == [0, 1, 4]


def test_a_bot_that_a_package_brings_counts_too(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("his", "mine:it", "kronika.bots")
    monkeypatch.setattr("kronika.core.bots.lookup.installed_bots", lambda: {"his": point})
    find_player_bot("his")
    assert bots_of(this_program()) == ["the module aside", "the module mine"]


@pytest.mark.parametrize(("name", "bot"), [("engine.js", "program:node engine.js"), ("bots.toml", "bots.toml#it")])
def test_a_program_that_is_another_there_does_not_play(mine: Path, dask: Dask, name: str, bot: str) -> None:
    find_player_bot(bot)
    (dask.folder / name).write_text("// another\n")
    folder = f"A bot of your own must be where the workers are started, there {dask.folder}."
    assert refused(dask) == f"{OTHER} the file {name} is another there. {RESTART} {folder}"
    (dask.folder / name).unlink()
    assert refused(dask) == f"{OTHER} the file {name} is not there. {RESTART} {folder}"


def test_a_program_that_is_asked_beside_is_the_one_that_is_here(mine: Path, dask: Dask) -> None:
    trial = Trial(("node", "./engine.js"), NameMap(), 1.0)
    (dask.folder / "engine.js").write_text("// another\n")
    with pytest.raises(NoCluster, match=r"runs another program: the file engine\.js is another there"):
        list(try_games(trial, [*random_games(get_game("tides"), 2, {}, 1, 1)], cluster=HERE))


def test_a_program_that_runs_on_there_is_ended_where_its_file_is_another_by_now(
    mine: Path, dask: Dask, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[bool] = []
    monkeypatch.setattr("kronika.logs.work.cluster.close_all", lambda: ended.append(True))
    find_player_bot("program:node engine.js")
    done(square, range(1))
    done(square, range(1))
    assert ended == []
    for folder in (mine, dask.folder):
        (folder / "engine.js").write_text("// another\n")
    done(square, range(1))
    assert ended == [True]
