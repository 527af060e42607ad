"""The palette: every colour can be read on black and on white, and every game names colours that there are."""

from __future__ import annotations

import pytest

from kronika.core.basics.palette import DYES
from kronika.core.contract.paper import INK, Paper
from kronika.core.games.ancient_knowledge import palette as ancient_knowledge
from kronika.core.games.imhotep import palette as imhotep
from kronika.core.games.tides import palette as tides
from kronika.core.games.tides.cards import SUITS
from kronika.core.games.tigris import palette as tigris
from kronika.core.games.tigris.board import COLOURS
from kronika.core.games.viceroy import palette as viceroy
from kronika.core.games.viceroy.gems import COLOURS as GEMS

LEVELS = (0, 95, 135, 175, 215, 255)
"""Of red, green and blue in the cube of a terminal's colours 16 to 231."""
BLACK, WHITE = 0.0, 1.0


def rgb(number: int) -> tuple[int, int, int]:
    """What a terminal shows for one of its colours 16 to 255: a cube of six levels, then 24 greys."""
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return (grey, grey, grey)
    red, rest = divmod(number - 16, 36)
    return (LEVELS[red], LEVELS[rest // 6], LEVELS[rest % 6])


def luminance(colour: tuple[int, int, int]) -> float:
    """WCAG 2, relative luminance."""
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: float, b: float) -> float:
    """WCAG 2, contrast ratio of two luminances."""
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def test_the_formula() -> None:
    assert contrast(luminance((255, 255, 255)), luminance((0, 0, 0))) == 21
    assert contrast(luminance((0x76, 0x76, 0x76)), WHITE) == pytest.approx(4.54, abs=0.005)
    assert contrast(luminance((255, 255, 0)), WHITE) == pytest.approx(1.07, abs=0.005)


@pytest.mark.parametrize("name", DYES)
def test_a_colour_is_read_on_black_and_on_white(name: str) -> None:
    light = luminance(rgb(DYES[name].number))
    assert contrast(light, BLACK) >= 3
    assert contrast(light, WHITE) >= 3


def test_blue_is_as_bright_as_text_must_be() -> None:
    """WCAG 1.4.3 asks for 4.5:1; the blue of a terminal that has 16 colours, 0000aa, has 1.6:1 on black."""
    light = luminance(rgb(DYES["blue"].number))
    assert min(contrast(light, BLACK), contrast(light, WHITE)) >= 4.5
    assert contrast(luminance((0, 0, 0xAA)), BLACK) == pytest.approx(1.6, abs=0.1)


def test_colours_differ() -> None:
    assert len({dye.number for dye in DYES.values()}) == len({dye.hex for dye in DYES.values()}) == len(DYES)


def test_ink_knows_its_own_codes_and_no_others() -> None:
    paper = Paper(colour=True)
    for name, dye in DYES.items():
        assert paper.ink("x", name) == f"\x1b[38;5;{dye.number}mx\x1b[0m"
        for styles in ((name,), ("bold", name), (name, "bold")):
            assert INK.sub("", paper.ink("x", *styles)) == "x"
    for foreign in ("\x1b[33m", "\x1b[38;5;9m", "\x1b[38m", "\x1b[5m", "\x1b[2J", "\x1b[m"):
        assert INK.sub("", foreign) == foreign


def test_games_name_colours_that_there_are() -> None:
    named = {*tides.INK.values(), *imhotep.INK, *ancient_knowledge.INK, *tigris.INK.values(), *viceroy.INK.values()}
    assert {*named, tigris.RIVER, tigris.MARK, tigris.WRECK} <= DYES.keys()


def test_what_is_distinguished_has_colours_apart() -> None:
    for names in (tides.INK.values(), imhotep.INK, ancient_knowledge.INK, tigris.INK.values(), viceroy.INK.values()):
        assert len(set(names)) == len(names)
    assert tides.INK.keys() == set(SUITS)
    assert tigris.INK.keys() == set(COLOURS)
    assert viceroy.INK.keys() == set(GEMS)
    assert len(imhotep.INK) == 4, "the stones of IM-1.1"
    assert len(ancient_knowledge.INK) == 5, "types of cards"
