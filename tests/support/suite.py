"""The suite that ships with the package, run against a game that need not be installed."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from kronika.core.contract.registry import AnyGame
from kronika.testing import contract
from kronika.testing.playouts import Table, cases

TESTS: dict[str, Callable[[Any], None]] = {
    name: getattr(contract, name) for name in contract.__all__ if name.startswith("test_")
}


def failure(game: AnyGame, test: str) -> BaseException | None:
    """What a test of the suite says against a game, if anything."""
    (kind,) = inspect.signature(TESTS[test]).parameters
    try:
        for value in [Table(case, 0) for case in cases(game)] if kind == "table" else [game]:
            TESTS[test](value)
    except (Exception, pytest.fail.Exception) as error:
        return error
    return None
