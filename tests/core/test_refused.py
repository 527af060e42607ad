"""What a decoder refuses is told with what would be right."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest
from msgspec import Struct

from kronika.core import get_game
from kronika.core.refused import refused
from kronika.logs.records import record_type

TIGRIS = get_game("tigris")


class Mood(Struct, tag_field="kind", tag="mood", forbid_unknown_fields=True):
    good: bool


class Weather(Struct, tag_field="kind", tag="weather", forbid_unknown_fields=True):
    wind: Literal["north", "south"]
    rain: int = 0


def told(data: Any, kind: Any) -> tuple[str, str]:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(data, kind)
    found = refused(data, kind, caught.value)
    return found.path, found.message


@pytest.mark.parametrize(
    ("data", "path", "end"),
    [
        ({"kind": "wether"}, "kind", "'wether'. Did you mean weather?"),
        ({"kind": "zzz"}, "kind", "'zzz'. There are mood, weather"),
        ({"good": True}, "", "field `kind`: it can be mood, weather"),
        ({"kind": "weather", "wind": "north", "rian": 1}, "rian", "`rian`. Did you mean rain?"),
        ({"kind": "weather", "wind": "north", "zzz": 1}, "zzz", "`zzz`. There are wind, rain"),
        ({"kind": "mood", "good": True, "zzz": 1}, "zzz", "`zzz`. There is good"),
        ({"kind": "weather", "wind": "west"}, "wind", "'west': it can be north, south"),
        ({"kind": "weather"}, "", "field `wind`"),
    ],
)
def test_of_the_kind_that_a_value_says_it_is(data: Any, path: str, end: str) -> None:
    found, message = told(data, Mood | Weather)
    assert found == path
    assert message.endswith(end)


def test_of_many_words_the_first_and_the_last() -> None:
    """A board has 176 cells: a person is told how they go on, and a machine finds them in the schema."""
    assert told({"type": "place_tile", "tile": "red", "at": "Q5"}, TIGRIS.Do) == (
        "at",
        "Invalid enum value 'Q5': it can be A1, A2 … P11. Did you mean P5?",
    )


def test_who_did_it() -> None:
    record = {"by": "Anna", "do": {"type": "end_turn"}}
    assert told(record, record_type(TIGRIS)) == ("by", "Invalid enum value 'Anna': it can be chance, a number")
