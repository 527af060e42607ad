"""`validate`, `diff`, `coverage`: is a log right, what differs, which rules did it use."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Any

import click
import msgspec

from kronika.cli.options import LOG, REPORTS, format_option, jobs_option, report_option
from kronika.cli.output import (
    FILE,
    FINDING,
    FINE,
    note,
    paper,
    progress,
    say,
    say_json,
    say_report,
    shorten,
    table,
    warn,
    wrapped,
)
from kronika.core.coverage import Coverage
from kronika.core.paper import Paper
from kronika.core.printable import printable
from kronika.core.registry import get_game
from kronika.core.spec import citable, rules_of, uncited
from kronika.core.words import count
from kronika.logs.compare import Diff, Divergence, Side, diff_logs
from kronika.logs.faults import Fault, FileTrouble, LogError
from kronika.logs.files import shown
from kronika.logs.pool import gathered, in_order
from kronika.logs.replay import Report
from kronika.logs.replay import validate as validate_log
from kronika.logs.walk import find_logs


@click.command()
@click.argument("logs", nargs=-1, required=True, type=LOG)
@click.option("--strict", is_flag=True, help="Numbers, effects and digests must be there.")
@jobs_option
@report_option
def validate(logs: tuple[str, ...], strict: bool, jobs: int, form: str) -> None:
    """Find every fault in logs, or in all logs of a folder: FILE:LINE: CODE message.

    Below a folder, dot folders, virtual environments and node_modules are left out.

    \b
    kronika validate game.jsonl
    kronika validate --strict --jobs 2 games/
    kronika validate --format junit games/ > report.xml
    """
    there = find_logs(logs)
    at_once = form == "text" and not sys.stderr.isatty()  # at a terminal the faults wait for the end of the bar
    with closing(in_order(partial(_validate_one, strict=strict), there.paths, jobs, warn)) as results:
        found = progress(results, len(there.paths), "validating")
        judged, died = gathered(_printed(found) if at_once else found)
    unlisted = [(folder, FileTrouble(why)) for folder, why in there.unlisted.items()]
    if form == "text":
        for _ in _printed(unlisted if at_once else [*judged, *unlisted]):
            pass
    judged.extend(unlisted)
    reports = [report for _, report in judged]
    if form == "json":
        say_json([_report_json(report) for report in reports])
    elif form in REPORTS:
        from kronika.cli.reports.cases import log_case

        say_report(form, "validate", [log_case(*pair) for pair in judged])
    read = [report for report in reports if isinstance(report, Report)]
    unread = [report for report in reports if not isinstance(report, Report)]
    faulty = sum(not report.ok for report in read)
    events = sum(report.events for report in read)
    if read or not unread:
        note(f"{count(len(read), 'log')}, {count(events, 'event')}: {faulty or 'none'} with faults.")
    if died:
        raise died
    raise click.exceptions.Exit(FILE if unread else FINDING if faulty else FINE)


def _validate_one(path: str, strict: bool) -> tuple[str, Report | FileTrouble]:
    try:
        return path, validate_log(path, strict=strict)
    except FileTrouble as error:
        return path, error


def _printed(judged: Iterable[tuple[str, Report | FileTrouble]]) -> Iterator[tuple[str, Report | FileTrouble]]:
    for path, report in judged:
        if isinstance(report, FileTrouble):
            note(str(report))
        else:
            for fault in report.faults:
                say(str(fault))
        yield path, report


def _report_json(report: Report | FileTrouble) -> Any:
    return msgspec.to_builtins(report) if isinstance(report, Report) else {"error": str(report)}


@click.command()
@click.argument("paths", nargs=-1, required=True, type=LOG, metavar="A B")
@click.option("--git", is_flag=True, help="Take the arguments that git gives to a diff command.")
@report_option
def diff(paths: tuple[str, ...], git: bool, form: str) -> None:
    """Compare two logs for what they mean: header, notes, moves, effects, states.

    Shows the first event that differs with both sides, and whether the two games meet again in one state. Exit status
    1 when the logs differ.

    \b
    kronika diff a.jsonl b.jsonl
    """
    if git:
        if form in REPORTS:
            raise click.UsageError(f"--git is for git, which reads no {form}.")
        for line in tell_git(paths):
            say(line)
        return  # git takes any status but 0 for a failure of the command itself
    if len(paths) != 2:
        raise click.UsageError("Two logs are compared: A and B.")
    if form in REPORTS:
        raise click.exceptions.Exit(_report_diff(*paths, form))
    found = diff_logs(*paths)
    if form == "json":
        say_json(found)
    else:
        for line in tell_diff(found, (paths[0], paths[1]), paper()):
            say(line)
    raise click.exceptions.Exit(FINE if found.same else FINDING)


def _report_diff(left: str, right: str, form: str) -> int:
    from kronika.cli.reports.cases import PLAIN, diff_case

    found: Diff | FileTrouble | LogError
    try:
        found = diff_logs(left, right)
    except (FileTrouble, LogError) as error:
        found = error
    told = "\n".join(tell_diff(found, (left, right), PLAIN)) if isinstance(found, Diff) else str(found)
    case = diff_case(left, right, found, told)
    say_report(form, "diff", [case])
    return FILE if case.unread else FINDING if case.failed else FINE


def tell_git(arguments: Sequence[str]) -> Iterator[str]:
    """A comparison for git: PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE.

    For a renamed log its new name and a note follow; of an unmerged one there is only the path.
    """
    if len(arguments) not in (1, 7, 9):
        raise click.UsageError("--git takes the arguments that git gives to a diff command: 1, 7 or 9.")
    path = arguments[0]
    if len(arguments) == 1:
        yield f"{shown(path)}: the log is unmerged."
        return
    left, right = arguments[1], arguments[4]
    if os.devnull in (left, right):
        yield f"{shown(path)}: the log is {'new' if left == os.devnull else 'gone'}."
        return
    names = (f"a/{path}", f"b/{arguments[7] if len(arguments) == 9 else path}")
    try:
        yield from tell_diff(diff_logs(left, right), names, paper())
    except LogError as error:
        yield str(_renamed(error.fault, (left, right), names))
    except FileTrouble as error:
        yield str(error)


def _renamed(fault: Fault, files: tuple[str, str], names: tuple[str, str]) -> Fault:
    """The fault under the log's name, where git has put the log into a file for the while."""
    return fault.under(dict(zip(map(shown, files), names, strict=True)).get(fault.path, fault.path))


