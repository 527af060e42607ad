"""`match`: scripted matches, compared with the expected results."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from kronika.cli.printing.bots import named_bots
from kronika.cli.printing.options import LOG, REPORTS, bot_option, cluster_option, jobs_option, report_option
from kronika.cli.printing.output import (
    FINDING,
    FINE,
    USAGE,
    print_json_list,
    print_note,
    print_text,
    print_warning,
    wrapped,
)
from kronika.cli.printing.progress import interruption_notice, kept_in_out, progress
from kronika.cli.printing.terminal import ending_on_signal
from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize
from kronika.core.examples.expectations import Finding
from kronika.logs.texts.script import read_text
from kronika.logs.work.match import MatchError, read_matches, seeds_of
from kronika.logs.work.matches import PlayedMatch, label, run_matches
from kronika.logs.work.pool import ResultStream

if TYPE_CHECKING:
    from kronika.cli.reports import Case


class MatchData(Struct, frozen=True):
    """A game of a match. `totals` and `digest` are null if it could not start; `findings` are the differences from
    what is expected.
    """

    match: str
    seed: int | None
    ok: bool
    totals: dict[str, int] | None
    digest: str | None
    events: int
    findings: tuple[Finding, ...]


@click.command()
@click.argument("path", metavar="FILE", type=LOG)
@click.option("--out", type=click.Path(), metavar="DIR", help="Keep the logs of the games in DIR, or in one .kpack.")
@bot_option("Use your own bot where the file says NAME.")
@jobs_option
@cluster_option
@report_option(list[MatchData])
@interruption_notice(kept_in_out)
@ending_on_signal()
def match(path: str, out: str | None, bots: tuple[str, ...], jobs: int, cluster: str, form: str) -> None:
    """Play a TOML list of matches with scripts and bots, and compare scores and digests with the expected ones.

    With --out each log is written when its game is over. After an interruption, the same command continues: a game of
    bots that has a log is judged from it. The seeds are in FILE; note that a program that plays can try small ones.

    \b
    kronika match matches.toml
    kronika match matches.toml --out played --jobs 2
    kronika match matches.toml --bot mine=my.bots:clever
    kronika match matches.toml --format junit > report.xml
    """
    also = named_bots(bots)
    games = failed = 0

    def counted(coming: Iterable[PlayedMatch]) -> Iterator[PlayedMatch]:
        nonlocal games, failed
        for played in coming:
            games += 1
            failed += bool(played.findings)
            yield played

    try:
        text = read_text(path)
        matches = read_matches(text, also)
        numbers = [number for number, one in enumerate(matches, 1) for _ in seeds_of(one)]
        with closing(
            run_matches(matches, os.path.dirname(path), also, out, jobs, print_warning, cluster=cluster)
        ) as results:
            coming = ResultStream(progress(results, len(numbers), "playing", told=form not in REPORTS))
            if form in REPORTS:
                from kronika.cli.reports import say_report  # imported only to write a report

                say_report(form, "match", _cases(path, text, numbers, counted(coming)))
            else:
                _print_results(counted(coming), form)
    except MatchError as error:
        print_note(f"{path}: {error}")
        raise click.exceptions.Exit(USAGE) from None
    print_note(f"{pluralize(games, 'game')}: {f'{failed} failed' if failed else 'all as expected'}.")
    if coming.died:
        raise coming.died
    raise click.exceptions.Exit(FINDING if failed else FINE)


def _cases(path: str, text: str, numbers: Sequence[int], results: Iterable[PlayedMatch]) -> list[Case]:
    """A case for each game that was played; if a worker died, the rest is missing."""
    from kronika.cli.reports.cases import match_cases  # imported only to write a report

    played = list(results)
    return match_cases(path, text, numbers[: len(played)], played)


def _print_results(results: Iterable[PlayedMatch], form: str) -> None:
    """Print each game when it is over."""
    if form == "json":
        print_json_list(map(_as_data, results))
    else:
        for played in results:
            _print(played)


def _print(played: PlayedMatch) -> None:
    score = state = ""
    if played.totals is not None:
        score = ", ".join(f"{name} {points}" for name, points in played.totals.items())
        state = f"; {played.digest}"
    name = printable(label(played.match, played.seed))
    print_text(f"{'FAILS' if played.findings else 'ok   '} {name}: {score}{state}")
    for finding in played.findings:
        cited = [rule for rule in finding.rules if f"({rule})" not in finding.got]  # a refusal cites its own
        rules = f" ({', '.join(cited)})" if cited else ""
        print_text(wrapped(f"{finding.key}: expected {finding.expected}, got {finding.got}{rules}", "      "))


def _as_data(played: PlayedMatch) -> MatchData:
    ok = not played.findings
    return MatchData(played.match, played.seed, ok, played.totals, played.digest, played.events, played.findings)
