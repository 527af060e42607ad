"""Worked examples as a page, failures first: each with its position, its results and the expected results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kronika.cli.page.layout import clauses, page_html, paragraphs, rule_html, rules_section, sheet_of
from kronika.cli.page.stills import CAPTIONS, Stills, before_and_after
from kronika.cli.printing.events import entry_line, redact_record, whose_turn
from kronika.cli.reports import Case, Problem
from kronika.cli.reports.cases import Check
from kronika.core.basics.printable import printable_lines
from kronika.core.basics.toml import to_toml
from kronika.core.contract.registry import get_game
from kronika.core.drawing.shapes import escape
from kronika.core.examples.builder import to_toml_value
from kronika.core.examples.example import Example, Run, Step
from kronika.core.examples.expectations import NO_EXPECTATION
from kronika.core.rulebook.spec import rules_of
from kronika.core.sessions.session import Session


def examples_page(checks: Sequence[Check], title: str, summary: str) -> str:
    """These examples as one HTML file that needs no script; examples that pass are collapsed."""
    stills = Stills()
    ordered = sorted(checks, key=lambda check: (not check.case.failed, not check.case.problems))
    articles = "\n".join(_article(check, stills, alone=len(checks) == 1) for check in ordered)
    games = {check.run.session.game.name for check in checks if check.run and check.run.session}
    rules = "".join("".join(rules_section(get_game(name), articles, f"{name}-")) for name in sorted(games))
    body = f"""\
<header>
<h1>{escape(title)}</h1>
{paragraphs(filter(None, [summary]))}
</header>
<main class="examples">
{articles}
</main>
{f'<section aria-label="Rules"><h2>Rules used</h2><dl class="rules">{rules}</dl></section>' if rules else ""}
{stills.shapes()}"""
    return page_html(title, body)


def _article(check: Check, stills: Stills, *, alone: bool) -> str:
    case = check.case
    where = f"{case.place.shown}:{case.place.line}" if case.place.line else case.place.shown
    name = f"{case.subject}: {case.title}" if case.title else case.subject or where
    state = "fails" if case.failed else "unconfirmed" if case.problems else "as the book says"
    head = f"<h2>{'✘' if case.failed else '✔'} {escape(name)}</h2> <span>{escape(where)}: {state}</span>"
    told = "\n".join(filter(None, (_findings(case), _example(check.run, stills) if check.run else "")))
    if alone or case.failed:
        return f'<article class="{"failed" if case.failed else "fine"}">{head}\n{told}</article>'
    return f'<article class="fine"><details><summary>{head}</summary>\n{told}</details></article>'


def _findings(case: Case) -> str:
    items = "".join(f"<li>{_finding(case, problem)}</li>" for problem in case.problems)
    return f'<ul class="findings">{items}</ul>' if items else ""


def _finding(case: Case, problem: Problem) -> str:
    """The place, the problem, and the cited rules with their text, which help to find the fault."""
    texts = {rule.number: rule_html(rule) for rule in rules_of(get_game(case.game))} if problem.rules else {}
    rules = "".join(
        f'<div class="cited"><b>{escape(number)}</b> {texts.get(number, "")}</div>' for number in problem.rules
    )
    line = f"line {problem.place.line}: " if problem.place.line else ""
    return f"{line}{escape(problem.message)}{rules}"


def _example(run: Run, stills: Stills) -> str:
    one = run.example
    expected = "\n".join(map(escape, printable_lines("\n".join(_expected(one))).split("\n")))
    played = _played(run.session, stills) if run.session else ""
    return f'{paragraphs(_about(one))}\n{played}\n<h3>Expected</h3>\n<pre tabindex="0">{expected}</pre>'


def _about(one: Example) -> Iterator[str]:
    yield from filter(None, (one.source, one.note))
    if one.misprint:
        yield f"Misprint: the book says {one.misprint.printed}, it should say {one.misprint.right}: {one.misprint.why}"


def _played(session: Session, stills: Stills) -> str:
    """The position, and the table after the moves if they change it; the moves with their effects, and the points."""
    pictures = zip(CAPTIONS, before_and_after(session), strict=False)
    figures = "".join(
        f"<figure><figcaption>{caption}</figcaption>{stills.still(picture, caption)}</figure>"
        for caption, picture in pictures
    )
    moves = "".join(_moves(session))
    return f"""\
<div class="two">{figures}</div>
<h3>Result</h3>
<ol class="came">{moves}</ol>
{paragraphs([whose_turn(session)])}
{sheet_of(session, session.state, None) if session.score() else ""}"""


def _moves(session: Session) -> Iterator[str]:
    for number in range(1, len(session.history) + 1):
        effects = clauses(redact_record(session, number, None).effects, f"{session.game.name}-")
        yield f"<li>{escape(entry_line(session, number))}{effects}</li>"


def _expected(one: Example) -> Iterator[str]:
    """The results that the example expects, as they are written in TOML."""
    steps = [step for step in one.when if isinstance(step, Step) and step.expect != NO_EXPECTATION]
    expect = to_toml_value(one.expect)
    yield from to_toml({"when": to_toml_value(steps), "expect": expect} if steps else expect, "[expect]")
