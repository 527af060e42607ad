"""The command line as the shell calls it, within the test's own process."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pytest


class Done(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


class Shell:
    """Runs `kronika` with the arguments given; a terminal of 100 columns, no colour."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._patch = monkeypatch
        self._capture = capsys
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)

    def __call__(self, *words: str) -> Done:
        from kronika.cli import main

        self._patch.setattr(sys, "argv", ["kronika", *words])
        self._capture.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        out, err = self._capture.readouterr()
        return Done(int(end.value.code or 0), out, err)
