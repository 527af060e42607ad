"""`pytest --kronika-game NAME`, and the suite in a test module of somebody else's, run by pytest within pytest."""

from __future__ import annotations

import pytest

import kronika.pytest_plugin.suite
import kronika.testing.contract  # noqa: F401 - pytester forgets what a run within the run imports first
from kronika.core.contract.registry import game_names, get_game
from support.plugin_runs import IMPORTED

pytest_plugins = ["pytester"]

GAMES = [get_game(name) for name in game_names()]  # for the same reason

TWO = ("--kronika-game", "tides", "--kronika-game", "viceroy")
MODULE = """
from kronika.testing.contract import *
from support.duel import Duel

class Talkative(Duel):
    def describe(self, effect, names, viewer=None):
        return ""

GAMES = [Talkative()]
"""


def run(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess("-p", "kronika", *IMPORTED, *words)


def collected(result: pytest.RunResult) -> list[str]:
    return [line.rpartition("::")[2] for line in result.outlines if "::" in line]


def test_the_suite_is_run_for_a_game(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own="def test_own(): pass")
    found = collected(run(pytester, "--kronika-game", "tides", "--collect-only", "-q"))
    assert {"test_rendering[tides-2-singles_use_doubled=False]", "test_the_game_says_who_it_is[tides]"} < set(found)
    assert "test_own" not in found
    assert not [name for name in found if "[tides" not in name], "other games"


def test_it_stands_behind_the_tests_that_are_named(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own="def test_own(): pass")
    found = collected(run(pytester, "--kronika-game", "tides", "test_own.py", "--collect-only", "-q"))
    assert found[0] == "test_own"
    assert "test_rendering[tides-2-singles_use_doubled=False]" in found


def test_several_games_are_taken(pytester: pytest.Pytester) -> None:
    result = run(pytester, *TWO, "-k", "who_it_is", "-v")
    result.assert_outcomes(passed=2, deselected=len(collected(run(pytester, *TWO, "--collect-only", "-q"))) - 2)


def test_a_game_that_is_not_there(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--kronika-game", "tidse")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: There is no game called 'tidse'. Did you mean tides?*"])


def test_a_module_of_its_own_with_a_faulty_game(pytester: pytest.Pytester) -> None:
    """The failure says what is wrong: assertions of the suite are as well explained as those of a test module."""
    pytester.makepyfile(test_game=MODULE)
    result = run(pytester, "-k", "masked_notation and duel-2 and not joker", "-q")
    result.assert_outcomes(failed=1, deselected=len(collected(run(pytester, "--collect-only", "-q"))) - 1)
    result.stdout.fnmatch_lines(["E *assert ''"])
