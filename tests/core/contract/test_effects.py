"""The sentence of an effect: its fields as what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, get_args

import pytest

from kronika.core import BaseEffect, CardNumber, SeatNumber, Unordered, Viewer
from kronika.core.contract.effects import union_of

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


class OfGame(BaseEffect, frozen=True):
    """The base class of the effects of a game; it has no tag, so it is no effect."""


class Rose(OfGame, frozen=True, tag="rose"):
    pass


class Fell(OfGame, frozen=True, tag="fell"):
    pass


class FellFar(Fell, frozen=True, tag="fell_far"):
    pass


def test_all_effects_that_inherit_a_base_class_are_found_in_their_order() -> None:
    assert get_args(union_of(OfGame, __name__)) == (Rose, Fell, FellFar)


def test_effects_of_other_packages_are_not_found() -> None:
    assert set(get_args(union_of(BaseEffect, __name__))) == {Met, Hidden, Rose, Fell, FellFar}


def test_a_union_of_effects_is_taken_as_it_is() -> None:
    assert union_of(Met | Rose, "elsewhere") == Met | Rose


def test_one_effect_needs_no_union() -> None:
    assert union_of(FellFar, __name__) is FellFar
