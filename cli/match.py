"""`match`: scripted matches with what must come out."""

from __future__ import annotations

import os

import click
import msgspec

from kronika.cli.bots import named_bots
from kronika.cli.options import LOG, bot_option, format_option
from kronika.cli.output import FINDING, FINE, USAGE, note, say, say_json, wrapped
from kronika.core.digest import digest
from kronika.core.printable import printable
from kronika.core.words import count
from kronika.logs.files import trouble
from kronika.logs.match import MatchError, Result, read_matches, run_match
from kronika.logs.script import read_text
from kronika.logs.store import write_log


@click.command()
@click.argument("path", metavar="FILE", type=LOG)
@click.option("--out", type=click.Path(), metavar="DIR", help="Write the logs of the games there.")
@bot_option("A bot of your own, for those that the file calls NAME.")
@format_option
def match(path: str, out: str | None, bots: tuple[str, ...], form: str) -> None:
    """Play a TOML list of matches with scripts and bots, and compare scores and digests with what is expected.

    \b
    kronika match matches.toml
    kronika match matches.toml --out played
    kronika match matches.toml --bot mine=my.bots:clever
    """
    also = named_bots(bots)
    try:
        matches = read_matches(read_text(path), also)
        results = [result for one in matches for result in run_match(one, os.path.dirname(path), also)]
    except MatchError as error:
        note(f"{path}: {error}")
        raise click.exceptions.Exit(USAGE) from None
    if out is not None:
        with trouble(out, "create"):
            os.makedirs(out, exist_ok=True)
        for result in results:
            if result.session is not None:
                write_log(os.path.join(out, f"{label(result).replace(' ', '-')}.jsonl"), result.session)
    if form == "json":
        say_json([_result_json(result) for result in results])
    else:
        for result in results:
            _print_result(result)
    failed = sum(bool(result.findings) for result in results)
    note(f"{count(len(results), 'game')}: {f'{failed} failed' if failed else 'all as expected'}.")
    raise click.exceptions.Exit(FINDING if failed else FINE)


def label(result: Result) -> str:
    """The name of a game: the match and the seed."""
    return result.match if result.seed is None else f"{result.match} {result.seed}"


def _print_result(result: Result) -> None:
    score = state = ""
    if result.session is not None:
        score = ", ".join(f"{name} {points}" for name, points in result.session.totals().items())
        state = f"; {digest(result.session.state)}"
    say(f"{'FAILS' if result.findings else 'ok   '} {printable(label(result))}: {score}{state}")
    for finding in result.findings:
        rules = f" ({', '.join(finding.rules)})" if finding.rules else ""
        say(wrapped(f"{finding.key}: expected {finding.expected}, got {finding.got}{rules}", "      "))


def _result_json(result: Result) -> dict[str, object]:
    session = result.session
    return {
        "match": result.match,
        "seed": result.seed,
        "ok": not result.findings,
        "totals": session.totals() if session else None,
        "digest": digest(session.state) if session else None,
        "events": len(session.line.events) if session else 0,
        "findings": msgspec.to_builtins(result.findings),
    }
