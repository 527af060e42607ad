"""A cluster whose workers run another program, come late, or go: with Dask itself, so for `make test-long`."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kronika.core import __version__
from support.cli import PROGRAM, fine, run
from support.cluster import Cluster, copied, running

pytestmark = pytest.mark.long


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with running() as cluster:
        yield cluster


def contents(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def begun(cluster: Cluster, *words: object) -> subprocess.Popen[str]:
    """A command that is at work there."""
    command = [sys.executable, "-c", PROGRAM, *map(str, words), "--cluster", cluster.address]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def refusal(cluster: Cluster, out: str) -> str:
    """What is said of a worker that is asked and does nothing."""
    done = run("simulate", "tides", "-n", 20, "--out", out, "--cluster", cluster.address)
    assert done.status == 2
    assert not Path(out).exists() or not any(Path(out).glob("*.jsonl"))
    return re.sub(r"worker tcp://[\d.:]+ ", "worker ", " ".join(done.err.split()))


def written(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


CHANGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "a rule": (
        lambda package: written(package / "core/games/tides/rules.py", "\n", "\n# another rule\n"),
        "the game tides is another there",
    ),
    "Kronika": (
        lambda package: written(package / "core/sessions/session.py", "\n", "\n# another\n"),
        "kronika is another there",
    ),
    "its version": (
        lambda package: written(package / "core/__init__.py", f'"{__version__}"', '"9.9.9"'),
        f"kronika is 9.9.9 there and {__version__} here",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_worker_with_another_program_is_refused_by_name(
    here: Path, cluster: Cluster, tmp_path_factory: pytest.TempPathFactory, change: str
) -> None:
    """One that joins late as well: what it was to do is done by nobody."""
    package = copied(tmp_path_factory.mktemp("there"))
    make, why = CHANGES[change]
    make(package)
    cluster.worker(PYTHONPATH=str(package.parent))
    assert refusal(cluster, "far").startswith(f"error: --cluster: the worker runs another program: {why}. Start it")


def test_a_worker_without_kronika_is_reported(here: Path, cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['kronika'] = None\n")
    cluster.worker(PYTHONPATH=str(tmp_path))
    assert "a worker has another Kronika, or none (" in refusal(cluster, "far")


def test_a_rule_that_changes_on_the_disk_under_a_running_worker(
    here: Path, cluster: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """It had answered before; with its rule as it was again on the disk it still does not know what it runs."""
    package = copied(tmp_path_factory.mktemp("there"))
    cluster.worker(PYTHONPATH=str(package.parent))
    fine("simulate", "tides", "-n", 20, "--out", "far", "--cluster", cluster.address)
    rules = package / "core/games/tides/rules.py"
    before = rules.read_text()
    for text in (f"{before}\n# another rule\n", before):
        rules.write_text(text)
        said = refusal(cluster, "none")
        assert f"does not know what it runs: {rules} has changed there since it was loaded" in said


def test_one_that_joins_late_with_another_program_is_refused(
    here: Path, cluster: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> None:
    package = copied(tmp_path_factory.mktemp("there"))
    CHANGES["a rule"][0](package)
    cluster.worker()
    process = begun(cluster, "simulate", "ancient_knowledge", "-n", 20_000, "--out", "far")
    until(lambda: Path("far").exists() and any(Path("far").iterdir()))
    cluster.worker(PYTHONPATH=str(package.parent))
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "runs another program: the game tides is another there" in " ".join(err.split())
    fine("validate", "far", "--jobs", 2)


@pytest.mark.parametrize("name", ["mine.py", "aside.py"])
def test_a_bot_of_ones_own_that_is_written_again_is_not_played_as_it_was(
    here: Path, cluster: Cluster, name: str
) -> None:
    """The worker has loaded it for the first games, with the module beside it; one that starts then plays the new."""
    Path("aside.py").write_text("FIRST = 0\n")
    Path("mine.py").write_text("import aside\n\n\ndef it(turn, dice):\n    return turn.actions[aside.FIRST]\n")
    cluster.worker()
    words = ("simulate", "tides", "-n", 20, "--bots", "mine:it", "--out")
    process = begun(cluster, *words, "first")
    assert process.communicate(timeout=60)[1] == "first: 20 games of Tides of Time.\n"
    Path(name).write_text(f"{Path(name).read_text()}\n# better\n")
    process = begun(cluster, *words, "second")
    said = " ".join(process.communicate(timeout=60)[1].split())
    assert f"does not know what it runs: {here / name} has changed there since it was loaded. Start it again." in said
    cluster.workers[0].kill()
    cluster.workers[0].wait()
    cluster.worker()
    process = begun(cluster, *words, "third")
    assert process.communicate(timeout=60)[1] == "third: 20 games of Tides of Time.\n"


def until(there: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not there():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_cluster_that_has_nobody_is_waited_for(here: Path, cluster: Cluster) -> None:
    process = begun(cluster, "simulate", "tides", "-n", 60, "--out", "far")
    assert process.stderr is not None
    said = process.stderr.readline()
    assert (
        said == f"warning: --cluster: the scheduler at {cluster.address} has no worker yet: the work waits for one.\n"
    )
    cluster.worker()
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "far: 60 games of Tides of Time.\n")
    fine("simulate", "tides", "-n", 60, "--out", "near")
    assert contents("near") == contents("far")


def test_six_that_come_after_one_are_used(here: Path, cluster: Cluster, tmp_path: Path) -> None:
    """Nobody goes on before all six have begun a game: each says so in a folder."""
    Path("counted.py").write_text(
        "import os, pathlib, time\n"
        f"WHO = pathlib.Path({str(tmp_path / 'who')!r})\n"
        "def waiting(turn, dice):\n"
        "    (WHO / str(os.getpid())).touch()\n"
        "    until = time.monotonic() + 90\n"
        "    while len([*WHO.iterdir()]) < 6 and time.monotonic() < until:\n"
        "        time.sleep(0.05)\n"
        "    return turn.actions[0]\n"
    )
    (tmp_path / "who").mkdir()
    cluster.worker()
    words = ("simulate", "tides", "-n", 40, "--bots", "counted:waiting", "--out")
    process = begun(cluster, *words, "far")
    until(lambda: any((tmp_path / "who").iterdir()))
    for _ in range(5):
        cluster.worker()
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert {path.name for path in (tmp_path / "who").iterdir()} == {str(worker.pid) for worker in cluster.workers}
    fine(*words, "near")
    assert contents("near") == contents("far")


def test_the_only_worker_and_then_the_scheduler_killed(here: Path, cluster: Cluster) -> None:
    cluster.worker()
    process = begun(cluster, "simulate", "ancient_knowledge", "-n", 20_000, "--out", "far")
    until(lambda: Path("far").exists() and any(Path("far").iterdir()))
    cluster.workers[0].send_signal(signal.SIGKILL)
    assert process.stderr is not None
    said = process.stderr.readline()
    assert (
        said == f"warning: --cluster: the scheduler at {cluster.address} has no worker left: the work waits for one.\n"
    )
    cluster.scheduler.send_signal(signal.SIGKILL)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 4
    last = err.splitlines()[-1]
    assert re.fullmatch(rf"error: The scheduler at {cluster.address} is gone: \d+ of 20000 are not done\.", last)
    assert "perhaps for want of memory" not in err
