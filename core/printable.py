"""Text from outside, made fit for a terminal, a report or a page. The one place that does so."""

from __future__ import annotations

from typing import Final
from unicodedata import category

JOINERS: Final = "\u200c\u200d"
"""Format characters that are letters to those who write Persian or Hindi, and join emoji."""


def printable(text: str) -> str:
    """The text as one line in which nothing acts: control and direction characters are written as in `\\x1b`.

    Line breaks, escapes, bidi controls, lone surrogates (bytes of a file name that are not UTF-8) and what Unicode has
    not assigned are written as codes; every letter, sign and space stays as it is.
    """
    if text.isprintable():  # nearly always
        return text
    return "".join(char if _is_plain(char) else _code(char) for char in text)


def printable_lines(text: str) -> str:
    """The same for a text of several lines of our own making: its line feeds stay."""
    return "\n".join(map(printable, text.split("\n")))


def _is_plain(char: str) -> bool:
    return char.isprintable() or char in JOINERS or category(char) == "Zs"


def _code(char: str) -> str:
    return char.encode("unicode_escape").decode()
