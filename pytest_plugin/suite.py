"""`pytest --kronika-game NAME`: the suite that every game must pass, run for installed games."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

import pytest

from kronika.core.basics.errors import KronikaError
from kronika.core.contract.registry import get_game


def add_suite(config: pytest.Config, names: Sequence[str]) -> None:
    """Add the suite after the tests on pytest's command line; if none are named there, only the suite runs.

    Raises UsageError for a game that is not installed.
    """
    for name in names:
        try:
            get_game(name)
        except KronikaError as error:
            raise pytest.UsageError(str(error)) from None
    suite = str(files("kronika.testing").joinpath("contract.py"))
    named = config.args if config.args_source is config.ArgsSource.ARGS else []
    config.args = list(dict.fromkeys((*named, suite)))
    config.args_source = config.ArgsSource.ARGS
