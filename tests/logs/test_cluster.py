"""What is handed to a cluster and comes back: the same as here, by a stand-in of Dask's library."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kronika.core import __version__, limits
from kronika.core.errors import UnknownBot, WorkerDied
from kronika.logs.catalog import LARGEST, Catalog
from kronika.logs.cluster import NoCluster, Workers
from kronika.logs.corpus.check import check
from kronika.logs.faults import FileTrouble
from kronika.logs.pool import SHARD, SHARDS, Shards, gathered, in_order
from kronika.logs.program import work_of
from kronika.logs.store import write_log
from support.dask import HERE, THREADS, Dask
from support.logs import data_of, tides_game
from support.work import square


def done(work: Callable[[Any], Any], items: Any, address: str = HERE) -> list[Any]:
    return list(in_order(work, items, 1, cluster=address))


# -- handing out --------------------------------------------------------------------------------------------------


def test_workers_are_an_executor(dask: Dask) -> None:
    executor: Executor = Workers(dask.far)
    assert executor.submit(square, 5).result(timeout=10) == 25
    assert isinstance(executor.submit(int, "none").exception(timeout=10), ValueError)


@pytest.mark.parametrize("count", [0, 1, 2, 100])
def test_results_come_in_the_order_of_the_items(dask: Dask, count: int) -> None:
    assert done(square, range(count)) == [n * n for n in range(count)]
    assert dask.left == 0
    assert all(work != square for work, *_ in dask.far.handed), "it goes by what looks for bots there"


def test_a_worker_that_dies_costs_five_tries_and_no_result_is_remembered(dask: Dask) -> None:
    """As `docs/cluster.md` says. A result that Dask kept by the name of the work would stand for another game's."""
    done(square, range(3))
    assert dask.asked[1] == {"retries": 5, "pure": False}
    assert dask.asked[0]["set_as_default"] is False, "nobody else's work goes there"


def test_not_everything_is_handed_out_at_once(dask: Dask) -> None:
    """Memory does not grow with the work: each thread of three has a few chunks waiting, whatever there is to do."""
    handed = dask.far.handed
    results = in_order(square, range(1000), 1, cluster=HERE)
    assert handed == []
    next(results)
    assert len(handed) == SHARDS * sum(THREADS.values())
    results.close()
    assert dask.left == 0


def test_what_takes_little_time_goes_in_larger_chunks(dask: Dask) -> None:
    """How long it takes is seen when the first results are there."""
    done(square, range(1000))
    sizes = [len(given[-1]) for given in dask.far.handed]
    assert sum(sizes) == 1000
    assert set(sizes[: SHARDS * sum(THREADS.values())]) == {1}
    assert max(sizes) > 1


def test_chunks_are_made_for_the_time_that_one_is_to_take() -> None:
    """A tenth of that for one item: then ten at once. Of what takes no time each worker has a part, of 200 at least 4
    at once; what takes longer goes one by one."""
    shards = Shards(range(1000), 2)
    assert list(shards.next()) == [0], "nobody knows yet"
    shards.took(1, SHARD / 10)
    assert list(shards.next()) == [*range(1, 11)]
    shards.took(10, SHARD * 2)
    assert list(shards.next()) == [*range(11, 16)]
    shards.took(5, 0.0)
    assert 4 <= len(shards.next()) <= 1000 // 2
    shards.took(1, SHARD * 100)
    assert len(shards.next()) == 1


# -- what is told -------------------------------------------------------------------------------------------------


def raises(error: BaseException, _item: int) -> None:
    """Work that fails so."""
    raise error


@pytest.mark.parametrize(
    "error", [UnknownBot("There is no bot called 'mine:it'."), FileTrouble("bots.toml: cannot read: No such file.")]
)
def test_a_bot_that_a_worker_does_not_find_is_told_with_its_folder(dask: Dask, error: Exception) -> None:
    with pytest.raises(NoCluster) as caught:
        done(partial(raises, error), range(3))
    assert str(caught.value) == (
        f"--cluster: on a worker: {error} A bot of your own must be where the workers are started, here {dask.folder}."
    )
    assert dask.left == 0


