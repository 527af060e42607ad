"""Pytest plugin that runs worked examples and logs as tests: `pytest --kronika`, or `kronika = true` in the ini file.

`pytest --kronika-game NAME` runs the suite that every game must pass; see `kronika.testing.contract`.

Every run of pytest in an environment with Kronika loads this module, so it imports nothing. The code that collects
tests is in `collect`, which is imported only if an option asks for it.
"""

from __future__ import annotations

if __name__ != "kronika.pytest_plugin":
    raise ImportError("This folder is the package kronika.pytest_plugin: import that.")

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command-line options and their ini settings."""
    import pytest

    pytest.register_assert_rewrite("kronika.testing")
    group = parser.getgroup("kronika", "worked examples and logs of board games (Kronika)")
    group.addoption("--kronika", action="store_true", help="collect example files (.toml) and logs (.jsonl, .kpack)")
    group.addoption("--kronika-strict", action="store_true", help="logs must have numbers, effects and digests")
    group.addoption(
        "--kronika-game", action="append", default=[], metavar="NAME", help="test that an installed game is a sound one"
    )
    parser.addini("kronika", "as --kronika", type="bool", default=False)
    parser.addini("kronika_strict", "as --kronika-strict", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Register the collector of examples and logs, and add the suite for games, if options ask for them."""
    if names := config.getoption("kronika_game"):
        from kronika.pytest_plugin.suite import add_suite  # imported only if the option is given

        add_suite(config, names)
    if config.getoption("kronika") or config.getini("kronika"):
        from kronika.pytest_plugin.collect import Collecting  # as above

        strict = config.getoption("kronika_strict") or config.getini("kronika_strict")
        config.pluginmanager.register(Collecting(config, strict=bool(strict)), "kronika-collecting")
