"""What the pieces of a log may hold, as its schema tells other programs: numbers up to a bound, and no other keys."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kronika.core.sessions.events import Ending, Header, Note, Set

WHOLE: dict[type[msgspec.Struct], dict[str, Any]] = {
    Header: {"kronika": 2, "game": "duel", "rules": 1, "players": ["Anna", "Bob"]},
    Ending: {"why": "time"},
    Note: {"text": "so"},
    Set: {},
}


@pytest.mark.parametrize(
    ("kind", "key", "least", "most"),
    [
        (Header, "kronika", 1, 2_147_483_648),
        (Header, "rules", 1, 2_147_483_648),
        (Header, "seed", -9_223_372_036_854_775_808, 9_223_372_036_854_775_807),
        (Ending, "by", 0, 99),
        (Note, "on", 0, 2_147_483_648),
    ],
)
def test_a_number_has_bounds(kind: type[msgspec.Struct], key: str, least: int, most: int) -> None:
    for number in (least, most):
        assert getattr(msgspec.convert({**WHOLE[kind], key: number}, kind), key) == number
    for number in (least - 1, most + 1):
        with pytest.raises(msgspec.ValidationError, match=rf"at `\$\.{key}`"):
            msgspec.convert({**WHOLE[kind], key: number}, kind)


@pytest.mark.parametrize("kind", WHOLE)
def test_a_key_that_nobody_knows_is_refused(kind: type[msgspec.Struct]) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `colour`"):
        msgspec.convert({**WHOLE[kind], "colour": "red"}, kind)
