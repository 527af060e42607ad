"""`validate`, `coverage`: is a log right, which rules did it use."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from typing import Any

import click
from msgspec import Struct

from kronika.cli.printing.options import LOG, REPORTS, STRICT, cluster_option, format_option, jobs_option, report_option
from kronika.cli.printing.output import (
    FILE,
    FINDING,
    FINE,
    note,
    paper,
    say,
    say_json,
    say_json_list,
    say_report,
    shorten,
    table,
    warn,
    wrapped,
)
from kronika.cli.printing.progress import broken_off, progress
from kronika.core.basics.text import count
from kronika.core.contract.registry import get_game
from kronika.core.rulebook.spec import citable, rules_of, uncited
from kronika.core.sessions.coverage import Coverage
from kronika.logs.files.faults import Fault, FileTrouble
from kronika.logs.files.names import stored
from kronika.logs.files.walk import find_logs, passed_over
from kronika.logs.replaying.replay import Report
from kronika.logs.replaying.replay import validate as validate_log
from kronika.logs.texts.addresses import check_log, is_example, load_addressed
from kronika.logs.work.pool import Made, ResultStream, in_order


@click.command()
@click.argument("logs", nargs=-1, required=True, type=LOG)
@click.option("--strict", is_flag=True, help=STRICT)
@jobs_option
@cluster_option
@report_option
@broken_off()
def validate(logs: tuple[str, ...], strict: bool, jobs: int, cluster: str, form: str) -> None:
    """Find every fault in logs, or in all logs of a folder: FILE:LINE: CODE message.

    Below a folder, dot folders, virtual environments and node_modules are left out, and so is a .jsonl whose first line
    is JSON but nothing like the header of a log.

    \b
    kronika validate game.jsonl
    kronika validate --strict --jobs 2 games/
    kronika validate --format junit games/ > report.xml
    """
    there = find_logs(logs, strict=strict)
    summary = _Summary()
    items = Made(there.paths, partial(_found, read=bool(cluster)))
    with closing(in_order(partial(_validate_one, strict=strict), items, jobs, warn, cluster=cluster)) as results:
        coming = ResultStream(progress(results, len(there.paths), "validating", told=form == "json"))
        unlisted = ((folder, FileTrouble(why)) for folder, why in there.unlisted.items())
        _tell(summary.of(chain(coming, unlisted)), form)
    if summary.read or not summary.unread:
        others = f" {passed_over(there.others)} passed over." if there.others else ""
        faulty = summary.faulty or "none"
        note(f"{count(summary.read, 'log')}, {count(summary.events, 'event')}: {faulty} with faults.{others}")
    if coming.died:
        raise coming.died
    raise click.exceptions.Exit(FILE if summary.unread else FINDING if summary.faulty else FINE)


Judged = tuple[str, Report | FileTrouble]
"""A log, or a folder that can't be listed, and what was found."""


class _Summary:
    """How many logs were read, their events, how many have faults, and how many could not be read."""

    def __init__(self) -> None:
        self.read = self.events = self.faulty = self.unread = 0

    def of(self, judged: Iterable[Judged]) -> Iterator[Judged]:
        """The same, counted as they pass."""
        for path, report in judged:
            if isinstance(report, Report):
                self.read += 1
                self.events += report.events
                self.faulty += not report.ok
            else:
                self.unread += 1
            yield path, report


def _tell(judged: Iterable[Judged], form: str) -> None:
    """Each log as it comes, but for a report, and for a terminal: there the faults wait for the end of the bar."""
    if form == "json":
        say_json_list(_as_data(report) for _, report in judged)
    elif form in REPORTS:
        from kronika.cli.reports.cases import log_case

        say_report(form, "validate", [log_case(*pair) for pair in judged])
    elif sys.stderr.isatty():
        for _, report in [pair for pair in judged if not _is_sound(pair[1])]:
            _print(report)
    else:
        for _, report in judged:
            _print(report)


def _is_sound(report: Report | FileTrouble) -> bool:
    return isinstance(report, Report) and report.ok


def _found(path: str, read: bool) -> tuple[str, bytes | FileTrouble | None]:
    """A log as it is handed out: to another machine with what it holds, which is read no earlier."""
    try:
        check_log(path)
        return path, stored(path) if read else None
    except FileTrouble as error:
        return path, error


def _validate_one(log: tuple[str, bytes | FileTrouble | None], strict: bool) -> Judged:
    path, data = log
    if isinstance(data, FileTrouble):
        return path, data
    try:
        return path, validate_log(path, strict=strict, data=data)
    except FileTrouble as error:
        return path, error


