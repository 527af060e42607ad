"""One process that tries wrong programs, one after another, and writes down what came out."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mutants.recording import Test, runs, tests
from mutants.sample import ROOT, Mutant, home_of, sample
from mutants.surroundings import ARGUMENTS, KEPT, leave_nothing
from mutants.survivors import survivors
from mutants.trial import READ, Answer, Ground

RESULTS = KEPT / "results.jsonl"
BUDGET, PATIENT = 30.0, 200.0
"""Seconds of tests that are asked about one mutant, for the first time and once more; what they don't notice lived."""
LEFT_OUT = {
    "tests/fixtures/test_games.py": "it replays the recorded games: their digests say that something changed, not what",
    "tests/fixtures/test_frozen.py": "it replays the logs of released formats",
    "tests/test_readme.py": "it compares with what was printed",
    "tests/cli/test_example.py::test_every_example_shown_is_as_pinned": "it compares with what was printed",
    "tests/logs/test_growth.py": "it measures time, and fails when the machine does much else",
    "tests/core/games/tigris/test_perft.py": "it compares with numbers that were counted by this program",
}
"""Tests that are not asked, with the reason. In `core` no test is asked that reads a recorded game at all."""
PICTURES = "::test_the_end_of_an_example["
"""Pictures that were read and pinned are asked about what draws them alone."""


def asked(mutant: Mutant, unfit: set[str], budget: float) -> tuple[bool, list[Test]]:
    """Must modules be read anew? And which tests are asked, the cheapest first: those of its room, then the others.

    Its room has half of the time, within it those that are called after its module come first.
    """
    names = {name for line in mutant.lines for name in runs(mutant.file).get(line, ())}
    anew = not mutant.inside or "" in names
    called = f"test_{Path(mutant.file).stem}.py::"
    if anew:  # it runs for all of them; to read them takes longest
        mine = (called, f"[{Path(home_of(mutant.room)).name}")
        names = {name for name in tests() if _at_home(name, mutant) or any(part in name for part in mine)}
    fit = [tests()[name] for name in names - unfit if name in tests() and _may_notice(tests()[name], mutant)]
    fit.sort(key=lambda test: (called not in test.name, test.seconds))
    home = list(_affordable([test for test in fit if _at_home(test.name, mutant)], budget / 2))
    first = {test.name for test in home}
    fit.sort(key=lambda test: (test.name not in first, test.seconds))
    return anew, list(dict.fromkeys([*home, *_affordable(fit, budget)]))


def _at_home(name: str, mutant: Mutant) -> bool:
    return str(Path(name.partition("::")[0]).parent) == home_of(mutant.room)


def _may_notice(test: Test, mutant: Mutant) -> bool:
    replays = test.reads_games and mutant.file.startswith("core")
    picture = PICTURES in test.name and Path(mutant.file).stem not in ("render", "view")
    return test.passed and not replays and not picture and not test.name.startswith(tuple(LEFT_OUT))


def _affordable(found: list[Test], budget: float) -> Iterator[Test]:
    spent = 0.0
    for test in found:
        spent += test.seconds
        if spent > budget:
            return
        yield test


class Worker:
    """Tries mutants; the word of a test counts once it has passed without the mutant in the same surroundings."""

    def __init__(self, mutants: list[Mutant], budget: float) -> None:
        self._mutants, self._budget = mutants, budget
        self._unfit: set[str] = set()
        self._trusted: set[tuple[bool, str]] = set()

    def __call__(self, ground: Ground) -> None:
        """All, each with a line in the results."""
        self._unfit = set(tests()) - ground.names  # recorded, and no longer there
        for mutant in self._mutants:
            began = time.monotonic()
            answer, number = self._tried(ground, mutant)
            line = {
                "key": mutant.key,
                "at": f"{mutant.file}:{mutant.line}:{mutant.column}",
                "operator": mutant.operator,
                "verdict": answer.verdict,
                "test": answer.test,
                "asked": number,
                "seconds": round(time.monotonic() - began, 2),
            }
            with RESULTS.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

    def _tried(self, ground: Ground, mutant: Mutant) -> tuple[Answer, int]:
        anew, chosen = asked(mutant, self._unfit, self._budget)
        while chosen:
            answer = Answer("unfit") if anew else ground.in_place(mutant, chosen)
            if answer.verdict == "unfit":
                anew, answer = True, ground.anew(mutant, chosen)
            if answer.verdict in ("lived", "unfit") or self._trusts(ground, anew, answer.test, chosen):
                return answer, len(chosen)
            self._unfit.add(answer.test)
            chosen = [test for test in chosen if test.name != answer.test]
        return Answer("uncovered"), 0

    def _trusts(self, ground: Ground, anew: bool, name: str, chosen: list[Test]) -> bool:
        """Do the tests up to this one pass when nothing is changed?"""
        names = [test.name for test in chosen]
        said = (anew, f"{Path(names[0]).parent} {READ}" if name == READ else name)
        if said not in self._trusted:
            until = chosen[: names.index(name) + 1] if name in names else chosen
            again = ground.anew(None, until) if anew else ground.in_place(None, until)
            if again.verdict != "lived":
                print(f"not asked any more, it fails without a change too: {name} ({again})", flush=True)
                if name == READ:
                    raise SystemExit("the tests can't be read anew")
                return False
            self._trusted.add(said)
        return True


def done(*, first: bool = False) -> dict[str, dict[str, object]]:
    """The last result of each mutant that was tried, by key; or the first, before there were tests against it."""
    lines = RESULTS.read_text(encoding="utf-8").split("\n") if RESULTS.exists() else []
    results = [line for line in map(json.loads, filter(None, lines)) if not first or line["verdict"] != "unfit"]
    return {line["key"]: line for line in (reversed(results) if first else results)}


def due(size: int, again: bool) -> list[Mutant]:
    """Those of the first so many of the sample that were not tried; once more those that lived and are not listed."""
    tried, listed = done(), survivors()
    repeated = ("unfit", "lived", "uncovered") if again else ("unfit",)
    left = [m for m in sample()[:size] if m.key not in tried or tried[m.key]["verdict"] in repeated]
    return [m for m in left if m.key not in tried or not any(survivor.is_of(m) for survivor in listed)]


if __name__ == "__main__":
    leave_nothing()
    os.environ.pop("PYTEST_ADDOPTS", None)
    part, parts, size, again = map(int, sys.argv[1:])
    worker = Worker(due(size, bool(again))[part::parts], PATIENT if again else BUDGET)
    sys.exit(
        pytest.main([*ARGUMENTS, f"--basetemp={KEPT / f'tmp-{part}'}", str(ROOT / "tests")], plugins=[Ground(worker)])
    )
