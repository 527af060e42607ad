"""Exchanges of kinds with many things: which ways they find, and which they must not."""

from __future__ import annotations

from random import Random

import pytest

from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Operation, Supply, Trade
from support.exchanges import exchanged_kinds
from support.small_decks import ANNA, BAG, BOB, OUT, drawn, is_followed, some_record

TILES: Supply = {BAG: {"red": 2, "blue": 3, "green": 2}}


def holds(place: tuple[str, int], kind: str, n: int = 1) -> Holds:
    return Holds(place, frozenset({kind}), n)


@pytest.mark.parametrize(
    ("begun", "thought", "new", "found"),
    [
        pytest.param(drawn(ANNA, None, None), ["blue", "blue"], Move(ANNA, OPEN, "red"), ["blue", "red"], id="latest"),
        pytest.param(
            [*drawn(ANNA, None), *drawn(BOB, None, "red")], ["blue", "red"], Move(ANNA, OPEN, "red"),
            ["red", "blue"], id="from another hand",
        ),
        pytest.param(
            [*drawn(ANNA, None), *drawn(BOB, "red", "red")], ["blue"], Move(ANNA, OPEN, "red"), None,
            id="all of the kind were seen elsewhere",
        ),
        pytest.param(
            [*drawn(ANNA, None), *drawn(BOB, "red", None)], ["blue", "green"], Move(ANNA, OPEN, "red"),
            ["red", "green"], id="one of the kind is left",
        ),
        pytest.param(drawn(ANNA, "blue"), [], Move(ANNA, OPEN, "red"), None, id="it was seen to be another"),
        pytest.param(
            [*drawn(ANNA, None), *drawn(ANNA, "blue")], ["blue"], Move(ANNA, OPEN, "red"), ["red"],
            id="one of two alike was seen",
        ),
        pytest.param(
            [*drawn(ANNA, None), Lacks(ANNA, frozenset({"red"}))], ["blue"], Move(ANNA, OPEN, "red"), None,
            id="a bound says no",
        ),
        pytest.param(
            [*drawn(ANNA, None, None), holds(ANNA, "blue")], ["green", "blue"], Move(ANNA, OPEN, "red"),
            ["red", "blue"], id="a bound keeps one",
        ),
        pytest.param(
            [*drawn(ANNA, None), *drawn(BOB, None), Trade(ANNA, BOB)], ["blue", "green"], Move(ANNA, OPEN, "red"),
            ["blue", "red"], id="hands changed sides",
        ),
        pytest.param(
            [*drawn(ANNA, None, None), Move(ANNA, OUT)], ["red", "blue", "red"], Move(ANNA, OPEN, "red"),
            ["red", "blue", "blue"], id="what lies face down is another",
        ),
        pytest.param(drawn(ANNA, None, None), ["blue", "blue"], holds(ANNA, "red", 2), ["red", "red"], id="shown"),
        pytest.param(drawn(ANNA, None, None), ["blue", "red"], holds(ANNA, "red", 3), None, id="more than there are"),
    ],
)  # fmt: skip
def test_an_exchange(begun: list[Operation], thought: list[str], new: Operation, found: list[str] | None) -> None:
    assert exchanged_kinds(TILES, [*begun, new], thought, 1) == found


def test_what_is_shown_together_is_found_together() -> None:
    shown = [holds(ANNA, "red"), holds(ANNA, "blue"), holds(ANNA, "green")]
    things = exchanged_kinds(TILES, [*drawn(ANNA, None, None, None), *shown], ["blue", "blue", "blue"], 3)
    assert things is not None
    assert sorted(things) == ["blue", "green", "red"]


def test_what_is_found_in_any_record_is_a_way() -> None:
    random, found = Random(5), 0
    for _ in range(400):
        moves = some_record(random, TILES, 6)
        things: list[str] | None = []
        done: list[Operation] = []
        for one in moves:
            done.append(one)
            things = exchanged_kinds(TILES, done, things or [], 1)
            if things is None:
                break
            found += 1
            holes = [at for at, move in enumerate(done) if isinstance(move, Move) and move.kind is None]
            assert is_followed(TILES, done, dict(zip(holes, things, strict=True)))
    assert found > 1000
