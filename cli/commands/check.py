"""`validate` and `coverage`: the faults of logs, and the rules that they cite."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from kronika.cli.printing.options import LOG, REPORTS, STRICT, cluster_option, format_option, jobs_option, report_option
from kronika.cli.printing.output import (
    FILE,
    FINDING,
    FINE,
    print_json,
    print_json_list,
    print_note,
    print_text,
    print_warning,
    shorten,
    table,
    terminal_paper,
    wrapped,
)
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.core.basics.lazy import lazy_function
from kronika.core.basics.text import pluralize
from kronika.core.contract.registry import get_game
from kronika.core.rulebook.spec import citable_rules, rule_key, rules_of, uncitable_rules
from kronika.core.sessions.coverage import Coverage
from kronika.logs.files.faults import Fault, FileError
from kronika.logs.files.sources import Stored, read_stored
from kronika.logs.files.walk import Logs, find_logs, skipped_text
from kronika.logs.replaying.validation import Report
from kronika.logs.replaying.validation import validate as validate_log
from kronika.logs.texts.addresses import check_log, is_example, load_addressed
from kronika.logs.work.pool import ResultStream, Success, map_in_order, map_stretches

if TYPE_CHECKING:
    from kronika.logs.corpus.stretches import Stretch


class UnreadableLog(Struct, frozen=True):
    """A log that can't be read, and the reason."""

    error: str


@click.command()
@click.argument("logs", nargs=-1, required=True, type=LOG)
@click.option("--strict", is_flag=True, help=STRICT)
@jobs_option
@cluster_option
@report_option(list[Report], list[UnreadableLog])
@interruption_notice()
def validate(logs: tuple[str, ...], strict: bool, jobs: int, cluster: str, form: str) -> None:
    """Find every fault in logs, or in all logs of a folder: FILE:LINE: CODE message.

    In a folder, subfolders are skipped if they begin with a dot, are virtual environments, or are called node_modules.
    A .jsonl file is skipped if its first line is JSON but nothing like the header of a log. In the log of an import the
    claims of the archive are compared with the rules again.

    \b
    kronika validate game.jsonl
    kronika validate --strict --jobs 2 games/
    kronika validate --format junit games/ > report.xml
    """
    there = find_logs(logs, strict=strict)
    summary = _Summary()
    with closing(_validated(there, strict, jobs, cluster)) as results:
        coming = ResultStream(progress(results, len(there.paths), "validating", told=form == "json"))
        unlisted = ((folder, FileError(why)) for folder, why in there.unlisted.items())
        _report_all(summary.of(chain(coming, unlisted)), form)
    if summary.read or not summary.unread:
        others = f" {skipped_text(there.others)} skipped." if there.others else ""
        faulty = summary.faulty or "none"
        print_note(
            f"{pluralize(summary.read, 'log')}, {pluralize(summary.events, 'event')}: {faulty} with faults.{others}"
        )
    if coming.died:
        raise coming.died
    raise click.exceptions.Exit(FILE if summary.unread else FINDING if summary.faulty else FINE)


Judged = tuple[str, Report | FileError]
"""A log, or a folder that can't be listed, and the report on it."""


class _Summary:
    """Counts of the logs that were read, their events, the logs with faults, and the logs that could not be read."""

    def __init__(self) -> None:
        self.read = self.events = self.faulty = self.unread = 0

    def of(self, judged: Iterable[Judged]) -> Iterator[Judged]:
        """Yield the same reports, and count them."""
        for path, report in judged:
            if isinstance(report, Report):
                self.read += 1
                self.events += report.events
                self.faulty += not report.ok
            else:
                self.unread += 1
            yield path, report


def _report_all(judged: Iterable[Judged], form: str) -> None:
    """Print each report as it comes. On a terminal and for CI, wait until all are there."""
    if form == "json":
        print_json_list(_as_data(report) for _, report in judged)
    elif form in REPORTS:
        from kronika.cli.reports import say_report  # imported only to write a report
        from kronika.cli.reports.cases import log_case

        say_report(form, "validate", (log_case(*pair) for pair in judged))
    elif sys.stderr.isatty():
        for _, report in [pair for pair in judged if not _is_sound(pair[1])]:
            _print(report)
    else:
        for _, report in judged:
            _print(report)


def _is_sound(report: Report | FileError) -> bool:
    return isinstance(report, Report) and report.ok


def _validated(there: Logs, strict: bool, jobs: int, cluster: str) -> Generator[Judged, None, None]:
    """The reports on logs, in their order. A cluster gets the content of each log."""
    if cluster or there.paths is there.files:
        items = Success(there.paths, partial(_work_item, sent=bool(cluster)))
        return map_in_order(partial(_validate_one, strict), items, jobs, print_warning, cluster=cluster)
    from kronika.logs.corpus.stretches import stretches  # imported only for files of many logs

    return map_stretches(partial(_validate_stretch, strict), stretches("", there, jobs), jobs, print_warning)


def _work_item(address: str, sent: bool) -> tuple[str, bytes | FileError | None]:
    """A log as a work item. For another machine it includes the bytes, which are read as late as possible."""
    try:
        check_log(address)
        return address, read_stored(Stored(address)) if sent else None
    except FileError as error:
        return address, error


