"""Which test runs which line, how long it takes, and whether it reads a recorded game: learnt once a test."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Generator
from functools import cache
from typing import Any, NamedTuple

import pytest
from coverage import Coverage, CoverageData

from mutants.sample import ROOMS, ROOT
from mutants.surroundings import ARGUMENTS, KEPT, Surroundings, forgetting, leave_nothing, name_of, seconds, within

RECORDED = (ROOT / "fixtures" / "games", ROOT / "fixtures" / "frozen")
PARTS = 2
LONGEST = 6.0
"""Seconds of the processor after which a test is cut off: it costs too much to be asked about a mutant."""
SAVED_EVERY = 300.0
"""Seconds of the processor between two times at which what was recorded is written."""
LEFT_OUT = {
    "tests/fixtures/test_games.py": "it replays the recorded games: their digests say that something changed, not what",
    "tests/fixtures/test_frozen.py": "it replays the logs of released formats",
    "tests/test_readme.py": "it compares with what was printed",
    "tests/cli/commands/test_example.py::test_an_example_shown_is_as_pinned": "it compares with what was printed",
    **{
        f"tests/core/games/{path.parent.name}/test_examples.py": "it compares with what was printed"
        for path in (ROOT / "tests" / "core" / "games").glob("*/test_examples.py")
    },
    "tests/logs/test_growth.py": "it measures time, and fails when the machine does much else",
    "tests/core/games/tigris/test_perft.py": "it compares with numbers that were counted by this program",
}
"""Tests that are not asked, with the reason. In `core` no test is asked that reads a recorded game at all."""


class Test(NamedTuple):
    """What was seen of a test."""

    name: str
    seconds: float
    passed: bool
    reads_games: bool


class Recorder(Surroundings):
    """A plugin of pytest: runs some of the tests that are not known yet, and watches them."""

    def __init__(self, watch: Coverage, part: int, known: set[str], save: Callable[[list[Test]], None]) -> None:
        self._watch, self._part, self._known, self._save = watch, part, known, save
        self._opened = False
        self._passed = True
        self._saved = seconds()
        self._tests: list[Test] = []
        sys.addaudithook(self._on_audit)
        signal.signal(signal.SIGPROF, _cut_off)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leaves this part's share of those that are new and asked."""
        new = [item for item in items if name_of(item) not in self._known]
        items[:] = [item for item in new if not name_of(item).startswith(tuple(LEFT_OUT))][self._part :: PARTS]
        self._forget = forgetting()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """One test, from its preparation to its end."""
        self._forget()
        self._opened, self._passed = False, True
        self._watch.switch_context(name_of(item))
        before = seconds()
        signal.setitimer(signal.ITIMER_PROF, LONGEST, LONGEST)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self._tests.append(Test(name_of(item), seconds() - before, self._passed, self._opened))
            if seconds() - self._saved > SAVED_EVERY:
                self.pytest_sessionfinish()

    def pytest_sessionfinish(self) -> None:
        """Writes what was recorded, at the end and now and then: who is stopped goes on from there."""
        self._save(self._tests)
        self._saved = seconds()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Fails it, or is passed over: then it can notice nothing."""
        self._passed = self._passed and report.outcome == "passed"

    def _on_audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str) and within(arguments[0], *RECORDED):
            self._opened = True


def record() -> None:
    """Runs all tests that are not known yet, in a few processes; what they did is kept in `.mutants`."""
    KEPT.mkdir(exist_ok=True)
    with (KEPT / "recording.log").open("w") as log:
        commands = [[sys.executable, "-m", "mutants.recording", str(part)] for part in range(PARTS)]
        parts = [subprocess.Popen(command, stdout=log, stderr=log) for command in commands]
        if sum(part.wait() for part in parts):
            raise SystemExit(f"the recording of the tests failed: see {log.name}")


@cache
def tests() -> dict[str, Test]:
    """All tests that are known, by name."""
    lines = [
        line for path in sorted(KEPT.glob("tests-*.jsonl")) for line in path.read_text("utf-8").split("\n") if line
    ]
    return {test.name: test for test in (Test(*json.loads(line)) for line in lines)}


@cache
def runs(file: str) -> dict[int, set[str]]:
    """Who runs each line of a file: names of tests, and "" where it runs as tests are read."""
    found: dict[int, set[str]] = defaultdict(set)
    for path in KEPT.glob("lines-*.sqlite"):
        data = CoverageData(str(path))
        data.read()
        for line, names in data.contexts_by_lineno(str(ROOT / file)).items():
            found[line].update(names)
    return found


def _cut_off(_signal: int, _frame: object) -> None:
    pytest.fail(f"it takes more than {LONGEST} s")


def _record_part(part: int) -> int:
    leave_nothing()
    known = tests()
    number = len(list(KEPT.glob(f"tests-{part}-*.jsonl")))
    watch = Coverage(
        data_file=str(KEPT / f"lines-{part}-{number}.sqlite"),
        source=[str(ROOT / room) for room in ROOMS],
        config_file=False,
    )
    tests_file = KEPT / f"tests-{part}-{number}.jsonl"

    def save(seen: list[Test]) -> None:
        watch.save()
        tests_file.write_text("".join(json.dumps(test) + "\n" for test in seen), encoding="utf-8")

    watch.start()
    pytest.main(ARGUMENTS, plugins=[Recorder(watch, part, set(known), save)])
    watch.stop()
    return 0


if __name__ == "__main__":
    raise SystemExit(_record_part(int(sys.argv[1])))
