"""The messages: what is read, what is refused and how, and one schema for both ways."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from kronika.core.basics.printable import printable
from kronika.logs.pipe.answers import ANSWERS, CODES, Answer, Choice, Error, Happened, Moves, Option, Played
from kronika.logs.pipe.messages import MessageError, Reader, message_line, messages_schema, type_of
from kronika.logs.pipe.requests import REQUESTS, Choose, Deed, Legal, New, Play, Request, Start
from support.hostile import EVIL

REQUESTED: Reader[Request] = Reader(REQUESTS)
ANSWERED: Reader[Answer] = Reader(ANSWERS)
SCHEMA = messages_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def refused(line: bytes) -> Error:
    with pytest.raises(MessageError) as caught:
        REQUESTED.read(line)
    assert caught.value.error.code in CODES
    return caught.value.error


def test_a_request_is_read() -> None:
    line = b'{"id": 7, "type": "legal", "start": {"game": "tides"}, "moves": ["pick 1", {"by": "chance", "do": {}}]}'
    assert REQUESTED.read(line) == Legal(id=7, start=Start(game="tides"), moves=("pick 1", Deed("chance", {})))


@pytest.mark.parametrize(
    ("line", "code", "field", "message"),
    [
        (b"", "json", "", "The line is not JSON: it ends too early."),
        (b"\xff", "json", "", "The line is not JSON: it is not UTF-8."),
        (b'\xef\xbb\xbf{"type": "hello"}', "json", "", "byte order mark; write UTF-8 without one."),
        (b"[" * 100_000, "json", "", "The line is not JSON: it is nested too deeply."),
        (b"[1]", "json", "", "The line is not an object with a type, and an id if any."),
        (b'{"id": 1.5, "type": "hello"}', "json", "id", "id: A whole number, a text or null is needed, not 1.5."),
        (b"{}", "type", "type", "The message has no type. There are hello, new, load"),
        (b'{"type": "nwe"}', "type", "type", "There is no message of type 'nwe'. Did you mean new?"),
        (b'{"type": "welcome"}', "type", "type", "There is no message of type 'welcome'."),
        (b'{"type": "new"}', "field", "game", "`game` is missing."),
        (b'{"type": "new", "game": 3}', "field", "game", "game: A text is needed, not 3."),
        (b'{"type": "new", "gaem": ""}', "field", "gaem", "gaem: There is no `gaem` here. Did you mean game?"),
        (b'{"type": "new", "game": "", "seed": 1%s}' % (b"0" * 5000), "field", "", "A number in it is too large."),
        (b'{"type": "new", "game": "", "seed": 9223372036854775808}', "field", "seed", "seed: "),
        (b'{"type": "view", "start": {"gme": ""}}', "field", "start.gme", "Did you mean game?"),
        (b'{"type": "view", "start": {}}', "field", "start.game", "start: `game` is missing."),
        (b'{"type": "legal", "form": "daat"}', "field", "form", "it can be both, data, notation. Did you mean data?"),
        (
            b'{"type": "view", "moves": ["", {"by": 100, "do": 1}]}',
            "field",
            "moves.2.by",
            "moves.2.by: A whole number from 0 to 99 or a text is needed, not 100.",
        ),
        (
            b'{"type": "undo", "session": "1", "events": -1}',
            "field",
            "events",
            "events: A whole number from 1 to 2147483648 is needed, not -1.",
        ),
        (
            b'{"type": "undo", "session": "1", "decisions": 0}',
            "field",
            "decisions",
            "decisions: A whole number from 1 to 2147483648 is needed, not 0.",
        ),
        (
            b'{"type": "redo", "session": "1", "events": 0}',
            "field",
            "events",
            "events: A whole number from 1 to 2147483648 is needed, not 0.",
        ),
        (b'{"type": "hello", "program": "\\ud800"}', "json", "", "The line is not JSON: "),
    ],
)
def test_what_is_no_request_is_refused_with_why_and_where(line: bytes, code: str, field: str, message: str) -> None:
    error = refused(line)
    assert (error.code, error.field) == (code, field)
    assert message in error.message
    assert not error.message.endswith(("?.", ".."))


@pytest.mark.parametrize(("older", "now"), [("outcome", "result"), ("told", "events")])
def test_a_request_of_protocol_1_is_reported_by_its_present_name(older: str, now: str) -> None:
    error = refused(b'{"id": 1, "type": "%s", "session": "1"}' % older.encode())
    assert (error.id, error.code, error.field, error.hints) == (1, "type", "type", (now,))
    assert error.message == f"There is no message of type '{older}'. Since protocol 2 it is '{now}'."


def test_the_id_of_what_is_no_request_comes_back() -> None:
    assert refused(b'{"id": "a", "type": "nwe"}').id == "a"
    for type in (b"3", b"null", b"[1]", b'{"a": 1}', b"1" * 5000):
        error = refused(b'{"id": "a", "type": ' + type + b"}")
        assert (error.id, error.code, error.field) == ("a", "type", "type")
    assert refused(b'{"type": 3}').message == "type: A text is needed, not 3."
    assert refused(b'{"id": 3, "type": "new"}').id == 3


NUMBERS = ("seat", "seed", "at", "by", "decisions", "events")


@pytest.mark.parametrize(
    ("kind", "field"),
    [(kind, field) for kind in REQUESTS for field in NUMBERS if field in kind.__struct_fields__ and kind is not Choose],
)
def test_null_is_no_number_that_was_left_out(kind: type[Request], field: str) -> None:
    """JavaScript writes null for a number that is none: what was to be a seat would be the referee, who sees all."""
    needed = {"session": "1", "game": "tides", "given": {}}
    fields = {name: value for name, value in needed.items() if name in kind.__struct_fields__}
    error = refused(json.dumps({"type": type_of(kind), **fields, field: None}).encode())
    assert (error.code, error.field) == ("field", field)
    assert error.message.endswith("is needed, not null.")


def test_a_field_that_stands_twice_is_refused() -> None:
    """The last would count in silence, and who builds JSON by hand makes this slip."""
    error = refused(b'{"id": 3, "type": "play", "move": "a", "move": "b"}')
    assert error == Error(id=3, code="json", message="The line: 'move' occurs twice in one object.")
    assert refused(b'{"type": "new", "game": "", "options": {"a": 1, "a": 1}}').code == "json"


def test_an_answer_may_have_fields_that_are_not_known() -> None:
    line = b'{"id": 1, "type": "played", "events": [{"by": 0, "move": "take", "speed": 3}], "mood": "good"}'
    assert ANSWERED.read(line) == Played(id=1, events=(Happened(0, "take"),))


def test_types_are_of_one_message_each_and_what_goes_both_ways_is_distinguished() -> None:
    types = [type_of(kind) for kind in (*REQUESTS, *ANSWERS)]
    assert len(set(types)) == len(types) == 43
    assert {
        "hello",
        "new",
        "load",
        "position",
        "legal",
        "check",
        "play",
        "undo",
        "redo",
        "view",
        "events",
        "render",
    } | {*("score", "result", "notation", "validate", "save", "close", "cancel", "choose", "best", "analyse")} == {
        type_of(kind) for kind in REQUESTS
    }


@pytest.mark.parametrize("kind", [*REQUESTS, *ANSWERS], ids=type_of)
def test_each_message_is_explained_and_its_schema_forbids_what_it_refuses(kind: type[Any]) -> None:
    assert kind.__doc__
    (schema,) = (found for found in SCHEMA["$defs"].values() if found.get("title") == kind.__name__)
    assert schema["properties"]["type"]["const"] == type_of(kind)
    assert schema.get("additionalProperties", True) is (kind in ANSWERS)


@pytest.mark.parametrize(
    "message",
    [
        New(id=1, game="tides", players=("Anna", "Bob"), seed=7, tags={"a": "b"}),
        Play(session="1", by="chance", do={"type": "prize", "value": 3}),
        Choose(
            session="1",
            game="tides",
            rules=1,
            players=("Anna", "Bob"),
            options={},
            seat=0,
            view={},
            events=(Happened("chance", "deal ?", ({"text": "", "rule": "TT-1"},)),),
            legal=(Option(0, "pick 1"),),
            seed=5,
            millis=5000,
        ),
        Choice(id=3, by=0, do={"type": "pick", "card": 1}),
        Moves(id="a", moves=(Option(0, "pick 1", {"type": "pick"}),), actors=(0, "chance"), due="a card"),
        Error(code="illegal", message="No.", rule="TT-2.6"),
    ],
    ids=lambda message: type_of(type(message)),
)
def test_a_message_is_read_back_and_is_what_the_schema_says(message: Any) -> None:
    line = message_line(message)
    assert (REQUESTED if isinstance(message, Request) else ANSWERED).read(line) == message
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    VALIDATOR.validate(json.loads(line))
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate({**json.loads(line), "type": "nothing"})


def test_nothing_acts_in_a_line_and_all_of_it_is_read_back() -> None:
    error = Error(code="failed", message=f"{EVIL} \x7f ##[error] \u2028 Žofie")
    line = message_line(error)
    assert printable(line.decode().rstrip("\n")) == line.decode().rstrip("\n")
    assert "Žofie".encode() in line
    assert ANSWERED.read(line) == error


@pytest.mark.parametrize("acting", ["##[error]", "\x7f", "\u2028", "ž\x1b[2J"])
def test_each_thing_that_acts_is_escaped_by_itself(acting: str) -> None:
    """In a line without any other sign that is escaped."""
    line = message_line(Error(code="failed", message=acting))
    assert printable(line.decode().rstrip("\n")) == line.decode().rstrip("\n")
    assert b"##" not in line
    answer = ANSWERED.read(line)
    assert isinstance(answer, Error)
    assert answer.message == acting
