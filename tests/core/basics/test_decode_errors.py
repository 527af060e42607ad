"""What a decoder refuses is reported by the type, with what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from kronika.core import get_game
from kronika.core.basics.decode_errors import MISMATCH, decode_fault, json_decode_fault
from kronika.core.basics.toml import read_toml
from kronika.core.examples.example import ExampleFile
from kronika.logs.files.records import record_type_of
from kronika.logs.pipe.requests import REQUESTS

TIGRIS = get_game("tigris")
FIXTURES = Path(__file__).parents[3] / "fixtures"


class Mood(Struct, tag_field="kind", tag="mood", forbid_unknown_fields=True):
    good: bool


class Weather(Struct, tag_field="kind", tag="weather", forbid_unknown_fields=True):
    wind: Literal["north", "south"]
    rain: int = 0


class Week(Struct):
    days: Annotated[tuple[Mood | Weather, ...], Meta(max_length=7)] = ()
    warmest: tuple[int, int] = (0, 0)
    share: Annotated[float, Meta(gt=0, lt=1)] = 0.5
    by: Annotated[int, Meta(ge=0, le=99)] | Literal["chance"] = 0
    rain: dict[Literal["north", "south"], Annotated[int, Meta(ge=1)]] = {}
    code: Annotated[str, Meta(pattern="^[0-9a-f]{4}$")] | None = None
    counts: dict[int, int] = {}


def told(data: Any, kind: Any) -> tuple[str, str]:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, kind)
    found = decode_fault(data, kind)
    return found.path, found.message


@pytest.mark.parametrize(
    ("data", "path", "message"),
    [
        ({"kind": "wether"}, "kind", "'wether' is not possible: it can be mood, weather. Did you mean weather?"),
        ({"kind": "zzz"}, "kind", "'zzz' is not possible: it can be mood, weather"),
        ({"good": True}, "", "`kind` is missing: it can be mood, weather"),
        ({"kind": "weather", "wind": "north", "rian": 1}, "rian", "There is no `rian` here. Did you mean rain?"),
        ({"kind": "weather", "wind": "north", "zzz": 1}, "zzz", "There is no `zzz` here. There are wind, rain"),
        ({"kind": "mood", "good": True, "zzz": 1}, "zzz", "There is no `zzz` here. There is good"),
        ({"kind": "weather", "wind": "west"}, "wind", "'west' is not possible: it can be north, south"),
        ({"kind": "weather"}, "", "`wind` is missing"),
    ],
)
def test_of_the_kind_that_a_value_says_it_is(data: Any, path: str, message: str) -> None:
    assert told(data, Mood | Weather) == (path, message)


def test_where_nothing_can_be_given() -> None:
    """Tools without arguments are such tables: the sentence ends with one full stop."""
    nothing = msgspec.defstruct("Nothing", [], forbid_unknown_fields=True)
    assert decode_fault({"zzz": 1}, nothing).told == "zzz: There is no `zzz` here."


@pytest.mark.parametrize(
    ("data", "path", "message"),
    [
        ([], "", "A table `{…}` is needed, not a list `[…]`"),
        ({"days": {}}, "days", "A list `[…]` of 0 to 7 is needed, not a table `{…}`"),
        ({"days": [{"kind": "mood", "good": True}, {"kind": "mood", "good": 1}]}, "days.2.good", None),
        ({"days": [{"kind": "mood", "good": True}] * 8}, "days", "A list `[…]` of 0 to 7 is needed, not one of 8"),
        ({"warmest": [1]}, "warmest", "A list `[…]` of 2 is needed, not one of 1"),
        ({"warmest": [1, 2.5]}, "warmest.2", "A whole number is needed, not 2.5"),
        ({"warmest": [True, 2]}, "warmest.1", "A whole number is needed, not true"),
        ({"share": 1}, "share", "A number above 0 and below 1 is needed, not 1"),
        ({"share": None}, "share", "A number above 0 and below 1 is needed, not null"),
        ({"by": 100}, "by", "100 is not possible: it can be chance, a number from 0 to 99"),
        ({"by": "Anna"}, "by", "'Anna' is not possible: it can be chance, a number from 0 to 99"),
        ({"rain": {"west": 1}}, "rain.west", "'west' is not possible: it can be north, south"),
        ({"rain": {"north": 0}}, "rain.north", "A whole number of at least 1 is needed, not 0"),
        ({"code": 7}, "code", "A text that fits `^[0-9a-f]{4}$` is needed, not 7"),
        ({"code": "x"}, "code", "A text that fits `^[0-9a-f]{4}$` is needed, not 'x'"),
    ],
)
def test_what_would_be_right(data: Any, path: str, message: str | None) -> None:
    found = told(data, Week)
    assert found == (path, message or "True or false is needed, not 1")


def test_keys_that_are_numbers_are_texts_in_json() -> None:
    assert (
        json_decode_fault(b'{"counts": {"1": 2, "x": 3}}', Week).told == "counts.x: A whole number is needed, not 'x'."
    )
    assert decode_fault({"counts": {"1": 2}, "days": 0}, Week, str_keys=True).path == "days"


def test_json_that_is_none_and_a_number_that_is_too_large() -> None:
    assert json_decode_fault(b'{"by": }', Week).told == "It is not JSON: an unexpected character (byte 8)."
    assert json_decode_fault(b'{"by": 1e999}', Week).told == "A number in it is too large."
    assert json_decode_fault(b"[" * 9000, Week).told == "It is nested too deeply."
    assert json_decode_fault(b'"\xff"', Week).told == "It is not UTF-8."


def test_of_many_words_the_first_and_the_last() -> None:
    """A board has 176 cells: a person learns how they go on, and a machine finds them in the schema."""
    assert told({"type": "place_tile", "tile": "red", "at": "Q5"}, TIGRIS.Do) == (
        "at",
        "'Q5' is not possible: it can be A1, A2 … P11. Did you mean P5?",
    )


def test_who_did_it() -> None:
    record = {"by": "Anna", "do": {"type": "end_turn"}}
    assert told(record, record_type_of(TIGRIS)) == (
        "by",
        "'Anna' is not possible: it can be chance, a number from 0 to 99",
    )


# -- the walk and the decoder agree --------------------------------------------------------------------------------

ODD: tuple[Any, ...] = (None, True, -1, 0, 3, 10**12, 0.5, "", "x", "chance", [], [1, 2, 3], {}, {"type": "x"})


def spoilt(data: Any, random: Random) -> Any:
    """Data with one thing in it changed."""
    if isinstance(data, dict) and data and random.random() < 0.85:
        key = random.choice(list(data))
        change = random.randrange(5)
        if change == 0:
            return {name: value for name, value in data.items() if name != key}
        if change == 1:
            return {**data, f"{key}x": data[key]}
        return {**data, key: spoilt(data[key], random)}
    if isinstance(data, list) and data and random.random() < 0.85:
        at = random.randrange(len(data))
        return [*data[:at], spoilt(data[at], random), *data[at + random.randrange(2) :]]
    return random.choice(ODD)


def samples() -> Iterator[tuple[Any, Any]]:
    """Sound data of many kinds, each with its type."""
    for name in ("tides", "tigris", "viceroy", "imhotep", "ancient_knowledge"):
        kind = record_type_of(get_game(name))
        log = min((FIXTURES / "games" / name).glob("*.jsonl"), key=lambda path: path.stat().st_size)
        yield from ((msgspec.json.decode(line), kind) for line in log.read_bytes().split(b"\n")[1:30] if line)
        table = read_toml((FIXTURES / "examples" / f"{name}.toml").read_text("utf-8"))
        yield {**table, "example": table["example"][:3]}, ExampleFile
        givens = [example["given"] for example in table["example"] if "given" in example][:5]
        yield from ((given, get_game(name).Given) for given in givens)
    ask = {"type": "new", "id": 3, "game": "tides", "players": ["Anna", "Bob"], "options": {"a": 1}, "seed": 3}
    yield ask, REQUESTS[0] | REQUESTS[1]
    yield {"days": [{"kind": "weather", "wind": "north"}], "rain": {"north": 3}, "code": "00ff", "by": 0}, Week


def test_what_the_decoder_refuses_is_found_and_nothing_else() -> None:
    random, wrong, right = Random(1), 0, 0
    for data, kind in samples():
        for _ in range(12):
            changed = spoilt(data, random)
            found = decode_fault(changed, kind)
            try:
                msgspec.convert(changed, kind)
                is_wrong = False
            except msgspec.ValidationError:
                is_wrong = True
            assert (found.message != MISMATCH) == is_wrong, (changed, kind, found)
            wrong, right = wrong + is_wrong, right + (not is_wrong)
    assert wrong > 1000
    assert right > 100
