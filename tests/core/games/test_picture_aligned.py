"""What is drawn stands in the middle of what it is drawn on: signs of their frames, frames of their pieces."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from kronika.core.drawing.themes import colours
from kronika.testing.playouts import Table
from support.boxes import TABLES, Box, boxes, pictures, pieces

SLACK = 0.6
"""Less than the unit by which a thing is seen to be out of place; letters reach a little more or less up and down."""
LOW = 2.5
"""A frame no higher than N times the letters in it has room for nothing above or below them."""
MOST, GOOD = 0.7, 0.28
"""Parts of an area."""
LINE = 30
"""A piece no higher than that, and wider than high, is one line."""
BOLT = 6
LEAST = 15
"""No two pieces that stand in a row stand nearer than that, and none that are equally far apart are much further."""


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
        drawn = boxes(piece.shapes)
        frames = [box for box in drawn if box.text is None]
        for frame in frames:
            headed = any(box.text and not box.within(frame) for box in drawn)
            if frame.area() > MOST * whole.area() and not headed:
                assert max(map(abs, frame.from_middle(whole))) < SLACK / 2, f"{frame} of {piece.key}, {piece.w:g} wide"
            for inner in frames:
                if GOOD * frame.area() < inner.area() < frame.area() and inner.within(frame):
                    assert max(map(abs, inner.from_middle(frame))) <= SLACK, f"{inner} in {frame} of {piece.key}"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_line_of_words_stands_in_the_middle_of_its_piece(table: Table) -> None:
    for piece in pieces(table):
        is_line = piece.h <= min(LINE, 0.8 * piece.w) and not piece.key.startswith(
            "head"
        )  # a long one is smaller, on the same line
        for line in boxes(piece.shapes) if is_line else []:
            _, down = line.from_middle(Box(0, 0, piece.w, piece.h))
            assert not line.text or abs(down) <= SLACK + 0.2, f"{line.text!r} of {piece.key} stands {down:g} down"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_piece_on_a_place_of_its_size_lies_just_there(table: Table) -> None:
    """Places are drawn (a piece without a kind), or have a name, as cells do."""
    for picture in pictures(table):
        places = [Box(x, y, x + w, y + h) for x, y, w, h in picture.places.values()]
        printed = [
            box.moved(piece.x, piece.y)
            for piece in picture.pieces
            for box in boxes(piece.shapes)
            if not piece.kind and box.text is None
        ]
        for piece in picture.pieces:
            lies = Box(piece.x, piece.y, piece.x + piece.w, piece.y + piece.h)
            for place in [*printed, *places] if piece.kind else []:
                near = abs(lies.left - place.left) < piece.w / 4 and abs(lies.top - place.top) < piece.h / 4
                if near and lies.fits(place):
                    assert max(map(abs, lies.from_middle(place))) < SLACK, f"{piece.key} does not lie on its place"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_pieces_in_a_row_stand_at_equal_steps(table: Table) -> None:
    """Those of a kind and size, in their zone: gaps are one step wide, or several."""
    for picture in pictures(table):
        rows = defaultdict[tuple[object, ...], list[float]](list)
        for piece in picture.pieces:
            alike = (piece.block, piece.zone, piece.key.rpartition("-")[0], piece.w, piece.h)
            rows[*alike, "down", piece.y].append(piece.x)
            if piece.kind:  # furniture may lie lower for what lies above it
                rows[*alike, "across", piece.x].append(piece.y)
        for row, places in rows.items():
            gaps = [after - before for before, after in pairwise(sorted(set(places)))]
            assert len(gaps) < 2 or in_step(gaps), f"{row}: {gaps}"


def in_step(gaps: Sequence[float]) -> bool:
    """Are all of them one step wide, or several?"""
    parts = range(1, int(min(gaps) // LEAST) + 1)
    steps = [min(gaps) / part for part in parts] or [min(gaps)]
    return any(all(abs(gap - round(gap / step) * step) <= SLACK / 2 for gap in gaps) for step in steps)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_signs_look_the_same_from_left_and_right(table: Table) -> None:
    """Those with corners do: roofs, gems, mountains; a bolt of lightning, which has six corners, does not."""
    for piece in pieces(table):
        for points in re.findall(r'<polygon points="([^"]*)"', piece.shapes):
            corners = {tuple(map(float, point.split(","))) for point in points.split()}
            middle = min(x for x, _ in corners) + max(x for x, _ in corners)
            assert len(corners) == BOLT or corners == {(middle - x, y) for x, y in corners}, f"{points} of {piece.key}"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_shape_can_be_drawn(table: Table) -> None:
    """A path begins somewhere, colours are those of the themes, nothing is less than nothing wide, or no shape."""
    known = {f"{use}-{name}" for use in "fl" for name in (*colours("light"), "none")}
    for piece in pieces(table):
        for element in ElementTree.fromstring(f"<g>{piece.shapes}</g>").iter():
            assert element.tag != "path" or element.get("d", "").startswith("M"), f"a path of {piece.key}"
            assert set(element.get("class", "").split()) <= known, f"{element.get('class')} of {piece.key}"
            lengths = [float(element.get(name, 1)) for name in ("width", "height", "r", "font-size", "stroke-width")]
            assert min(lengths) > 0, f"{element.attrib} of {piece.key}"
            stray = [element.tail, element.text if element.tag != "text" else None]
            assert not any(stray), f"{stray} of {piece.key} is no shape"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_a_card_is_called_stands_out_on_it(table: Table) -> None:
    """Its number or id is bold, where there is more on it; cards of which that alone is drawn have nothing else."""
    for piece in pieces(table):
        called = (
            re.findall(rf"<text ([^>]*)>{re.escape(piece.what)}</text>", piece.shapes) if piece.kind == "card" else []
        )
        if called and piece.shapes.count("<text") > 1:
            assert 'font-weight="bold"' in called[0], piece.key
