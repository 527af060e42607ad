"""How tests are run here, when they are recorded and when they are tried: alike, and leaving nothing behind."""

from __future__ import annotations

import functools
import gc
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from mutants.sample import ROOT

KEPT = ROOT / ".mutants"
QUIET = "ignore::pytest.PytestAssertRewriteWarning"
"""Pytest would like to come before hypothesis."""
ARGUMENTS = [
    *("-p", "no:cacheprovider", "-p", "no:xdist", "-W", QUIET, f"--rootdir={ROOT}"),
    "--assert=plain",  # who rewrites assertions reads the modules of plugins, thus ours, in a way of his own
    f"--ignore={ROOT / 'tests' / 'mutants'}",
]
OURS = ("kronika.", "support", "tests", "test_")
STAYS = "kronika.core.contract.registry"
"""Which games are installed is asked once: no mutant changes that, and to look costs more than most tests."""


class Surroundings:
    """A plugin of pytest: hypothesis draws the same each time, keeps nothing, and does not look for the smallest."""

    def pytest_collection(self) -> None:
        """After `conftest.py` has said what it wants, before any test is read."""
        settings.register_profile(
            "mutants",
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate],
        )
        settings.load_profile("mutants")


def forgetting() -> Callable[[], None]:
    """What empties all caches of the project: a test is to run itself what it relies on."""
    cached, modules = _caches(), len(sys.modules)

    def forget() -> None:
        nonlocal cached, modules
        if len(sys.modules) != modules:  # a room was entered (`core.basics.lazy`), and has caches of its own
            cached, modules = _caches(), len(sys.modules)
        for thing in cached:
            thing.cache_clear()

    return forget


def _caches() -> list[Any]:
    found = [thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper)]
    return [thing for thing in found if str(thing.__module__).startswith(OURS) and thing.__module__ != STAYS]


def seconds() -> float:
    """The processor's time of this process and of those it waited for: what else the machine does is not in it."""
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def leave_nothing() -> None:
    """For a process that runs tests here."""
    os.chdir(ROOT)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(KEPT / "hypothesis")


def name_of(item: pytest.Item) -> str:
    """What a test is called."""
    return item.nodeid


def within(path: str, *folders: Path) -> bool:
    """Is it in one of the folders?"""
    return any(path.startswith(f"{folder}/") for folder in folders)
