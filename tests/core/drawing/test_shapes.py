"""Shapes as SVG: what is filled and drawn with which colour, and where words stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from kronika.core.drawing.shapes import circle, paragraph, path, polygon, rect, text_line, translated
from support.boxes import boxes

PAINTED: dict[str, Callable[..., str]] = {
    "rect": partial(rect, 1, 2, 3, 4),
    "disc": partial(circle, 1, 2, 3),
    "polygon": partial(polygon, [(1, 2), (3, 2), (2, 5)]),
    "path": partial(path, "M1 2H4"),
}


@pytest.mark.parametrize("shape", PAINTED.values(), ids=PAINTED)
def test_a_shape_is_filled_with_the_first_colour_and_its_line_drawn_in_the_second(shape: Callable[..., str]) -> None:
    assert ' class="f-red l-ink"/>' in shape("red", "ink")
    assert ' class="f-red"/>' in shape("red")
    assert ' class="f-none l-ink" stroke-width="3"/>' in shape("", "ink", thick=3)
    assert "stroke-width" not in shape("red", "ink", thick=1) + shape("red", thick=3)


def test_where_shapes_are() -> None:
    """A rectangle has its upper left corner there, a circle its middle; moved shapes are N times as large."""
    assert [box[:4] for box in boxes(rect(1, 2, 3, 4))] == [(1, 2, 4, 6)]
    assert [box[:4] for box in boxes(circle(5, 6, 2))] == [(3, 4, 7, 8)]
    assert [box[:4] for box in boxes(translated(10, 20, rect(1, 2, 3, 4)))] == [(11, 22, 14, 26)]
    assert [box[:4] for box in boxes(translated(10, 20, rect(1, 2, 3, 4), times=2))] == [(12, 24, 18, 32)]


def test_words_stand_on_their_line() -> None:
    assert text_line(1, 9, "a & b", 12) == '<text x="1" y="9" font-size="12" class="f-ink">a &amp; b</text>'
    centred = text_line(1, 9, "7", 12, "soft", anchor="middle", bold=True)
    assert centred == '<text x="1" y="9" font-size="12" text-anchor="middle" font-weight="bold" class="f-soft">7</text>'


def test_lines_of_a_paragraph_stand_one_below_another() -> None:
    """By six fifths of the size of the letters, each from the left edge."""
    lines = boxes(paragraph(5, 40, 30, "one two three", 10))
    assert [(box.text, box.left, box.bottom) for box in lines] == [("one", 5, 40), ("two", 5, 52), ("three", 5, 64)]


def test_the_last_line_of_a_paragraph_that_is_cut_says_so() -> None:
    assert [box.text for box in boxes(paragraph(5, 40, 30, "one two three four", 10, most=2))] == ["one", "two…"]


def test_a_text_too_long_for_its_room_is_cut_to_two_signs_at_least() -> None:
    assert ">a…</text>" in text_line(0, 9, "abcdef", 12, room=1)
    assert ">ab</text>" in text_line(0, 9, "ab", 12, room=1)
    assert ">ab…</text>" in text_line(0, 9, "abcdef", 11, room=25)
