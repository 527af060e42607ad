"""Pictures are read without colours, by all kinds of eyes, on each ground, in grey, and on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kronika.core.contract.blocks import WIDTH
from kronika.core.drawing.picture import MARGIN, Picture, markup, svg
from kronika.core.drawing.shapes import SMALLEST
from kronika.core.drawing.themes import Theme, colours
from support.colour_vision import COLOUR_VISIONS, Colour, contrast
from support.lettering import Text, texts, without_texts
from support.pixels import by_resvg
from support.positions import POSITIONS, pictured

PHONE = 400
"""Dots across."""
MIDDLES = [name for name in POSITIONS if name.endswith("middle")]
over_positions = pytest.mark.parametrize("name", POSITIONS)


def rgb(code: str) -> Colour:
    red, green, blue = (int(code[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


# -- letters ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        pytest.param(name, theme, marks=() if name in MIDDLES and theme == "light" else pytest.mark.long)
        for name in POSITIONS
        for theme in ("light", "dark", "print")
    ],
)
def test_letters_stand_out_from_what_they_lie_on(name: str, theme: Theme) -> None:
    """WCAG 2 asks for 4.5:1. The ground is looked up in the picture as it is drawn without its letters."""
    pytest.importorskip("resvg_py", reason="no resvg: `pip install 'kronika[png]'`")
    drawn = svg(pictured(name), theme=theme)
    ground = by_resvg(without_texts(drawn), round(pictured(name).width), letters=False)
    inks = {ink: rgb(code) for ink, code in colours(theme).items()}
    faint = [
        f"{text.words!r} in {text.colour} at {x:.0f} {y:.0f}: {found:.1f}"
        for text, x, y in in_sight(pictured(name))
        if (found := contrast(inks[text.colour], ground.at(x, y))) < 4.5
    ]
    assert not faint


def in_sight(picture: Picture) -> Iterator[tuple[Text, float, float]]:
    """The texts, each with points on it that no other thing lies on."""
    for n, piece in enumerate(picture.pieces):
        above = [other for other in picture.pieces[n + 1 :] if other.kind]
        for text in texts(f'<svg xmlns="http://www.w3.org/2000/svg">{markup(piece)}</svg>'):
            for x, y in text.points:
                if not any(a.x <= x <= a.x + a.w and a.y <= y <= a.y + a.h for a in above):
                    yield text, x, y


@over_positions
def test_letters_are_read_on_a_phone(name: str) -> None:
    """11 units are 8.8 dots where a picture is 400 across, 26 where it is a poster of 1,200."""
    picture = pictured(name)
    assert picture.width == WIDTH + 2 * MARGIN == 500
    smallest = min(text.size for text in texts(svg(picture)))
    assert smallest >= SMALLEST == 11
    assert smallest * PHONE / picture.width >= 8.8


# -- eyes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sight", COLOUR_VISIONS)
@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_letters_stand_out_for_all_eyes(theme: Theme, sight: str) -> None:
    """Those on a colour, and those on the ground, on cards, on land, water, realm, wood and stone."""
    seen, named = COLOUR_VISIONS[sight], {name: rgb(code) for name, code in colours(theme).items()}
    pairs = [(name, name.removeprefix("on-")) for name in named if name.startswith("on-")]
    pairs += [("ink", ground) for ground in ("ground", "card", "land", "water", "realm", "wood", "stone")]
    pairs += [("soft", ground) for ground in ("ground", "card", "land", "water", "stone")]
    found = {pair: contrast(*(seen(named[name]) for name in pair)) for pair in pairs}
    least = 4.5 if sight in ("all", "grey") else 3
    assert not {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < least}


def apart(one: Colour, other: Colour) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(("sight", "alike"), [("protanopia", True), ("deuteranopia", True), ("tritanopia", False)])
def test_the_eyes_are_what_they_are_said_to_be(sight: str, alike: bool) -> None:
    """Greys are as they are; a brown and a green that two kinds of eyes take for one another the third does not."""
    seen = COLOUR_VISIONS[sight]
    assert all(apart(seen((grey,) * 3), (grey,) * 3) <= 3 for grey in (0, 76, 128, 255))
    brown, green = (160, 60, 0), (60, 110, 0)
    assert (apart(seen(brown), seen(green)) < apart(brown, green) / 3) == alike
