"""What is drawn stands in the middle of what it is drawn on: signs of their frames, frames of their pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from kronika.testing.playouts import Table
from support.boxes import TABLES, Box, boxes, pieces

SLACK = 0.6
"""Less than the unit by which a thing is seen to be out of place; letters reach a little more or less up and down."""
LOW = 2.5
"""A frame no higher than so many times the letters in it has room for nothing above or below them."""
MOST, GOOD = 0.7, 0.3
"""Parts of an area."""


def signs(drawn: Sequence[Box]) -> Iterator[tuple[Box, Box]]:
    """Each text that is centred on something and alone on its line there, with the smallest shape it lies on."""
    for sign in drawn:
        around = [box for box in drawn if box.text is None and sign.within(box)] if sign.centred else []
        beside = [box for box in drawn if box.text and box is not sign and box.bottom == sign.bottom]
        if around and not any(box.overlap(min(around, key=Box.area)) > 1 for box in beside):
            yield sign, min(around, key=Box.area)


def free(frame: Box, drawn: Sequence[Box]) -> Box:
    """What a band along its left side leaves of a frame."""
    bands = [box.right for box in drawn if box.text is None and box.within(frame) and box.left == frame.left]
    return frame._replace(left=max((edge for edge in bands if edge < frame.right), default=frame.left))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_sign_stands_in_the_middle_of_its_frame(table: Table) -> None:
    for piece in pieces(table):
        drawn = boxes(piece.shapes)
        for sign, frame in signs(drawn):
            across, down = sign.from_middle(free(frame, drawn))
            assert abs(across) <= SLACK, f"{sign.text!r} of {piece.key} stands {across:g} aside"
            if frame.bottom - frame.top <= LOW * (sign.bottom - sign.top):
                assert abs(down) <= SLACK, f"{sign.text!r} of {piece.key} stands {down:g} down"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_frame_lies_in_the_middle_of_its_piece_or_of_the_frame_around_it(table: Table) -> None:
    """A frame is a shape that takes most of a piece, or is drawn within another and takes a good part of that."""
    for piece in pieces(table):
        whole = Box(0, 0, piece.w, piece.h)
        frames = [box for box in boxes(piece.shapes) if box.text is None]
        for frame in frames if piece.kind else []:
            if frame.area() > MOST * whole.area():
                assert max(map(abs, frame.from_middle(whole))) < SLACK / 2, f"{frame} of {piece.key}, {piece.w:g} wide"
            for inner in frames:
                if GOOD * frame.area() < inner.area() < frame.area() and inner.within(frame):
                    assert max(map(abs, inner.from_middle(frame))) <= SLACK, f"{inner} in {frame} of {piece.key}"
