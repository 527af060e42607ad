"""What is drawn of a piece lies on it, and no word upon another: at any table, for any viewer."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from kronika.testing.playouts import Table
from support.boxes import TABLES, boxes, pieces

SLACK = 2.0
"""So far a line may reach out of its piece: half of its thickness, or a frame around what lies there."""


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_is_drawn_of_a_piece_lies_on_it(table: Table) -> None:
    for piece in pieces(table):
        for box in boxes(piece.shapes):
            over = max(-box.left, -box.top, box.right - piece.w, box.bottom - piece.h)
            assert over <= SLACK, f"{box.text or 'a shape'} of {piece.key} reaches {over:g} out of it: {box}"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_words_of_a_piece_lie_upon_each_other(table: Table) -> None:
    for piece in pieces(table):
        for one, other in combinations([box for box in boxes(piece.shapes) if box.text], 2):
            assert one.overlap(other) <= SLACK, f"{one.text!r} and {other.text!r} of {piece.key}"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_letter_that_tells_a_colour_is_bold(table: Table) -> None:
    """Who can't tell the colours reads it, on a phone too."""
    for piece in pieces(table):
        for look in re.findall(r"<text ([^>]*)>[^<]</text>", piece.shapes):
            assert "f-on-" not in look or 'font-weight="bold"' in look, f"{piece.key}: {look}"
