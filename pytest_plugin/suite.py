"""`pytest --kronika-game NAME`: the suite that every game must pass, for games that are installed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

import pytest

from kronika.core.basics.errors import KronikaError
from kronika.core.contract.registry import get_game


def add_suite(config: pytest.Config, names: Sequence[str]) -> None:
    """Puts the suite behind the tests that are named on the command line, or in place of those that are not named.

    Raises UsageError for a game that is not there.
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
