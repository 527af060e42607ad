"""Cases made from the results of the library."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from kronika.cli.printing.events import example_failure_lines
from kronika.cli.reports import Case, Place, Problem
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize
from kronika.core.basics.toml_positions import source_spans
from kronika.core.contract.paper import Paper
from kronika.core.examples.example import UNCONFIRMED, ExampleError, Run, find_line, read_examples, run_example
from kronika.core.examples.expectations import Finding
from kronika.logs.beside.comparing import FAILURES
from kronika.logs.beside.games import Recorded
from kronika.logs.beside.trial import NOT_REPORTED, Verdict
from kronika.logs.corpus.causes import Group
from kronika.logs.files.faults import Fault, FileError, LogError
from kronika.logs.files.pack_blocks import MAGIC as MANY
from kronika.logs.files.packed import MAGIC
from kronika.logs.files.reader import LogReader
from kronika.logs.files.streams import STDIO, BadStream, display_name, open_log
from kronika.logs.replaying.compare import Diff, Divergence
from kronika.logs.replaying.survey import Survey
from kronika.logs.replaying.validation import Report
from kronika.logs.work.matches import PlayedMatch, label

if TYPE_CHECKING:
    from kronika.logs.kit.checking import CheckedAnswer

PLAIN = Paper(width=100)
"""The paper for the text of a case: the same in every environment."""

_ALL_NUMBERS = ("order", "undo", "digest")
"""Faults whose message has only counts and digests, which change with earlier records."""


# -- logs -------------------------------------------------------------------------------------------------------


def log_case(path: str, found: Report | FileError) -> Case:
    """The case of a log that was validated."""
    if isinstance(found, FileError):
        return file_case(path, found)
    return faults_case(path, found.game, found.faults)


def faults_case(path: str, game: str, faults: Sequence[Fault]) -> Case:
    """The case of a log with these faults, or with none."""
    problems = tuple(fault_problem(path, fault) for fault in faults)
    return Case(place_of(path, 1), "", game, problems=problems, text="\n".join(map(str, faults)))


def survey_case(folder: str, log: Survey, *, pinned: bool = False) -> Case:
    """The case of a log of a folder that was surveyed; faults of a pinned log don't count."""
    path = os.path.join(folder, log.path)
    if log.unreadable:
        return file_case(path, FileError(f"{path}: {log.unreadable}"))
    faults = () if pinned else tuple(fault.for_path(path) for fault in log.faults)
    return faults_case(path, log.game, faults)


def change_cases(folder: str, against: str, groups: Sequence[Group]) -> list[Case]:
    """The changes of a folder since an earlier check: a case for each cause, at its first log; else one passed case."""
    subject = f"against {display_name(against)}"
    if not groups:
        return [Case(place_of(folder, 0), subject)]
    return [_change_case(folder, subject, group) for group in groups]


def _change_case(folder: str, subject: str, group: Group) -> Case:
    place = place_of(os.path.join(folder, group.logs[0]), 0)
    what = f"{group.code} {group.rule}".strip()
    won = f", {pluralize(group.other_winners, 'other winner')}" if group.other_winners else ""
    message = f"{what}: {pluralize(len(group.logs), 'log')}{won}, first: {group.example}"
    problem = Problem(place, "changed", message, (group.rule,) if group.rule else (), core=what)
    return Case(place, f"{subject}: {what}", group.game, problems=(problem,), text=message)


def match_cases(path: str, text: str, numbers: Sequence[int], results: Sequence[PlayedMatch]) -> list[Case]:
    """The games of the match file with this text; `numbers` has the number of the match for each game."""
    table = source_spans(text)
    return [
        _match_case(place_of(path, table.find(f"match.{number}").line), played)
        for number, played in zip(numbers, results, strict=True)
    ]


def _match_case(place: Place, played: PlayedMatch) -> Case:
    name = printable(label(played.match, played.seed))
    problems = tuple(
        Problem(place, "match", f"{name}: {finding_text(one)}", one.rules, core=f"{name} {one.key}: {one.expected}")
        for one in played.findings
    )
    return Case(place, name, problems=problems, text="\n".join(problem.message for problem in problems))


def game_of(path: str) -> str:
    """The game of a log. Empty if it can't be read, or not a second time."""
    if path == STDIO:
        return ""
    try:
        with LogReader(path) as reader:
            return reader.game.name
    except KronikaError:
        return ""


