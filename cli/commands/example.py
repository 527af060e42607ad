"""`example check | list | show | new | from | draw`: worked examples."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click
from msgspec import Struct

from kronika.cli.commands.example_draw import draw, draw_examples, write_page
from kronika.cli.commands.example_make import from_, new
from kronika.cli.printing.completing import complete_example
from kronika.cli.printing.events import example_failure_lines, record_lines, whose_turn
from kronika.cli.printing.groups import GuessingGroup
from kronika.cli.printing.options import LOG, REPORTS, file_form, format_option, prints, size_option, theme_option
from kronika.cli.printing.output import (
    FILE,
    FINDING,
    FINE,
    natural_widths,
    print_json,
    print_note,
    print_text,
    print_warning,
    table,
    terminal_paper,
    text_width,
    wrapped,
)
from kronika.cli.printing.sheet import score_sheet
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize, quoted, suggestion
from kronika.core.drawing.themes import Theme
from kronika.core.examples.builder import example_toml
from kronika.core.examples.example import (
    UNCONFIRMED,
    Example,
    ExampleError,
    Run,
    find_line,
    read_examples,
    run_example,
    start_example,
)
from kronika.core.examples.expectations import Finding
from kronika.logs.files.addresses import split_address
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import STDIO, display_name
from kronika.logs.texts.examples import Source, example_sources, has_id, read_all

if TYPE_CHECKING:
    from kronika.cli.reports.cases import Check


class CheckedExample(Struct, frozen=True):
    """An example that was checked, and its differences from what it expects."""

    file: str
    line: int
    game: str
    id: str
    ok: bool
    unconfirmed: bool
    findings: tuple[Finding, ...]


class BrokenFile(Struct, frozen=True):
    """A file that can't be read as examples, and the reason."""

    file: str
    line: int
    error: str


@click.group(cls=GuessingGroup)
def example() -> None:
    """Check, list, show and draw worked examples of rulebooks, and make new ones.

    An example is TOML: a position, the moves made, and the result that the book states. `kronika schema --examples`
    prints the exact format. Instead of a file you can name a game, for the examples that come with it. You can also
    name a folder, for each .toml file in it that has an example. Without a file, the examples of every game are used. A
    package brings them as `examples.toml` beside the module of its game.
    """


example.add_command(new)
example.add_command(from_)
example.add_command(draw)


@example.command(short_help="run examples, and report what differs")
@click.argument("paths", nargs=-1, type=LOG, metavar="[FILE]...")
@click.option("--skip-others", is_flag=True, help="Skip files that have no [[example]] at all.")
@click.option("--strict", is_flag=True, help="Fail on examples that are marked as unconfirmed.")
@prints(list[CheckedExample], list[BrokenFile])
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", *REPORTS, "html"]),
    help="Text to read, JSON for programs, a report for CI (JUnit XML, SARIF, GitHub annotations), or a "
    "page with pictures. [default: text]",
)
@click.option("--out", type=LOG, metavar="FILE", help="Write the page to a new file that ends in .html.")
def check(paths: tuple[str, ...], skip_others: bool, strict: bool, form: str | None, out: str | None) -> None:
    """Run examples. For each failure, show the expected result, the actual one, and the rules.

    An example that is marked `unconfirmed` passes with a remark: nobody has compared it with the book yet.

    \b
    kronika example check
    kronika example check my-rules.toml
    kronika example check imhotep rules/
    kronika example check --format github rules/*.toml
    kronika example check my-rules.toml --out report.html
    """
    if out is not None and form not in (None, "html"):
        raise click.UsageError(f"--out is for the page: --format {form} goes to standard output.")
    form = form or ("html" if out is not None else "text")
    file_form(out or STDIO, (".html",), "a page")
    if form in REPORTS or form == "html":
        raise click.exceptions.Exit(_report(paths, form, skip_others, strict, out or STDIO))
    results: list[CheckedExample | BrokenFile] = []
    broken = failed = total = unconfirmed = 0
    for source in example_sources(paths, print_warning, skip_others=skip_others):
        try:
            examples = read_examples(source.text)
        except ExampleError as error:
            broken += 1
            results.append(BrokenFile(display_name(source.name), error.line, str(error)))
            if form == "text":
                print_text(f"{display_name(source.name)}:{error.line}: {error}")
            continue
        for index, one in enumerate(examples):
            run = run_example(one)
            total += 1
            failed += bool(run.findings)
            unconfirmed += one.unconfirmed
            results.append(_checked(source, index, run))
            if form == "text" and run.findings:
                for told in example_failure_lines(
                    f"{display_name(source.name)}:{_line_of(source, index, run)}", run, terminal_paper()
                ):
                    print_text(told)
            if form == "text" and one.unconfirmed and strict:
                line = find_line(source.text, index, "unconfirmed")
                print_text(printable(f"{display_name(source.name)}:{line}: {one.game} {one.id}: {UNCONFIRMED}"))
    if form == "json":
        print_json(results)
    print_note(_summary(total, failed, unconfirmed, broken))
    raise click.exceptions.Exit(FINDING if broken or failed or (strict and unconfirmed) else FINE)


