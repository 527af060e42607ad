"""`corpus dedupe` and `corpus filter`: logs of the same game, and logs that match a description."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import get_args

import click

from kronika.cli.corpus.surveying import catalog_option, exit_status, folders_argument, survey_all
from kronika.cli.printing.options import format_option, jobs_option, option_option
from kronika.cli.printing.output import FILE, FINDING, FINE, print_json, print_note, print_text
from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize
from kronika.core.contract.event_query import read_move
from kronika.core.contract.options import parse_assignments
from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Reason
from kronika.logs.corpus import transfer
from kronika.logs.corpus.filtering import LogFilter, duplicates, files_once, matching_logs
from kronika.logs.corpus.places import log_folders
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name


@click.command(short_help="find logs of the same game")
@folders_argument
@click.option(
    "--move", "target", type=click.Path(), metavar="TO", help="Move all but the first log of each group to TO."
)
@catalog_option
@jobs_option
@format_option(list[list[str]])
def dedupe(folders: tuple[str, ...], target: str | None, catalog: str | None, jobs: int, form: str) -> None:
    """Find logs of the same game: the same options, decisions and chance; names and tags may differ. Nothing is ever
    deleted.

    A file with two names is one log. Links are never moved, nor are files that a link among the logs leads to.

    \b
    kronika corpus dedupe games
    kronika corpus dedupe games --move doubles
    """
    there = log_folders(folders)
    found = survey_all(there, jobs, catalog)
    logs, linked = files_once(there.folder, found.logs)
    groups = duplicates(logs)
    if form == "json":
        print_json(groups)
    else:
        for group in groups:
            print_text(printable("  ".join(group)))
    extra = [path for group in groups for path in group[1:]]
    if target is not None:
        for path in sorted(linked.intersection(extra)):
            print_note(f"{display_name(os.path.join(there.folder, path))}: a link leads to it; it is left as it is.")
        moved = _place(there.folder, [path for path in extra if path not in linked], target, transfer.move)
        print_note(f"{pluralize(moved, 'log')} moved to {target}.")
        raise click.exceptions.Exit(exit_status(found.unread, FINE if moved == len(extra) else FILE))
    print_note(f"{pluralize(len(groups), 'group')} of equal games, {pluralize(len(extra), 'extra log')}.")
    raise click.exceptions.Exit(exit_status(found.unread, FINDING if groups else FINE))


def _place(folder: str, paths: Iterable[str], target: str, how: Callable[[str, str], None]) -> int:
    """Put logs into another folder, each under its path, and report those that can't be put there. Return the number
    of others.
    """
    placed = 0
    for path in paths:
        try:
            how(os.path.join(folder, path), os.path.join(target, path))
        except FileError as error:
            print_note(str(error))
        else:
            placed += 1
    return placed


@click.command(name="filter", short_help="list the logs that match a description")
@folders_argument
@click.option("--game", metavar="GAME", help="Logs of this game.")
@click.option("--players", "seats", type=int, metavar="K", help="Logs with K players.")
@option_option
@click.option("--tag", "tags", multiple=True, metavar="KEY=VALUE", help="Logs with this tag.")
@click.option("--least", type=int, metavar="N", help="The best score is at least N.")
@click.option("--most", type=int, metavar="N", help="The best score is at most N.")
@click.option("--rule", metavar="NUMBER", help="This rule was cited.")
@click.option("--move", metavar="REGEX", help="A move in force matches, written as `Anna: pick 17`.")
@click.option("--finished/--unfinished", default=None, help="Played to the end, or not.")
@click.option("--ended", type=click.Choice(get_args(Reason)), help="Ended for this reason, before its rules ended it.")
@click.option("--copy", "target", type=click.Path(), metavar="TO", help="Copy the logs to TO.")
@catalog_option
@jobs_option
@format_option(list[str])
def filter_(
    folders: tuple[str, ...],
    game: str | None,
    seats: int | None,
    options: tuple[str, ...],
    tags: tuple[str, ...],
    least: int | None,
    most: int | None,
    rule: str | None,
    move: str | None,
    finished: bool | None,
    ended: Reason | None,
    target: str | None,
    catalog: str | None,
    jobs: int,
    form: str,
) -> None:
    """List the valid logs of one or more folders that match a description, one per line.

    \b
    kronika corpus filter games --game tides --least 70 --move "anna: pick 9"
    kronika corpus filter games --rule TT-4.15 --copy ties
    """
    read_move(move or "")
    if game is not None:
        get_game(game)  # a misspelt one would only find nothing
    wanted = LogFilter(
        game=game,
        seats=seats,
        options=parse_assignments(options),
        tags=parse_assignments(tags),
        least=least,
        most=most,
        rule=rule,
        move=move,
        finished=finished,
        ended=ended,
    )
    there = log_folders(folders)
    found = survey_all(there, jobs, catalog)
    paths = [log.path for log in matching_logs(there.folder, found.logs, wanted)]
    if form == "json":
        print_json(paths)
    else:
        for path in paths:
            print_text(display_name(os.path.join(there.folder, path)))
    print_note(f"{pluralize(len(paths), 'log')}.")
    if target is not None and _place(there.folder, paths, target, transfer.copy) < len(paths):
        raise click.exceptions.Exit(FILE)
    raise click.exceptions.Exit(exit_status(found.unread, FINE))
