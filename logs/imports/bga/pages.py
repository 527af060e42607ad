"""The page of a replay: the JSON in its scripts is extracted. Nothing is executed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
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


class NoPage(Exception):
    """A text that begins like a page of HTML but is not one."""


class _Scripts(HTMLParser):
    """Collects the text of the scripts of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[str] = []
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note that a script begins."""
        self._open = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        """Note that a script ends."""
        self._open = False

    def handle_data(self, data: str) -> None:
        """Collect the text of a script, which comes in one piece or several."""
        if self._open:
            self.found.append(data)


def scripts_of(text: str) -> str:
    """The scripts of a page, joined by line breaks. Raises NoPage."""
    parser = _Scripts()
    try:
        parser.feed(text)
    except AssertionError:  # a declaration that some versions of Python do not know
        raise NoPage from None
    return "\n".join(parser.found)


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
