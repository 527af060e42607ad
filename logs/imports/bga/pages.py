"""The page of a replay: the JSON in its scripts is extracted. Nothing is executed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from kronika.core.basics.nesting import decoded

LOGS: Final = "g_gamelogs"
"""The variable of a page that contains the packets."""
SETUP: Final = "completesetup"
"""The function of a page that is called with the state of the table at the start."""

_TOKENS: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.DOTALL)
_STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
_TITLE: Final = re.compile(r"\s*\(\s*[\"']([a-z0-9_]{1,50})[\"']")
_BEGINS: Final = re.compile(r"<!--|<script\b[^<>]{0,2000}>", re.IGNORECASE)
_COMMENT_ENDS: Final = re.compile("-->")
_SCRIPT_ENDS: Final = re.compile("</script", re.IGNORECASE)


def scripts_of(text: str) -> str:
    """The scripts of a page outside its comments, joined by line breaks.

    Marks are searched one after the other, so time and memory grow with the length of the text alone. A parser that
    reads all tags takes 100 bytes of memory for each byte of a hostile page.
    """
    found, at = list[str](), 0
    while begins := _BEGINS.search(text, at):
        ends = (_COMMENT_ENDS if begins[0] == "<!--" else _SCRIPT_ENDS).search(text, begins.end())
        at = ends.start() if ends else len(text)
        if begins[0] != "<!--":
            found.append(text[begins.end() : at])
    return "\n".join(found)


def assigned(scripts: str, name: str = LOGS) -> Any:
    """The value of a variable as plain data; None if no script sets it. Raises the errors of `decoded`."""
    for found in re.finditer(rf"\b{name}\s{{0,9}}=\s{{0,9}}(?=[\[{{])", scripts):
        return decoded(balanced(scripts, found.end()).encode("utf-8", "surrogatepass"))
    return None


def set_up(scripts: str) -> tuple[str, dict[str, Any]]:
    """The name of the game, and the state of the table at the start; each is empty if the page lacks it."""
    at = scripts.find(SETUP)
    if at < 0:
        return "", {}
    title = _TITLE.match(scripts, at + len(SETUP))
    brace = scripts.find("{", at)
    if brace < 0:
        return title[1] if title else "", {}
    try:
        start = decoded(balanced(scripts, brace).encode("utf-8", "surrogatepass"))
    except (msgspec.DecodeError, UnicodeDecodeError):
        start = {}
    return title[1] if title else "", start if isinstance(start, dict) else {}


def balanced(text: str, start: int) -> str:
    """The text of the list or table that begins at `start`, up to its end or the end of the text."""
    return text[start : next(_ends(text, start), len(text))]


def _ends(text: str, start: int) -> Iterator[int]:
    depth = 0
    for found in _TOKENS.finditer(text, start):
        depth += _STEPS.get(found[0], 0)
        if depth <= 0:
            yield found.end()
