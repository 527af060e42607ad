from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.table import Open

if TYPE_CHECKING:
    from support.terminal import Terminal


@pytest.fixture
def terminal(duel: dict[str, str], here: Path) -> Iterator[Open]:
    """Opens terminals in the working folder; those that are left are ended."""
    from support.terminal import Terminal  # not on every system

    opened: list[Terminal] = []

    def start(*words: object, **env: str) -> Terminal:
        opened.append(Terminal(*words, env={**duel, **env}, cwd=here))
        return opened[-1]

    yield start
    for one in opened:
        with contextlib.suppress(ProcessLookupError, OSError):
            if one.process.poll() is None:
                one.process.kill()
                one.process.wait()
            os.close(one.master)
