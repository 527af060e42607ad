"""Marks and arrows of notes: how they are written, what their names mean, where they are drawn."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.blocks import Block, Piece
from kronika.core.contract.view import View
from kronika.core.drawing.picture import HEAD, MARGIN, Picture, layout, svg
from kronika.core.drawing.pointers import DASHES, Pointer, draw_pointers, find_place, pointers

TABLE = Picture(
    200,
    100,
    (
        Piece("sea", 0, 0, 200, 50, ""),
        Piece("stone-0", 10, 10, 20, 20, "", "stone", "0", "Bay, stone"),
        Piece("stone-1", 50, 10, 20, 20, "", "stone", "0", "Cape: stone"),
        Piece("card-7", 10, 60, 20, 30, "", "card", "12", "hand: card 12"),
        Piece("number", 90, 60, 20, 30, "", "deck", "12", "12 cards in the deck"),
    ),
    places={"C5": (100, 10, 20, 20), "F7": (160, 10, 20, 20), "G5": (100, 50, 20, 20)},
)


def drawn(text: str) -> list[Piece]:
    picture, faults = draw_pointers(TABLE, text)
    assert not faults
    return list(picture.pieces[len(TABLE.pieces) :])


# -- written ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "places", "colour"),
    [
        ("[mark C5]", ("C5",), "green"),
        ("[mark C5 F7]", ("C5", "F7"), "green"),
        ("[mark C5 red]", ("C5",), "red"),
        ("[mark red]", ("red",), "green"),  # a piece may be called so
        ("see [mark  C5\tblue] there", ("C5",), "blue"),
    ],
)
def test_a_mark_has_places_and_perhaps_a_colour(text: str, places: tuple[str, ...], colour: str) -> None:
    (found,) = pointers(text)
    assert (found.arrow, found.places, found.colour) == (False, places, colour)


def test_a_text_has_several_in_their_order() -> None:
    assert list(pointers("[arrow C5 F7 yellow], then [mark F7]; [marked C5] [mark [C5]] [Mark C5]")) == [
        Pointer("[arrow C5 F7 yellow]", True, ("C5", "F7"), "yellow"),
        Pointer("[mark F7]", False, ("F7",), "green"),
    ]


# -- named ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "corner"),
    [
        ("c5", (100, 10)),  # what players call a place
        ("sea", (0, 0)),  # the key, of furniture too
        ("stone-1", (50, 10)),
        ("12", (10, 60)),  # a card before a number
        ("cape", (50, 10)),  # the place with which a title begins
    ],
)
def test_a_name_is_a_place_a_key_a_card_or_where_a_title_begins(name: str, corner: tuple[float, float]) -> None:
    assert find_place(TABLE, name)[:2] == corner


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("0", "'0' can be stone-0 or stone-1."),
        ("C6", "nothing in the picture is called 'C6'. Did you mean C5?"),
        ("what", "nothing in the picture is called 'what'. There are C5, F7, G5 and 4 more."),
        ("?", "nothing in the picture is called '?'. There are C5, F7, G5 and 4 more."),
    ],
)
def test_a_name_of_nothing_or_of_several_is_reported(name: str, message: str) -> None:
    with pytest.raises(KronikaError, match=f"^{re.escape(message)}$"):
        find_place(TABLE, name)


@pytest.mark.parametrize(
    ("number", "keys"), [(4, "s-0, s-1, s-2 or s-3."), (5, "s-0, s-1, s-2 or s-3 and more."), (2, "s-0 or s-1.")]
)
def test_of_many_of_a_name_four_are_reported(number: int, keys: str) -> None:
    pieces = tuple(Piece(f"s-{n}", 0, 0, 9, 9, "", "stone", "red") for n in range(number))
    with pytest.raises(KronikaError, match=f"^'red' can be {re.escape(keys)}$"):
        find_place(Picture(100, 100, pieces), "red")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[mark]", "'[mark]' is not drawn: a mark names a place, as in [mark C5] or [mark C5 F7 red]."),
        ("[arrow C5]", "'[arrow C5]' is not drawn: an arrow goes from one place to another, as in [arrow C5 F7] or"),
        ("[arrow C5 F7 G5]", "'[arrow C5 F7 G5]' is not drawn: an arrow goes from one place to another, as in"),
        ("[arrow C5 c5]", "'[arrow C5 c5]' is not drawn: an arrow goes from one place to another one."),
        ("[mark C5 X9]", "'[mark C5 X9]' is not drawn: nothing in the picture is called 'X9'."),
    ],
)
def test_what_can_not_be_drawn_is_reported_and_the_rest_is_drawn(text: str, message: str) -> None:
    picture, faults = draw_pointers(TABLE, f"{text} and [mark F7]")
    assert [piece.title for piece in picture.pieces[len(TABLE.pieces) :]] == ["green mark on F7"]
    (fault,) = faults
    assert fault.startswith(message)


def test_a_note_points_so_often_and_no_more() -> None:
    picture, faults = draw_pointers(TABLE, "[mark C5]" * (limits.POINTERS + 900))
    assert len(picture.pieces) - len(TABLE.pieces) == limits.POINTERS == 100
    assert faults == ["only the first 100 marks and arrows are drawn."]


# -- drawn ------------------------------------------------------------------------------------------------------


def test_a_mark_lies_around_its_place() -> None:
    first, second = drawn("[mark C5 F7 red]")
    assert (first.x, first.y, first.w, first.h) == (100, 10, 20, 20)
    assert (second.x, second.y) == (160, 10)
    assert [piece.title for piece in (first, second)] == ["red mark on C5", "red mark on F7"]
    assert 'class="f-none l-red"' in first.shapes
    assert not first.kind
    ground, line = boxes = [shape.attrib for shape in ElementTree.fromstring(f"<g>{first.shapes}</g>")]
    assert [tuple(float(box[key]) for key in ("x", "y", "width", "height")) for box in boxes] == [(-2, -2, 24, 24)] * 2
    assert float(ground["stroke-width"]) > float(line["stroke-width"])


def test_an_arrow_goes_down_from_one_middle_and_ends_before_the_other() -> None:
    """From C5, with its middle at (110, 20), 40 down to G5: 8 are spared, 12 are the head."""
    (arrow,) = drawn("[arrow C5 G5]")
    assert (arrow.x, arrow.y, arrow.title) == (110, 20, "green arrow from C5 to G5")
    assert 'd="M0 0L0.0 20.0"' in arrow.shapes
    assert re.search(r'd="M-?6.0 20.0L0.0 32.0L-?6.0 20.0Z" class="f-green"', arrow.shapes)


def test_colours_are_reported_by_their_dashes_too() -> None:
    shapes = [drawn(f"[mark C5 {colour}]")[0].shapes.replace(colour, "") for colour in DASHES]
    assert len(set(shapes)) == 4


def test_what_is_drawn_has_keys_of_its_own_and_is_nothing_but_shapes() -> None:
    picture, _ = draw_pointers(TABLE, "[mark C5 F7] [arrow C5 F7 blue] [mark <b>\"'] [mark \u202e]")
    keys = [piece.key for piece in picture.pieces]
    assert len(set(keys)) == len(keys)
    assert {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(svg(picture)).iter()} == {
        *("svg", "style", "g", "title", "rect", "path"),
    }


def test_a_place_is_where_its_block_is() -> None:
    blocks = [Block(100, [], None), Block(100, [], 0, places={"Bay": (5, 6, 7, 8)})]
    picture = layout(blocks, View(None, (), "", (0,)), ["Anna"])
    assert find_place(picture, "bay") == (MARGIN + 5, 2 * MARGIN + 100 + HEAD + 6, 7, 8)
