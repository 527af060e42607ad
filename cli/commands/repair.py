"""`seal`, `repair` and `convert`: the form of a log."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from kronika.cli.printing.completing import complete_log
from kronika.cli.printing.options import LOG, jobs_option, log_argument, refuse_foreign, wait_option
from kronika.cli.printing.output import print_note
from kronika.core.basics.text import lines_of, pluralize
from kronika.core.contract.options import parse_assignments
from kronika.core.sessions.events import FORMAT
from kronika.logs.files.packed import is_pack_name
from kronika.logs.files.streams import STDIO
from kronika.logs.files.upcast import upcast_notice
from kronika.logs.files.walk import find_logs, text_to_path
from kronika.logs.texts import convert as forms
from kronika.logs.texts.cleaning import Cleaning
from kronika.logs.texts.game_text import is_text_name, stopped_text
from kronika.logs.texts.joining import (
    Choice,
    Converting,
    Taken,
    check_renamed,
    chosen,
    join,
    session_at,
    split,
    taken,
)
from kronika.logs.texts.script import read_text


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
@click.argument("logs", metavar="LOG…", nargs=-1, type=LOG, shell_complete=complete_log)
@click.argument("target", metavar="NEW", type=LOG)
@click.option(
    "--from", "listed", type=LOG, metavar="FILE", help="Also the logs whose addresses FILE lists, a line each."
)
@click.option("--game", metavar="GAME", help="Only logs of this game.")
@click.option("--players", "seats", type=int, metavar="K", help="Only logs with K players.")
@click.option("--tag", "tags", multiple=True, metavar="KEY=VALUE", help="Only logs whose header has this tag.")
@click.option("--sort", default="", metavar="KEY", help="Order by name, game, players, or a tag such as date.")
@click.option("--in-force", is_flag=True, help="Leave out what was taken back.")
@click.option("--no-notes", is_flag=True, help="Leave out notes.")
@click.option(
    "--rename", "names", multiple=True, metavar="OLD=NEW", help="Change the name of a player; repeat for each."
)
@click.option("--as-far-as-legal", "legal", is_flag=True, help="Keep the part of a broken log before its first fault.")
@jobs_option
def convert(
    logs: tuple[str, ...],
    target: str,
    listed: str | None,
    game: str | None,
    seats: int | None,
    tags: tuple[str, ...],
    sort: str,
    in_force: bool,
    no_notes: bool,
    names: tuple[str, ...],
    legal: bool,
    jobs: int,
) -> None:
    """Convert logs to the form that the new name asks for; join many into one file, or split such a file.

    The name ends in .jsonl, .kpack (packed) or .txt (for people), the first and the last also with .gz or .zst. The
    text has tags, the moves as in a script, headings and notes. You can edit it, and convert it back to the same log.

    A .kpack holds any number of logs, a .txt too. The address of one is games.kpack#57 or games.kpack#NAME; every
    command takes it. A name without such an ending is a folder: each log becomes a file in it.

    --in-force, --no-notes and --rename make a log for publishing. Its tag `cleaned` says what was done.

    \b
    kronika convert game.jsonl game.txt
    kronika convert game.txt again.jsonl
    kronika convert games.kpack#57 - | kronika show -
    kronika convert --sort date games games.kpack
    kronika convert games.kpack games/
    kronika corpus filter games --least 70 | kronika convert --from - best.kpack
    kronika convert --in-force --no-notes --rename Anna=A --rename Bob=B game.jsonl public.jsonl
    """
    cleaning = Cleaning(in_force, no_notes, parse_assignments(names))
    choice = Choice(game, seats, parse_assignments(tags), sort)
    roots = [log for log in logs if os.path.isdir(log)]
    found = find_logs([*logs, *(_listed(listed) if listed else ())]).paths
    if not found:
        raise click.UsageError("Name the logs to convert, then the new file.")
    taking = chosen(taken(found, roots), choice)
    how = Converting(cleaning, legal)
    if _is_folder(target, len(found) > 1 or bool(roots)):
        number = split(target, how, taking, jobs, print_note)
        print_note(f"{target}: {pluralize(number, 'log')}.")
    elif _is_joined(target, found, roots):
        number = join(target, how, taking, jobs, print_note)
        print_note(f"{target}: {pluralize(number, 'log')}.")
    else:
        refuse_foreign(target)
        _convert_one(list(taking), target, how)


def _listed(path: str) -> list[str]:
    """The addresses that a file lists, one per line."""
    return [text_to_path(line) for line in lines_of(read_text(path)) if line.strip()]


def _is_folder(target: str, many: bool) -> bool:
    """True if the target is a folder, or for many logs a name without an ending."""
    named = target.endswith(("/", os.sep)) or (many and not os.path.splitext(target)[1])
    return target != STDIO and (named or os.path.isdir(target))


def _is_joined(target: str, found: Sequence[str], roots: Sequence[str]) -> bool:
    """True if the target is a file of many logs, or of many texts."""
    many = len(found) > 1 or bool(roots) or is_text_name(found[0])
    return many and (is_pack_name(target) or is_text_name(target))


def _convert_one(taking: list[Taken], target: str, how: Converting) -> None:
    if len(taking) != 1:
        there = f"are {pluralize(len(taking), 'log')}" if taking else "is no such log"
        raise click.UsageError(f"There {there}, and {target} holds one: name a .kpack, a .txt or a folder.")
    one = session_at(how, taking[0])
    check_renamed(how, one.renamed)
    if one.stopped:
        print_note(stopped_text(taking[0].name, one.stopped))
    forms.write(target, one.session)
    if target != STDIO:
        print_note(f"{target}: {pluralize(len(one.session.history), 'record')}.")
