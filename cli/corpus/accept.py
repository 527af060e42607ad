"""`corpus accept`: record again what the current rules derive."""

from __future__ import annotations

import os
import sys
from contextlib import closing

import click

from kronika.cli.corpus.changes import against_option, print_groups
from kronika.cli.corpus.surveying import catalog_option, exit_status, print_skipped, surveying
from kronika.cli.printing.options import format_option, jobs_option
from kronika.cli.printing.output import FINDING, FINE, print_json, print_note, print_text
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.core.basics.text import pluralize
from kronika.logs.corpus.accept import Proposal, accept_all, propose
from kronika.logs.corpus.baseline import Earlier, read_baseline
from kronika.logs.corpus.pins import PINS, pin_log, write_pins
from kronika.logs.corpus.places import log_folders


@click.command(short_help="record again what the current rules derive")
@click.argument("folder", metavar="DIR", type=click.Path())
@click.option("--yes", is_flag=True, help="Write without asking.")
@click.option("--pin", is_flag=True, help="Also pin the logs that no longer replay.")
@against_option
@catalog_option
@jobs_option
@format_option(list[Proposal])
def accept(folder: str, yes: bool, pin: bool, against: str | None, catalog: str | None, jobs: int, form: str) -> None:
    """Record again what the current rules derive, after showing what would change, grouped by rule.

    Decisions, chance, undo and redo are never changed. A log that no longer replays is reported with its first illegal
    move and stays as it is. The option --pin marks it with the rules version that it belongs to, and `check` no longer
    counts it. A damaged log (a line missing, cut off, not a log at all) is neither written nor pinned.

    \b
    kronika corpus accept games
    kronika corpus accept games --yes --pin
    kronika corpus accept games --against before.json
    """
    earlier = Earlier(read_baseline(against)) if against else ()
    there = log_folders([folder])
    with surveying(there, jobs, catalog) as found:
        proposals, groups = propose(found, there.pinned, earlier)
    if found.died:
        raise found.died
    print_skipped(there.logs.others)
    if form == "json":
        print_json(proposals)
    else:
        print_groups(groups)
        print_stuck(proposals)
    good = [proposal for proposal in proposals if proposal.stuck is None]
    stuck = [proposal for proposal in proposals if proposal.stuck is not None]
    if proposals and (yes or _confirmed(len(good))):
        failed = _accept_all(folder, good)
        if pin and stuck:
            pins = {
                log.path: pin_log(folder, log.path, log.rules, str(log.stuck)) for log in stuck if log.can_be_pinned
            }
            write_pins(folder, pins, print_note)
            print_note(f"{pluralize(len(pins), 'log')} pinned in {os.path.join(folder, PINS)}.")
            stuck = [log for log in stuck if log.path not in pins]
        raise click.exceptions.Exit(exit_status(found.unread, FINDING if failed or stuck else FINE))
    raise click.exceptions.Exit(exit_status(found.unread, FINDING if proposals else FINE))


def print_stuck(proposals: list[Proposal]) -> None:
    """Print the logs that no longer replay, or that there is nothing to do."""
    for proposal in proposals:
        if proposal.stuck is not None:
            print_text(f"{'no longer replays' if proposal.can_be_pinned else 'damaged'}: {proposal.stuck}")
    if not proposals:
        print_text("Nothing to accept: every log says what the current rules derive.")


def _confirmed(n: int) -> bool:
    if not n or not sys.stdin.isatty():
        print_note("Nothing was written; --yes writes.")
        return False
    return click.confirm(f"Rewrite {pluralize(n, 'log')}?", err=True)


@interruption_notice(lambda given: "the logs that were rewritten stay so")
def _accept_all(folder: str, proposals: list[Proposal]) -> int:
    failed = 0
    with closing(accept_all(folder, proposals, tell=print_note)) as results:
        for error in progress(results, len(proposals), "writing"):
            if error is not None:
                failed += 1
                print_note(str(error))
    print_note(f"{pluralize(len(proposals) - failed, 'log')} rewritten.")
    return failed
