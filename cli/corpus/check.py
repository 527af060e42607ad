"""`corpus check`: every log validated, and what changed since an earlier check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import click

from kronika.cli.corpus.changes import against_option, print_groups, read_corpus
from kronika.cli.corpus.looking import and_others, catalog_option, folders_argument, look, note_others, status_of
from kronika.cli.options import REPORTS, STRICT, cluster_option, jobs_option, report_option
from kronika.cli.output import FINDING, FINE, note, say, say_json, say_report, table, wrapped
from kronika.core.printable import printable
from kronika.core.words import count
from kronika.logs.corpus.against import compare
from kronika.logs.corpus.check import Corpus, place_of
from kronika.logs.faults import FileTrouble
from kronika.logs.survey import Survey


@click.command(short_help="validate every log; what changed since an earlier check")
@folders_argument
@click.option("--strict", is_flag=True, help=STRICT)
@against_option
@catalog_option
@jobs_option
@cluster_option
@report_option
def check(
    folders: tuple[str, ...],
    strict: bool,
    against: str | None,
    catalog: str | None,
    jobs: int,
    cluster: str,
    form: str,
) -> None:
    """Validate every log of one or more folders; a summary by game, version, fault and rule.

    With --against, what changed since an earlier check, grouped by the rule that caused it: one cause is one line,
    however many logs it broke.

    \b
    kronika corpus check games
    kronika corpus check games cup
    kronika corpus check games --jobs 2 --format json > before.json
    kronika corpus check games --against before.json
    kronika corpus check games --format sarif > games.sarif
    """
    if against and form in REPORTS:
        raise click.UsageError(f"--against goes with text and json, not with {form}.")
    earlier = read_corpus(against) if against else None
    there = place_of(folders, strict=strict)
    found, died = look(there, jobs, catalog, strict, cluster)
    if died and earlier:
        raise died  # what is missing would pass for gone
    groups = compare(earlier, found) if earlier else None
    if form == "json":
        say_json(groups if groups is not None else found)
    elif form in REPORTS:
        from kronika.cli.reports.cases import file_case, survey_case

        cases = [survey_case(there.folder, log, pinned=log.path in found.pinned) for log in found.logs]
        cases.extend(file_case(path, FileTrouble(why)) for path, why in found.unlisted.items())
        say_report(form, "corpus check", cases)
    elif groups is not None:
        print_groups(groups)
        if not groups:
            say("Nothing changed.")
        note_others(found)
    else:
        print_corpus(found)
    if died:
        raise died
    bad = groups if groups is not None else found.faulty()
    raise click.exceptions.Exit(status_of(found, FINDING if bad else FINE))


def print_corpus(found: Corpus) -> None:
    """The faults one by one, then the summary."""
    for log in found.faulty():
        for text in map(str, log.faults) if log.faults else [log.unreadable]:
            say(printable(text))
    kinds = Counter((log.game or "?", log.rules) for log in found.logs)
    faulty = Counter((log.game or "?", log.rules) for log in found.faulty())
    events = Counter[tuple[str, int]]()
    for log in found.logs:
        events[log.game or "?", log.rules] += log.events
    rows = [
        (game, version, n, events[game, version], faulty[game, version]) for (game, version), n in sorted(kinds.items())
    ]
    say(table(rows, ["game", "rules", "logs", "events", "faulty"], (1, 2, 3, 4)))
    if found.faulty():
        say()
        say(table(_fault_rows(found.faulty()), ["fault", "rule", "logs", "first"], (2,)))
    for path, pin in sorted(found.pinned.items()):
        say(wrapped(f"pinned: {path} belongs to rules {pin.rules}: {pin.why}"))
    faults, pins = len(found.faulty()) or "none", len(found.pinned)
    note(f"{count(len(found.logs), 'log')}: {faults} with faults, {pins} pinned.{and_others(found)}")


def _fault_rows(faulty: Iterable[Survey]) -> list[tuple[Any, ...]]:
    logs: dict[tuple[str, str], list[str]] = {}
    for log in faulty:
        kinds: dict[tuple[str, str], str] = {}
        for fault in log.faults:
            for rule in fault.rules or ("",):
                kinds.setdefault((fault.code, rule), f"{log.path}:{fault.line}")
        for kind, where in (kinds or {("unreadable", ""): log.path}).items():
            logs.setdefault(kind, []).append(where)
    ordered = sorted(logs.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return [(code, rule, len(where), where[0]) for (code, rule), where in ordered]