def _validate_stretch(strict: bool, stretch: Stretch) -> Iterator[Judged]:
    """The reports on a stretch of logs. The block of a file of many is read once."""
    from kronika.logs.corpus.stretches import listed_data  # imported only for files of many logs

    if stretch.proof:
        yield from map(partial(_validate_one, strict), zip(stretch.addresses, listed_data(stretch), strict=True))
    else:
        for address in stretch.addresses:
            yield _validate_one(strict, _work_item(address, sent=False))


def _validate_one(strict: bool, log: tuple[str, bytes | FileError | None]) -> Judged:
    address, data = log
    if isinstance(data, FileError):
        return address, data
    try:
        return address, validate_log(address, strict=strict, data=data)
    except FileError as error:
        return address, error


def _print(report: Report | FileError) -> None:
    if isinstance(report, FileError):
        print_note(str(report))
        return
    for fault in report.faults:
        print_text(str(fault))


def _as_data(report: Report | FileError) -> Report | UnreadableLog:
    return report if isinstance(report, Report) else UnreadableLog(str(report))


class CitedRules(Struct, frozen=True):
    """The rules of a game that logs have cited, each with its count; those never cited; those that can't be, each
    with the reason.
    """

    cited: dict[str, int]
    never: list[str]
    uncited: dict[str, str]


@click.command()
@click.argument("logs", nargs=-1, required=True, type=LOG)
@click.option("--missing", is_flag=True, help="List only the rules that were never cited.")
@click.option("--examples", is_flag=True, help="Show the examples of each rule, for games or files of examples.")
@format_option(dict[str, CitedRules], lazy_function("kronika.cli.commands.example_coverage", "printed"))
@interruption_notice()
def coverage(logs: tuple[str, ...], missing: bool, examples: bool, form: str) -> None:
    """Count how often logs or examples have cited each numbered rule, and list the rules never cited.

    With --examples, name games or files of examples. You see the examples in which each rule is at work, those in which
    it refuses a move, and the rules with neither.

    \b
    kronika coverage games/*.jsonl
    kronika coverage --missing game.jsonl
    kronika coverage my-rules.toml#EX-1
    kronika coverage --examples tides
    """
    if examples:
        from kronika.cli.commands.example_coverage import (
            print_example_coverage,  # imported only to run examples
        )

        raise click.exceptions.Exit(print_example_coverage(logs, missing, form))
    by_game: dict[str, Coverage] = {}
    status = FINE
    there = find_logs(logs)
    for path in there.paths:
        try:
            game, cited, faults = _cited(path)
        except FileError as error:
            print_note(str(error))
            status = FILE
            continue
        for fault in faults:
            print_note(str(fault))
        status = max(status, FINDING if faults else FINE)
        if game:
            by_game.setdefault(game, Coverage()).add(cited)
    for why in there.unlisted.values():
        print_note(why)
        status = FILE
    if there.others:
        print_note(f"{skipped_text(there.others)} skipped.")
    if form == "json":
        print_json({name: _counted(name, cited) for name, cited in by_game.items()})
    else:
        for name, cited in by_game.items():
            _print_coverage(name, cited, missing)
    raise click.exceptions.Exit(status)


def _cited(path: str) -> tuple[str, Coverage, Sequence[Fault]]:
    """The game of a log or of an example, the rules cited, and the faults. Raises FileError, ExampleError."""
    cited = Coverage()
    if not is_example(path):
        report = validate_log(path, coverage=cited)
        return report.game, cited, report.faults
    session = load_addressed(path)
    for event in session.line.events:
        cited.cite_effects(event.then)
    cited.cite_score(session.score(), session.result())
    return session.game.name, cited, ()


def _counted(name: str, cited: Coverage) -> CitedRules:
    return CitedRules(
        {rule: cited.count(rule) for rule in sorted(cited.rules(), key=rule_key)},
        [rule.number for rule in citable_rules(get_game(name)) if not cited.count(rule.number)],
        dict(uncitable_rules(get_game(name))),
    )


def _print_coverage(name: str, cited: Coverage, missing: bool) -> None:
    texts = {rule.number: rule.line for rule in rules_of(get_game(name))}
    every = citable_rules(get_game(name))
    never = [rule for rule in every if not cited.count(rule.number)]
    room = max(20, terminal_paper().width - 12)
    if not missing:
        rows = [
            (
                rule,
                *(cited.by_kind[kind][rule] or "" for kind in ("effect", "score")),
                shorten(texts.get(rule, ""), max(20, room - 24)),
            )
            for rule in sorted(cited.rules(), key=rule_key)
        ]
        print_text(table(rows, [name, "effects", "scores", "rule"], (1, 2)))
        print_text()
    print_text(f"{name}: {len(every) - len(never)} of {len(every)} numbered rules cited; never:")
    for rule in never:
        print_text(f"  {rule.number:<9}{shorten(rule.line, room)}")
    if more := uncitable_rules(get_game(name)):
        why = "nothing happens by them. --format json says of each why."
        print_text(wrapped(f"{pluralize(len(more), 'more rule')} can't be cited: {why}"))
