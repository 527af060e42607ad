"""What commands print as JSON, held against the schema that is published of it."""

from __future__ import annotations

import shlex
import shutil
import sys
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator
from msgspec import inspect
from syrupy.assertion import SnapshotAssertion

import kronika.cli
from kronika.cli.commands.outputs import VERSION, commands, outputs, outputs_schema
from kronika.core.contract.registry import get_game
from kronika.logs.files.folders import create_folder
from kronika.logs.kit.kit_files import kit_files
from support.bga import game_of
from support.bga_tigris import TigrisArchive
from support.cli import PROGRAM, fine, run
from support.playouts import ROOT, games

BESIDE = ROOT / "docs" / "beside"
WRONG = """
[[example]]
id = "W-1"
game = "tides"
when = ["Anna: pick 15"]
expect.totals = { Anna = 25 }
[example.given]
hands = { Anna = [15], Bob = [13] }
"""
MATCHES = """
[[match]]
name = "bots"
game = "tides"
players = ["Anna", "Bob"]
seeds = [1]
bots = { Anna = "first", Bob = "random" }
"""
SCENES = f"""
games
docs
docs bots
cards tides palace
rules tides TT-4.9
rules diff old.md tides --logs games
rules audit tides
notation tides
note noted.jsonl
note noted.jsonl --as Anna
tag noted.jsonl
moves new.jsonl
show new.jsonl --as Anna
show seen.jsonl --possible
replay noted.jsonl
replay noted.jsonl --as Bea
score games/tides-0001.jsonl
score noted.jsonl --as everyone
stats games/tides-0001.jsonl
stats games/tides-0001.jsonl --as Bob
analyse games/tides-0001.jsonl --bot first --playouts 2
skill judged.json
best new.jsonl --iterations 2
validate games gone.jsonl broken.jsonl
diff games/tides-0001.jsonl games/tides-0002.jsonl
diff games/tides-0001.jsonl games/tides-0001.jsonl
whatif games -o zero_tie=need_one
whatif games/tides-0001.jsonl -o singles_use_doubled=true
coverage games
coverage --examples tides
example check wrong.toml broken.toml
example list wrong.toml
bots
fairplay first tides -n 3
train tides many --out weights.toml
match matches.toml
tournament --game tides --bot first --bot random --games 2 --out cup
standings cup --ratings
corpus check games
corpus check games --against before.json
corpus accept spoilt
corpus stats games
corpus dedupe games
corpus filter games
corpus index games
corpus export games --to tables
sql games 'SELECT * FROM logs'
dataset make games --out set
dataset verify bad
find games --rule TT-4.9
puzzle puzzles.toml
beside tides -n 1 -- {shlex.quote(sys.executable)} -c {shlex.quote(PROGRAM)} serve
import bga --list
import bga saved.json broken.jsonl --out imported
import bga saved.json --anonymise --out copies
kit check kit kit
kit check kit answers
""".strip().split("\n")
"""A line for each command, and more where it prints several things."""


def prints_json(command: click.Command) -> bool:
    return any("json" in getattr(param.type, "choices", ()) for param in command.params)


def closed(schema: Any) -> Any:
    """The schema, to which a key that it does not name is an error: readers pass it over, but nothing explains it."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    more = {"additionalProperties": False} if "properties" in schema else {}
    return more | {key: closed(one) for key, one in schema.items()}


@cache
def schema() -> dict[str, Any]:
    strict: dict[str, Any] = closed(outputs_schema(games()))
    return strict


def check(words: str, data: Any) -> None:
    """Is it what the schema says that a command prints?"""
    name = next(name for name in ("-".join(words.split()[:n]) for n in (2, 1)) if name in schema()["$defs"])
    Draft202012Validator({**schema(), "anyOf": [{"$ref": f"#/$defs/{name}"}]}).validate(data)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Logs, examples and all else that the scenes name."""
    here = tmp_path_factory.mktemp("outputs")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        fine("simulate", "tides", "-n", 2, "--seed", 4, "--out", "games")
        fine("simulate", "tides", "-n", 26, "--seed", 4, "--out", "many")
        fine("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", 7, "--tag", "Event=Final", "new.jsonl")
        fine("new", "tides", "-p", "Anna", "-p", "Bob", "--witness", "Bob", "--chance", "given", "seen.jsonl")
        fine("play", "seen.jsonl", "5 / 12 3 6 7 13")
        shutil.copy("new.jsonl", "noted.jsonl")
        fine("play", "noted.jsonl", "Anna: pick 9", "Bob: pick 10")
        fine("undo", "noted.jsonl")
        fine("redo", "noted.jsonl")
        fine("note", "noted.jsonl", "--at", 2, "--mark", "?", "why")
        fine("rename", "noted.jsonl", "Bob=Bea")
        fine("end", "noted.jsonl", "--reason", "abandoned")
        shutil.copy(ROOT / "fixtures" / "puzzles" / "imhotep.toml", here / "puzzles.toml")
        (here / "broken.jsonl").write_text("{")
        (here / "saved.json").write_bytes(TigrisArchive(game_of("tigris", 2, 3), (0,)).json())
        (here / "broken.toml").write_text("[[example]")
        (here / "wrong.toml").write_text(WRONG)
        (here / "matches.toml").write_text(MATCHES)
        (here / "old.md").write_text("## 1. Of old\n\n- **TT-1.1** Nineteen cards.\n- **TT-99.1** It rains.\n")
        few = ("--to", 3, "--bot", "first", "--playouts", 2, "--format", "json")
        (here / "judged.json").write_text(fine("analyse", "games/tides-0001.jsonl", *few).out)
        (here / "before.json").write_text('{"logs":[]}')
        log = (here / "games" / "tides-0001.jsonl").read_text()
        (here / "spoilt").mkdir()
        (here / "spoilt" / "one.jsonl").write_text(log.replace('"points":7', '"points":8'))
        fine("dataset", "noted.jsonl", "--out", "bad")
        (here / "bad" / "README.md").write_text("Another.")
        files = kit_files(get_game("tides"))
        create_folder("kit", files)
        answer = files["games/001-out.json"].replace(b'"totals": [', b'"totals": [1', 1)
        create_folder("answers", {"games/001-out.json": answer})
    return here


