"""What is said of a value by the type that the game gives it, wherever in it the value stands."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Struct, inspect

from kronika.core.basics.fields import field_of
from kronika.core.contract.annotations import NamedCard, SeatNumber, Unordered, choices
from kronika.core.examples.differences import matches
from kronika.core.examples.matching import KnownNames, display_value, mismatches

KNOWN = KnownNames(("Anna", "Bob"), cards=("A1", "7"), rules=("AB-1",))


class Coin(Struct, tag="coin"):
    """Thrown by a seat, seen by some."""

    by: SeatNumber
    seen: Annotated[tuple[SeatNumber, ...], Unordered]


class Die(Struct, tag="die"):
    """A field called `seat` is one."""

    seat: int
    eyes: int


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (SeatNumber, 1, "Bob"),
        (SeatNumber, 2, "2"),
        (SeatNumber, -1, "-1"),
        (SeatNumber | None, 1, "Bob"),
        (SeatNumber | None, None, "nothing"),
        (list[SeatNumber], [1, 0], "[Bob, Anna]"),
        (tuple[SeatNumber, ...], (1, 0), "[Bob, Anna]"),
        (tuple[int, SeatNumber], (1, 1), "[1, Bob]"),
        (dict[str, SeatNumber], {"x": 1}, "x Bob"),
        (Coin, {"type": "coin", "by": 1, "seen": [0]}, "coin by Bob, seen [Anna]"),
        (Die, {"type": "die", "seat": 1, "eyes": 1}, "die seat Bob, eyes 1"),
        (Coin | Die, {"type": "coin", "by": 1, "seen": [0]}, "coin by Bob, seen [Anna]"),
        (Die | Coin, {"type": "coin", "by": 1, "seen": [0]}, "coin by Bob, seen [Anna]"),
        (Coin | Die | None, {"type": "die", "seat": 0, "eyes": 1}, "die seat Anna, eyes 1"),
    ],
)
def test_a_seat_is_shown_by_its_name(kind: Any, value: Any, said: str) -> None:
    assert display_value(field_of(inspect.type_info(kind)), value, KNOWN) == said


@pytest.mark.parametrize("kind", [Coin, Coin | Die, Die | Coin, Die | Coin | None])
def test_of_what_has_no_order_any_is_right(kind: Any) -> None:
    field = field_of(inspect.type_info(kind))
    assert matches(field, {"seen": ["Bob", "Anna"]}, {"by": 0, "seen": [0, 1]}, KNOWN)
    assert not matches(field, {"seen": ["Bob", "Bob"]}, {"by": 0, "seen": [0, 1]}, KNOWN)


@pytest.mark.parametrize(
    ("kind", "can", "can_not", "why"),
    [
        (bool, (True, False), (1, "yes"), "is not true or false"),
        (int, (1, -1, 0.5, "Anna"), ("one", True), "is neither a number nor a player"),
        (float, (1, 0.5), ("one", False), "is neither a number nor a player"),
        (str, ("x", "", 7), (True, [1], {}), "is not a text"),  # a word of digits may stand without quotes
        (int | str, (1, "x", True), (), ""),
        (Any, (1, "x", True, [1]), (), ""),
        (int | None, (1, "nothing"), ("none",), "is neither a number nor a player"),
        (SeatNumber, ("Bob", 0, 1, -1), (2, -2, True), "is not a player: give a name"),
        (SeatNumber, (), ("Eve", "nothing"), "there is no player"),
        (NamedCard, ("A1", 7, "7", 0, "", "?", "nothing"), ("A2", 8), "there is no card"),
        (Literal["red", "blue"], ("red",), ("rde", 1), "is not one of blue, red."),
        (Annotated[str, choices(["red", "blue"])], ("red",), ("rde", 1), "is not one of red, blue."),
        (list[int], ([], [1], {"count": 0}, {"Anna": 1}), (1, {}), "it is a list"),
        (list[int], (), ({"count": -1}, {"count": True}, {"count": "1"}), "is not how many there are"),
        (
            list[int],
            ({"has": [1], "lacks": [2]},),
            ({"has": []}, {"has": 1}),
            "`has` is followed by a list that is not",
        ),
        (dict[str, int], ({}, {"x": 1}, {"x": "nothing"}, {"count": 1}), (1, []), "it is a table"),
        (Die, ({"seat": "Anna"}, {"seat": -1, "eyes": 6}), (1, {}), "name those of its parts that matter: seat, eyes"),
        (Die, (), ({"eye": 6},), "there is no eye here. Did you mean eyes?"),
    ],
)
def test_what_can_be_no_value_of_a_field_is_reported(kind: Any, can: Any, can_not: Any, why: str) -> None:
    field = field_of(inspect.type_info(kind))
    assert [wanted for wanted in can if list(mismatches(field, wanted, KNOWN))] == []
    for wanted in can_not:
        ((_, said),) = mismatches(field, wanted, KNOWN)
        assert why in said
