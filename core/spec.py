"""The numbered rules of a game, read from its SPEC.md."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from msgspec import Struct

from kronika.core.registry import AnyGame
from kronika.core.words import lines_of


class Rule(Struct, frozen=True):
    """One numbered rule: `TT-2.6`, the heading it stands under, and its text without markup."""

    number: str
    section: str
    text: str


@cache
def spec_text(game: AnyGame) -> str:
    """The game's whole SPEC.md; empty for a game that ships none."""
    return shipped_text(game, "SPEC.md")


def shipped_text(game: AnyGame, name: str) -> str:
    """A text of the game's package; empty where there is none."""
    home = sys.modules[type(game).__module__].__spec__
    if home is None or not home.parent:  # a game in a single module has no room for one
        return ""
    file = files(home.parent).joinpath(name)
    return file.read_text(encoding="utf-8") if file.is_file() else ""


@cache
def uncited(game: AnyGame) -> Mapping[str, str]:
    """The numbered rules that nothing in a game can cite, and why: `uncited.toml` of its package."""
    return MappingProxyType(tomllib.loads(shipped_text(game, "uncited.toml")))


def citable(game: AnyGame) -> tuple[Rule, ...]:
    """The numbered rules that a game can cite. Rulings and open questions have other numbers."""
    return tuple(
        rule for rule in rules_of(game) if rule.number.startswith(game.rule_prefix) and rule.number not in uncited(game)
    )


@cache
def rules_of(game: AnyGame) -> tuple[Rule, ...]:
    """Every numbered rule and ruling in the order of the SPEC.

    A rule begins with its bold number at the start of a line, of a list item or of a table row, and ends before the
    next rule, heading or empty line.
    """
    start = re.compile(rf"^\s*(?:[-*|]|\d+\.)?\s*\*\*((?:{game.rule_prefix}|R|OQ)-\d+(?:\.\d+)*[a-z]?)\b(.*)")
    rules: list[Rule] = []
    section, number, lines = "", "", list[str]()

    def close() -> None:
        if number:
            rules.append(Rule(number, section, plain(" ".join(lines))))

    for line in lines_of(spec_text(game)):
        heading = re.match(r"^#{2,}\s+(.*)", line)
        match = start.match(line)
        if heading or match or not line.strip():
            close()
            number, lines = "", []
        if heading:
            section = plain(heading[1])
        elif match:
            number, lines = match[1], [match[2].strip()]
        elif number:
            lines.append(line.strip())
    close()
    return tuple(rules)


def plain(text: str) -> str:
    """Markdown emphasis, code marks and table bars taken off."""
    return re.sub(r"\s+", " ", re.sub(r"\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)|`|\|", "", text)).strip(" .")