SLOW = ("beside", "kit check kit kit")


@pytest.mark.parametrize(
    "scene", [pytest.param(scene, marks=[pytest.mark.long] * scene.startswith(SLOW)) for scene in SCENES]
)
def test_what_is_printed_is_what_the_schema_says(scene: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before, _, program = scene.partition(" -- ")
    words = [*shlex.split(before), "--format", "json", *(["--", *shlex.split(program)] if program else [])]
    done = run(*words)
    assert done.status in (0, 1, 3), done
    check(scene, done.json)
    if done.json in ([], {}):
        assert scene.startswith(("rules audit", "corpus dedupe")), "nothing is shown by nothing"


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="the engine of Tides is JavaScript, and node is not here")
def test_a_difference_of_another_program_is_what_the_schema_says() -> None:
    engine = ("--", "node", BESIDE / "tides.js", "--fault", "molehill")
    done = run("beside", "tides", "-n", 3, "--map", BESIDE / "tides.toml", "--format", "json", *engine)
    assert done.json["shortest"]["difference"]["rules"]
    check("beside", done.json)


@pytest.mark.parametrize("log", ["ancient_knowledge/teams", "imhotep/side-b-3", "tigris/four-advanced", "viceroy/solo"])
@pytest.mark.parametrize(
    "command", ["show", "score", *(pytest.param(slow, marks=pytest.mark.long) for slow in ("replay", "stats"))]
)
def test_other_games_print_what_the_schema_says(log: str, command: str) -> None:
    done = fine(command, ROOT / "fixtures" / "games" / f"{log}.jsonl", "--format", "json")
    check(command, done.json)


def test_every_command_that_prints_json_is_in_the_schema_and_has_a_scene() -> None:
    printing = {name for name, command in commands(kronika.cli.cli) if prints_json(command)}
    assert printing == set(outputs(games()))
    assert printing == {name for name in printing if any(f"{scene} ".startswith(f"{name} ") for scene in SCENES)}


def test_all_that_is_printed_is_explained() -> None:
    for kinds in outputs([]).values():
        for kind in inspect.multi_type_info(kinds):
            assert all(one.cls.__doc__ for one in _structs(kind)), kind


def _structs(kind: Any) -> list[Any]:
    if isinstance(kind, inspect.StructType):
        return [kind]
    inner = [getattr(kind, name) for name in ("item_type", "value_type", "type") if hasattr(kind, name)]
    return [one for part in (*inner, *getattr(kind, "types", ())) for one in _structs(part)]


def test_the_names_of_all_that_is_printed(snapshot: SnapshotAssertion) -> None:
    """From 1.0 on a name may come and none may go, but with a new version: read what has changed."""
    defs = outputs_schema([])["$defs"]
    lines = [f"{name}: {' '.join(one['properties'])}" for name, one in defs.items() if "properties" in one]
    assert VERSION == 2
    assert "\n".join(sorted(lines)) == snapshot


def test_the_schema_as_a_command_prints_it() -> None:
    whole, one = fine("schema", "--outputs"), fine("schema", "--outputs", "tides")
    Draft202012Validator.check_schema(whole.json)
    assert len(whole.json["$defs"]["show"]["anyOf"]) >= 5
    assert one.json["$defs"]["show"] == {
        "anyOf": [{"$ref": "#/$defs/View"}, {"items": {"$ref": "#/$defs/PossibleContents"}, "type": "array"}]
    }
    assert "kronika." not in whole.out
    assert "One schema at a time" in run("schema", "--outputs", "--messages").err
