"""The sentence of an effect: its fields as what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import pytest

from kronika.core import BaseEffect, CardNumber, SeatNumber, Unordered, Viewer

NAMES = ("Anna", "Bob")


class Met(BaseEffect, frozen=True, tag="met"):
    seat: int
    other: SeatNumber
    seats: tuple[SeatNumber, ...]
    card: CardNumber
    cards: Annotated[tuple[CardNumber, ...], Unordered]
    n: int
    points: tuple[int, int]
    colour: str
    rule: str = "R-1"

    @staticmethod
    def card_name(card: int) -> str:
        return f"card {card}"


MET = Met(0, 1, (1, 0), 7, (7, 8, 9), 1, (-2, 3), "red")


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("{seat} meets {other}", "Anna meets Bob"),
        ("{seats} meet", "Bob and Anna meet"),
        ("{names[1]} is there", "Bob is there"),
        ("{card} is {colour}", "card 7 is red"),
        ("{cards}", "card 7, card 8 and card 9"),
        ("{cards:,}", "card 7, card 8, card 9"),
        ("{cards:card}, {cards[2]} on top", "3 cards, card 9 on top"),
        ("{n:card}", "1 card"),
        ("{n:card lies|cards lie} and {cards:card lies|cards lie}", "1 card lies and 3 cards lie"),
        ("{points[0]:+} {points[1]:+} {n:02d} {n}", "-2 +3 01 1"),
        ("{cards} {more}", "card 7, card 8 and card 9 more"),
    ],
)
def test_a_field_is_written_as_what_it_is(sentence: str, says: str) -> None:
    assert MET.say(sentence, NAMES, more="more") == says


def test_a_name_is_never_a_template() -> None:
    assert MET.say("{seat} waits", ("{card}", "Bob")) == "{card} waits"


def test_a_field_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(AttributeError, match="nowhere"):
        MET.say("{nowhere}", NAMES)


class Hidden(Met, frozen=True, tag="hidden"):
    sentence = "{seat} has {card}"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        known = viewer in (None, self.seat)
        return super().describe(names) if known else self.say("{seat} has a card", names)


def test_what_a_viewer_may_not_know_has_a_sentence_of_its_own() -> None:
    hidden = Hidden(0, 1, (), 7, (), 1, (0, 0), "red")
    assert [hidden.describe(NAMES, viewer) for viewer in (None, 0, 1)] == ["Anna has card 7"] * 2 + ["Anna has a card"]