def _line_of(source: Source, index: int, run: Run) -> int:
    return find_line(source.text, index, run.findings[0].key if run.findings else "id")


TITLE_LEAST: Final = 20
"""The least width of a title, in columns."""


class ListedExample(Struct, frozen=True):
    """An example, and the file that contains it."""

    file: str
    example: Example


def _checked(source: Source, index: int, run: Run) -> CheckedExample:
    one = run.example
    line = _line_of(source, index, run)
    return CheckedExample(
        display_name(source.name), line, one.game, one.id, not run.findings, one.unconfirmed, tuple(run.findings)
    )


def _report(paths: tuple[str, ...], form: str, skip_others: bool, strict: bool, out: str) -> int:
    from kronika.cli.reports.cases import (  # imported only to write a report
        Check,
        example_checks,
        file_case,
    )

    checks: list[Check] = []
    for path in paths or ("",):
        try:
            for source in example_sources((path,) if path else (), print_warning, skip_others=skip_others):
                checks.extend(example_checks(source.name, source.text, strict=strict))
        except FileError as error:
            checks.append(Check(file_case(path, error)))
    cases = [check.case for check in checks]
    failed = sum(case.failed for case in cases)
    examples = sum(bool(case.subject) for case in cases)
    broken = sum(case.failed and not case.subject for case in cases)
    unconfirmed = sum(problem.code == "unconfirmed" for case in cases for problem in case.problems)
    summary = _summary(examples, failed - broken, unconfirmed, broken)
    if form == "html":
        write_page(out, checks, "Worked examples", summary)
    else:
        from kronika.cli.reports import say_report  # imported only to write a report

        say_report(form, "example check", cases)
    print_note(summary)
    return FILE if any(case.unread for case in cases) else FINDING if failed else FINE


def _summary(total: int, failed: int, unconfirmed: int, broken: int) -> str:
    """The number of examples, their results, and the number of files that can't be read as examples."""
    unread = f" {pluralize(broken, 'file')} can't be read." if broken else ""
    if not total:
        return f"No example was run.{unread}"
    good = "all as they say" if unconfirmed else "all as the book says"
    more = f", {unconfirmed} unconfirmed" if unconfirmed else ""
    return f"{pluralize(total, 'example')}: {f'{failed} failed' if failed else good}{more}.{unread}"


@example.command(name="list", short_help="list the examples, and their places in the book")
@click.argument("paths", nargs=-1, type=LOG, metavar="[FILE]...")
@format_option(list[ListedExample])
def list_(paths: tuple[str, ...], form: str) -> None:
    """List examples: game, id, title, source, and where the book is wrong.

    \b
    kronika example list
    kronika example list imhotep
    """
    found = [(source, one) for source, _, one in read_all(paths, print_warning)]
    if form == "json":
        print_json([ListedExample(source.name, one) for source, one in found])
        return
    rows: list[tuple[str, ...]] = [
        (one.game, one.id, one.title, one.source, "misprint" if one.misprint else "") for _, one in found
    ]
    columns = ["game", "id", "title", "source", ""]
    text = table(rows, columns)
    if text_width(text) > terminal_paper().width:
        rows, columns = [(*row[:3], row[4]) for row in rows], [*columns[:3], ""]
        text = table(rows, columns)
    over = text_width(text) - terminal_paper().width
    if over > 0 and sys.stdout.isatty():  # a reader of a pipe works by lines
        text = table(rows, columns, widths=_narrow_widths(rows, columns, over))
    print_text(text)