def test_a_module_in_the_folder_of_the_workers_is_found_there(dask: Dask) -> None:
    (dask.folder / "only_there.py").write_text("")
    assert done(imported, ["only_there"]) == ["only_there"]


def imported(name: str) -> str:
    """Work that needs a module."""
    __import__(name)
    del sys.modules[name]
    return name


@pytest.mark.parametrize("error", [Dask.KilledWorker("key"), CancelledError()])
def test_workers_that_are_gone_are_told_as_killed_processes_are(dask: Dask, error: BaseException) -> None:
    dask.far.lost = error
    results, died = gathered(in_order(square, range(30), 1, cluster=HERE))
    assert (results, type(died)) == ([], WorkerDied)
    assert str(died).endswith(": 30 of 30 are not done.")


def test_other_programs_on_the_workers_are_told_with_the_versions_here(dask: Dask) -> None:
    dask.far.lost = RuntimeError("Error during deserialization of the task graph.")
    with pytest.raises(NoCluster) as caught:
        done(square, range(3))
    version = ".".join(map(str, sys.version_info[:2]))
    assert str(caught.value) == (
        "--cluster: its scheduler or workers can't read the work: have they the same programs? "
        f"Here kronika is {__version__} on Python {version}."
    )


@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), TypeError("deserialization")])
def test_an_error_of_the_work_is_told_as_it_is(dask: Dask, error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)):
        done(partial(raises, error), range(3))
    assert dask.left == 0


@pytest.mark.parametrize("error", [OSError("x" * 1000), TimeoutError("timed out"), ValueError("no address")])
def test_where_nobody_answers(dask: Dask, error: Exception) -> None:
    dask.silent = error
    with pytest.raises(NoCluster) as caught:
        done(square, range(3))
    said = str(error) if len(str(error)) <= limits.QUOTE else "x" * limits.QUOTE + "…"
    assert str(caught.value) == f"--cluster: no scheduler answers at {HERE}: {said}."


def test_where_nobody_works(dask: Dask) -> None:
    dask.idle = True
    with pytest.raises(NoCluster) as caught:
        done(square, range(3))
    assert str(caught.value) == f"--cluster: the scheduler at {HERE} has no worker."
    assert dask.left == 0


# -- a folder of logs ---------------------------------------------------------------------------------------------


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A sound log, its copy, one with a fault, one that leads nowhere and one that is too large to be held."""
    monkeypatch.chdir(tmp_path)
    os.mkdir("games")
    write_log("games/a.jsonl", tides_game())
    shutil.copy("games/a.jsonl", "games/b.jsonl")
    Path("games/c.jsonl").write_bytes(data_of(tides_game()).replace(b'"TT-4.5"', b'"TT-4.6"', 1))
    os.symlink("nowhere", "games/d.jsonl")
    with open("games/e.jsonl", "wb") as file:
        file.truncate(LARGEST + 1)
    return "games"


LOGS = tuple(f"{name}.jsonl" for name in "abcde")


@pytest.mark.parametrize("strict", [False, True])
def test_a_check_by_a_cluster_finds_what_one_here_finds(dask: Dask, games: str, strict: bool) -> None:
    here = list(check(games, LOGS, strict=strict))
    assert [log.ok for log in here] == [True, True, False, False, False]
    assert "cannot read" in here[3].unreadable
    assert list(check(games, LOGS, strict=strict, cluster=HERE)) == here
    assert len(dask.far.handed) == len(LOGS)


def test_what_the_catalog_has_is_not_surveyed_by_a_cluster_again(
    dask: Dask, games: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = list(check(games, LOGS))
    kept = partial(Catalog, str(tmp_path / "catalog"), work_of(strict=False))
    with kept() as catalog:
        assert list(check(games, LOGS, catalog=catalog, cluster=HERE)) == here
    surveyed: list[str] = []
    monkeypatch.setattr("kronika.logs.corpus.check.survey", lambda folder, path, *more: surveyed.append(path))
    with kept() as catalog:
        assert list(check(games, LOGS[:3], catalog=catalog, cluster=HERE)) == here[:3]
    assert surveyed == []
