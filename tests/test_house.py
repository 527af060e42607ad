"""What the house promises about itself."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from support.playouts import ROOT

ROOMS = ("src/kronika", "core", "logs", "cli", "pytest_plugin", "fixtures")
NOT_INSTALLED = ("fixtures/frozen",)
"""Logs of older formats are for the tests that read them."""


def package_of(folder: str) -> str:
    """The package that a folder of the project is installed as."""
    return ".".join(("kronika", *folder.removeprefix("src/kronika").strip("/").split("/"))).rstrip(".")


def folders() -> Iterator[str]:
    """The folders that have something in them."""
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            folder = path.parent.relative_to(ROOT).as_posix()
            if path.is_file() and not re.search(r"__pycache__|/\.", folder):
                yield folder


def test_every_folder_with_something_in_it_is_installed_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    setuptools = pytest.importorskip("setuptools")
    listed: dict[str, Any] = {}
    monkeypatch.setattr(setuptools, "setup", listed.update)
    monkeypatch.chdir(ROOT)
    runpy.run_path("setup.py")
    there = {package_of(folder) for folder in folders() if not folder.startswith(NOT_INSTALLED)}
    parents = {package.rpartition(".")[0] for package in there} - {""}
    assert there | {"kronika.docs"} <= set(listed["packages"]) <= there | parents | {"kronika.docs"}


@pytest.mark.parametrize("room", ["core", "logs", "cli", "pytest_plugin"])
def test_a_folder_that_is_imported_as_itself_says_how_it_is_called(room: str) -> None:
    """From the root of a checkout `import core` would load a second copy of everything."""
    program = f"import {room}"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr.endswith(f"ImportError: This folder is the package kronika.{room}: import that.\n")


def test_nobody_inside_comes_in_by_the_front_door() -> None:
    """`kronika` stands above all the rooms: who is inside imports from the room itself."""
    for room in ROOMS[1:]:
        for path in (ROOT / room).rglob("*.py"):
            assert not re.search(r"^\s*(import kronika|from kronika import)\b", path.read_text("utf-8"), re.M), path


def test_nothing_at_run_time_or_in_tests_points_outside_the_project() -> None:
    for room in (*ROOMS, "tests"):
        for path in (ROOT / room).rglob("*.py"):
            if path.name != "test_house.py":
                text = path.read_text(encoding="utf-8")
                assert "../shared" not in text, path
                assert str(ROOT) not in text, path


CHANGES = {
    "os": (
        "write",
        "replace",
        "rename",
        "renames",
        "link",
        "symlink",
        "unlink",
        "remove",
        "truncate",
        "ftruncate",
        "chmod",
    ),
    "shutil": ("move", "copy", "copy2", "copyfile", "rmtree"),
    "": ("write_text", "write_bytes", "unlink", "touch"),
}
"""Calls that change a file, by module; those under "" are methods of a Path."""
MAY = {
    "logs/files/writing.py": "it is the one place",
    "logs/files/scratch.py": "what a kill has left beside a file is removed",
    "cli/commands/demo.py": "a script in a folder that goes at the end",
    "logs/work/catalog.py": "a damaged database of our own is taken away",
    "logs/files/folders.py": "a folder is made aside, and gets its name as a whole",
    "logs/tables/parts.py": "rows in a scratch folder",
    "logs/tables/export.py": "a part of an export gives way to one without the rows of changed logs",
    "logs/corpus/transfer.py": "a log that is moved gets a second name, and loses the first",
}


def changes_of_files(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            module = node.value.id if isinstance(node.value, ast.Name) else ""
            if node.attr in CHANGES.get(module, CHANGES[""]):
                yield f"{path}:{node.lineno} {node.attr}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open":
            modes = [mode.value for mode in node.args[1:2] if isinstance(mode, ast.Constant)]
            if any(set("wax+") & set(str(mode)) for mode in modes):
                yield f"{path}:{node.lineno} open"


def test_files_are_written_in_one_place() -> None:
    """With its lock, and safe from a kill at any moment: see `kronika.logs.files.writing`."""
    for room in ("core", "logs", "cli"):
        for path in (ROOT / room).rglob("*.py"):
            found = list(changes_of_files(path))
            assert not found or path.relative_to(ROOT).as_posix() in MAY, found
    assert list(changes_of_files(ROOT / "logs" / "files" / "writing.py"))


def test_text_is_split_where_editors_split_it() -> None:
    """`splitlines` takes U+2028 and others for line ends: `lines_of` is the way to split text."""
    for room in (*ROOMS, "tests/support"):
        for path in (ROOT / room).rglob("*.py"):
            assert ".splitlines(" not in path.read_text(encoding="utf-8"), path


def test_a_sign_is_written_by_the_number_itself() -> None:
    """`+{n}` is `+-14` for a loss; `{n:+}` never is."""
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            assert not re.findall(r"(?<![\w.)}\]*])\+\{[^{}:]*\}", path.read_text(encoding="utf-8")), path


def test_a_command_in_a_message_can_be_typed() -> None:
    """A name of a file with a space is quoted in it, and one that begins like an option begins with `./`."""
    bare = re.compile(r"`kronika [^`\n]* \{(?:quote\()?[\w.]*\b(?:path|log|file|where|folder)\b\)?\}")
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            assert not bare.findall(path.read_text(encoding="utf-8")), path
    assert bare.search("`kronika play {self.file.path} --chance ask`")
    assert bare.search("`kronika replay {quote(log)}`")


def functions_of(path: Path) -> Iterator[str]:
    """The names of all functions and methods that a module defines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node.name


