"""One place for each thing: what gives it away, and the modules that may have it. CONTRIBUTING.md lists the laws."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from support.playouts import ROOT

ROOMS = ("core", "logs", "cli", "pytest_plugin")


class Law(NamedTuple):
    """A thing, the imports, attributes, calls or texts by which it is known, and who may have them, with the reason."""

    what: str
    signs: str
    modules: Mapping[str, str]


HERE = "the one place"
LAWS = [
    Law("print", r"click\.s?echo|print\(\)", {"cli/printing/output.py": HERE}),
    Law("whether there are colours", r"'(NO_COLOR|FORCE_COLOR)'", {"cli/printing/output.py": HERE}),
    Law(
        "a traceback for people",
        r"traceback",
        {"cli/printing/output.py": HERE, "core/contract/registry.py": "finds whose code has failed"},
    ),
    Law("keys one by one", r"termios|tty|curses", {"cli/printing/terminal.py": HERE}),
    Law("the clock", r"time\.time|datetime\.(now|today|utcnow)|date\.today", {"cli/table/clock.py": HERE}),
    Law("locks of files", r"fcntl|'msvcrt'", {"logs/files/disk.py": HERE}),
    Law(
        "a folder walked",
        r"os\.(walk|scandir)|\.(rglob|glob)",
        {
            "logs/files/walk.py": HERE,
            "logs/files/folders.py": "a folder that is being made",
            "logs/running/program.py": "the sources of the program",
        },
    ),
    Law(
        "verdicts kept",
        r"sqlite3",
        {
            "logs/work/catalog.py": HERE,
            "logs/work/catalog_file.py": "its file",
            "logs/work/scratch.py": "what would need too much memory, for one run",
        },
    ),
    Law(
        "libraries of extras",
        r"'?(zstandard|vl_convert|resvg_py|openskill\..*|distributed|numpy|duckdb|starlette(\..*)?|uvicorn|segno)'?",
        {
            "logs/files/extras.py": HERE,
            "cli/host/access.py": "the same",
            "cli/host/advice.py": "the same",
            "cli/host/answers.py": "the server, which only `kronika host` imports, after it has asked for the extra",
            "cli/host/app.py": "the same",
            "cli/host/guard.py": "the same",
            "cli/host/hosted.py": "the same",
            "cli/host/links.py": "the same",
            "cli/host/serving.py": "the same",
            "cli/host/watching.py": "the same",
        },
    ),
    Law(
        "processes",
        r"multiprocessing(\..*)?",
        {
            "logs/running/processes.py": HERE,
            "logs/running/worker.py": "runs in such a process",
            "logs/players/engine_process.py": "closes its programs when such a process ends",
        },
    ),
    Law(
        "work in parallel",
        r"concurrent\.futures",
        {
            "logs/work/pool.py": HERE,
            "logs/running/processes.py": "the executor of this machine",
            "logs/work/cluster.py": "the executor of a cluster",
            "logs/work/bulk.py": "an executor of the caller's",
        },
    ),
    Law("programs of others", r"subprocess|os\.(system|popen|fork|exec\w+|spawn\w+)", {"logs/pipe/program.py": HERE}),
    Law("objects from other machines", r"pickle", {"logs/work/cluster.py": HERE}),
    Law("chance", r"random|secrets|uuid|os\.urandom", {"core/basics/chance.py": HERE}),
    Law(
        "TOML read",
        r"tomllib",
        {"core/basics/toml.py": HERE, "core/rulebook/spec.py": "files that come with a game"},
    ),
    Law("a JSON Schema of types", r"\.schema(_components)?", {"core/basics/json_schema.py": HERE}),
    Law(
        "docstrings that people read",
        r"\.__doc__|inspect\.getdoc",
        {
            "core/basics/docstrings.py": HERE,
            "core/contract/twins.py": "a twin has the docstring of its action",
            "cli/table/editing.py": "tells two libraries of the system apart",
        },
    ),
    Law(
        "colours",
        r"'#[0-9a-fA-F]{6}'",
        {"core/basics/palette.py": HERE, "core/drawing/themes.py": "colours of grounds"},
    ),
    Law(
        "what is installed",
        r"importlib\.metadata\.entry_points",
        {
            "core/contract/registry.py": "games",
            "core/bots/lookup.py": "bots",
            "logs/running/program.py": "both, as parts of the program that answers",
        },
    ),
]


def dotted(node: ast.Attribute) -> str:
    return f"{node.value.id}.{node.attr}" if isinstance(node.value, ast.Name) else ""


def signs_of(path: Path) -> Iterator[str]:
    """What a module imports, the attributes it takes, the functions it calls, and its texts in single quotes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom():
                yield str(node.module)
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            case ast.Attribute():
                yield from (f".{node.attr}", dotted(node))
            case ast.Constant(value=str(text)):
                yield f"'{text}'"
            case ast.Call(func=ast.Name(id=name)):
                yield f"{name}()"


@cache
def signs() -> dict[str, frozenset[str]]:
    """Those of each module."""
    found = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): frozenset(signs_of(path)) for path in found}


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.what)
def test_it_is_done_in_its_place_alone(law: Law) -> None:
    sign = re.compile(law.signs)
    assert {module for module, there in signs().items() if any(map(sign.fullmatch, there))} == set(law.modules)


def test_contributing_names_the_place() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    places = {module for law in LAWS for module, why in law.modules.items() if why == HERE}
    assert sorted(place for place in places if f"`{place}`" not in text) == []


def test_the_signs_of_a_module(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("import os.path\nfrom time import sleep as wait\nos.walk('a')\nprint(b().c)\n", "utf-8")
    found = {"os.path", "time", "time.sleep", "os.walk", ".walk", "'a'", "print()", "b()", ".c"}
    assert set(signs_of(module)) - {""} == found
