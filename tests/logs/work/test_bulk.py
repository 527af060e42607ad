"""Work in bulk from Python: the same bytes and results for any executor."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.basics.errors import WorkerDied
from kronika.logs import analyse_game, check_logs, load, play_tournament, simulate_games
from support.playouts import ROOT

CUP = """
name = "cup"
game = "tides"
games = 4
seed = 1
[[bot]]
name = "A"
bot = "random"
[[bot]]
name = "B"
bot = "first"
"""


def dask_executor() -> Iterator[Executor]:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        yield client.get_executor(pure=False)


def joblib_executor() -> Iterator[Executor]:
    """The processes that joblib starts."""
    loky = pytest.importorskip("joblib.externals.loky")
    with loky.ProcessPoolExecutor(2) as pool:
        yield pool


OTHERS = {"dask": dask_executor, "joblib": joblib_executor}


@pytest.fixture(params=["threads", "processes", *(pytest.param(name, marks=pytest.mark.long) for name in OTHERS)])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param in OTHERS:
        yield from OTHERS[request.param]()
        return
    with (ThreadPoolExecutor if request.param == "threads" else ProcessPoolExecutor)(2) as pool:
        yield pool


def tree(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_the_same_for_any_executor(tmp_path: Path, executor: Executor) -> None:
    seen: list[tuple[int, int]] = []
    for where, pool in (("mine", executor), ("alone", None)):
        home = tmp_path / where
        home.mkdir()
        assert len([*simulate_games("tides", home / "games", 30, seed=4, executor=pool)]) == 30
        assert len([*simulate_games("imhotep", home / "games.kpack", 5, players=3, executor=pool)]) == 5
        play_tournament(CUP, home / "cup", executor=pool)
    for name in ("games", "cup"):
        assert tree(tmp_path / "mine" / name) == tree(tmp_path / "alone" / name)
    assert tree(tmp_path / "mine") == tree(tmp_path / "alone")
    logs = [tmp_path / "mine/games", tmp_path / "mine/games.kpack"]
    found = [*check_logs(logs, executor=executor, progress=lambda done, total: seen.append((done, total)))]
    assert found == [*check_logs(logs)]
    assert seen == [(done, 35) for done in range(1, 36)]
    assert all(log.ok for log in found)
    assert found[-1].path == f"{logs[1]}#5"


def test_an_analysis_is_the_same_for_any_executor(executor: Executor) -> None:
    session = load(str(ROOT / "src/kronika/fixtures/games/tides/real-table.jsonl"))
    config = AnalysisConfig(bot="random", playouts=2)
    assert analyse_game(session, config, executor=executor) == analyse_game(session, config)


def test_a_broken_log_is_reported_in_its_place(tmp_path: Path) -> None:
    first, second = simulate_games("tides", tmp_path / "games", 2)
    Path(first).write_text("no log")
    with ThreadPoolExecutor(2) as pool:
        broken, whole = check_logs([tmp_path / "games"], executor=pool)
    assert (broken.path, broken.ok, whole.path, whole.ok) == (first, False, second, True)


def test_an_executor_lives_on_when_its_work_is_left(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        with closing(simulate_games("tides", tmp_path / "games", 500, executor=pool)) as games:
            next(games)
        assert pool.submit(int).result() == 0
    assert len([*(tmp_path / "games").iterdir()]) < 500


def test_an_executor_that_is_broken(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1) as pool:
        pool.submit(exit_hard)
        with pytest.raises(WorkerDied, match="are not done"):
            list(simulate_games("tides", tmp_path / "games", 3, executor=pool))


def exit_hard() -> None:
    import os

    os._exit(1)
