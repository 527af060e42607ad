"""The numbered rules of a game, read from its SPEC.md."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import zip_longest
from types import MappingProxyType
from typing import Any

from msgspec import Struct, convert

from kronika.core.basics.text import lines_of
from kronika.core.contract.event_query import EventQuery
from kronika.core.contract.registry import AnyGame


class Rule(Struct, frozen=True):
    """One numbered rule: its number, such as `TT-2.6`, the heading of its section, and its text for players.

    Sources, marks of confidence and notes for programs are in the SPEC alone. The text has no Markdown emphasis, and
    one line for each paragraph or list item. A row of a table begins with a bar and has bars between its cells. A line
    of a code block, such as a map of a board, begins with four spaces.
    """

    number: str
    section: str
    text: str

    @property
    def line(self) -> str:
        """The text as one line."""
        return " ".join(self.text.split())


@cache
def spec_text(game: AnyGame) -> str:
    """The text of the game's SPEC.md; empty if it has none."""
    return shipped_text(game, "SPEC.md")


def shipped_text(game: AnyGame, name: str) -> str:
    """The text of a file in the game's package; empty if there is no such file."""
    home = package_folder(game)
    file = home.joinpath(name) if home else None
    return file.read_text(encoding="utf-8") if file and file.is_file() else ""


def package_folder(game: AnyGame) -> Traversable | None:
    """The folder of the game's package; None for a game that is a single module without a package."""
    home = sys.modules[type(game).__module__].__spec__
    return files(home.parent) if home and home.parent else None


@cache
def uncitable_rules(game: AnyGame) -> Mapping[str, str]:
    """The rules that nothing in a game can cite, by number, each with the reason: `uncited.toml` of its package."""
    return MappingProxyType(tomllib.loads(shipped_text(game, "uncited.toml")))


def rule_key(rule: str) -> tuple[Any, ...]:
    """A sort key for numbers of rules, in the order in which people count: TT-4.9 before TT-4.10."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in rule.replace("-", ".").split("."))


def citable_rules(game: AnyGame) -> tuple[Rule, ...]:
    """The rules that a game can cite, in order; without rulings and open questions, whose numbers begin differently."""
    return tuple(
        rule
        for rule in rules_of(game)
        if rule.number.startswith(game.rule_prefix) and rule.number not in uncitable_rules(game)
    )


class RulingEffect(Struct, frozen=True, forbid_unknown_fields=True):
    """The way to measure how much an open question matters, by one of `other`, `met` and `none`.

    `other`: options that answer the question differently; games with them are compared with games under the options of
    a new game. `met`: queries for the events in which the question comes up, if no option answers it; any of them will
    do. `none`: the reason why no game can show it.

    `given`: options without which the question does not come up. `seats`: the numbers of players with which it does; by
    default all.
    """

    other: dict[str, Any] = {}
    met: tuple[EventQuery, ...] = ()
    none: str = ""
    given: dict[str, Any] = {}
    seats: tuple[int, ...] = ()


@cache
def ruling_effects(game: AnyGame) -> Mapping[str, RulingEffect]:
    """The ways to measure the game's open questions and rulings, by number: `readings.toml` of its package."""
    found = tomllib.loads(shipped_text(game, "readings.toml"))
    return MappingProxyType(convert(found, dict[str, RulingEffect]))


def figure_in(rule: Rule) -> str:
    """The sentence `Figure: …` in a rule, which states how much an open question matters; empty if there is none."""
    found = _FIGURE.search(rule.line)
    return found[0] if found else ""


_FIGURE = re.compile(r"\bFigure: .*?\.(?= |$)")
"""The sentence that states how much a question matters."""


@cache
def rules_of(game: AnyGame) -> tuple[Rule, ...]:
    """All numbered rules, rulings and open questions of a game, in the order of its SPEC."""
    return rules_in(spec_text(game), game.rule_prefix)


def rules_in(text: str, prefix: str) -> tuple[Rule, ...]:
    """All numbered rules, rulings and open questions in the text of a SPEC, in order.

    `prefix` is that of the numbers of rules, such as `TT`. A rule begins with its number in bold at the start of a
    line, list item or table row, and ends before the next rule, heading or horizontal line.
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
    """A pattern for the numbers of rules with this prefix, of rulings (R) and of open questions (OQ)."""
    return rf"(?:{re.escape(prefix)}|R|OQ)-\d+(?:\.\d+)*[a-z]?"


@cache
def cited_in(prefix: str) -> re.Pattern[str]:
    """A compiled pattern that finds the numbers of rules with this prefix, rulings and open questions in a text."""
    return re.compile(rf"\b{_number(prefix)}\b")


_TABLE_RULE = re.compile(r"\|[-:| ]+\|$")
"""The line between the head and the rows of a Markdown table."""
_NOTE = ">"
"""The beginning of a line for those who check the rules or write programs: it is not for players."""
_SOURCE = re.compile(
    r" ?\*\((?:high|medium|low)\b[^*]*\)\*"  # how sure the rule is
    r"| ?\*\*\[[ML]\]\*\*"
    r"| ?\[[A-Z][^\]]*\]"  # by which source
    r"| ?\((?:RB|PI)\b[^)]*\)"
)
"""Sources and marks of confidence, as the head of each SPEC explains them."""
_SOURCES = ("basis", "confidence", "source")
"""The headings of columns for those who check the rules."""
_FIGURES = re.compile(r"\b(?:F|No f)igure: .*")
"""The end of a cell on sources, which says how much a question matters, or why this is not known."""
_ITEM = re.compile(r"([-*]|\d+\.) ")
"""The beginning of a Markdown list item."""


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _row(head: list[str], line: str) -> str:
    """A rule that is a row of a table: each cell after the number, below its heading.

    A row may be shorter or longer than the head: a cell below no heading is given without one.
    """
    named = (_cell(above, text) for above, text in zip_longest(head[1:], _cells(line)[1:], fillvalue=""))
    return " | ".join(cell for cell in named if cell)


def _cell(above: str, text: str) -> str:
    """A cell below its heading; of a cell on sources only the sentence with a figure."""
    if above.startswith(_SOURCES):
        figure = _FIGURES.search(text)
        return figure[0] if figure else ""
    return f"{above}: {text}" if above and text else text


def _text(lines: list[str]) -> str:
    """The source lines of a rule, converted to the form of `Rule.text`."""
    if lines and _TABLE_RULE.match(lines[-1]):  # the head of a table whose rows are the rules that follow
        lines = lines[:-2]
    found: list[str] = []
    fenced, joins = False, False
    for line in lines:
        word = line.strip()
        is_fence, is_row = word.startswith("```"), word.startswith("|")
        fenced ^= is_fence
        if word.startswith(_NOTE) and not fenced:
            continue
        if fenced and not is_fence:
            found.append(f"    {line}".rstrip())
        elif is_row and not _TABLE_RULE.match(word):
            found.append(f"| {' | '.join(map(_for_players, _cells(word)))} |")
        elif joins and word and not is_row and not _ITEM.match(word):
            found[-1] += f" {word}"
            continue
        elif word and not is_fence and not is_row:
            found.append(word)
        joins = bool(word) and not (fenced or is_fence or is_row)
    plain = [line if line.startswith(("|", "    ")) else _for_players(line) for line in found]
    return "\n".join(line for line, whole in zip(plain, found, strict=True) if line or not whole)


def _for_players(text: str) -> str:
    """The text without sources, marks of confidence and Markdown."""
    return strip_markdown(_SOURCE.sub("", text))


def strip_markdown(text: str) -> str:
    """The text without Markdown marks of emphasis and code, and with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)|`", "", text)).strip()
