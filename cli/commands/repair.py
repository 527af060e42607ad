"""`seal`, `repair` and `convert`: the form of a log."""

from __future__ import annotations

import click

from kronika.cli.printing.options import LOG, log_argument, refuse_foreign, wait_option
from kronika.cli.printing.output import print_note
from kronika.core.basics.text import pluralize
from kronika.core.sessions.events import FORMAT
from kronika.logs.files.streams import STDIO
from kronika.logs.files.upcast import upcast_notice
from kronika.logs.texts import convert as forms


@click.command()
@log_argument
@click.option("--output", "-o", "target", type=LOG, metavar="FILE", help="Write to FILE instead of into the log.")
@wait_option
def seal(log: str, target: str | None, wait: float) -> None:
    """Fill in the derived fields of a log written by hand: numbers, effects, digests.

    Fields that are already there must be right. The log is replaced completely, or not at all.

    \b
    kronika seal hand.jsonl
    kronika seal hand.jsonl -o sealed.jsonl
    """
    target = target or log
    session = forms.seal(log, target, wait=wait, tell=print_note)
    if target != STDIO:
        print_note(f"{target}: {pluralize(len(session.history), 'record')} sealed.")
        if target == log and session.stored < FORMAT:
            print_note(upcast_notice(log, session.stored))


@click.command()
@log_argument
@wait_option
def repair(log: str, wait: float) -> None:
    """Cut off a last line that is incomplete, as after a power cut. The bytes are saved in a file beside the log.

    Also removes temporary files left by an interrupted write.

    \b
    kronika repair game.jsonl
    """
    done = forms.repair(log, wait=wait)
    if done.saved is None:
        print_note(f"{log}: nothing to repair.")
    else:
        print_note(
            f"{log}: {pluralize(done.cut, 'byte')} cut off and saved in {done.saved}; "
            f"{pluralize(done.kept, 'byte')} kept."
        )


@click.command()
@log_argument
@click.argument("target", metavar="NEW", type=LOG)
def convert(log: str, target: str) -> None:
    """Convert a log to the form that the new name asks for.

    The name ends in .jsonl, .kpack (packed) or .txt (for people), each also with .gz or .zst. The text has tags, the
    moves as in a script, headings and notes. You can edit it, and convert it back to the same log.

    \b
    kronika convert game.jsonl game.kpack.gz
    kronika convert game.jsonl game.txt
    kronika convert game.txt again.jsonl
    kronika convert game.kpack.gz - | kronika show -
    """
    refuse_foreign(target)
    session = forms.convert(log, target)
    if target != STDIO:
        print_note(f"{target}: {pluralize(len(session.history), 'record')}.")
