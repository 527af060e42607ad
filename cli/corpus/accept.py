"""`corpus accept`: recorded anew what the present rules derive."""

from __future__ import annotations

import os
import sys

import click

from kronika.cli.corpus.changes import against_option, print_groups, read_corpus
from kronika.cli.corpus.looking import catalog_option, look_at_all, status_of
from kronika.cli.printing.options import format_option, jobs_option
from kronika.cli.printing.output import FINDING, FINE, note, say, say_json
from kronika.cli.printing.progress import broken_off, progress
from kronika.core.basics.text import count
from kronika.logs.corpus.accept import Proposal, propose
from kronika.logs.corpus.accept import accept as accept_log
from kronika.logs.corpus.check import PINS, Pin, place_of, write_pins
from kronika.logs.files.faults import FileTrouble, LogError


@click.command(short_help="record anew what the present rules derive")
@click.argument("folder", metavar="DIR", type=click.Path())
@click.option("--yes", is_flag=True, help="Do it without asking.")
@click.option("--pin", is_flag=True, help="Also pin the logs that no longer replay.")
@against_option
@catalog_option
@jobs_option
@format_option(list[Proposal])
def accept(folder: str, yes: bool, pin: bool, against: str | None, catalog: str | None, jobs: int, form: str) -> None:
    """Record anew what the present rules derive, after showing what would change, grouped by rule.

    Decisions, chance, undo and redo are never touched. A log that no longer replays is reported with its first illegal
    move and left alone; --pin marks it with the rules version that it belongs to, and `check` no longer counts it. One
    that is damaged (a line missing, cut off, no log at all) is neither written nor pinned.

    \b
    kronika corpus accept games
    kronika corpus accept games --yes --pin
    kronika corpus accept games --against before.json
    """
    earlier = read_corpus(against).logs if against else ()
    found = look_at_all(place_of([folder]), jobs, catalog)
    proposals, groups = propose(found.logs, found.pinned, earlier)
    if form == "json":
        say_json(proposals)
    else:
        print_groups(groups)
        print_stuck(proposals)
    good = [proposal for proposal in proposals if proposal.stuck is None]
    stuck = [proposal for proposal in proposals if proposal.stuck is not None]
    if proposals and (yes or _confirmed(len(good))):
        failed = _accept_all(folder, good)
        if pin and stuck:
            pins = {log.path: Pin(log.rules, str(log.stuck)) for log in stuck if log.can_be_pinned}
            write_pins(folder, pins, note)
            note(f"{count(len(pins), 'log')} pinned in {os.path.join(folder, PINS)}.")
            stuck = [log for log in stuck if log.path not in pins]
        raise click.exceptions.Exit(status_of(found.unread, FINDING if failed or stuck else FINE))
    raise click.exceptions.Exit(status_of(found.unread, FINDING if proposals else FINE))


def print_stuck(proposals: list[Proposal]) -> None:
    """The logs that no longer replay; or that there is nothing to be done."""
    for proposal in proposals:
        if proposal.stuck is not None:
            say(f"{'no longer replays' if proposal.can_be_pinned else 'damaged'}: {proposal.stuck}")
    if not proposals:
        say("Nothing to accept: every log says what the present rules derive.")


def _confirmed(n: int) -> bool:
    if not n or not sys.stdin.isatty():
        note("Nothing was written; --yes does it.")
        return False
    return click.confirm(f"Write {count(n, 'log')} anew?", err=True)


@broken_off(lambda given: "the logs that were written anew stay so")
def _accept_all(folder: str, proposals: list[Proposal]) -> int:
    failed = 0
    for proposal in progress(proposals, len(proposals), "writing"):
        try:
            accept_log(folder, proposal, tell=note)
        except (LogError, FileTrouble) as error:
            failed += 1
            note(str(error))
    note(f"{count(len(proposals) - failed, 'log')} written anew.")
    return failed
