"""A cluster of one machine: a scheduler of Dask and workers, of which each may have a program of its own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.playouts import ROOT


class Cluster:
    """A scheduler at an address, and those who work for it."""

    def __init__(self, address: str, scheduler: subprocess.Popen[bytes]) -> None:
        self.address = address
        self.scheduler = scheduler
        self.workers: list[subprocess.Popen[bytes]] = []

    def worker(self, *python: str, **environment: str) -> subprocess.Popen[bytes]:
        """One more, by default with the Python that runs here."""
        words = ("worker", self.address, "--nthreads", "1", "--no-nanny")
        self.workers.append(_dask(*words, python=python or (sys.executable,), **environment))
        return self.workers[-1]


def _dask(*words: str, python: tuple[str, ...] = (sys.executable,), **environment: str) -> subprocess.Popen[bytes]:
    command = [*python, "-m", "dask", *words, "--no-dashboard"]
    env = {**os.environ, **environment}
    return subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


@contextmanager
def running(workers: int = 0) -> Iterator[Cluster]:
    """A cluster with N workers; none of it is left behind."""
    pytest.importorskip("distributed", reason="this needs `pip install distributed`")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    scheduler = _dask("scheduler", "--host", "127.0.0.1", "--port", str(port))
    cluster = Cluster(f"tcp://127.0.0.1:{port}", scheduler)
    try:
        for _ in range(workers):
            cluster.worker()
        yield cluster
    finally:
        for process in (*cluster.workers, scheduler):
            process.kill()
            process.wait()


def copied(folder: Path) -> Path:
    """The program once more, in a folder that is named in PYTHONPATH: the package in it, which may be changed."""
    package = folder / "kronika"
    rooms, leave = ("core", "logs", "cli", "fixtures"), "__pycache__"
    links = shutil.ignore_patterns(leave, *rooms, "pytest_plugin")
    shutil.copytree(ROOT / "src" / "kronika", package, ignore=links)
    for room in rooms:
        shutil.copytree(ROOT / room, package / room, ignore=shutil.ignore_patterns(leave))
    return package
