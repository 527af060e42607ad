"""Text from outside, made safe to print on a terminal, in a report or in a page. This is the only place for that."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category

JOINERS: Final = "\u200c\u200d"
"""Zero-width joiners, which Persian and Hindi need in words and which join emoji. They are kept."""

COMMAND_HASH: Final = re.compile(r"#(?=#\w*\[)")
"""The first `#` of a command to a CI runner, anywhere in a line: `##[error]`, `##vso[…]`, `##teamcity[…]`."""
_COMMAND_COLON: Final = re.compile(r"^(\s*):(?=:)", re.MULTILINE)
"""The first `:` of a command to a CI runner at the beginning of a line: `::error ::`."""


def printable(text: str) -> str:
    """The text as one line without control characters: they are escaped as in `\\x1b`.

    Line breaks, escapes, bidi controls, lone surrogates (bytes of a file name that are not UTF-8) and unassigned code
    points are escaped; letters, signs and spaces are kept. The first character of a command to a CI runner is escaped,
    too.
    """
    if not text.isprintable():  # rare
        text = "".join(char if _is_plain(char) else _code(char) for char in text)
    return COMMAND_HASH.sub(r"\\x23", text) if "##" in text else text


def printable_lines(text: str) -> str:
    """Like `printable`, but line feeds are kept: for text of several lines that Kronika has made.

    No line of it is a command to a CI runner, even if it begins like one.
    """
    return _COMMAND_COLON.sub(r"\1\\x3a", "\n".join(map(printable, text.split("\n"))))


def printable_json(text: str) -> str:
    """JSON that is safe to print on a terminal: unsafe characters become JSON escapes, which mean the same."""
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