def tell_diff(found: Diff, names: tuple[str, str], paper: Paper) -> Iterator[str]:
    """A comparison as lines."""
    yield f"--- {printable(names[0])}"
    yield f"+++ {printable(names[1])}"
    for change in found.header:
        what, left, right = map(printable, (change.what, change.left, change.right))
        yield f"{what}: {paper.ink(f'- {left}', 'red')}  {paper.ink(f'+ {right}', 'green')}"
    yield from _tell_notes(found, paper)
    if found.takebacks[0] != found.takebacks[1]:
        yield f"take-backs: {found.takebacks[0]} and {found.takebacks[1]} (they do not count as a difference)"
    for fault in found.faults:
        yield str(_renamed(fault, (found.left, found.right), names))
    if any(change.what == "game" for change in found.header):
        yield "Two different games: their moves are not compared."
    elif found.divergence is None:
        yield _tell_agreement(found)
    else:
        yield from _tell_divergence(found.divergence, found.agree, paper)
        yield from _tell_rest(found, found.divergence)


def _tell_notes(found: Diff, paper: Paper) -> Iterator[str]:
    for notes in found.notes:
        yield f"notes on {f'event {notes.event}' if notes.event else 'the game'}:"
        for sign, colour, texts in (("-", "red", notes.left), ("+", "green", notes.right)):
            for text in texts:
                yield paper.ink(f"{sign} {printable(text)}", colour)


