"""Commands that write, run in this process on a disk that may fail, and what they find before."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from click.testing import CliRunner

import kronika.cli
from kronika.cli.printing.output import FINDING, FINE
from support.cli import APART
from support.faults import Killed

KILLED = 137
LEFT = ".kronika-new"


class Scene(NamedTuple):
    """A command, what is typed to it, the files before, and those that it writes."""

    words: tuple[str, ...]
    targets: tuple[str, ...]
    before: dict[str, bytes]
    stdin: str = ""


class Run(NamedTuple):
    """How a command ended, and what it said."""

    status: int
    err: str


class _Program:
    name = "kronika"

    def main(self, args: Sequence[str], prog_name: str, **extra: Any) -> None:
        with patch("sys.argv", [prog_name, *args]):
            try:
                kronika.cli.main()
            except Killed:
                raise SystemExit(KILLED) from None


def run(words: Sequence[str], stdin: str = "") -> Run:
    done = CliRunner(**APART).invoke(_Program(), words, input=stdin, catch_exceptions=False)  # type: ignore[arg-type]  # no command of click
    found = words[0] == "beside" and done.exit_code == FINDING  # which is what it is there for
    return Run(FINE if found else done.exit_code, done.stderr)


def start(scene: Scene, folder: Path) -> None:
    """The folder as it is before the command, and the present one."""
    os.chdir(folder.parent)
    for old in (folder, folder.with_name(f"{folder.name}-spares")):
        shutil.rmtree(old, ignore_errors=True)
    folder.mkdir()
    os.chdir(folder)
    for name, data in scene.before.items():
        Path(name).write_bytes(data)
