"""The collection of tests: files of examples, one test an example; logs, one test each.

A file that is named on pytest's command line is taken by its ending alone, so that one whose beginning is broken fails
instead of being passed over. What pytest finds in a folder must look like one of Kronika's: no more than its beginning
is read for that.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kronika.cli.reports import Case
from kronika.cli.reports.cases import example_case, example_name, game_of, log_case
from kronika.core.basics.limits import LINE
from kronika.core.basics.nesting import decoded
from kronika.core.basics.printable import printable, printable_lines
from kronika.core.basics.text import lines_of, pluralize
from kronika.core.contract.registry import game_names
from kronika.core.examples.example import (
    UNCONFIRMED,
    Example,
    ExampleError,
    find_line,
    has_examples,
    read_examples,
    run_example,
)
from kronika.logs.files.faults import FileError
from kronika.logs.files.packed import is_packed_name
from kronika.logs.files.streams import BadStream, open_log
from kronika.logs.files.walk import is_log_name
from kronika.logs.replaying.replay import validate

_BEGINNING = LINE
_MOST_LINES = 30


class Collecting:
    """The hooks that are in force while the plugin is active."""

    def __init__(self, config: pytest.Config, *, strict: bool) -> None:
        self.strict = strict
        self.games = frozenset(game_names())
        config.addinivalue_line("markers", "kronika: a worked example or a log, collected by Kronika")
        for name in sorted(self.games):
            config.addinivalue_line("markers", f"{name}: an example or a log of this game, collected by Kronika")

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """A collector for a file of Kronika's; None leaves the file to others."""
        named = parent.session.isinitpath(file_path)
        kind: type[KronikaFile]
        if file_path.suffix == ".toml" and (named or _looks_like_examples(file_path)):
            kind = ExampleFile
        elif is_log_name(file_path.name) and (named or _looks_like_log(str(file_path))):
            kind = LogFile
        else:
            return None
        file: KronikaFile = kind.from_parent(parent, path=file_path, nodeid=_node_id(file_path, parent.config.rootpath))
        file.collecting = self
        return file


def _node_id(path: Path, root: Path) -> str | None:
    """The node id of a file whose name a terminal or a runner might obey; None for every other."""
    name = os.path.relpath(path, root)
    shown = printable(name)
    if shown == name and "::" not in name:
        return None
    # The separators of a node id can't be in a name.
    return shown.replace(":", "\\x3a").replace("[", "\\x5b").replace("]", "\\x5d")


def _looks_like_examples(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return has_examples(file.read(_BEGINNING))
    except OSError:
        return True  # it fails with the reason


def _looks_like_log(path: str) -> bool:
    if is_packed_name(path):
        return True
    try:
        with open_log(path) as file:
            first = file.readline(_BEGINNING)
    except (FileError, OSError):
        return True  # it fails with the reason
    except BadStream:
        return True
    try:
        keys: Any = decoded(first)
    except ValueError:
        return re.search(rb'"kronika"\s*:', first) is not None
    return isinstance(keys, dict) and ("kronika" in keys or {"by", "do"} <= set(keys))


class KronikaFile(pytest.File):
    """A file with tests of Kronika's."""

    collecting: Collecting

    @property
    def shown(self) -> str:
        """The file's name in messages: as it would be typed where pytest was started."""
        return os.path.relpath(self.path, self.config.invocation_params.dir)


class KronikaItem(pytest.Item):
    """One check as a test."""

    parent: KronikaFile
    line = 1

    def mark(self, game: str) -> None:
        """Puts the markers on: `kronika`, and the game's name."""
        self.add_marker("kronika")
        if game in self.parent.collecting.games:
            self.add_marker(game)

    def check(self) -> Case:
        """Does the check."""
        raise NotImplementedError

    def runtest(self) -> None:
        """Fails with what the command line says, if there is a problem."""
        case = self.check()
        if case.failed:
            pytest.fail(printable_lines(_shortened(case.text)), pytrace=False)

    @property
    def location(self) -> tuple[str, int | None, str]:
        """The same as pytest gives it, to be shown."""
        path, line, name = super().location
        return printable(path), line, name

    def reportinfo(self) -> tuple[Path, int, str]:
        """The place of the test: file, 0-based line, and the heading of its failure."""
        return self.path, self.line - 1, printable(f"{self.parent.shown}: {self.name}")


def _shortened(text: str) -> str:
    lines = lines_of(text)
    if len(lines) <= _MOST_LINES:
        return text
    return "\n".join([*lines[:_MOST_LINES], f"… and {pluralize(len(lines) - _MOST_LINES, 'more line')}"])


class ExampleFile(KronikaFile):
    """A file of worked examples."""

    def collect(self) -> Iterator[pytest.Item]:
        """The examples, in order. One that can't be read is an error of collection, like a broken test module."""
        try:
            text = self.path.read_text(encoding="utf-8-sig")
            examples = read_examples(text)
        except ExampleError as error:
            raise self.CollectError(printable(f"{self.shown}:{error.line}: {error}")) from None
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise self.CollectError(printable(f"{self.shown}:{line}: The file is not UTF-8.")) from None
        except OSError as error:
            raise self.CollectError(printable(f"{self.shown}: cannot read: {error.strerror}.")) from None
        for index, one in enumerate(examples):
            item: ExampleItem = ExampleItem.from_parent(self, name=printable(example_name(one.game, one.id)))
            item.take(text, index, one)
            yield item


class ExampleItem(KronikaItem):
    """A worked example: it passes when all comes out as it says."""

    def take(self, text: str, index: int, example: Example) -> None:
        """Takes the example and its place in the text."""
        self.text, self.index, self.example = text, index, example
        self.line = find_line(text, index, "id")
        self.mark(example.game)

    def check(self) -> Case:
        """Plays the example."""
        if self.example.unconfirmed:
            self.warn(pytest.PytestWarning(printable(f"{self.name}: {UNCONFIRMED}")))
        strict = self.parent.collecting.strict
        return example_case(self.parent.shown, self.text, self.index, run_example(self.example), strict=strict)


class LogFile(KronikaFile):
    """A log, whose one test is to replay it."""

    def collect(self) -> Iterator[pytest.Item]:
        """The test. A log whose header is broken fails when it runs."""
        item: LogItem = LogItem.from_parent(self, name="replay")
        item.mark(game_of(str(self.path)))
        yield item


class LogItem(KronikaItem):
    """A log: it passes when its replay finds no fault."""

    def check(self) -> Case:
        """Validates the log."""
        shown = self.parent.shown
        try:
            report = validate(str(self.path), strict=self.parent.collecting.strict)
        except FileError as error:
            return log_case(shown, error)
        faults = tuple(fault.for_path(shown) for fault in report.faults)
        return log_case(shown, replace(report, path=shown, faults=faults))