def _print(report: Report | FileTrouble) -> None:
    if isinstance(report, FileTrouble):
        note(str(report))
        return
    for fault in report.faults:
        say(str(fault))


class Unread(Struct, frozen=True):
    """A log that can't be read, and why."""

    error: str


def _as_data(report: Report | FileTrouble) -> Report | Unread:
    return report if isinstance(report, Report) else Unread(str(report))


class Cited(Struct, frozen=True):
    """The rules of a game that logs have cited, and how often; those never cited; those that can't be, and why."""

    cited: dict[str, int]
    never: list[str]
    uncited: dict[str, str]


@click.command()
@click.argument("logs", nargs=-1, required=True, type=LOG)
@click.option("--missing", is_flag=True, help="Only the rules that were never cited.")
@click.option("--examples", is_flag=True, help="Of games or files of examples: the examples that each rule has.")
@format_option
@broken_off()
def coverage(logs: tuple[str, ...], missing: bool, examples: bool, form: str) -> None:
    """Count which numbered rules logs or examples have cited, how often, and which never.

    With --examples, of games by name or of files of examples: in which examples each rule is at work, in which it
    refuses a move, and which rules have neither.

    \b
    kronika coverage games/*.jsonl
    kronika coverage --missing game.jsonl
    kronika coverage my-rules.toml#EX-1
    kronika coverage --examples tides
    """
    if examples:
        from kronika.cli.commands.example_coverage import tell_examples

        raise click.exceptions.Exit(tell_examples(logs, missing, form))
    by_game: dict[str, Coverage] = {}
    status = FINE
    there = find_logs(logs)
    for path in there.paths:
        try:
            game, cited, faults = _cited(path)
        except FileTrouble as error:
            note(str(error))
            status = FILE
            continue
        for fault in faults:
            note(str(fault))
        status = max(status, FINDING if faults else FINE)
        if game:
            by_game.setdefault(game, Coverage()).add(cited)
    for why in there.unlisted.values():
        note(why)
        status = FILE
    if there.others:
        note(f"{passed_over(there.others)} passed over.")
    if form == "json":
        say_json({name: _counted(name, cited) for name, cited in by_game.items()})
    else:
        for name, cited in by_game.items():
            _print_coverage(name, cited, missing)
    raise click.exceptions.Exit(status)


def _cited(path: str) -> tuple[str, Coverage, Sequence[Fault]]:
    """The game of a log or of an example, the rules cited, and the faults. Raises FileTrouble, ExampleError."""
    cited = Coverage()
    if not is_example(path):
        report = validate_log(path, coverage=cited)
        return report.game, cited, report.faults
    session = load_addressed(path)
    for event in session.line.events:
        cited.cite_effects(event.then)
    cited.cite_score(session.score(), session.result())
    return session.game.name, cited, ()


def _counted(name: str, cited: Coverage) -> Cited:
    return Cited(
        {rule: cited.count(rule) for rule in sorted(cited.rules(), key=rule_key)},
        [rule.number for rule in citable(get_game(name)) if not cited.count(rule.number)],
        dict(uncited(get_game(name))),
    )


def rule_key(rule: str) -> tuple[Any, ...]:
    """Orders numbers as people count: TT-4.9 before TT-4.10."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in rule.replace("-", ".").split("."))


def _print_coverage(name: str, cited: Coverage, missing: bool) -> None:
    texts = {rule.number: rule.line for rule in rules_of(get_game(name))}
    every = citable(get_game(name))
    never = [rule for rule in every if not cited.count(rule.number)]
    room = max(20, paper().width - 12)
    if not missing:
        rows = [
            (
                rule,
                *(cited.by_kind[kind][rule] or "" for kind in ("effect", "score")),
                shorten(texts.get(rule, ""), max(20, room - 24)),
            )
            for rule in sorted(cited.rules(), key=rule_key)
        ]
        say(table(rows, [name, "effects", "scores", "rule"], (1, 2)))
        say()
    say(f"{name}: {len(every) - len(never)} of {len(every)} numbered rules cited; never:")
    for rule in never:
        say(f"  {rule.number:<9}{shorten(rule.line, room)}")
    if more := uncited(get_game(name)):
        why = "nothing happens by them. --format json says of each why."
        say(wrapped(f"{count(len(more), 'more rule')} can't be cited: {why}"))
