"""A log that is written to, and a disk that fails."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.replaying.logfile import LogFile
from support.logs import DUEL_MOVES, played

BEFORE = DUEL_MOVES[:4]


def failing(monkeypatch: pytest.MonkeyPatch, name: str, error: int, *, after: bool = False, module: Any = os) -> None:
    """From now on the call fails, before it has done its work or after."""
    real = getattr(module, name)

    def fail(*args: Any, **more: Any) -> None:
        if after:
            real(*args, **more)
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(module, name, fail)


def grow(file: LogFile, *moves: str) -> LogFile:
    """Play these moves, and save them."""
    played(file.session, moves)
    file.save()
    return file


def unsealed(log: Path) -> bytes:
    """Takes a number out of the log, so that there is something to fill in; its bytes now."""
    log.write_bytes(log.read_bytes().replace(b'{"n":2,', b"{", 1))
    return log.read_bytes()
