"""The numbered rules of a game, read from its SPEC.md."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

from msgspec import Struct, convert

from kronika.core.basics.text import lines_of
from kronika.core.contract.event_query import EventQuery
from kronika.core.contract.registry import AnyGame


class Rule(Struct, frozen=True):
    """One numbered rule: `TT-2.6`, the heading it stands under, and its whole text.

    The text is without emphasis, a line a paragraph or list item. A line of a table begins with a bar and has one
    between its cells; a line that was laid out with care, as a map of a board, begins with four spaces.
    """

    number: str
    section: str
    text: str

    @property
    def line(self) -> str:
        """The text as one line, for where there is no room for more."""
        return " ".join(self.text.split())


@cache
def spec_text(game: AnyGame) -> str:
    """The game's whole SPEC.md; empty for a game that ships none."""
    return shipped_text(game, "SPEC.md")


def shipped_text(game: AnyGame, name: str) -> str:
    """A text of the game's package; empty where there is none."""
    home = package_folder(game)
    file = home.joinpath(name) if home else None
    return file.read_text(encoding="utf-8") if file and file.is_file() else ""


def package_folder(game: AnyGame) -> Traversable | None:
    """The folder of the game's package; None for a game in a single module, which has no room for a text."""
    home = sys.modules[type(game).__module__].__spec__
    return files(home.parent) if home and home.parent else None


@cache
def uncitable_rules(game: AnyGame) -> Mapping[str, str]:
    """The numbered rules that nothing in a game can cite, and why: `uncitable_rules.toml` of its package."""
    return MappingProxyType(tomllib.loads(shipped_text(game, "uncited.toml")))


def rule_key(rule: str) -> tuple[Any, ...]:
    """Orders numbers as people count: TT-4.9 before TT-4.10."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in rule.replace("-", ".").split("."))


def citable_rules(game: AnyGame) -> tuple[Rule, ...]:
    """The numbered rules that a game can cite. Rulings and open questions have other numbers."""
    return tuple(
        rule
        for rule in rules_of(game)
        if rule.number.startswith(game.rule_prefix) and rule.number not in uncitable_rules(game)
    )


class RulingEffect(Struct, frozen=True, forbid_unknown_fields=True):
    """How it is found out how much an open question matters: by one of `other`, `met` and `none`.

    `other` are the options by which it is answered otherwise, against those of a new game. `met` says which events of a
    game it comes up in, where no option answers it: any of these. `none` is the reason why no game can show that.

    `given` are options without which the question does not come up, `seats` the numbers of players with whom it does:
    left out, all that can play.
    """

    other: dict[str, Any] = {}
    met: tuple[EventQuery, ...] = ()
    none: str = ""
    given: dict[str, Any] = {}
    seats: tuple[int, ...] = ()


@cache
def ruling_effects(game: AnyGame) -> Mapping[str, RulingEffect]:
    """How much its open questions and rulings matter, by number: `ruling_effects.toml`."""
    found = tomllib.loads(shipped_text(game, "readings.toml"))
    return MappingProxyType(convert(found, dict[str, RulingEffect]))


def figure_in(rule: Rule) -> str:
    """What is said of how much a question matters, a sentence; empty where nothing is. See `ruling_effects`."""
    found = _FIGURE.search(rule.line)
    return found[0] if found else ""


_FIGURE = re.compile(r"\bFigure: .*?\.(?= |$)")


@cache
def rules_of(game: AnyGame) -> tuple[Rule, ...]:
    """Every numbered rule and ruling in the order of the game's SPEC."""
    return rules_in(spec_text(game), game.rule_prefix)


def rules_in(text: str, prefix: str) -> tuple[Rule, ...]:
    """Every numbered rule and ruling of a SPEC whose rules have numbers with this prefix, in its order.

    A rule begins with its bold number at the start of a line, of a list item or of a table row, and ends before the
    next rule, heading or line across the page.
    """
    start = re.compile(rf"^\s*(?:[-*|]|\d+\.)?\s*\*\*({_number(prefix)})\b(.*)")
    rules: list[Rule] = []
    section, number, lines, head = "", "", list[str](), list[str]()
    fenced = False

    def close() -> None:
        if number:
            rules.append(Rule(number, section, _text(lines)))

    for line in lines_of(text):
        fenced ^= line.lstrip().startswith("```")
        heading = None if fenced else re.match(r"^#{2,}\s+(.*)", line)
        match = None if fenced else start.match(line)
        if heading or match or re.fullmatch(r"-{3,}", line):
            close()
            number, lines = "", []
        if heading:
            section = strip_markdown(heading[1])
        elif match and line.startswith("|"):
            number, lines = match[1], [_row(head, line)]
        elif match:
            number, lines = match[1], [match[2].lstrip(" .")]
        else:
            head = head if not line.startswith("|") or _TABLE_RULE.match(line) else _cells(line)
            lines.append(line)
    close()
    return tuple(rules)


def _number(prefix: str) -> str:
    """A pattern of the numbers of rules with this prefix, of rulings and of open questions."""
    return rf"(?:{re.escape(prefix)}|R|OQ)-\d+(?:\.\d+)*[a-z]?"


@cache
def cited_in(prefix: str) -> re.Pattern[str]:
    """What finds the numbers that a text cites, of rules with this prefix, of rulings and of open questions."""
    return re.compile(rf"\b{_number(prefix)}\b")


_TABLE_RULE = re.compile(r"\|[-:| ]+\|$")
"""The line under the head of a table."""
_ITEM = re.compile(r"([-*]|\d+\.) ")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _row(head: list[str], line: str) -> str:
    """A rule that is a row of a table: each cell after the number, with what stands above it."""
    cells = _cells(line)[1:]
    return " | ".join(f"{above}: {cell}" for above, cell in zip(head[1:], cells, strict=True) if cell)


def _text(lines: list[str]) -> str:
    """The lines of a rule as `Rule.text` has them."""
    if lines and _TABLE_RULE.match(lines[-1]):  # its table is the rules that follow
        lines = lines[:-2]
    found: list[str] = []
    fenced, joins = False, False
    for line in lines:
        word = line.strip()
        is_fence, is_row = word.startswith("```"), word.startswith("|")
        fenced ^= is_fence
        if fenced and not is_fence:
            found.append(f"    {line}".rstrip())
        elif is_row and not _TABLE_RULE.match(word):
            found.append(f"| {' | '.join(map(strip_markdown, _cells(word)))} |")
        elif joins and word and not is_row and not _ITEM.match(word):
            found[-1] += f" {word}"
            continue
        elif word and not is_fence and not is_row:
            found.append(word)
        joins = bool(word) and not (fenced or is_fence or is_row)
    return "\n".join(line if line.startswith(("|", "    ")) else strip_markdown(line) for line in found)


def strip_markdown(text: str) -> str:
    """Markdown emphasis and code marks taken off."""
    return re.sub(r"\s+", " ", re.sub(r"\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)|`", "", text)).strip()
