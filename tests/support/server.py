"""A process of `kronika host`, for browsers and programs of their own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from support.cli import PROGRAM

QUICK = "from kronika.cli.host import advice as a; a.HINT = a.JUDGE = a.AnalysisConfig(bot='mcts:6', playouts=3); "
"""A beginning of the program after which hints and analyses are found quickly, and are worse."""


class Server:
    """A process of `kronika host`, and what it printed."""

    def __init__(self, path: Path, *words: str, quick: bool = False) -> None:
        command = [sys.executable, "-c", QUICK * quick + PROGRAM, "host", str(path), "--port", "0", *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "COLUMNS": "200"}
        )
        self.port = 0
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if found := re.search(r"Listening at https?://127\.0\.0\.1:(\d+)\.", line):
                self.port = int(found[1])
                break

    def links(self) -> dict[str, str]:
        """The tokens of the links that were printed, by the names before them. Once only."""
        stream: IO[str] = self.process.stdout  # type: ignore[assignment]  # it is a pipe
        found = {}
        for line in stream:
            if link := re.match(r"  (\S.*?) +https?://127\.0\.0\.1:\d+/join#(\S+)$", line):
                found[link[1]] = link[2]
            if line.startswith("  the scribe"):
                break
        return found

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.close()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


@contextmanager
def served(path: Path, *words: str, quick: bool = False) -> Iterator[Server]:
    """A server of a log, until the block ends."""
    server = Server(path, *words, quick=quick)
    try:
        yield server
    finally:
        server.close()
