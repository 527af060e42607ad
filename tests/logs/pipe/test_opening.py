"""Moves as data: what a request has of JSON, read as a game writes it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from kronika.logs.pipe.opening import read_do
from kronika.logs.pipe.refusals import Refusal


class Pay(Struct, frozen=True, tag="pay"):
    """How many of which coins."""

    coins: dict[int, int]


class Draw(Struct, frozen=True, tag="draw"):
    cards: tuple[int, ...]


GAME: Any = SimpleNamespace(Do=Pay | Draw)


@pytest.mark.parametrize("do", [Pay({5: 1, 20: 3}), Draw((3, 1)), Pay({})])
def test_a_move_is_read_as_it_is_written(do: Any) -> None:
    """JSON has numbers as keys of no table: they are texts in it."""
    assert read_do(GAME, msgspec.json.decode(msgspec.json.encode(do))) == do


@pytest.mark.parametrize(
    ("do", "field"),
    [
        (7, "do"),
        ({"type": "pay"}, "do"),
        ({"type": "sell"}, "do.type"),
        ({"type": "draw", "cards": [1, "2"]}, "do.cards.2"),
    ],
)
def test_what_is_no_move_is_refused_with_its_key(do: Any, field: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_do(GAME, do)
    assert (refused.value.code, refused.value.field) == ("field", field)
    assert str(refused.value).startswith(f"{field}: ")
