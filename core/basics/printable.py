"""Text from outside, made fit for a terminal, a report or a page. The one place that does so."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category

JOINERS: Final = "\u200c\u200d"
"""Format characters that are letters to those who write Persian or Hindi, and join emoji."""

COMMAND_HASH: Final = re.compile(r"#(?=#\w*\[)")
"""Where a command to a CI runner begins, anywhere in a line: `##[error]`, `##vso[…]`, `##teamcity[…]`."""
_COMMAND_COLON: Final = re.compile(r"^(\s*):(?=:)", re.MULTILINE)
"""Where one begins at the beginning of a line: `::error ::`."""


def printable(text: str) -> str:
    """The text as one line in which nothing acts: control and direction characters are written as in `\\x1b`.

    Line breaks, escapes, bidi controls, lone surrogates (bytes of a file name that are not UTF-8) and what Unicode has
    not assigned are written as codes; every letter, sign and space stays as it is. So is the first sign of what a CI
    runner would obey.
    """
    if not text.isprintable():  # seldom
        text = "".join(char if _is_plain(char) else _code(char) for char in text)
    return COMMAND_HASH.sub(r"\\x23", text) if "##" in text else text


def printable_lines(text: str) -> str:
    """The same for a text of several lines of our own making: its line feeds stay.

    None of its lines is a command to a CI runner, whatever stands at its beginning.
    """
    return _COMMAND_COLON.sub(r"\1\\x3a", "\n".join(map(printable, text.split("\n"))))


def printable_json(text: str) -> str:
    """JSON in which nothing acts at a terminal: what would is written as an escape of JSON, which means the same."""
    return COMMAND_HASH.sub(r"\\u0023", _SUSPECT.sub(_escaped, text))


_SUSPECT: Final = re.compile(r"[^\n -~]")


def _escaped(found: re.Match[str]) -> str:
    char = found[0]
    if _is_plain(char):
        return char
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _is_plain(char: str) -> bool:
    return char.isprintable() or char in JOINERS or category(char) == "Zs"


def _code(char: str) -> str:
    return char.encode("unicode_escape").decode()
