"""Columns of text at a terminal. A letter of Chinese, Japanese or Korean takes two."""

from __future__ import annotations

from typing import Final
from unicodedata import east_asian_width

FILLER: Final = "\0"
"""The first column of a wide letter in a text that is spread. It is in no printable text."""


def spread(text: str) -> str:
    """The text with a filler before each wide letter, so that its length is its number of columns."""
    if text.isascii():
        return text
    return "".join(FILLER + char if east_asian_width(char) in "WF" else char for char in text)


def gathered(text: str) -> str:
    """The text without the fillers of `spread`."""
    return text.replace(FILLER, "")


def columns_of(text: str) -> int:
    """The number of columns that a text of one line takes."""
    return len(spread(text))


def left_aligned(text: str, width: int) -> str:
    """The text with spaces after it, up to this number of columns."""
    return text + " " * (width - columns_of(text))


def right_aligned(text: str, width: int) -> str:
    """The text with spaces before it, up to this number of columns."""
    return " " * (width - columns_of(text)) + text
