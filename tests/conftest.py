from __future__ import annotations

import importlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from kronika.core.basics.import_times import IMPORTED_AT
from kronika.core.contract import registry
from kronika.logs.running import command_files, program
from support.dask import Dask

TESTS = Path(__file__).parent
PLUGIN = TESTS / "support" / "plugin"
collect_ignore = ["support/ballast"]  # its tests are run where it is found as installed: `testing/test_outside_game.py`

# How long a machine takes to make the first values says nothing about a test.
settings.register_profile("kronika", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kronika")

# A shell has Ctrl-C ignored for what runs in the background, `nohup` the end of the terminal, and every process of a
# test would inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

_NUMBERS = count()


def _forget() -> None:
    importlib.invalidate_caches()
    registry._entry_points.cache_clear()
    registry.get_game.cache_clear()
    program.program_digests.cache_clear()
    program._digests.cache_clear()


@pytest.fixture
def usual_depth() -> Iterator[None]:
    """How deep calls may lie in one another as Python begins: property tests raise it, and some leave it so."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000)
    yield
    sys.setrecursionlimit(before)


@pytest.fixture(autouse=True)
def no_catalog(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a folder for caches of its own, which is made when something is kept in it."""
    folder = str(tmp_path_factory.getbasetemp() / f"cache-{next(_NUMBERS)}")
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, folder)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests that ask for `any_disk` run on a disk as Windows has it too, but those that have a reason not to."""
    if "any_disk" in metafunc.fixturenames:
        markers = map(metafunc.definition.get_closest_marker, ("here", "posix"))
        here_alone = sys.platform != "linux" or any(markers)
        metafunc.parametrize("any_disk", ["here"] if here_alone else ["here", "windows"], indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Under Windows there is nothing of what `posix` marks."""
    for item in items if sys.platform == "win32" else ():
        if item.get_closest_marker("posix"):
            item.add_marker(pytest.mark.skip(reason="of what Windows does not have"))


@pytest.fixture
def any_disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk of this machine, or one that refuses what Windows refuses."""
    if request.param == "windows":
        from support.windows import refuse_open_handles

        refuse_open_handles(monkeypatch)


@pytest.fixture(autouse=True)
def loaded_for_one_test() -> Iterator[None]:
    """What a test imports or starts of its own, no other has loaded: a worker is held against it."""
    before, files, modules, path = dict(IMPORTED_AT), set(command_files._FILES), set(sys.modules), [*sys.path]
    for name in {*IMPORTED_AT} - {"kronika"}:
        del IMPORTED_AT[name]
    command_files._FILES.clear()
    yield
    for name in {*IMPORTED_AT} - modules:
        sys.modules.pop(name, None)
    sys.path[:] = path
    IMPORTED_AT.clear()
    IMPORTED_AT.update(before)
    command_files._FILES.update(files)


@pytest.fixture
def refuse_to_list(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Makes a folder one that can't be listed, for the administrator too."""
    scandir = os.scandir

    def refuse(folder: Path) -> None:
        def refusing(path: Any) -> Any:
            if path == str(folder):
                raise PermissionError(13, "Permission denied", path)
            return scandir(path)

        monkeypatch.setattr(os, "scandir", refusing)

    return refuse


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The tiny game `duel` installed as another package's game; the environment in which a process finds it too."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(PLUGIN)])
    _forget()
    yield {**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS), str(PLUGIN)))}
    monkeypatch.undo()
    _forget()


Install = Callable[..., None]


@pytest.fixture
def install(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a distribution for the time of a test: its name, its game as `NAME = PACKAGE:OBJECT`, its files."""
    folder = tmp_path_factory.mktemp("site")
    monkeypatch.setattr(sys, "path", [*sys.path, str(folder)])
    modules = set(sys.modules)

    def add(distribution: str, game: str, source: str, **files: str) -> None:
        info = folder / f"{distribution.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[kronika.games]\n{game}\n")
        package = folder / game.partition("=")[2].partition(":")[0].strip()
        package.mkdir(exist_ok=True)
        for name, text in {"__init__.py": source, **files}.items():
            (package / name).write_text(text)
        _forget()

    yield add
    monkeypatch.undo()
    for name in set(sys.modules) - modules:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
            del sys.modules[name]
    _forget()


@pytest.fixture
def dask(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Dask:
    """The library for clusters is there, and a cluster whose workers stand in another folder."""
    library = Dask(tmp_path_factory.mktemp("there"))
    monkeypatch.setitem(sys.modules, "distributed", library)
    monkeypatch.setattr(sys, "path", [*sys.path])  # workers add their folder
    return library
