"""The JSON Schemas say what the decoders do: what is written validates, what is refused does not."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from kronika.core.contract.registry import AnyGame, game_names, get_game
from kronika.core.examples.example import example_schema
from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session
from kronika.logs.files.records import KINDS, record_decoder, shape_error
from kronika.logs.files.schema import log_schema
from kronika.logs.work.simulate import play_random
from kronika.testing.playouts import spread
from support import duel
from support.logs import DUEL_HAND, DUEL_HEADER, duel_game, lines_of, tides_game
from support.playouts import ROOT, games
from support.unseen import GAMES, again, recorded

EXAMPLES = sorted((ROOT / "fixtures" / "examples").glob("*.toml"))


@cache
def validator(game: AnyGame) -> Draft202012Validator:
    schema = log_schema(game)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@cache
def example_validator() -> Draft202012Validator:
    schema = example_schema([get_game(name) for name in game_names()])
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def remark(session: Session) -> None:
    """A `set` and a `note` with all that they can have."""
    tags = {"Event": "Club", "Site": None}
    session.set(players=session.players, tags=tags, ending=Ending("agreed", 0, (0,), "late"))
    session.set(ending=None)
    session.note("a slip", on=3, author="Anna", mark="?!", data={"clock": [1, 2.5, None, {"a": True}]})


# -- logs -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_schema_names_no_python(game: AnyGame) -> None:
    schema = log_schema(game)
    assert "kronika.core" not in json.dumps(schema)
    assert {"Header", "Record"} < set(schema["$defs"])
    assert json.loads(json.dumps(schema)) == schema


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_line_of_random_games_validates(game: AnyGame) -> None:
    check = validator(game)
    for seats in range(game.seats[0], game.seats[1] + 1):
        session = play_random(game, seats, {}, seed=seats)
        session.undo(2)
        session.redo()
        remark(session)
        for line in spread(lines_of(session), 100):
            assert not list(check.iter_errors(line)), line


def test_every_line_of_known_games_validates() -> None:
    for session in (duel_game(tags={"event": "x"}), tides_game(), tides_game((), options={"zero_tie": "need_one"})):
        for line in lines_of(session):
            assert validator(session.game).is_valid(line)
    for line in (DUEL_HEADER, *DUEL_HAND):
        assert validator(duel.GAME).is_valid(line)


@pytest.mark.parametrize("witness", ["bystander", "Anna"])
@pytest.mark.parametrize("name", GAMES)
def test_every_line_that_a_witness_recorded_validates(name: str, witness: str) -> None:
    schema = log_schema(get_game(name), witnessed=True)
    Draft202012Validator.check_schema(schema)
    check = Draft202012Validator(schema)
    session = again(recorded(name, 2, 3, witness))
    session.undo(2)
    session.redo()
    remark(session)
    for line in spread(lines_of(session), 100):
        assert not list(check.iter_errors(line)), line


@pytest.mark.parametrize(
    "line",
    [
        {"by": 0, "do": {"type": "pick", "card": "??"}},
        {"by": 0, "do": {"type": "pick", "card": 19}},
        {"by": 0, "do": {"type": "pick", "card": "?"}, "state": "0" * 16},
        {"seen": {"seat": 0, "things": [3], "place": "hand"}, "by": 0},
        {"seen": {"seat": 0, "things": [3], "place": "hand"}, "then": []},
        {"seen": {"seat": 0}},
        {"n": 1, "link": "0" * 16},
    ],
)
def test_a_line_that_no_witness_writes(line: Any) -> None:
    """Of Tides: cards are 1 to 18 or `?`, and a digest of the state would give hands away."""
    check = Draft202012Validator(log_schema(get_game("tides"), witnessed=True))
    assert check.is_valid({"by": 0, "do": {"type": "pick", "card": "?"}, "link": "0" * 16})
    assert not check.is_valid(line)
    assert not _decodes(get_game("tides"), line)


def _decodes(game: AnyGame, line: Any) -> bool:
    try:
        return not shape_error(record_decoder(game, witnessed=True).decode(json.dumps(line)))
    except (msgspec.DecodeError, msgspec.ValidationError):
        return False


BAD: list[Any] = [
    [],
    None,
    1,
    "undo",
    {},
    {"n": 1},
    {"by": 0},
    {"do": {"type": "take"}},
    {"by": 0, "do": {"type": "give"}},
    {"by": 0, "do": {"type": "play"}},
    {"by": 0, "do": {"type": "play", "card": 0}},
    {"by": 0, "do": {"type": "play", "card": 6}},
    {"by": 0, "do": {"type": "play", "card": "1"}},
    {"by": 0, "do": {"type": "play", "card": 1, "face": "up"}},
    {"by": 0, "do": {"type": "take"}, "undo": 1},
    {"by": 0, "do": {"type": "take"}, "redo": 1},
    {"by": -1, "do": {"type": "take"}},
    {"by": 100, "do": {"type": "take"}},
    {"by": "Anna", "do": {"type": "take"}},
    {"by": 0, "undo": 1},
    {"undo": 1, "redo": 1},
    {"undo": 0},
    {"undo": None},
    {"by": 0, "do": None},
    {"by": None, "do": {"type": "take"}},
    {"redo": "1"},
    {"undo": 1, "why": "a slip"},
    {"n": 0, "undo": 1},
    {"set": {}, "note": {}},
    {"set": {}, "by": 0},
    {"set": {"seed": 7}},
    {"set": {"players": "Anna"}},
    {"set": {"players": None}},
    {"set": {"tags": {"round": 1}}},
    {"set": {"ending": "agreed"}},
    {"set": {"ending": {"why": "tired"}}},
    {"set": {"ending": {"by": 0}}},
    {"set": {"ending": {"why": "time", "by": -1}}},
    {"note": {}, "undo": 1},
    {"note": {}, "state": "0123456789abcdef"},
    {"note": "so"},
    {"note": {"text": None}},
    {"note": {"on": -1}},
    {"note": {"at": 1}},
    {"note": {"data": [1]}},
    {"n": 2**31 + 1, "undo": 1},
    {"by": 0, "do": {"type": "take"}, "state": "xyz"},
    {"by": 0, "do": {"type": "take"}, "then": [{"type": "lost"}]},
    {"by": 0, "do": {"type": "take"}, "then": {}},
    {**DUEL_HEADER, "game": "tides"},
    {**DUEL_HEADER, "kronika": 0},
    {**DUEL_HEADER, "options": {"jokers": True}},
    {**DUEL_HEADER, "options": {"joker": 7}},
    {**DUEL_HEADER, "players": "Anna"},
    {**DUEL_HEADER, "seed": 2**63},
    {**DUEL_HEADER, "seed": 0.5},
    {**DUEL_HEADER, "tags": {"round": 1}},
    {**DUEL_HEADER, "date": "2024"},
    {name: value for name, value in DUEL_HEADER.items() if name != "players"},
]


@pytest.mark.parametrize("line", BAD, ids=json.dumps)
def test_bad_lines_are_rejected(line: Any) -> None:
    assert not validator(duel.GAME).is_valid(line)


def spoilt(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The line with a key lost, added, or made nonsense, at every place in it."""
    yield {**line, "extra": 1}
    for key, value in line.items():
        yield {name: part for name, part in line.items() if name != key}
        for junk in (-1, 10**9, "junk", [], {}, 1.5, True, ["x"]):
            yield {**line, key: junk}
        if isinstance(value, dict):
            yield from ({**line, key: part} for part in spoilt(value))


