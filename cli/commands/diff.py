"""`diff`: the differences between two logs in words, for people and for git."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from difflib import unified_diff

import click

from kronika.cli.printing.options import LOG, REPORTS, refuse_stdin_twice, report_option
from kronika.cli.printing.output import FILE, FINDING, FINE, print_json, print_text, terminal_paper
from kronika.core.basics.printable import printable
from kronika.core.basics.text import lines_of, pluralize
from kronika.core.contract.paper import Paper
from kronika.logs.files.faults import Fault, FileError, LogError
from kronika.logs.files.streams import display_name
from kronika.logs.replaying.compare import Diff, Divergence, Side, diff_logs
from kronika.logs.replaying.validation import validate as validate_log
from kronika.logs.texts.addresses import check_log
from kronika.logs.texts.script import read_text


@click.command()
@click.argument("paths", nargs=-1, required=True, type=LOG, metavar="A B")
@click.option("--git", is_flag=True, help="Take the arguments that git passes to a diff command.")
@report_option(Diff)
def diff(paths: tuple[str, ...], git: bool, form: str) -> None:
    """Compare two logs by their meaning: header, notes, moves, effects, states.

    Shows both sides of the first event that differs, and whether the two games reach the same state again. The exit
    status is 1 when the logs differ.

    \b
    kronika diff a.jsonl b.jsonl
    """
    if git:
        if form in REPORTS:
            raise click.UsageError(f"--git is for git, which can't read {form}.")
        for line in diff_for_git(paths):
            print_text(line)
        return  # git treats any status but 0 as a failure of the command itself
    if len(paths) != 2:
        raise click.UsageError("Two logs are compared: A and B.")
    refuse_stdin_twice(*paths)
    for path in paths:
        check_log(path)
    if form in REPORTS:
        raise click.exceptions.Exit(_report_diff(*paths, form))
    found = diff_logs(*paths)
    if form == "json":
        print_json(found)
    else:
        for line in diff_lines(found, (paths[0], paths[1]), terminal_paper()):
            print_text(line)
    raise click.exceptions.Exit(FINE if found.same else FINDING)


def _report_diff(left: str, right: str, form: str) -> int:
    from kronika.cli.reports import say_report  # imported only to write a report
    from kronika.cli.reports.cases import PLAIN, diff_case

    found: Diff | FileError | LogError
    try:
        found = diff_logs(left, right)
    except (FileError, LogError) as error:
        found = error
    told = "\n".join(diff_lines(found, (left, right), PLAIN)) if isinstance(found, Diff) else str(found)
    case = diff_case(left, right, found, told)
    say_report(form, "diff", [case])
    return FILE if case.unread else FINDING if case.failed else FINE


def diff_for_git(arguments: Sequence[str]) -> Iterator[str]:
    """A comparison for git: PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE.

    For a renamed log, its new name and a note follow. For an unmerged one there is only the path. A change is never
    hidden: if the meaning is the same, the text is compared.
    """
    if len(arguments) not in (1, 7, 9):
        raise click.UsageError("--git takes the arguments that git gives to a diff command: 1, 7 or 9.")
    path = arguments[0]
    if len(arguments) == 1:
        yield f"{display_name(path)}: the log is unmerged."
        return
    left, right = arguments[1], arguments[4]
    names = (f"a/{path}", f"b/{arguments[7] if len(arguments) == 9 else path}")
    if os.devnull in (left, right):
        yield f"{display_name(path)}: the log is {'new' if left == os.devnull else 'gone'}."
        yield from _diff_one_sided(left, right, names)
        return
    if arguments[3] != arguments[6]:
        yield f"{display_name(path)}: the mode was {arguments[3]} and is now {arguments[6]}."
    try:
        found = diff_logs(left, right)
    except (LogError, FileError) as error:
        yield _unreadable_text(error, (left, right), names)
        yield from _diff_text(left, right, names)
        return
    yield from diff_lines(found, names, terminal_paper())
    if found.same or found.faults:
        yield from _diff_text(left, right, names)


def _diff_one_sided(left: str, right: str, names: tuple[str, str]) -> Iterator[str]:
    """The text of a file that is new or gone, unless it is a log without a fault."""
    try:
        faults = validate_log(left if right == os.devnull else right).faults
    except FileError as error:
        yield _unreadable_text(error, (left, right), names)
        return
    if faults:
        yield str(_renamed(faults[0], (left, right), names))
        yield from _diff_text(left, right, names)


def _unreadable_text(error: LogError | FileError, files: tuple[str, str], names: tuple[str, str]) -> str:
    return str(_renamed(error.fault, files, names)) if isinstance(error, LogError) else str(error)


def _renamed(fault: Fault, files: tuple[str, str], names: tuple[str, str]) -> Fault:
    """The fault under the log's name, in place of the name of git's temporary file."""
    return fault.for_path(dict(zip(map(display_name, files), names, strict=True)).get(fault.path, fault.path))


def _diff_text(left: str, right: str, names: tuple[str, str]) -> Iterator[str]:
    """The differences between the texts, if there are any."""
    one, other = _lines(left), _lines(right)
    if one is None or other is None:
        yield f"Not compared as text: {printable(names[0])} or {printable(names[1])} is not text, or is too large."
        return
    lines = list(unified_diff(one, other, printable(names[0]), printable(names[1]), lineterm=""))
    if lines:
        yield "As text:"
    colours = {"-": "red", "+": "green", "@": "cyan"}
    for line in lines:
        ink = colours.get(line[0])
        yield terminal_paper().ink(printable(line), ink) if ink else printable(line)


def _lines(path: str) -> list[str] | None:
    """The lines of a file, decompressed; empty for a missing file, None for a file that is not text or too large."""
    if path == os.devnull:
        return []
    try:
        return lines_of(read_text(path))
    except FileError:
        return None


def diff_lines(found: Diff, names: tuple[str, str], paper: Paper) -> Iterator[str]:
    """Yield a comparison as lines."""
    yield f"--- {printable(names[0])}"
    yield f"+++ {printable(names[1])}"
    for change in found.header:
        what, left, right = map(printable, (change.what, change.left, change.right))
        yield f"{what}: {paper.ink(f'- {left}', 'red')}  {paper.ink(f'+ {right}', 'green')}"
    yield from _note_lines(found, paper)
    if found.takebacks[0] != found.takebacks[1]:
        yield f"take-backs: {found.takebacks[0]} and {found.takebacks[1]} (not counted as a difference)"
    if found.clocks:
        yield f"clock: different times at {pluralize(found.clocks, 'event')} (not counted as a difference)"
    for fault in found.faults:
        yield str(_renamed(fault, (found.left, found.right), names))
    if any(change.what == "game" for change in found.header):
        yield "Two different games: their moves are not compared."
    elif found.divergence is None:
        yield _agreement_lines(found)
    else:
        yield from _divergence_lines(found.divergence, found.agree, paper)
        yield from _rest_lines(found, found.divergence)


def _note_lines(found: Diff, paper: Paper) -> Iterator[str]:
    for notes in found.notes:
        yield f"notes on {f'event {notes.event}' if notes.event else 'the game'}:"
        for sign, colour, texts in (("-", "red", notes.left), ("+", "green", notes.right)):
            for text in texts:
                yield paper.ink(f"{sign} {printable(text)}", colour)


def _agreement_lines(found: Diff) -> str:
    events = pluralize(found.agree, "event")
    if found.faults:
        return f"The same as far as both can be replayed: {events}."
    if found.header or found.notes:
        return f"The same moves{', effects and states' if found.states else ' and effects'}: {events}."
    return f"The games are the same: {events}."


def _rest_lines(found: Diff, divergence: Divergence) -> Iterator[str]:
    """Yield the lines about the games after they have diverged."""
    if found.more:
        yield f"{pluralize(found.more, 'more event')} with equal moves but different effects or states."
    if found.meeting:
        yield (
            f"The states meet again after record {found.meeting.left} of the first and record {found.meeting.right} "
            "of the second."
        )
    elif found.states and divergence.kind != "length":
        yield "The states never meet again."


def _divergence_lines(divergence: Divergence, agree: int, paper: Paper) -> Iterator[str]:
    what = {
        "move": "another move",
        "effects": "the same move with different effects",
        "state": "the same move and effects, but a different state",
        "length": "one log ends here",
    }[divergence.kind]
    yield f"{pluralize(agree, 'event')} the same, then {what}:"
    for sign, colour, side in (("-", "red", divergence.left), ("+", "green", divergence.right)):
        for line in _side_lines(side, with_state=divergence.kind == "state"):
            yield paper.ink(f"{sign} {printable(line)}", colour)
    rules = dict.fromkeys((*divergence.left.rules, *divergence.right.rules))
    if divergence.kind == "effects" and rules:
        yield f"Rules cited: {printable(', '.join(rules))}."


def _side_lines(side: Side, with_state: bool) -> Iterator[str]:
    yield f"{side.record:>4}  {side.move}" if side.record else "   (the log ends)"
    for effect in side.effects:
        yield f"        {effect}"
    if with_state:
        yield f"        state {side.state}"
