"""What is handed to a cluster and comes back: the same as here, by a stand-in of Dask's library."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kronika.core import __version__
from kronika.core.basics import limits
from kronika.core.basics.errors import UnknownBot, WorkerDied
from kronika.core.basics.text import quoted
from kronika.logs.corpus.check import check, check_folded
from kronika.logs.corpus.stretches import stretches
from kronika.logs.corpus.sums import Folded, folded
from kronika.logs.files.faults import FileError
from kronika.logs.files.pack import open_pack
from kronika.logs.files.pack_writing import new_pack
from kronika.logs.files.walk import find_logs
from kronika.logs.replaying.logfile import packed_bytes, write_log
from kronika.logs.running.processes import SameProcess
from kronika.logs.running.program import survey_dependencies, this_program
from kronika.logs.work.catalog import LARGEST, Catalog
from kronika.logs.work.cluster import NoCluster, Threads, Workers
from kronika.logs.work.pool import SHARD, SHARDS, Chunks, PoolRun, Shards, _results, all_results, map_in_order
from support.dask import HERE, THREADS, Dask
from support.logs import TIDES_MOVES, data_of, tides_game
from support.work import square


def done(work: Callable[[Any], Any], items: Any, address: str = HERE) -> list[Any]:
    return list(map_in_order(work, items, 1, cluster=address))


# -- handing out --------------------------------------------------------------------------------------------------


def test_workers_are_an_executor(dask: Dask) -> None:
    executor: Executor = Workers(dask.far, this_program(), HERE)
    assert executor.submit(square, 5).result(timeout=10) == 25
    assert isinstance(executor.submit(int, "none").exception(timeout=10), ValueError)


@pytest.mark.parametrize("count", [0, 1, 2, 100])
def test_results_come_in_the_order_of_the_items(dask: Dask, count: int) -> None:
    assert done(square, range(count)) == [n * n for n in range(count)]
    assert dask.left == 0


def test_a_worker_that_dies_costs_five_tries_and_no_result_is_remembered(dask: Dask) -> None:
    """As `docs/cluster.md` says. A result that Dask kept by the name of the work would stand for another game's."""
    done(square, range(3))
    assert dask.asked[1] == {"retries": 5, "pure": False}
    assert dask.asked[0]["set_as_default"] is False, "nobody else's work goes there"


def test_not_everything_is_handed_out_at_once(dask: Dask) -> None:
    """Memory does not grow with the work: each thread of three has a few chunks waiting, whatever there is to do."""
    handed = dask.far.handed
    results = map_in_order(square, range(1000), 1, cluster=HERE)
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
    shards = Shards(range(1000), lambda: 2)
    assert list(shards.next()) == [0], "nobody knows yet"
    shards.took(1, SHARD / 10)
    assert list(shards.next()) == [*range(1, 11)]
    shards.took(10, SHARD * 2)
    assert list(shards.next()) == [*range(11, 16)]
    shards.took(5, 0.0)
    assert 4 <= len(shards.next()) <= 1000 // 2
    shards.took(1, SHARD * 100)
    assert len(shards.next()) == 1


# -- what is reported -------------------------------------------------------------------------------------------------


def raises(error: BaseException, _item: int) -> None:
    """Work that fails so."""
    raise error


@pytest.mark.parametrize(
    "error", [UnknownBot("There is no bot called 'mine:it'."), FileError("bots.toml: cannot read: No such file.")]
)
def test_a_bot_that_a_worker_does_not_find_is_reported_with_its_folder(dask: Dask, error: Exception) -> None:
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


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            Dask.KilledWorker("key"),
            "Workers of the cluster died again and again at the same work, perhaps for want of memory",
        ),
        (CancelledError(), f"The scheduler at {HERE} is gone"),
    ],
)
def test_workers_that_are_gone_are_reported_as_killed_processes_are(
    dask: Dask, error: BaseException, said: str
) -> None:
    dask.far.lost = error
    results, died = all_results(map_in_order(square, range(30), 1, cluster=HERE))
    assert (results, type(died)) == ([], WorkerDied)
    assert str(died) == f"{said}: 30 of 30 are not done."


