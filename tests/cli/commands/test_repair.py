"""`seal`, `repair`, `convert`, `schema`: thin commands over the library, with its errors as exit statuses."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kronika.core import game_names
from kronika.logs.replaying.logfile import write_log
from support.cli import Result, fine, run
from support.logs import data_of, duel_game, hand_written, tides_game

pytestmark = pytest.mark.usefixtures("duel")


def test_seal(here: Path) -> None:
    hand_written(here / "hand.jsonl")
    assert fine("seal", "hand.jsonl") == Result(0, "", "hand.jsonl: 11 records sealed.\n")
    assert Path("hand.jsonl").read_bytes() == data_of(duel_game())


def test_seal_elsewhere(here: Path) -> None:
    before = Path(hand_written(here / "hand.jsonl")).read_bytes()
    assert fine("seal", "hand.jsonl", "-o", "sealed.jsonl").err == "sealed.jsonl: 11 records sealed.\n"
    assert Path("sealed.jsonl").read_bytes() == data_of(duel_game())
    assert Path("hand.jsonl").read_bytes() == before
    assert run("seal", "hand.jsonl", "-o", "sealed.jsonl").status == 3


def test_seal_through_a_pipe(here: Path) -> None:
    text = Path(hand_written(here / "hand.jsonl")).read_bytes()
    assert fine("seal", "-", stdin=text) == Result(0, data_of(duel_game()).decode(), "")
    assert fine("seal", "hand.jsonl", "-o", "-").out.encode() == data_of(duel_game())


def test_seal_refused(here: Path) -> None:
    path = Path(hand_written(here / "hand.jsonl"))
    path.write_bytes(path.read_bytes().replace(b'"card":4', b'"card":5', 1))
    before = path.read_bytes()
    assert run("seal", "hand.jsonl") == Result(1, "", "error: hand.jsonl:3: illegal You do not hold 5. (DU-2)\n")
    assert path.read_bytes() == before
    assert run("seal", "none.jsonl").status == 3


def test_repair(tiny: Path) -> None:
    whole = tiny.read_bytes()
    assert fine("repair", "duel.jsonl") == Result(0, "", "duel.jsonl: nothing to repair.\n")
    tiny.write_bytes(whole[:-10])
    last = len(whole) - whole.rindex(b"\n", 0, -1) - 1
    assert fine("repair", "duel.jsonl") == Result(
        0,
        "",
        f"duel.jsonl: {last - 10} bytes cut off and saved in duel.jsonl.torn; {len(whole) - last} bytes kept.\n",
    )
    assert Path("duel.jsonl.torn").read_bytes() == whole[len(whole) - last : -10]
    fine("play", "duel.jsonl", "take")
    assert tiny.read_bytes() == whole


def test_repair_refused(tiny: Path) -> None:
    tiny.write_bytes(tiny.read_bytes().replace(b'{"n":3', b'{"n"3')[:-10])
    before = tiny.read_bytes()
    done = run("repair", "duel.jsonl")
    assert done.status == 1
    assert done.err.startswith("error: duel.jsonl:4: syntax ")
    assert tiny.read_bytes() == before
    assert run("repair", "none.jsonl").status == 3
    assert run("repair", "-", stdin=before).status == 3
    assert os.listdir(tiny.parent) == ["duel.jsonl"]


def test_convert(whole: Path) -> None:
    assert fine("convert", "game.jsonl", "game.kpack.gz") == Result(0, "", "game.kpack.gz: 39 records.\n")
    assert gzip.decompress(Path("game.kpack.gz").read_bytes()).startswith(b"KRONIKA\x01")
    assert fine("convert", "game.kpack.gz", "-") == Result(0, whole.read_text(), "")
    assert fine("convert", "-", "again.jsonl", stdin=Path("game.kpack.gz").read_bytes()).status == 0
    assert Path("again.jsonl").read_bytes() == whole.read_bytes()


def test_convert_refused(whole: Path) -> None:
    assert run("convert", "game.jsonl", "game.jsonl") == Result(
        3, "", "error: game.jsonl: exists already; it is left as it is.\n"
    )
    for name in ("game.html", "game.PDF"):
        says = f"error: {name}: the name of a log ends in .jsonl or .kpack, that of a text in .txt, each also with .gz"
        assert run("convert", "game.jsonl", name).err.startswith(says)
        assert run("new", "tides", "-p", "Anna", "-p", "Bob", name).status == 3
    assert run("new", "tides", "-p", "Anna", "-p", "Bob", "game.txt").status == 3
    assert run("convert", "game.jsonl", "none/x.kpack").status == 3
    assert run("convert", "none.jsonl", "x.kpack").status == 3
    whole.write_bytes(whole.read_bytes()[:-1].replace(b'"points":8', b'"points":9'))
    done = run("convert", "game.jsonl", "x.kpack")
    assert done.status == 1
    assert ": effects the rules give: " in done.err
    assert os.listdir(whole.parent) == ["game.jsonl"]


@pytest.mark.parametrize("game", ["tides", "duel"])
def test_schema_of_a_game(game: str) -> None:
    schema = fine("schema", game).json
    Draft202012Validator.check_schema(schema)
    session = tides_game() if game == "tides" else duel_game()
    for line in data_of(session).splitlines():
        assert Draft202012Validator(schema).is_valid(json.loads(line))


def test_schema_of_examples() -> None:
    schema = fine("schema", "--examples").json
    Draft202012Validator.check_schema(schema)
    for given, right in (({"round": 2}, True), ({"round": "x"}, False)):
        table = {"example": [{"id": "A", "game": "tides", "given": given}]}
        assert Draft202012Validator(schema).is_valid(table) == right
    assert fine("schema", "tides", "--examples").json != schema


def test_schema_refused() -> None:
    done = run("schema")
    assert (done.status, done.out) == (2, "")
    assert "Which game? Or --examples" in done.err
    assert run("schema", "tidess") == Result(
        2, "", f"error: There is no game called 'tidess'. Did you mean tides? Installed: {', '.join(game_names())}.\n"
    )


@pytest.mark.parametrize("command", ["seal", "repair", "convert"])
def test_a_compressed_file_that_is_damaged(here: Path, command: str) -> None:
    write_log("g.jsonl.gz", duel_game())
    Path("g.jsonl.gz").write_bytes(Path("g.jsonl.gz").read_bytes()[:-12])
    words = ("g.jsonl.gz", "x.jsonl") if command == "convert" else ("g.jsonl.gz",)
    done = run(command, *words)
    assert done.status == (3 if command == "repair" else 1)
    assert "Traceback" not in done.err
