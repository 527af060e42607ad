"""One process that tries wrong programs, one after another, and writes down what came out."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from mutants.recording import LEFT_OUT, Test, runs, tests
from mutants.report import NOTICED
from mutants.sample import ROOT, SIZE, Mutant, home_of, sample
from mutants.surroundings import ARGUMENTS, KEPT, leave_nothing
from mutants.survivors import survivors
from mutants.trial import READ, Answer, Ground

RESULTS = KEPT / "results.jsonl"
BUDGET, PATIENT = 12.0, 200.0
"""Seconds of tests that are asked about one mutant, for the first time and once more; what they don't notice lived.

The cheapest are asked first: of 541 mutants that were noticed within 30 seconds, some ten took more than twelve.
"""
VERDICTS = ("uncovered", "unfit", "lived", *NOTICED)
"""Where tests are asked in turns: what is said further right counts."""
Way = Callable[[Mutant | None, Sequence[Test]], Answer]
"""How a mutant is tried: in place or again."""
PICTURES = "::test_the_end_of_an_example["
"""Pictures that were read and pinned are asked about what draws them alone."""


BY_HAND = {
    "tests/core/sessions/test_metrics.py": "core/sessions/metrics",
    "tests/core/games/test_picture_structure.py": "picture",
}
"""Tests that take positions from recorded games and hold them against what a person has reckoned or read: for files
with these words in their path, which no replay needs, they are asked as others are."""


def asked(mutant: Mutant, unfit: set[str], budget: float) -> tuple[bool, list[Test]]:
    """Must modules be read again? And which tests are asked, the cheapest first: those of its room, then the others.

    Its room has half of the time, within it those that are called after its module come first, then those that run
    something of it.
    """
    names = {name for line in mutant.lines for name in runs(mutant.file).get(line, ())}
    reload = not mutant.inside or "" in names
    called = f"test_{Path(mutant.file).stem}.py::"
    users = names
    if reload:  # it runs for all of them; those that run anything of its file have use for it
        mine = (called, f"[{Path(home_of(mutant.room)).name}")
        users = {name for found in runs(mutant.file).values() for name in found}
        names = users | {name for name in tests() if _at_home(name, mutant) or any(part in name for part in mine)}
    fit = [tests()[name] for name in names - unfit if name in tests() and _may_notice(tests()[name], mutant)]
    fit.sort(key=lambda test: (called not in test.name, test.name not in users, test.seconds))
    home = list(_affordable([test for test in fit if _at_home(test.name, mutant)], budget / 2))
    first = {test.name for test in home}
    fit.sort(key=lambda test: (test.name not in first, test.name not in users, test.seconds))
    return reload, list(dict.fromkeys([*home, *_affordable(fit, budget)]))


def _at_home(name: str, mutant: Mutant) -> bool:
    return str(Path(name.partition("::")[0]).parent) == home_of(mutant.room)


def _may_notice(test: Test, mutant: Mutant) -> bool:
    by_hand = any(test.name.startswith(name) and word in mutant.file for name, word in BY_HAND.items())
    replays = test.reads_games and mutant.file.startswith("core") and not by_hand
    picture = PICTURES in test.name and Path(mutant.file).stem not in ("render", "view")
    return test.passed and not replays and not picture and not test.name.startswith(tuple(LEFT_OUT))


def _affordable(found: list[Test], budget: float) -> Iterator[Test]:
    spent = 0.0
    for test in found:
        spent += test.seconds
        if spent > budget:
            return
        yield test


def _turns(mutant: Mutant, chosen: list[Test]) -> Iterator[list[Test]]:
    """The tests of its room, then the others: to read these again takes longer than the first need to notice it."""
    for home in (True, False):
        if turn := [test for test in chosen if _at_home(test.name, mutant) is home]:
            yield turn


class Worker:
    """Tries mutants; the word of a test counts once it has passed without the mutant in the same surroundings."""

    def __init__(self, mutants: list[Mutant], budget: float) -> None:
        self._mutants, self._budget = mutants, budget
        self._unfit: set[str] = set()
        self._trusted: set[tuple[str, str]] = set()

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
        reload, chosen = asked(mutant, self._unfit, self._budget)
        if not reload:
            answer = self._answer(ground.in_place, mutant, chosen)
            if answer.verdict != "unfit":
                return answer, len(chosen)
        answers = [Answer("uncovered")]
        for some in _turns(mutant, chosen):
            answers.append(self._answer(ground.reloaded, mutant, some))
            if answers[-1].verdict in NOTICED:
                break
        return max(answers, key=lambda answer: VERDICTS.index(answer.verdict)), len(chosen)

    def _answer(self, way: Way, mutant: Mutant, chosen: list[Test]) -> Answer:
        """What they say, after those are left out that fail without the mutant too."""
        while chosen:
            answer = way(mutant, chosen)
            if answer.verdict not in NOTICED or self._trusts(way, answer.test, chosen):
                return answer
            self._unfit.add(answer.test)
            chosen = [test for test in chosen if test.name != answer.test]
        return Answer("uncovered")

    def _trusts(self, way: Way, name: str, chosen: list[Test]) -> bool:
        """Do the tests up to this one pass when nothing is changed?"""
        names = [test.name for test in chosen]
        said = (way.__name__, f"{Path(names[0]).parent} {READ}" if name == READ else name)
        if said not in self._trusted:
            again = way(None, chosen[: names.index(name) + 1] if name in names else chosen)
            if again.verdict != "lived" and not (name == READ != again.test):  # who fails later has been read
                print(f"not asked any more, it fails without a change too: {name} ({again})", flush=True)
                if name == READ:
                    raise SystemExit("the tests can't be read again")
                return False
            self._trusted.add(said)
        return True


def done(*, first: bool = False) -> dict[str, dict[str, object]]:
    """The last result of each mutant that was tried, by key; or the first, before there were tests against it."""
    lines = RESULTS.read_text(encoding="utf-8").split("\n") if RESULTS.exists() else []
    results = [line for line in map(json.loads, filter(None, lines)) if not first or line["verdict"] != "unfit"]
    return {line["key"]: line for line in (reversed(results) if first else results)}


def due(size: int, again: bool, seed: int) -> list[Mutant]:
    """Those of the first N of the sample that were not tried; once more those that lived and are not listed."""
    tried, listed = done(), survivors()
    repeated = ("unfit", "lived", "uncovered") if again else ("unfit",)
    left = [m for m in sample(SIZE, seed)[:size] if m.key not in tried or tried[m.key]["verdict"] in repeated]
    return [m for m in left if m.key not in tried or not any(survivor.is_of(m) for survivor in listed)]


if __name__ == "__main__":
    leave_nothing()
    os.environ.pop("PYTEST_ADDOPTS", None)
    part, parts, size, again, seed = map(int, sys.argv[1:])
    worker = Worker(due(size, bool(again), seed)[part::parts], PATIENT if again else BUDGET)
    sys.exit(
        pytest.main([*ARGUMENTS, f"--basetemp={KEPT / f'tmp-{part}'}", str(ROOT / "tests")], plugins=[Ground(worker)])
    )