def all_spoilt(game: AnyGame) -> list[dict[str, Any]]:
    """One record of each kind, spoilt in every way."""
    session = play_random(game, game.seats[0], {}, seed=1)
    session.undo()
    session.redo()
    remark(session)
    kinds: dict[Any, dict[str, Any]] = {}
    for line in lines_of(session)[1:]:
        kinds.setdefault(line["do"]["type"] if "do" in line else next(name for name in KINDS if name in line), line)
    return [wrong for line in kinds.values() for wrong in spoilt(line)]


def check_agreement(game: AnyGame, lines: list[dict[str, Any]]) -> None:
    """Whatever the schema admits, the decoder takes, and the other way round."""
    decode = record_decoder(game).decode
    for line in lines:
        try:
            taken = not shape_error(decode(json.dumps(line).encode()))
        except ValueError:
            taken = False
        assert validator(game).is_valid(line) == taken, line


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_schema_and_decoder_agree_on_spoilt_records(game: AnyGame) -> None:
    every = all_spoilt(game)
    check_agreement(game, Random(game.name).sample(every, min(60, len(every))))


@pytest.mark.long
@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_schema_and_decoder_agree_on_every_spoilt_record(game: AnyGame) -> None:
    check_agreement(game, all_spoilt(game))


# -- examples ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_files_validate_as_data(path: Path) -> None:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    assert not list(example_validator().iter_errors(table))


BAD_EXAMPLES: list[Any] = [
    {},
    {"example": {}},
    {"examples": []},
    {"example": [{"id": "A"}]},
    {"example": [{"game": "tides"}]},
    {"example": [{"id": 1, "game": "tides"}]},
    {"example": [{"id": "A", "game": "tides", "given": {"kingdom": {}}}]},
    {"example": [{"id": "A", "game": "tides", "given": {"round": "one"}}]},
    {"example": [{"id": "A", "game": "tides", "when": "Anna: pick 1"}]},
    {"example": [{"id": "A", "game": "tides", "when": [{"moves": "Anna: pick 1"}]}]},
    {"example": [{"id": "A", "game": "tides", "expects": {}}]},
    {"example": [{"id": "A", "game": "tides", "expect": {"totals": {"Anna": "1"}}}]},
    {"example": [{"id": "A", "game": "tides", "expect": {"illegal": [{"rule": "TT-2.1"}]}}]},
    {"example": [{"id": "A", "game": "tides", "misprint": {"printed": "5"}}]},
]


@pytest.mark.parametrize("table", BAD_EXAMPLES, ids=json.dumps)
def test_bad_examples_are_rejected(table: Any) -> None:
    assert not example_validator().is_valid(table)


def test_least_example_validates() -> None:
    assert example_validator().is_valid({"example": [{"id": "A", "game": "tides"}]})
    assert example_validator().is_valid({"example": []})