def file_case(path: str, trouble: FileError) -> Case:
    """A file that could not be read."""
    place = place_of(path, 0)
    return Case(place, problems=(Problem(place, "file", str(trouble)),), text=str(trouble), unread=True)


def place_of(path: str, line: int) -> Place:
    """A line of the file with this name on the command line."""
    return Place(display_name(path) if path == STDIO else path, line)


def fault_problem(path: str, fault: Fault) -> Problem:
    """A fault of the log at this path."""
    core = "" if fault.code in _ALL_NUMBERS else fault.message.partition(" [the log is of rules ")[0]
    return Problem(place_of(path, fault.line), fault.code, fault.message, fault.rules, core=core)


# -- examples ---------------------------------------------------------------------------------------------------


class Check(NamedTuple):
    """A case, and the run of the example for it; None if the file is not a file of examples."""

    case: Case
    run: Run | None = None


def example_checks(path: str, text: str, *, strict: bool = False) -> Iterator[Check]:
    """Run the examples of a file with this text, one after another; one failing case if it can't be read."""
    try:
        examples = read_examples(text)
    except ExampleError as error:
        yield Check(example_file_case(path, error))
        return
    for index, one in enumerate(examples):
        run = run_example(one)
        yield Check(example_case(path, text, index, run, strict=strict), run)


def example_case(path: str, text: str, index: int, run: Run, *, strict: bool = False) -> Case:
    """The index-th example of a file with this text, after it was run. With `strict` an unconfirmed one fails."""
    one = run.example
    line = find_line(text, index, run.findings[0].key if run.findings else "id")
    problems = tuple(
        Problem(
            place_of(path, find_line(text, index, finding.key)),
            "example",
            finding_text(finding),
            finding.rules,
            core=f"{finding.key}: {finding.expected}",
        )
        for finding in run.findings
    )
    told = "\n".join(example_failure_lines(f"{display_name(path)}:{line}", run, PLAIN)) if problems else ""
    if one.unconfirmed:
        place = place_of(path, find_line(text, index, "unconfirmed"))
        remark = Problem(place, "unconfirmed", UNCONFIRMED, severity="error" if strict else "note", core=UNCONFIRMED)
        problems = (*problems, remark)
        told = told or f"{display_name(path)}:{place.line}: {UNCONFIRMED}"
    return Case(place_of(path, line), example_name(one.game, one.id), one.game, one.title, problems, told)


def example_name(game: str, number: str) -> str:
    """The name of an example: `tides/EX-1`."""
    return printable(f"{game}/{number}")


def finding_text(finding: Finding) -> str:
    """A finding as one sentence."""
    return f"{finding.key}: expected {finding.expected}; got {finding.got}"


def example_file_case(path: str, error: ExampleError) -> Case:
    """A file of examples that can't be read."""
    place = place_of(path, error.line)
    return Case(
        place,
        problems=(Problem(place, "example-file", str(error), core=str(error)),),
        text=f"{place.shown}:{error.line}: {error}",
    )


# -- kits -------------------------------------------------------------------------------------------------------


def kit_case(one: CheckedAnswer, text: str) -> Case:
    """An answer that was compared with a kit; `text` is the text of the command line about it."""
    place = place_of(one.path, 0)
    problems = tuple(
        Problem(place, "kit", finding_text(finding), finding.rules, core=f"{one.question.id} {finding.key}")
        for finding in one.findings
    )
    return Case(place, one.question.id, one.question.game, one.question.about, problems, text)


def unanswered_case(answers: str) -> Case:
    """A folder of answers in which no question of the kit is answered."""
    place, text = place_of(answers, 0), "no question of the kit is answered: there is nothing to compare"
    return Case(place, problems=(Problem(place, "kit", text, core=text),), text=text)


# -- comparisons ------------------------------------------------------------------------------------------------


def diff_case(left: str, right: str, found: Diff | FileError | LogError, text: str) -> Case:
    """Two logs that were compared, or could not be; `text` is the text of the command line for it.

    The place of a difference is in the second log, the newer one; the first log is the problem's other place.
    """
    case = Case(place_of(right, 1), f"against {display_name(left)}", game_of(right), text=text)
    if isinstance(found, FileError):
        bad = left if str(found).startswith(f"{display_name(left)}:") else right
        return replace(case, problems=(Problem(place_of(bad, 0), "file", str(found)),), unread=True)
    if isinstance(found, LogError):
        return replace(case, problems=(_side_problem(left, right, found.fault),))
    return replace(case, problems=tuple(_differences(found)))


