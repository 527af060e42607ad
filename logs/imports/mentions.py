"""Mentions of the players of an archive in a text: by a name in any spelling, by a part of it, or by an id."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import cache
from typing import Final
from urllib.parse import unquote

from kronika.logs.imports.notices import Archive

SHORTEST: Final = 3
"""The fewest letters of a name or a part of it that is searched for: a shorter one is part of too many words."""
LEAST_ID: Final = 5
"""The fewest digits of an id that is searched for; shorter ones are numbers of the game, too."""
_TAG: Final = re.compile(r"<[^<>]{0,200}>")
_DIGITS: Final = re.compile(r"\d+")
_WORD: Final = re.compile(r"[^\W_]+")


class Mentions:
    """The players of an archive, each with a number from 1."""

    def __init__(self, archive: Archive) -> None:
        self.ids = {person.id: n for n, person in enumerate(archive.people, 1) if person.id}
        self._exact = {person.name: n for n, person in enumerate(archive.people, 1) if person.name}
        self._names = {_run(name): n for name, n in self._exact.items() if len(_run(name)) >= SHORTEST}
        parts = ((part, n) for name, n in self._exact.items() for part in _WORD.findall(_plain(name)))
        self._parts = {part: n for part, n in parts if len(part) >= SHORTEST} | self._names
        self._longest = sorted(self._names, key=lambda name: -len(name))
        self.player_in = cache(self._player_in)
        self._long_ids = [who for who in self.ids if len(who) >= LEAST_ID]

    def _player_in(self, text: str) -> int | None:
        """The number of a player whose name, or a part of it, is in a text; None if there is none."""
        if text in self._exact:
            return self._exact[text]
        plain, run = _plain(text), _run(text)
        if name := next((name for name in self._longest if name in run), ""):
            return self._names[name]
        return next((self._parts[word] for word in _WORD.findall(plain) if word in self._parts), None)

    def is_name(self, word: str) -> bool:
        """Whether a word is a name, or a part of one."""
        return word in self._exact or _run(word) in self._parts

    def without_ids(self, text: str) -> str:
        """A text with the numbers of players in place of their ids; empty if an id is left in it."""
        found = _DIGITS.sub(self._alias, text)
        return "" if any(who in _run(found) for who in self._long_ids) else found

    def _alias(self, digits: re.Match[str]) -> str:
        who = digits[0].lstrip("0")
        return str(self.ids[who]) if who in self._long_ids else digits[0]

    def is_in(self, text: str) -> bool:
        """Whether a text mentions a player."""
        return self.player_in(text) is not None or self.without_ids(text) != text


def _plain(text: str) -> str:
    """A text without markup, accents and capitals."""
    bare = _TAG.sub("", html.unescape(unquote(text)))
    letters = unicodedata.normalize("NFKD", bare)
    return "".join(one for one in letters if unicodedata.category(one) not in ("Mn", "Cf")).casefold()


def _run(text: str) -> str:
    """The letters and digits of a text without anything between them."""
    return "".join(_WORD.findall(_plain(text)))
