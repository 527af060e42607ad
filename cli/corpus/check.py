"""`corpus check`: validate every log, and show what changed since an earlier check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from kronika.cli.corpus.changes import against_option, print_groups, read_corpus
from kronika.cli.corpus.surveying import (
    catalog_option,
    corpus_of,
    exit_status,
    folders_argument,
    print_skipped,
    skipped_suffix,
    surveying,
)
from kronika.cli.printing.options import REPORTS, STRICT, cluster_option, jobs_option, report_option
from kronika.cli.printing.output import (
    FINDING,
    FINE,
    json_list,
    print_bytes,
    print_json,
    print_note,
    print_text,
    table,
    to_json,
    wrapped,
)
from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize
from kronika.logs.corpus.causes import Group
from kronika.logs.corpus.changes import compare_checks
from kronika.logs.corpus.check import Corpus
from kronika.logs.corpus.places import LogFolders, log_folders
from kronika.logs.corpus.summary import Summary
from kronika.logs.files.faults import FileError
from kronika.logs.replaying.survey import Survey

if TYPE_CHECKING:
    from kronika.cli.reports import Case


@click.command(short_help="validate every log; show changes since an earlier check")
@folders_argument
@click.option("--strict", is_flag=True, help=STRICT)
@against_option
@catalog_option
@jobs_option
@cluster_option
@report_option(Corpus, list[Group])
def check(
    folders: tuple[str, ...],
    strict: bool,
    against: str | None,
    catalog: str | None,
    jobs: int,
    cluster: str,
    form: str,
) -> None:
    """Validate every log of one or more folders, and count by game, version, fault and rule.

    With --against, show what changed since an earlier check, grouped by the rule that caused it. One cause is one line,
    however many logs it broke.

    \b
    kronika corpus check games
    kronika corpus check games cup
    kronika corpus check games --jobs 2 --format json > before.json
    kronika corpus check games --against before.json
    kronika corpus check games --against before.json --format github
    kronika corpus check games --format sarif > games.sarif
    """
    earlier = read_corpus(against) if against else None
    there = log_folders(folders, strict=strict)
    summary = Summary(there.pinned)
    with surveying(there, jobs, catalog, strict, cluster, told=form == "json" and not against) as coming:
        logs = _counted(summary, coming)
        if earlier:
            groups = compare_checks(earlier, logs)
        elif form == "json":
            _stream(there, logs)
        elif form in REPORTS:
            cases = _cases(there, logs)
        else:
            for _ in logs:
                pass
    if coming.died and earlier:
        raise coming.died  # a missing log would count as deleted
    if earlier:
        _print_groups(groups, there, form, against or "")
    elif form in REPORTS:
        from kronika.cli.reports import say_report  # imported only to write a report

        say_report(form, "corpus check", cases)
    elif form == "text":
        print_summary(summary, there)
    if coming.died:
        raise coming.died
    bad = groups if earlier else summary.faulty
    raise click.exceptions.Exit(exit_status(coming.unread, FINDING if bad else FINE))


def _counted(summary: Summary, logs: Iterable[Survey]) -> Iterator[Survey]:
    for log in logs:
        summary.add(log)
        yield log


def _stream(there: LogFolders, logs: Iterable[Survey]) -> None:
    """Print a Corpus as JSON, log by log; only one log at a time is in memory."""
    head, tail = to_json(corpus_of(there, ())).split(b"[]", 1)
    print_bytes(head)
    for piece in json_list(logs, b"  "):
        print_bytes(piece)
    print_bytes(tail)


def _cases(there: LogFolders, logs: Iterable[Survey]) -> list[Case]:
    from kronika.cli.reports.cases import file_case, survey_case  # imported only to write a report

    cases = [survey_case(there.folder, log, pinned=log.path in there.pinned) for log in logs]
    return [*cases, *(file_case(path, FileError(why)) for path, why in there.logs.unlisted.items())]


def _print_groups(groups: list[Group], there: LogFolders, form: str, against: str) -> None:
    if form == "json":
        print_json(groups)
        return
    if form in REPORTS:
        from kronika.cli.reports import say_report  # imported only to write a report
        from kronika.cli.reports.cases import change_cases

        say_report(form, "corpus check", change_cases(there.folder, against, groups))
        return
    print_groups(groups)
    if not groups:
        print_text("Nothing changed.")
    print_skipped(there.logs.others)


def print_summary(found: Summary, there: LogFolders) -> None:
    """Print the faults one by one, then the summary."""
    for text in found.texts:
        print_text(printable(text))
    rows = [(*kind, n, found.events[kind], found.faulty[kind]) for kind, n in sorted(found.logs.items())]
    print_text(table(rows, ["game", "rules", "logs", "events", "faulty"], (1, 2, 3, 4)))
    if found.faults:
        ordered = sorted(found.faults.items(), key=lambda pair: (-pair[1], pair[0]))
        print_text()
        print_text(
            table([(*what, n, found.first[what]) for what, n in ordered], ["fault", "rule", "logs", "first"], (2,))
        )
    for path, pin in sorted(there.pinned.items()):
        print_text(wrapped(f"pinned: {path} belongs to rules {pin.rules}: {pin.why}"))
    faults, pins = found.faulty.total() or "none", len(there.pinned)
    others = skipped_suffix(there.logs.others)
    print_note(f"{pluralize(found.logs.total(), 'log')}: {faults} with faults, {pins} pinned.{others}")