def test_the_tests_of_all_games_speak_the_same_words() -> None:
    """`start`, `place`, `play`, `refused`, `points`, … A test that called something else so would be misread."""
    words = {name for name in functions_of(ROOT / "tests/support/playing.py") if not name.startswith("_")}
    assert {"start", "place", "play", "refused", "points"} < words
    for path in (ROOT / "tests/core/games").glob("*/*.py"):
        assert not words.intersection(functions_of(path)), path


LOOKED_AT = {
    "core/basics/nesting.py": "the one place",
    "core/basics/toml_positions.py": "a key of TOML in quotes: a text",
    "logs/files/json_lines.py": "behind `is_too_deep` and `decoded`",
    "logs/files/records.py": "two decoders that `logs/files/reader.py` and `logs/replaying/replay.py` ask",
    "logs/files/reader.py": "`refuse_deep` before each line, by which older records are decoded too",
    "logs/files/upcast.py": "lines that a reader has taken",
    "logs/pipe/messages.py": "`refuse_deep` before each line",
    "logs/files/packed.py": "`is_packed_too_deep` before each frame",
    "logs/files/pack_log.py": "types of a bounded depth; `is_packed_too_deep` before the rest",
    "logs/work/catalog_rows.py": "rows with a checksum of their own",
    "logs/corpus/stretches.py": "sums with a checksum of their own",
    "logs/corpus/baseline.py": "behind `refuse_deep` and `decoded`",
    "logs/texts/annotations.py": "a text",
    "logs/replaying/replay.py": "options of a header, encoded right before",
    "logs/tournament/running.py": "what was encoded right before",
    "logs/kit/comparing.py": "what was encoded right before",
    "core/sessions/metadata.py": "what was encoded right before",
    "core/contract/arguments.py": "what was encoded right before",
    "logs/work/cluster.py": "what a worker of the cluster answers, which runs what it is sent",
    "cli/commands/outputs.py": "a schema that was made here",
    "logs/tables/query.py": "`is_too_deep` before, with a depth of its own",
}
"""Where JSON or MessagePack is decoded without `decoded`, and why the bytes may be as deep as they like."""


def test_nothing_from_outside_is_decoded_before_its_depth_is_looked_at() -> None:
    decoding = re.compile(r"(?:json|msgpack)\.(?:decode|Decoder|loads)\((?!msgspec\.(?:json|msgpack)\.encode)")
    found = {
        path.relative_to(ROOT).as_posix()
        for room in ("core", "logs", "cli", "pytest_plugin")
        for path in (ROOT / room).rglob("*.py")
        if decoding.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(LOOKED_AT)


_FOR_CHECKERS = re.compile(r"^if TYPE_CHECKING:.*\n(?:(?: .*)?\n)+", re.M)
_IMPORT = re.compile(r"^ *from (kronika[\w.]*) import (\([^)]*\)|.*)", re.M)


@cache
def modules() -> dict[str, str]:
    """What lies in the rooms, without what checkers of types alone see of it, by its name."""
    paths = {package_of(room): sorted((ROOT / room).rglob("*.py")) for room in ROOMS if room != "fixtures"}
    found = {}
    for (package, there), room in zip(paths.items(), ROOMS, strict=False):
        for path in there:
            inner = path.relative_to(ROOT / room).with_suffix("").parts
            name = ".".join((package, *inner)).removesuffix(".__init__")
            found[name] = _FOR_CHECKERS.sub("\n", path.read_text(encoding="utf-8"))
    return found


def imported(text: str) -> Iterator[str]:
    """The modules of ours that one may import, at once or late."""
    for module, names in _IMPORT.findall(text):
        for name in re.findall(r"\w+", re.sub(r"#.*| as \w+", "", names)):
            yield inner if (inner := f"{module}.{name}") in modules() else module


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Nor by way of an import in a function, which is late for the sake of a start-up and of nothing else."""
    left = {name: {*imported(text)} & {*modules()} - {name} for name, text in modules().items()}
    assert sum(map(len, left.values())) > 2000
    while free := {name for name, needs in left.items() if not needs & {*left}}:
        left = {name: needs for name, needs in left.items() if name not in free}
    assert {name: sorted(needs & {*left}) for name, needs in left.items()} == {}


def test_an_import_in_a_function_says_why_it_is_late() -> None:
    """It costs a start-up that can do without it: in a comment on its line, or on the one before."""
    silent = []
    for name, text in modules().items():
        lines = text.split("\n")
        for at, line in enumerate(lines):
            first = re.match(r" +from kronika.* import [^*]", line) and not _IMPORT.match(lines[at - 1])
            if first and "#" not in "".join(lines[at - 1 : at + 2]):
                silent.append(f"{name}: {line.strip()}")
    assert silent == []


def test_a_type_error_that_is_ignored_says_why() -> None:
    bare = re.compile(r"# type: ignore(\[[^]]*\])?\s*$")
    ignored = [
        f"{path.relative_to(ROOT)}:{n}"
        for room in (*ROOMS, "tests", "docs")
        for path in (ROOT / room).rglob("*.py")
        for n, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if bare.search(line)
    ]
    assert ignored == []