def _tell_agreement(found: Diff) -> str:
    events = count(found.agree, "event")
    if found.faults:
        return f"The same as far as both can be replayed: {events}."
    if found.header or found.notes:
        return f"The same moves{', effects and states' if found.states else ' and effects'}: {events}."
    return f"The games are the same: {events}."


def _tell_rest(found: Diff, divergence: Divergence) -> Iterator[str]:
    """What becomes of the games after they have diverged."""
    if found.more:
        yield f"{count(found.more, 'more event')} with equal moves but other effects or states."
    if found.meeting:
        yield (
            f"The states meet again after record {found.meeting.left} of the first and record {found.meeting.right} "
            "of the second."
        )
    elif found.states and divergence.kind != "length":
        yield "The states never meet again."


def _tell_divergence(divergence: Divergence, agree: int, paper: Paper) -> Iterator[str]:
    what = {
        "move": "another move",
        "effects": "the same move with other effects",
        "state": "the same move and effects, but another state",
        "length": "one log ends here",
    }[divergence.kind]
    yield f"{count(agree, 'event')} the same, then {what}:"
    for sign, colour, side in (("-", "red", divergence.left), ("+", "green", divergence.right)):
        for line in _tell_side(side, with_state=divergence.kind == "state"):
            yield paper.ink(f"{sign} {printable(line)}", colour)
    rules = dict.fromkeys((*divergence.left.rules, *divergence.right.rules))
    if divergence.kind == "effects" and rules:
        yield f"Rules cited: {printable(', '.join(rules))}."


def _tell_side(side: Side, with_state: bool) -> Iterator[str]:
    yield f"{side.n:>4}  {side.move}" if side.n else "   (the log ends)"
    for effect in side.effects:
        yield f"        {effect}"
    if with_state:
        yield f"        state {side.state}"


@click.command()
@click.argument("logs", nargs=-1, required=True, type=LOG)
@click.option("--missing", is_flag=True, help="Only the rules that were never cited.")
@format_option
def coverage(logs: tuple[str, ...], missing: bool, form: str) -> None:
    """Count which numbered rules logs have cited, how often, and which never.

    \b
    kronika coverage games/*.jsonl
    kronika coverage --missing game.jsonl
    """
    by_game: dict[str, Coverage] = {}
    status = FINE
    there = find_logs(logs)
    for path in there.paths:
        cited = Coverage()
        try:
            report = validate_log(path, coverage=cited)
        except FileTrouble as error:
            note(str(error))
            status = FILE
            continue
        for fault in report.faults:
            note(str(fault))
        status = max(status, FINE if report.ok else FINDING)
        if report.game:
            by_game.setdefault(report.game, Coverage()).add(cited)
    for why in there.unlisted.values():
        note(why)
        status = FILE
    if form == "json":
        say_json({name: _coverage_json(name, cited) for name, cited in by_game.items()})
    else:
        for name, cited in by_game.items():
            _print_coverage(name, cited, missing)
    raise click.exceptions.Exit(status)


def _coverage_json(name: str, cited: Coverage) -> Any:
    return {
        "cited": {rule: cited.count(rule) for rule in sorted(cited.rules(), key=_rule_key)},
        "never": [rule.number for rule in citable(get_game(name)) if not cited.count(rule.number)],
        "uncited": dict(uncited(get_game(name))),
    }


def _rule_key(rule: str) -> tuple[Any, ...]:
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
            for rule in sorted(cited.rules(), key=_rule_key)
        ]
        say(table(rows, [name, "effects", "scores", "rule"], (1, 2)))
        say()
    say(f"{name}: {len(every) - len(never)} of {len(every)} numbered rules cited; never:")
    for rule in never:
        say(f"  {rule.number:<9}{shorten(rule.line, room)}")
    if more := uncited(get_game(name)):
        why = "nothing happens by them. --format json says of each why."
        say(wrapped(f"{count(len(more), 'more rule')} can't be cited: {why}"))
