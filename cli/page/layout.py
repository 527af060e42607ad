"""Parts of all pages: the head, the content security policy, the style sheet, and parts that several pages use."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from itertools import groupby
from typing import Any, Final

import msgspec

from kronika.cli.printing.sheet import sheet_rows
from kronika.core.contract.game import Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.drawing.shapes import escape
from kronika.core.drawing.themes import style
from kronika.core.rulebook.spec import Rule, rules_of
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import Clause

_POLICY: Final = "default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; form-action 'none'"


def page_html(title: str, body: str, film: Any = None) -> str:
    """A page with this body, and with the script if it has frames. It is one file that loads nothing else."""
    sheet, script = style("auto") + _part("page.css"), _script()
    policy = _POLICY.format(script=_script_hash(script) if film else "'none'", style=_script_hash(sheet))
    scripts = f'<script type="application/json" id="film">{_data(film)}</script>\n<script>{script}</script>\n'
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{sheet}</style>
</head>
<body>
{body}
{scripts if film else ""}</body>
</html>
"""


_SCRIPTS: Final = ("frames", "tables", "cards", "happened", "steps", "curve", "begin")
"""The parts of the script, in their order. They share one scope."""


def _script() -> str:
    parts = "".join(_part(f"script/{name}.js") for name in _SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


def _part(name: str) -> str:
    return files("kronika.cli.page").joinpath(name).read_text("utf-8")


def _script_hash(text: str) -> str:
    """The hash by which a Content-Security-Policy allows a script."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _data(film: Any) -> str:
    """The frames as JSON. Nothing in it can end the script element around it."""
    return msgspec.json.encode(film).decode().replace("<", "\\u003c").replace("\u2028", "\\u2028")


def paragraphs(texts: Iterable[str], cls: str = "") -> str:
    """Each text in a paragraph of its own."""
    named = f' class="{cls}"' if cls else ""
    return "\n".join(f"<p{named}>{escape(text)}</p>" for text in texts)


def sheet_of(session: Session, state: Any, viewer: Viewer) -> str:
    """The score sheet as a table, narrow enough for a phone: the reason for points is below their row."""
    (_, source, *names, _, _), rows = sheet_rows(session, state, viewer)
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in (source, *names))
    body = "".join(_sheet_row(row, 1 + len(names)) for row in rows)
    return f'<div class="sheet" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _sheet_row(row: Sequence[str], across: int) -> str:
    """A row of points with its reason and rule, if it has any, in a row below."""
    part, source, *points, number, how = row
    name = f"<b>{escape(part)}</b> {escape(source)}" if part else escape(source)
    cells = "".join(f'<td class="points">{escape(one)}</td>' for one in points)
    why = " ".join(filter(None, (escape(how), rule(number) if number else "")))
    below = f'<tr class="why"><td colspan="{across}">{why}</td></tr>' if why else ""
    return f"<tr><td>{name}</td>{cells}</tr>{below}"


def clauses(effects: Sequence[Clause], scope: str = "") -> str:
    """The effects as a list, each with its rule. Empty without effects."""
    items = "".join(f"<li>{escape(clause.text)} {rule(clause.rule, scope)}</li>" for clause in effects)
    return f"<ul>{items}</ul>" if items else ""


def rule(number: str, scope: str = "") -> str:
    """The number of a rule, with a link to its text on the page.

    On a page of several games `scope` is the game, since some numbers occur in all of them.
    """
    return f'(<a class="rule" href="#{escape(scope + number)}">{escape(number)}</a>)'


def rules_section(game: AnyGame, told: str, scope: str = "") -> Iterator[str]:
    """The rules of a game that the text `told` links to, in the order of the SPEC."""
    for one in rules_of(game):
        number = escape(scope + one.number)
        if f'href="#{number}"' in told:
            yield f'<dt id="{number}">{escape(one.number)}</dt><dd>{rule_html(one)}</dd>'


def rule_html(one: Rule) -> str:
    """The whole text of a rule: tables as tables, other text line by line."""
    blocks = [(is_table, [*lines]) for is_table, lines in groupby(one.text.split("\n"), lambda line: line[:1] == "|")]
    return "".join(_grid(lines) if is_table else "\n".join(map(escape, lines)) for is_table, lines in blocks)


def _grid(lines: Sequence[str]) -> str:
    """A table of a rule; its first line is the head. Cells and lines stay apart in plain text, too."""
    rows = [[escape(cell) for cell in line.strip("| ").split(" | ")] for line in lines]
    head = " ".join(f'<th scope="col">{cell}</th>' for cell in rows[0])
    body = "\n".join(f"<tr>{' '.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows[1:])
    grid = f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"
    return f'<div class="sheet" tabindex="0">{grid}</div>'
