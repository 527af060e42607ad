"""Every picture is drawn by two programs that know nothing of one another, resvg and librsvg, and by both alike."""

from __future__ import annotations

from itertools import starmap
from pathlib import Path

import pytest
from msgspec.structs import replace

from kronika.core.drawing.picture import Picture, svg
from kronika.core.drawing.themes import Theme
from support.pixels import LIBRSVG, NO_LIBRSVG, Pixels, by_librsvg, by_resvg
from support.positions import POSITIONS, pictured

pytest.importorskip("resvg_py", reason="no resvg: `pip install 'kronika[png]'`")
pytestmark = pytest.mark.skipif(LIBRSVG is None, reason=NO_LIBRSVG)

WIDTH = 200
BLOCK = 10
"""Dots across a picture, and across the squares of it that are compared: 25 units, as a tile of Tigris has."""
ALIKE = 25
"""How much lighter, of 255, a square may be than the other program's; 10 is the most that was found."""

MIDDLES = [name for name in POSITIONS if name.endswith("middle")]


def drawn_by_both(picture: Picture, theme: Theme) -> tuple[Pixels, Pixels]:
    drawn = svg(picture, theme=theme, size=WIDTH)
    return by_resvg(drawn, WIDTH), by_librsvg(drawn, WIDTH)


def differ(one: Pixels, other: Pixels) -> float:
    """By how much the two squares differ that differ most."""
    return max(abs(light - dark) for light, dark in zip(one.blocks(BLOCK), other.blocks(BLOCK), strict=True))


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        pytest.param(name, theme, marks=() if name in MIDDLES and theme == "light" else pytest.mark.long)
        for name in POSITIONS
        for theme in ("light", "dark", "print")
    ],
)
def test_two_programs_draw_the_same(name: str, theme: Theme) -> None:
    picture = pictured(name)
    one, other = drawn_by_both(picture, theme)
    height = round(WIDTH * picture.height / picture.width)
    assert (one.width, one.height) == (other.width, other.height) == (WIDTH, height)
    assert differ(one, other) <= ALIKE


@pytest.mark.parametrize("name", MIDDLES)
def test_a_picture_is_not_blank(name: str) -> None:
    """A third of it at least is not of the colour of the ground, and nothing of that is drawn over the edge."""
    for dots in drawn_by_both(pictured(name), "light"):
        squares = list(dots.blocks(BLOCK))
        assert sum(square < 250 for square in squares) > len(squares) / 3
        assert {dots.at(x, y) for x in (0, WIDTH - 1) for y in range(dots.height)} == {(255, 255, 255)}


@pytest.mark.parametrize("name", MIDDLES)
def test_a_piece_that_one_of_them_left_out_would_be_noticed(name: str) -> None:
    """Of all things on the table but lines of text and small parts."""
    picture = pictured(name)
    things = [piece for piece in picture.pieces if piece.kind and piece.w >= 20 and piece.h >= 20]
    last = next(piece for piece in reversed(things) if "<rect" in piece.shapes)
    left = replace(picture, pieces=tuple(piece for piece in picture.pieces if piece is not last))
    assert (
        differ(*starmap(by_librsvg, [(svg(shown, theme="light", size=WIDTH), WIDTH) for shown in (picture, left)]))
        > ALIKE
    )


ALIAS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
<alias binding="same"><family>Helvetica</family><prefer><family>DejaVu Serif</family></prefer></alias></fontconfig>"""
"""A machine on which another font stands for Helvetica, as Liberation does where it is installed."""


def test_the_fonts_of_a_machine_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = svg(pictured(MIDDLES[0]), theme="light", size=WIDTH)
    before = by_librsvg(drawn, WIDTH)
    config = tmp_path / "fontconfig" / "fonts.conf"
    config.parent.mkdir()
    config.write_text(ALIAS, encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert by_librsvg(drawn, WIDTH) == before
