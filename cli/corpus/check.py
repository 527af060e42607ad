"""`corpus check`: validate every log, and show what changed since an earlier check."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from kronika.cli.corpus.changes import against_option, print_groups
from kronika.cli.corpus.surveying import (
    catalog_option,
    exit_status,
    folders_argument,
    folding,
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
from kronika.logs.corpus.baseline import Earlier, new_baseline, read_baseline
from kronika.logs.corpus.causes import Group
from kronika.logs.corpus.changes import compare_checks
from kronika.logs.corpus.check import Corpus
from kronika.logs.corpus.places import LogFolders, log_folders
from kronika.logs.corpus.summary import Summary
from kronika.logs.corpus.sums import Folded
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import no_op
from kronika.logs.files.streams import STDIO
from kronika.logs.replaying.survey import Survey

if TYPE_CHECKING:
    from kronika.cli.reports import Case

WAITING: Final = 1_000
"""The most faults that wait for the end on a terminal."""


@click.command(short_help="validate every log; show changes since an earlier check")
@folders_argument
@click.option("--strict", is_flag=True, help=STRICT)
@against_option
@click.option(
    "--baseline",
    type=click.Path(),
    metavar="FILE",
    help="Write what --against needs into a new FILE; .zst and .gz compress it.",
)
@catalog_option
@jobs_option
@cluster_option
@report_option(Corpus, list[Group])
def check(
    folders: tuple[str, ...],
    strict: bool,
    against: str | None,
    baseline: str | None,
    catalog: str | None,
    jobs: int,
    cluster: str,
    form: str,
) -> None:
    """Validate every log of folders or files, and count by game, version, fault and rule.

    With --against, show what changed since an earlier check, grouped by the rule that caused it. One cause is one line,
    however many logs it broke.

    \b
    kronika corpus check games
    kronika corpus check games cup
    kronika corpus check games --jobs 2 --baseline new.gz
    kronika corpus check games --against before.json
    kronika corpus check games --against before.json --format github
    kronika corpus check games --format sarif > games.sarif
    """
    if baseline == STDIO:
        raise click.UsageError("Standard output has the report: --baseline needs the name of a file.")
    there = log_folders(folders, strict=strict)
    texts = _Texts()
    summary = Summary(there.pinned, texts.add if form == "text" and not against else no_op)
    # Where each log is not needed by itself, those of a file of many may come as sums.
    read = surveying if against or baseline or form != "text" else folding
    with (
        Earlier(read_baseline(against)) if against else nullcontext() as before,
        read(there, jobs, catalog, strict, cluster) as coming,
        _kept(baseline, _counted(summary, coming)) as logs,
    ):
        found = _consumed(logs, there, form, before)
        if coming.died and (before or baseline):
            raise coming.died  # a missing log would count as deleted
    texts.flush()
    _print(found, summary, there, form, against)
    if coming.died:
        raise coming.died
    bad = found if before else summary.faulty
    raise click.exceptions.Exit(exit_status(coming.unread, FINDING if bad else FINE))


LogT = TypeVar("LogT", bound=Survey | Folded)


def _counted(summary: Summary, logs: Iterable[LogT]) -> Iterator[LogT]:
    for log in logs:
        summary.add(log)
        yield log


@contextmanager
def _kept(baseline: str | None, logs: Iterator[Any]) -> Iterator[Iterator[Any]]:
    """The same logs, which are also written to a new file, if there is a name for it."""
    if baseline is None:
        yield logs
        return
    with new_baseline(baseline, logs) as kept:
        yield kept


def _consumed(logs: Iterator[Any], there: LogFolders, form: str, before: Earlier | None) -> list[Any]:
    """The changes. Logs as JSON are printed as they come, a report when all have come."""
    if before is not None:
        return compare_checks(before, logs)
    if form in REPORTS:
        from kronika.cli.reports import say_report  # imported only to write a report

        say_report(form, "corpus check", _cases(there, logs))
    if form == "json":
        _stream(there, logs)
    for _ in logs:
        pass
    return []


def _print(found: list[Any], summary: Summary, there: LogFolders, form: str, against: str | None) -> None:
    if against:
        _print_groups(found, there, form, against)
    elif form == "text":
        print_summary(summary, there)


class _Texts:
    """Faults in words, printed as they come. On a terminal a few wait until the bar of the progress is gone."""

    def __init__(self) -> None:
        self._waiting: list[str] = []

    def add(self, text: str) -> None:
        self._waiting.append(text)
        if len(self._waiting) > WAITING or not sys.stderr.isatty():
            self.flush()

    def flush(self) -> None:
        for text in self._waiting:
            print_text(printable(text))
        self._waiting.clear()


def _stream(there: LogFolders, logs: Iterable[Survey]) -> None:
    """Print a Corpus as JSON, log by log; only one log at a time is in memory."""
    found = Corpus((), there.pinned, there.logs.unlisted, there.logs.others)
    head, tail = to_json(found).split(b"[]", 1)
    print_bytes(head)
    for piece in json_list(logs, b"  "):
        print_bytes(piece)
    print_bytes(tail)


def _cases(there: LogFolders, logs: Iterable[Survey]) -> Iterator[Case]:
    from kronika.cli.reports.cases import file_case, survey_case  # imported only to write a report

    for log in logs:
        yield survey_case(there.folder, log, pinned=log.path in there.pinned)
    for path, why in there.logs.unlisted.items():
        yield file_case(path, FileError(why))


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
    """Print the counts, the faults by kind, and the pins."""
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