def test_what_was_handed_out_while_the_connection_broke_is_lost(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask never ends it: it would be waited for for ever."""
    monkeypatch.setattr(dask.far, "submit", lambda fn, /, *args: Future())
    monkeypatch.setattr("kronika.logs.work.pool.POLL_SECONDS", 0.01)
    looks = iter(["running"] * 3)
    status = property(lambda connection: next(looks, "connecting"))
    monkeypatch.setattr("support.dask.Connection.status", status)
    _, died = all_results(map_in_order(square, range(30), 1, cluster=HERE))
    assert str(died) == f"The scheduler at {HERE} is gone: 30 of 30 are not done."


def test_a_client_that_takes_nothing_more_has_lost_its_scheduler(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(fn: Any, /, *args: Any) -> Future[Any]:
        raise LookupError("Client is closed.")

    monkeypatch.setattr(dask.far, "submit", refuse)
    _, died = all_results(map_in_order(square, range(30), 1, cluster=HERE))
    assert str(died) == f"The scheduler at {HERE} is gone: 30 of 30 are not done."


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ModuleNotFoundError("No module named 'kronika'"), "No module named 'kronika'"),
        (
            AttributeError("Can't get attribute 'there' on <module 'kronika.logs.work.cluster' from 'x'>"),
            "Can't get attribute 'there' on <module 'kronika.logs.work.cluster' from 'x'>",
        ),
    ],
)
def test_a_worker_without_kronika_is_reported_with_the_versions_here(dask: Dask, error: Exception, said: str) -> None:
    dask.far.lost = error
    with pytest.raises(NoCluster) as caught:
        done(square, range(3))
    version = ".".join(map(str, sys.version_info[:2]))
    assert str(caught.value) == (
        f"--cluster: a worker has another Kronika, or none ({said}). Here runs kronika {__version__}, Python {version} "
        f"and msgspec {msgspec.__version__}."
    )


@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), TypeError("deserialization")])
def test_an_error_of_the_work_is_reported_as_it_is(dask: Dask, error: Exception) -> None:
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


NONE = f"--cluster: the scheduler at {HERE} has no worker"


def test_who_waits_for_the_first_worker_learns_so(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster that grows by demand has none before there is work: it is handed out, and nobody is refused."""
    monkeypatch.setattr("kronika.logs.work.cluster.NOTICE_SECONDS", 0.0)
    told: list[str] = []
    dask.idle = 1
    assert list(map_in_order(square, range(3), 1, told.append, cluster=HERE)) == [0, 1, 4]
    assert told == [f"{NONE} yet: the work waits for one."]
    assert dask.left == 0


class Looked:
    """A connection whose workers come and go; a look each second."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *counts: int | OSError) -> None:
        self.counts = [*counts]
        self.status = "running"
        seconds = count()
        monkeypatch.setattr("kronika.logs.work.cluster.monotonic", lambda: float(next(seconds)))

    def nthreads(self) -> dict[str, int]:
        found = self.counts.pop(0)
        if isinstance(found, OSError):
            raise found
        return {"w": found} if found else {}


def test_that_no_worker_is_left_is_reported_once_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """After five seconds, in which one that is started again is there again; a connection that is lost says nothing."""
    lonely = [0] * 8
    looked = Looked(monkeypatch, *lonely, 2, 0, 0, 2, OSError("closed"), *lonely, 1)
    told: list[str] = []
    lost: list[bool] = []
    threads = Threads(looked, HERE, told.append, lambda: lost.append(True))
    assert [threads() for _ in range(22)] == [*lonely, 2, 0, 0, 2, 2, *lonely, 1]
    assert told == [f"{NONE} yet: the work waits for one.", f"{NONE} left: the work waits for one."]
    assert lost == []
    looked.status = "connecting"
    assert (threads(), lost) == (1, [True]), "nobody is asked"


def test_workers_that_join_are_given_work(dask: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread at first, then six: as they are there, more is handed out before a result is asked for."""
    monkeypatch.setattr("kronika.logs.work.cluster.CACHE_SECONDS", 0.0)
    monkeypatch.setattr("kronika.logs.work.pool.SHARD", 0.0)  # one item a chunk
    threads = [1]
    monkeypatch.setattr(type(dask.Client(HERE)), "nthreads", lambda connection: {"w": threads[0]})
    results = map_in_order(square, range(1000), 1, cluster=HERE)
    next(results)
    assert len(dask.far.handed) == SHARDS
    threads[0] = 6
    next(results)
    assert len(dask.far.handed) == 1 + SHARDS * 6
    results.close()


def test_while_a_result_is_waited_for_those_that_join_are_given_work() -> None:
    """The first chunk never ends until a second one is handed out."""
    first: Future[Any] = Future()
    handed: list[Sequence[int]] = []

    class Slow(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            handed.append(args[-1])
            if len(handed) == 1:
                return first
            first.set_result(([0], 1.0))
            return SameProcess().submit(fn, *args, **kwargs)

    looks = iter([1, 1, 1, 2])
    crew = PoolRun(Slow(), lambda: next(looks, 2), 0.01)
    assert list(_results(crew, square, Chunks(range(2), 1))) == [0, 1]


# -- the address --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:8786", "127.0.0.1", "tcp://127.0.0.1", "tcp://:8786", "", "x y:1"]
)
def test_what_is_no_address_is_refused_at_once(dask: Dask, address: str) -> None:
    with pytest.raises(NoCluster) as caught:
        done(square, range(3), address or " ")
    assert str(caught.value) == (
        f"--cluster: {quoted(address or ' ')} is not the address of a scheduler, such as tcp://HOST:8786, or "
        "tls://HOST:8786 with certificates."
    )
    assert dask.asked == []


NAMED = (
    "Name them in the environment, DASK_DISTRIBUTED__COMM__TLS__CA_FILE, ..__CLIENT__CERT and ..__CLIENT__KEY, or in "
    "the settings of Dask."
)


@pytest.mark.parametrize("scheme", ["tls", "wss"])
def test_a_connection_that_is_encrypted_needs_certificates(
    dask: Dask, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"{scheme}://127.0.0.1:8786"
    with pytest.raises(NoCluster) as caught:
        done(square, range(3), address)
    assert str(caught.value) == (f"--cluster: {address} needs certificates. {NAMED}")
    dask.certificate = FileNotFoundError(2, "No such file or directory")
    with pytest.raises(NoCluster) as caught:
        done(square, range(3), address)
    assert str(caught.value) == f"--cluster: the certificates can't be read: No such file or directory. {NAMED}"
    dask.certificate = object()
    with pytest.raises(NoCluster, match="no scheduler answers at"):
        done(square, range(3), address)


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
    kept = partial(Catalog, str(tmp_path / "catalog"), survey_dependencies(strict=False))
    with kept() as catalog:
        assert list(check(games, LOGS, catalog=catalog, cluster=HERE)) == here
    surveyed: list[str] = []
    monkeypatch.setattr("kronika.logs.corpus.shards.survey", lambda folder, path, *more: surveyed.append(path))
    with kept() as catalog:
        assert list(check(games, LOGS[:3], catalog=catalog, cluster=HERE)) == here[:3]
    assert surveyed == []


MANY = 150
"""Logs in a file of many, each in a stretch of 32 or less."""


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of many logs, in several blocks."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kronika.logs.files.pack_writing.SIZE", 10_000)
    with new_pack("many.kpack") as writer:
        for number in range(MANY):
            writer.add(packed_bytes(tides_game(TIDES_MOVES[:4], tags={"n": str(number)})), str(number))
    assert open_pack("many.kpack").blocks > 1
    return "many.kpack"


def test_a_cluster_gets_the_logs_of_a_file_in_shards(
    dask: Dask, pack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """64 shards would be two logs each; a stretch is not divided."""
    logs = find_logs([pack])
    here = list(check("", logs))
    assert list(check("", logs, cluster=HERE)) == here
    assert len(here) == MANY
    assert len(dask.far.handed) == len(list(stretches("", logs)))
    dask.far.handed.clear()
    monkeypatch.setattr("kronika.logs.corpus.shards.PARTS", 1)
    assert list(check("", logs, cluster=HERE)) == here
    assert len(dask.far.handed) == 1


def test_results_fold_in_the_workers(dask: Dask, pack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a catalog one sum comes back of each shard; with one its rows come too, and nothing is asked again."""
    logs = find_logs([pack])
    monkeypatch.setattr("kronika.logs.corpus.shards.PARTS", 1)
    (found,) = check_folded("", logs, cluster=HERE)
    assert isinstance(found, Folded)
    assert found == folded(check("", logs))
    kept = partial(Catalog, str(tmp_path / "catalog"), survey_dependencies(strict=False))
    with kept() as catalog:
        assert sum(one.logs for one in check_folded("", logs, catalog=catalog, cluster=HERE)) == MANY
    dask.far.handed.clear()
    with kept() as catalog:
        assert sum(one.logs for one in check_folded("", logs, catalog=catalog, cluster=HERE)) == MANY
        assert list(check("", logs, catalog=catalog, cluster=HERE)) == list(check("", logs))
    assert dask.far.handed == []


def test_a_damaged_block_is_reported_as_here(dask: Dask, pack: str) -> None:
    whole = Path(pack).read_bytes()
    Path(pack).write_bytes(whole[:2_000] + bytes(8) + whole[2_008:])
    logs = find_logs([pack])
    here = list(check("", logs))
    assert {log.ok for log in here} == {False, True}
    assert list(check("", logs, cluster=HERE)) == here