def beside_cases(game: str, command: Sequence[str], judged: Sequence[Verdict], text: str) -> Iterator[Case]:
    """The games played beside another program; `text` is the text of the command line for the one that differs.

    The place of a recorded game is its log. The place of any other is the program: the last word of its command that is
    a file. A program that reports nothing at all has a problem.
    """
    program = next((word for word in reversed(command) if os.path.isfile(word)), command[0])
    for verdict in judged:
        place = place_of(verdict.item.path if isinstance(verdict.item, Recorded) else program, 1)
        subject = "beside" if isinstance(verdict.item, Recorded) else verdict.item.name
        found = verdict.difference
        if found is None and verdict.unusable and isinstance(verdict.item, Recorded):
            yield replace(file_case(verdict.item.path, FileError(verdict.unusable)), subject=subject, game=game)
            continue
        if found is None:
            yield Case(place, subject, game, text=verdict.unusable)
            continue
        code = "program" if found.what in FAILURES else "beside"
        message = f"event {verdict.events}: {found.told}"
        problem = Problem(place, code, message, found.rules, core=found.what.split(".")[0])
        yield Case(place, subject, game, problems=(problem,), text=text)
    if not any(verdict.told or verdict.difference for verdict in judged):
        place = place_of(program, 1)
        yield Case(
            place,
            "beside",
            game,
            problems=(Problem(place, "program", NOT_REPORTED, core=NOT_REPORTED),),
            text=NOT_REPORTED,
        )


def _differences(found: Diff) -> Iterator[Problem]:
    heads = place_of(found.right, 1), place_of(found.left, 1)
    for change in found.header:
        message = f"{change.what}: {change.left} became {change.right}"
        yield Problem(heads[0], "differ-header", message, core=message, other=heads[1])
    for notes in found.notes:
        place = f"event {notes.event}" if notes.event else "the game"
        message = f"notes on {place}: {_listed(notes.left)} became {_listed(notes.right)}"
        yield Problem(heads[0], "differ-notes", message, core=message, other=heads[1])
    if found.takebacks[0] != found.takebacks[1]:
        message = f"take-backs: {found.takebacks[0]} became {found.takebacks[1]}"
        yield Problem(heads[0], "differ-takebacks", message, severity="note", other=heads[1])
    if found.clocks:
        message = f"clock: different times at {pluralize(found.clocks, 'event')}"
        yield Problem(heads[0], "differ-clocks", message, severity="note", other=heads[1])
    for fault in found.faults:
        yield _side_problem(found.left, found.right, fault)
    if found.divergence is not None:
        yield _deviation_text(found, found.divergence)


def _side_problem(left: str, right: str, fault: Fault) -> Problem:
    return fault_problem(left if fault.path == display_name(left) else right, fault)


def _deviation_text(found: Diff, parting: Divergence) -> Problem:
    left, right = parting.left, parting.right
    told = {
        "move": f"`{left.move}` became `{right.move}`",
        "effects": f"`{right.move}`: {_listed(left.effects)} became {_listed(right.effects)}",
        "state": f"`{right.move}`: state {left.state} became {right.state}",
        "length": f"`{right.move}` was added" if right.record else f"`{left.move}` is gone",
    }[parting.kind]
    return Problem(
        place_of(found.right, _line_of(found.right, right.record)),
        f"differ-{parting.kind}",
        f"event {parting.event}: {told}",
        tuple(dict.fromkeys((*left.rules, *right.rules))) if parting.kind == "effects" else (),
        core=told,
        other=place_of(found.left, _line_of(found.left, left.record)),
    )


def _listed(effects: tuple[str, ...]) -> str:
    return "; ".join(effects) or "nothing"


def _line_of(path: str, record: int) -> int:
    """The line of a log's record; of its last one for 0. Empty lines don't count as records."""
    if not os.path.isfile(path):  # standard input, which can't be read again
        return record + 1
    lines = [1]
    try:
        with open_log(path) as file:
            if file.readline().startswith((MAGIC, MANY)):
                return record + 1
            lines.extend(number for number, line in enumerate(file, 2) if line.strip())
    except BadStream:
        pass  # cut short, after the records that were compared
    return lines[min(record or -1, len(lines) - 1)]
