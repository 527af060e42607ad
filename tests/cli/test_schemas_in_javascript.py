"""The schemas that `kronika schema` prints, for those who write JavaScript: Ajv takes them, TypeScript gets types."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kronika.core.basics.toml import read_toml
from kronika.core.contract.registry import game_names
from kronika.logs.pipe.mcp.server import tool_schema
from kronika.logs.pipe.mcp.tool_arguments import TOOLS
from support.cli import fine

MODULES = os.environ.get("KRONIKA_NODE", "")
"""The folder node_modules with ajv and json-schema-to-typescript, which `make test` fetches where there is npm."""
pytestmark = pytest.mark.skipif(
    not MODULES or not shutil.which("node"), reason="no npm: `make test` fetches it all then"
)

SUPPORT = Path(__file__).parents[1] / "support"
FIXTURES = Path(__file__).parents[2] / "fixtures"
GAMES = ("tides", "tigris", "imhotep", "viceroy", "ancient_knowledge")
HELLO = {"type": "hello", "id": 1, "protocol": 2}


def asked(schema: Any, good: Any = (), bad: Any = ()) -> dict[str, Any]:
    return {"schema": schema, "good": list(good), "bad": list(bad)}


def printed(*words: str) -> Any:
    return fine("schema", *words).json


def of_logs(name: str) -> dict[str, Any]:
    log = min((FIXTURES / "games" / name).glob("*.jsonl"), key=lambda path: path.stat().st_size)
    header, *records = map(json.loads, log.read_bytes().splitlines())
    event = next(record for record in records if "do" in record)
    bad = [
        {**event, "undo": 1},
        {**event, "by": 100},
        {**header, "players": "Anna"},
        {"undo": None},
        {**header, "x": 1},
    ]
    return asked(printed(name), [header, *records], bad)


def of_examples() -> dict[str, Any]:
    files = [read_toml((FIXTURES / "examples" / f"{name}.toml").read_text("utf-8")) for name in GAMES]
    example = next(one for one in files[0]["example"] if "given" in one)
    wrong = {**example, "given": {"no such key": 1}}
    return asked(printed("--examples"), files, [{"example": [wrong]}, {"example": [{}]}])


@pytest.fixture(scope="module")
def found() -> Any:
    """What is said of each schema; all at once, since a process takes as long as ten of them."""
    schemas = {name: of_logs(name) for name in GAMES}
    schemas["examples"] = of_examples()
    schemas["outputs"] = asked(printed("--outputs"))
    advice = {"type": "advice", "id": 1, "best": []}
    schemas["messages"] = asked(printed("--messages"), [HELLO, advice], [{**HELLO, "type": "helo"}, {**HELLO, "x": 1}])
    for name, kind in TOOLS.items():
        schemas[f"tool {name}"] = asked(tool_schema(name, kind)["inputSchema"])
    done = subprocess.run(
        ["node", SUPPORT / "schemas.cjs"],
        input=json.dumps(schemas),
        env={**os.environ, "NODE_PATH": MODULES},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return json.loads(done.stdout)


def test_ajv_as_it_comes_takes_every_schema_and_says_what_the_decoder_says(found: Any) -> None:
    assert {name: one["said"] for name, one in found.items() if one["said"]} == {}
    assert set(GAMES) <= set(game_names()) & found.keys()


@pytest.mark.parametrize(
    ("name", "types"),
    [
        ("tides", ("Header", "Record", "Pick", "Note")),
        ("messages", ("Hello", "Legal", "Advice", "BestMoves")),
        ("outputs", ("Standings", "BestMoves")),
        ("examples", ("Example", "Expect")),
    ],
)
def test_types_are_made_of_it_that_say_something(found: Any, name: str, types: tuple[str, ...]) -> None:
    text = found[name]["types"]
    for type in types:
        body = re.search(
            rf"^export (interface|type) {type}\b.*?\n(?=export |/\*\*\n \*|$)", text, re.MULTILINE | re.DOTALL
        )
        assert body is not None, type
        assert ": " in body[0], type
        assert not re.fullmatch(r"[^{]*\{\s*\[k: string\]: unknown\s*\}\s*", body[0]), type
