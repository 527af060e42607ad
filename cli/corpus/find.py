"""`corpus dedupe` and `corpus filter`: logs of the same game, and logs that match a description."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from typing import get_args

import click

from kronika.cli.corpus.surveying import catalog_option, exit_status, folders_argument, reading_facts
from kronika.cli.printing.options import by_option, format_option, jobs_option, option_option, round_option, turn_option
from kronika.cli.printing.output import FILE, FINDING, FINE, print_json_list, print_lines, print_note
from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize
from kronika.core.contract.event_query import read_move
from kronika.core.contract.options import parse_assignments
from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Reason
from kronika.logs.corpus import transfer
from kronika.logs.corpus.duplicates import Duplicates
from kronika.logs.corpus.filtering import LogFilter, asks_sums, matching_logs, may_match
from kronika.logs.corpus.places import log_folders
from kronika.logs.files.addresses import file_of
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
    with Duplicates(there.folder) as same:
        with reading_facts(there, jobs, catalog) as coming:
            for log in coming:
                same.add(log)
        found = _Found()
        if form == "json":
            print_json_list(found.counted(same.groups()))
        else:
            print_lines(printable("  ".join(group)) for group in found.counted(same.groups()))
        if target is not None:
            moved = _move(there.folder, same, target)
            raise click.exceptions.Exit(exit_status(coming.unread, FINE if moved == found.extra else FILE))
    print_note(f"{pluralize(found.groups, 'group')} of equal games, {pluralize(found.extra, 'extra log')}.")
    raise click.exceptions.Exit(exit_status(coming.unread, FINDING if found.groups else FINE))


class _Found:
    """The number of groups, and of the logs in them besides the first of each."""

    def __init__(self) -> None:
        self.groups = self.extra = 0

    def counted(self, groups: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
        """Yield the same groups, and count them."""
        for group in groups:
            self.groups += 1
            self.extra += len(group) - 1
            yield group


def _move(folder: str, same: Duplicates, target: str) -> int:
    """Move all but the first log of each group, and return the number of those that were moved."""
    moved = 0
    packed: dict[str, list[str]] = {}  # by file: its logs are taken out together
    for path in (path for group in same.groups() for path in group[1:]):
        address = os.path.join(folder, path)
        if same.has_link(path):
            print_note(f"{display_name(address)}: a link leads to it; it is left as it is.")
        elif (file := file_of(address)) != address:
            packed.setdefault(file, []).append(address)
        else:
            moved += _moved(1, partial(transfer.move, address, os.path.join(target, path)))
    for file, addresses in packed.items():
        goal = os.path.join(target, os.path.relpath(file, folder or os.curdir))
        moved += _moved(len(addresses), partial(transfer.move_logs, file, addresses, goal))
    print_note(f"{pluralize(moved, 'log')} moved to {target}.")
    return moved


def _moved(number: int, move: Callable[[], None]) -> int:
    """Move this number of logs, and return it; report an error, and return 0."""
    try:
        move()
    except FileError as error:
        print_note(str(error))
        return 0
    return number


@click.command(name="filter", short_help="list the logs that match a description")
@folders_argument
@click.option("--game", metavar="GAME", help="Logs of this game.")
@click.option("--players", "seats", type=int, metavar="K", help="Logs with K players.")
@option_option
@click.option("--tag", "tags", multiple=True, metavar="KEY=VALUE", help="Logs with this tag.")
@click.option("--least", type=int, metavar="N", help="The best score is at least N.")
@click.option("--most", type=int, metavar="N", help="The best score is at most N.")
@click.option("--rule", metavar="NUMBER", help="This rule was cited.")
@click.option("--move", metavar="REGEX", help="A move in force matches, written as `Anna: pick 17` or `pick 17`.")
@turn_option
@round_option
@by_option
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
    turn: int | None,
    round_: int | None,
    by: str,
    target: str | None,
    catalog: str | None,
    jobs: int,
    form: str,
) -> None:
    """List the valid logs of one or more folders that match a description, one per line.

    \b
    kronika corpus filter games --game tides --least 70 --move "anna: pick 9"
    kronika corpus filter games --move "^pick 9" --turn 1
    kronika corpus filter games --rule TT-4.15 --copy ties
    """
    read_move(move or "")
    if move is None and (turn is not None or round_ is not None or by):
        raise click.UsageError("--turn, --round and --by say which move: add --move.")
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
        turn=turn,
        round=round_,
        by=by,
    )
    there = log_folders(folders)
    listed = 0
    copies = transfer.Copies(there.folder, target, print_note) if target is not None else None

    def matching() -> Iterator[str]:
        nonlocal listed
        for log in matching_logs(there.folder, coming, wanted):
            listed += 1
            yield log.path
            if copies is not None:
                copies.add(log.path)

    summed = partial(may_match, wanted=wanted) if asks_sums(wanted) else None
    with copies or nullcontext(), reading_facts(there, jobs, catalog, told=True, may_match=summed) as coming:
        if form == "json":
            print_json_list(matching())
        else:
            print_lines(display_name(os.path.join(there.folder, path)) for path in matching())
    print_note(f"{pluralize(listed, 'log')}.")
    if copies is not None and copies.made < listed:
        raise click.exceptions.Exit(FILE)
    raise click.exceptions.Exit(exit_status(coming.unread, FINE))