def _narrow_widths(rows: Sequence[Sequence[str]], columns: Sequence[str], over: int) -> list[int]:
    """The widths of a table's columns, narrower by `over` columns if possible: the titles are wrapped."""
    widths = natural_widths(rows, columns)
    widths[2] = max(TITLE_LEAST, widths[2] - over)
    return widths


@example.command(short_help="show one example: position, moves, table, score sheet")
@click.argument("name", metavar="[GAME/]ID", shell_complete=complete_example)
@click.argument("paths", nargs=-1, type=LOG, metavar="[FILE]...")
@click.option("--toml", is_flag=True, help="Print TOML, to start an example of your own.")
@click.option(
    "--out", type=LOG, metavar="FILE", help="Write a page or a picture: a new file that ends in .html, .svg or .png."
)
@theme_option("picture")
@size_option
def show(name: str, paths: tuple[str, ...], toml: bool, out: str | None, theme: Theme, size: int | None) -> None:
    """Show one example: its position, its moves, their effects, and the score sheet.

    \b
    kronika example show tides/EX-1
    kronika example show tides/EX-1 --toml
    kronika example show my-rules.toml#EX-1
    kronika example show my-rules.toml#EX-1 --out EX-1.html
    """
    if toml and out is not None:
        raise click.UsageError("--toml goes to standard output: omit --out.")
    if not paths and (address := split_address(name)):
        paths, name = address[:1], address[1]
    every = [*read_all(paths, print_warning)]
    found = [place for place in every if has_id(place[2], name)]
    if not found:
        raise KronikaError(_no_example(name, [one for _, _, one in every], files=bool(paths)))
    if out is not None:
        draw_examples(out, found, theme, size)
        return
    for _, _, one in found:
        if toml:
            print_text(example_toml(one).rstrip("\n"))
            continue
        for line in example_lines(one):
            print_text(line)


def _no_example(name: str, every: Sequence[Example], *, files: bool) -> str:
    """The message that no example is shown, with suggestions. An id alone may exist in several games."""
    if not files and os.path.isfile(name):
        return (
            f"{display_name(name)}: name one of its examples, {display_name(name)}#ID; `kronika example "
            "list` has their ids."
        )
    names = [f"{one.game}/{one.id}" for one in every] if "/" in name else [one.id for one in every]
    return f"There is no example {quoted(name)}.{suggestion(name, names)}"


def example_lines(one: Example) -> Iterator[str]:
    """Yield an example as lines: title, source, position, moves with effects, the table after them, and the score
    sheet.
    """
    yield terminal_paper().ink(printable(f"{one.game} {one.id}: {one.title}"), "bold")
    for text in (one.source, one.note):
        if text:
            yield wrapped(text)
    if one.misprint:
        yield wrapped(
            f"Misprint: the book says {one.misprint.printed}, it should say {one.misprint.right}: {one.misprint.why}"
        )
    start = start_example(one)
    names = start.players
    yield f"\n{start.game.render(start.view(), names, terminal_paper())}\n"
    run = run_example(one)
    assert run.session is not None
    for number in range(1, len(run.session.history) + 1):
        yield from record_lines(run.session, number, terminal_paper())
    if one.when:
        yield f"\n{run.session.game.render(run.session.view(), names, terminal_paper())}\n"
    if run.session.score():
        yield score_sheet(run.session, run.session.state, terminal_paper())
    yield whose_turn(run.session)
    for finding in run.findings:
        yield printable(f"FAILS {finding.key}: expected {finding.expected}; got {finding.got}")
