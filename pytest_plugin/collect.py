"""Collection of tests: one test for each example in a file of examples, and one test for each log.

A file that is named on pytest's command line is collected by its ending alone, so that a file with a broken beginning
fails and is not skipped. A file that pytest finds in a folder is collected only if its beginning looks like a file of
examples or a log.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cached_property
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
from kronika.logs.files.walk import find_logs, is_log_name
from kronika.logs.replaying.validation import validate

_BEGINNING = LINE
"""The greatest part of a file that is read to recognize it, in characters or bytes."""
_MOST_LINES = 30
"""The greatest number of lines of a failure that are shown."""


class Collecting:
    """The pytest hooks that are registered while the plugin is active."""

    def __init__(self, config: pytest.Config, *, strict: bool) -> None:
        self.strict = strict
        self.games = frozenset(game_names())
        config.addinivalue_line("markers", "kronika: a worked example or a log, collected by Kronika")
        for name in sorted(self.games):
            config.addinivalue_line("markers", f"{name}: an example or a log of this game, collected by Kronika")

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The collector for a file of examples or a log; None leaves any other file to other plugins."""
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
    """An escaped node id for a file whose name has control characters or `::`; None for any other file."""
    name = os.path.relpath(path, root)
    shown = printable(name)
    if shown == name and "::" not in name:
        return None
    # A name must not contain the separators of a node id.
    return shown.replace(":", "\\x3a").replace("[", "\\x5b").replace("]", "\\x5d")


def _looks_like_examples(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return has_examples(file.read(_BEGINNING))
    except OSError:
        return True  # its collection fails with the reason


def _looks_like_log(path: str) -> bool:
    if is_packed_name(path):
        return True
    try:
        with open_log(path) as file:
            first = file.readline(_BEGINNING)
    except (FileError, OSError):
        return True  # its test fails with the reason
    except BadStream:
        return True
    try:
        keys: Any = decoded(first)
    except ValueError:
        return re.search(rb'"kronika"\s*:', first) is not None
    return isinstance(keys, dict) and ("kronika" in keys or {"by", "do"} <= set(keys))


class KronikaFile(pytest.File):
    """A file from which Kronika collects tests."""

    collecting: Collecting

    @property
    def shown(self) -> str:
        """The file's name in messages: its path relative to the folder where pytest was started."""
        return os.path.relpath(self.path, self.config.invocation_params.dir)


class KronikaItem(pytest.Item):
    """One test: an example or a log."""

    parent: KronikaFile
    line = 1

    def mark(self, game: str) -> None:
        """Add the markers: `kronika`, and the name of the game if it is installed."""
        self.add_marker("kronika")
        if game in self.parent.collecting.games:
            self.add_marker(game)

    def check(self) -> Case:
        """Run the check and return its case for a report."""
        raise NotImplementedError

    def runtest(self) -> None:
        """Run the check; fail with the same text as the command line if it finds a fault."""
        case = self.check()
        if case.failed:
            pytest.fail(printable_lines(_shortened(case.text)), pytrace=False)

    @cached_property
    def location(self) -> tuple[str, int | None, str]:
        """The location that pytest gives, with a path that is safe to print."""
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
        """One test for each example, in order. A file that can't be read is a collection error."""
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
    """A worked example; it passes if all results are as expected."""

    def take(self, text: str, index: int, example: Example) -> None:
        """Set the example, the text of its file, and its index there, from 0."""
        self.text, self.index, self.example = text, index, example
        self.line = find_line(text, index, "id")
        self.mark(example.game)

    def check(self) -> Case:
        """Play the example; an unconfirmed one gets a warning."""
        if self.example.unconfirmed:
            self.warn(pytest.PytestWarning(printable(f"{self.name}: {UNCONFIRMED}")))
        strict = self.parent.collecting.strict
        return example_case(self.parent.shown, self.text, self.index, run_example(self.example), strict=strict)


class LogFile(KronikaFile):
    """A log, or a file of many; each log has one test, which replays it."""

    def collect(self) -> Iterator[pytest.Item]:
        """The test of each log. If a header is broken, its test fails when it runs."""
        for address in find_logs([str(self.path)]).paths:
            key = address[len(str(self.path)) :]
            item: LogItem = LogItem.from_parent(self, name=f"replay{key}")
            item.key = key
            item.mark(game_of(address))
            yield item


class LogItem(KronikaItem):
    """A log; it passes if its replay finds no fault. `key` is that of its address in a file of many, such as `#57`."""

    key = ""

    def check(self) -> Case:
        """Validate the log, with the rules for strict logs if that option is set."""
        shown = f"{self.parent.shown}{self.key}"
        try:
            report = validate(f"{self.path}{self.key}", strict=self.parent.collecting.strict)
        except FileError as error:
            return log_case(shown, error)
        faults = tuple(fault.for_path(shown) for fault in report.faults)
        return log_case(shown, replace(report, path=shown, faults=faults))
