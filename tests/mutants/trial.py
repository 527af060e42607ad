"""Tests run against a wrong program, in a process of its own that is forked from one where all tests are read.

Most changes stand in a function that nothing has run yet: the forked process gives the function its changed code, and
reads a room that is entered later (`core.basics.lazy`) with the change. What runs as modules are read (a constant, a
class, a table of facts) needs them read again: the forked process forgets all modules of the project, and reads tests
again.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.machinery
import mmap
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

from mutants.recording import Test
from mutants.sample import ROOT, Mutant, facts, program
from mutants.surroundings import ARGUMENTS, Surroundings, forgetting, name_of

MEMORY = 4 << 30
PATIENCE, TIMES = 3.0, 10
"""A test may take this many seconds, and this many times as long as it took, of the processor's time."""
NIGHT = 60
"""Seconds by the clock after which who waits for something waits for ever."""
SAID = 1000
"""The length of what a process may say."""
READ = "as tests are read"


class Answer(NamedTuple):
    """`noticed` by a test, `timeout` in one, or `lived`; `unfit`, where the change can't be made in this way."""

    verdict: str
    test: str = ""


Say = Callable[[str], None]


class Ground(Surroundings):
    """A plugin of pytest: reads all tests, and instead of running them does as it is asked, with the tests at hand."""

    def __init__(self, then: Callable[[Ground], None]) -> None:
        self._then = then
        self._items: dict[str, pytest.Item] = {}
        self._functions: dict[str, list[FunctionType]] = defaultdict(list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of running them."""
        self._items = {name_of(item): item for item in session.items}
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                self._functions[os.path.realpath(thing.__code__.co_filename)].append(thing)
        self._forget = forgetting()
        gc.collect()
        gc.freeze()
        self._then(self)
        return True

    @property
    def names(self) -> set[str]:
        """All tests there are."""
        return set(self._items)

    def in_place(self, mutant: Mutant | None, tests: Sequence[Test]) -> Answer:
        """Tries a change inside a function, or none."""

        def child(say: Say) -> None:
            met = [""] if mutant is None else self._patched(mutant)
            if met is None:
                say("unfit ")
                return
            self._forget()
            items = [self._items[test.name] for test in tests]
            vars(items[0].config)["_tmp_path_factory"]._basetemp = Path(tempfile.mkdtemp())
            _run(items, tests, say)
            if not met:
                say("unfit ")

        return _forked(child)

    def reloaded(self, mutant: Mutant | None, tests: Sequence[Test]) -> Answer:
        """Tries a change anywhere, or none: all modules are read again."""

        def child(say: Say) -> None:
            say(f"noticed {READ}")
            _forget_modules()
            met = _change_what_is_read(mutant) if mutant is not None else [""]
            files = list(dict.fromkeys(test.name.partition("::")[0] for test in tests))
            pytest.main([*ARGUMENTS, *files], plugins=[Chosen(tests, say)])
            if not met:
                say("unfit ")

        return _forked(child)

    def _patched(self, mutant: Mutant) -> list[str] | None:
        """The living functions of its file have the changed code, and a room that is entered later is read with it.

        The list tells, in the end, whether anybody has met the change; None where it can't be made in this way.
        """
        path = str(ROOT / mutant.file)
        old = _codes(compile(Path(path).read_text(encoding="utf-8"), path, "exec", dont_inherit=True))
        new = _codes(compile(program(mutant), path, "exec", dont_inherit=True))
        changed = {_place(a): b for a, b in zip(old, new, strict=False) if a != b}
        if len(old) != len(new) or len({_place(code) for code in old}) != len(old):
            return None
        met = _change_what_is_read(mutant)
        try:
            for function in self._functions[path]:
                if code := changed.get(_place(function.__code__)):
                    function.__code__ = code
                    met.append(path)
        except ValueError:  # it is a closure, and of other variables now
            return None
        return met


class Chosen(Surroundings):
    """A plugin of pytest: runs these tests in their order, until one fails."""

    def __init__(self, tests: Sequence[Test], say: Say) -> None:
        self._tests, self._say = tests, say

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of running all."""
        items = {name_of(item): item for item in session.items}
        if session.testsfailed:
            self._say(f"noticed {READ}")
        else:
            tests = [test for test in self._tests if test.name in items]
            _run([items[test.name] for test in tests], tests, self._say)
        return True


def _run(items: Sequence[pytest.Item], tests: Sequence[Test], say: Say) -> None:
    """All in their order, until one fails; the kernel ends the process when one takes too long."""
    for item, test, following in zip(items, tests, [*items[1:], None], strict=True):
        watcher = Watcher(test.name, say)
        item.config.pluginmanager.register(watcher)
        say(f"timeout {test.name}")
        signal.setitimer(signal.ITIMER_PROF, PATIENCE + TIMES * test.seconds)
        signal.alarm(int(NIGHT + 2 * TIMES * test.seconds))
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        item.config.pluginmanager.unregister(watcher)
    say("lived ")


class Watcher:
    """A plugin of pytest for one test: the first failure is the last word."""

    def __init__(self, name: str, say: Say) -> None:
        self._name, self._say = name, say

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Has it failed?"""
        if report.failed:
            self._say(f"noticed {self._name}")
            os._exit(0)


def _forked(child: Callable[[Say], None]) -> Answer:
    """What a forked process said last, through memory: no test that takes away files or calls can silence it."""
    said, scratch = mmap.mmap(-1, SAID), tempfile.mkdtemp(prefix="mutant-")
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            os.environ["TMPDIR"] = tempfile.tempdir = scratch
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            child(lambda words: said.__setitem__(slice(None), words.encode()[:SAID].ljust(SAID)))
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    shutil.rmtree(scratch, ignore_errors=True)
    verdict, _, test = said[:].rstrip(b"\0 ").decode(errors="replace").partition(" ")
    return Answer(verdict or "unfit", test)


def _codes(code: CodeType) -> list[CodeType]:
    """All code inside a module's, in a fixed order."""
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    return [found for const in inner for found in (const, *_codes(const))]


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _forget_modules() -> None:
    for name, module in list(sys.modules.items()):
        path = str(getattr(module, "__file__", None) or "")
        if (
            path.startswith(f"{ROOT}/")
            and not path.startswith(str(Path(sys.prefix)))
            and name.split(".")[0] != "mutants"
        ):
            del sys.modules[name]


def _change_what_is_read(mutant: Mutant) -> list[str]:
    """Anyone who reads the file gets the changed one; the list tells whether somebody did."""
    path, met = str(ROOT / mutant.file), []
    if mutant.operator == "fact":
        text, read_text = facts(mutant), Path.read_text

        def read(self: Path, *arguments: Any, **named: Any) -> str:
            if os.path.realpath(self) != path:
                return read_text(self, *arguments, **named)
            met.append(path)
            return text

        Path.read_text = read  # type: ignore[method-assign]  # this process ends with the trial
        return met
    tree, get_code = program(mutant), importlib.machinery.SourceFileLoader.get_code

    def changed(self: importlib.machinery.SourceFileLoader, fullname: str) -> CodeType | None:
        if os.path.realpath(self.get_filename(fullname)) != path:
            return get_code(self, fullname)
        met.append(path)
        return compile(tree, path, "exec", dont_inherit=True)

    # As above: anyone who loads the module in this process, which ends with the trial, gets the changed program.
    importlib.machinery.SourceFileLoader.get_code = changed  # type: ignore[method-assign, assignment]  # as above
    return met
