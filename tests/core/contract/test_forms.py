"""Verbs that are read and written by their form alone."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from kronika.core.basics.errors import NotationError
from kronika.core.contract.forms import form_verb
from kronika.core.contract.game import CHANCE
from kronika.core.contract.notation import Notation
from kronika.core.contract.twins import CARD, known_by_owner, owners_only

NAMES = ("Anna", "Bob Novák")
TREES = {"CARD": {"1": 1, "Ash": 1, "2": 2, "Red Elm": 2, "3": 3, "Fir": 3, "4": 4, "Oak": 4}}
Tree = Annotated[int, Meta(ge=1, le=4), CARD]
Few = Annotated[int, Meta(ge=0, le=3)]


class Lay(Struct, frozen=True, tag="lay"):
    card: Tree


class Trade(Struct, frozen=True, tag="trade"):
    give: Tree
    get: Tree
    price: Few


class Draw(Struct, frozen=True, tag="draw"):
    seat: int
    cards: tuple[Tree, Tree]


class Show(Struct, frozen=True, tag="show"):
    seat: int
    cards: Annotated[tuple[Tree, ...], Meta(min_length=1, max_length=3)]


class Deal(Struct, frozen=True, tag="deal"):
    hands: tuple[tuple[Tree, Tree], ...]


class Pay(Struct, frozen=True, tag="pay"):
    seat: int
    coins: Few


TABLE = Notation[Any, Any](
    (
        form_verb("lay CARD", "lay 1", "…", Lay, TREES),
        form_verb("trade CARD for CARD PRICE", "trade 1 for 2 3", "…", Trade, TREES),
        form_verb("show NAME CARDS", "show Anna 1", "…", Show, TREES),
        form_verb("pay NAME COINS", "pay Anna 2", "…", Pay),
        form_verb("draw NAME CARD CARD", "draw Anna 1 2", "…", Draw, TREES, chance=True),
        form_verb("deal CARDS / CARDS", "deal 1 2 / 3 4", "…", Deal, TREES, chance=True),
    ),
    owners_only(Lay, Draw, Deal),
)


@pytest.mark.parametrize(
    ("text", "do"),
    [
        ("lay 2", Lay(2)),
        ("trade 1 for 2 3", Trade(1, 2, 3)),
        ("show Bob Novák 4 2 1", Show(1, (4, 2, 1))),
        ("pay Bob Novák 2", Pay(1, 2)),
        ("draw Anna 3 4", Draw(0, (3, 4))),
        ("deal 1 2 / 3 4", Deal(((1, 2), (3, 4)))),
    ],
)
def test_a_move_is_read_and_written_in_the_order_of_its_form(text: str, do: Any) -> None:
    seat = CHANCE if isinstance(do, Draw | Deal) else 0
    assert TABLE.parse(None, seat, text, NAMES) == do
    assert TABLE.format(None, seat, do, NAMES) == text


@pytest.mark.parametrize(
    ("text", "do"),
    [
        ("lay red elm", Lay(2)),
        ("lay ELM", Lay(2)),
        ("trade ash for oak 0", Trade(1, 4, 0)),
        ("show bob novak fir, red elm", Show(1, (3, 2))),
    ],
)
def test_names_of_a_table_are_found_however_the_table_writes_them(text: str, do: Any) -> None:
    assert TABLE.parse(None, 0, text, NAMES) == do


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("lay", "Which card? The form is `lay CARD`."),
        ("lay beech", "There is no card 'beech'."),
        ("lay 1 2", "Name one card here, not two: 1 and 2. Did you mean: 1, 2?"),
        ("trade 1 2 3", "`for` is missing. The form is `trade CARD for CARD PRICE`."),
        ("trade 1 for 2", "Which price? The form is `trade CARD for CARD PRICE`."),
        ("trade 1 for 2 4", "The price can be 0 to 3, not '4'."),
        ("show Anna 1 2 3 4", "Name 1 to 3 cards here, not 4. The form is `show NAME CARDS`."),
        ("deal 1 2 3 4", "Separate the two hands with a slash. The form is `deal CARDS / CARDS`."),
        ("deal 1 2 / 3", "Name 2 cards here, not 1. The form is `deal CARDS / CARDS`."),
    ],
)
def test_a_mistyped_move_says_what_its_form_asks_for(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        TABLE.parse(None, CHANCE if text.startswith("deal") else 0, text, NAMES)
    assert str(error.value) == says


def test_who_may_not_know_a_secret_action_reads_its_form_with_holes() -> None:
    """A deal shows each seat its own hand; a draw is its player's, a choice that of the seat that acts."""
    assert [TABLE.format(None, 0, Lay(2), NAMES, viewer) for viewer in (None, 0, 1)] == ["lay 2", "lay 2", "lay ?"]
    drawn = [TABLE.format(None, CHANCE, Draw(1, (3, 4)), NAMES, viewer) for viewer in (1, 0)]
    assert drawn == ["draw Bob Novák 3 4", "draw Bob Novák ? ?"]
    dealt = [TABLE.format(None, CHANCE, Deal(((1, 2), (3, 4))), NAMES, viewer) for viewer in (0, 1, -2)]
    assert dealt == ["deal 1 2 / ? ?", "deal ? ? / 3 4", "deal ? ? / ? ?"]
    assert TABLE.format(None, 0, Trade(1, 2, 3), NAMES, 1) == "trade 1 for 2 3"


def test_what_a_witness_has_seen_is_read_with_its_holes() -> None:
    for text in ("deal ? ? / 3 4", "draw Anna ? 2"):
        seen = TABLE.parse_seen(None, CHANCE, text, NAMES)
        assert TABLE.format(None, CHANCE, seen, NAMES) == text
    assert known_by_owner(TABLE.parse_seen(None, CHANCE, "deal 1 ? / 3 4", NAMES), CHANCE, 0).hands == (
        (1, "?"),
        ("?", "?"),
    )


class Roll(Struct, frozen=True, tag="roll"):
    dice: tuple[tuple[Few, Few], ...]


def test_numbers_need_no_table() -> None:
    table = Notation[Any, Any]((form_verb("roll DICE / DICE", "roll 1 2 / 3 0", "…", Roll, chance=True),))
    assert table.parse(None, CHANCE, "roll 1 2 / 3 0", NAMES) == Roll(((1, 2), (3, 0)))
    with pytest.raises(NotationError, match="There is no dice '4'"):
        table.parse(None, CHANCE, "roll 1 4 / 3 0", NAMES)


class Badly(Struct, frozen=True, tag="badly"):
    card: Tree
    other: Tree


def test_a_form_without_a_place_for_a_field_is_named() -> None:
    with pytest.raises(AssertionError, match="the form badly CARD has no place for other"):
        Notation[Any, Any]((form_verb("badly CARD", "badly 1", "…", Badly, TREES),)).parse(None, 0, "badly 1", NAMES)
