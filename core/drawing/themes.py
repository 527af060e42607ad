"""The colours of pictures by name, for a light background, a dark background, and printing in grey."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal

from kronika.core.basics.palette import DYES

Theme = Literal["auto", "light", "dark", "print"]
"""The type of the name of a theme; `auto` is light or dark as the reader's system prefers."""

_NAMED: Final[Mapping[str, str]] = {**{name: dye.hex for name, dye in DYES.items()}, "white": "#ffffff"}
"""The colours that are the same on light and dark backgrounds: the palette, and white for signs on them."""

_LIGHT: Final[dict[str, str]] = {
    "ground": "#ffffff",
    "ink": "#1c1c1c",
    "soft": "#4a4a4a",
    "faint": "#b4b4b4",
    "card": "#faf6ec",
    "back": "#7b8794",
    "mark": "#d6006c",
    "gone": "#8a8a8a",
    "land": "#f2ead8",
    "water": "#b5d9f0",
    "realm": "#f6cf6b",
    "wood": "#d9b88a",
    "stone": "#e2d9c6",
}
_DARK: Final = {
    "ground": "#14171a",
    "ink": "#f0f0ee",
    "soft": "#c2c6ca",
    "faint": "#5a6168",
    "card": "#24292f",
    "back": "#8792a0",
    "mark": "#ff5fa8",
    "gone": "#9a9a9a",
    "land": "#35302a",
    "water": "#1f4a66",
    "realm": "#80621a",
    "wood": "#5a4228",
    "stone": "#4b463e",
}
_GROUNDS_IN_GREY: Final = {
    "land": "#ffffff",
    "water": "#dcdcdc",
    "realm": "#c4c4c4",
    "wood": "#d2d2d2",
    "stone": "#ececec",
}
THEMES: Final[Mapping[str, Mapping[str, str]]] = {
    "light": _LIGHT,
    "dark": _DARK,
    "print": {**_LIGHT, "card": "#ffffff", "back": "#9a9a9a", "mark": "#000000", **_GROUNDS_IN_GREY},
}
"""The colours that differ between themes, by theme and name.

They are for the background (`ground`), text (`ink`, `soft`), lines (`faint`), cards and their backs, marks, areas of a
board (`land`, `water`, `realm`), and what is built on it (`wood`, `stone`).
"""


READABLE: Final = 4.5
"""The contrast that WCAG 2 (1.4.3) requires for text."""
_GROUNDS_WITH_TEXT: Final = (*DYES, "back")
"""Coloured areas that may have text on them. The colour of text on `red` is `on-red`."""


@cache
def style(theme: Theme) -> str:
    """The CSS of a picture in a theme, with two classes for each colour: `f-NAME` for fills, `l-NAME` for lines."""
    rules = f".f-none{{fill:none}}{_rules(colours('light' if theme == 'auto' else theme))}"
    return f"{rules}@media (prefers-color-scheme:dark){{{_rules(_changed())}}}" if theme == "auto" else rules


def colours(theme: Theme) -> dict[str, str]:
    """The hex codes of all colours in a theme by name, including those of text (`on-red`). `auto` raises KeyError."""
    named = {name: grey(code) for name, code in _NAMED.items()} if theme == "print" else _NAMED
    found = {**named, **THEMES[theme]}
    return found | {f"on-{name}": _text_colour(found[name]) for name in _GROUNDS_WITH_TEXT}


def _changed() -> dict[str, str]:
    """The colours of the dark theme that differ from the light one."""
    light = colours("light")
    return {name: code for name, code in colours("dark").items() if light[name] != code}


def _text_colour(ground: str) -> str:
    """White if it is readable on this background, else black."""
    return "#ffffff" if contrast("#ffffff", ground) >= READABLE else "#000000"


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(code: str) -> float:
    parts = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _rules(colours: Mapping[str, str]) -> str:
    return "".join(f".f-{name}{{fill:{code}}}.l-{name}{{stroke:{code}}}" for name, code in colours.items())


def grey(code: str) -> str:
    """The grey that is as light as a colour, both as hex codes."""
    red, green, blue = (int(code[at : at + 2], 16) for at in (1, 3, 5))
    light = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{light:02x}{light:02x}{light:02x}"
