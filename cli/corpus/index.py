"""`corpus index`: fill the catalog, and show what is in it."""

from __future__ import annotations

import click

from kronika.cli.corpus.surveying import catalog_option, exit_status, folders_argument, folding, print_skipped
from kronika.cli.printing.options import format_option, jobs_option
from kronika.cli.printing.output import FINDING, FINE, print_json, print_note, print_text, table
from kronika.core.basics.text import pluralize
from kronika.logs.corpus.contents import Counting, Index
from kronika.logs.corpus.places import log_folders
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name


@click.command(short_help="fill the catalog, and show what is in it")
@folders_argument
@catalog_option
@jobs_option
@format_option(Index)
def index(folders: tuple[str, ...], catalog: str | None, jobs: int, form: str) -> None:
    """Look up all logs of folders or files in the catalog, validate those that it does not know, and show what is in
    it.

    The catalog is an SQLite file, which other tools can ask. Its tables are `logs`, `places`, `seats`, `tags`,
    `options` and `citations`. Names of files that are gone are removed.

    \b
    kronika corpus index games
    kronika corpus index games --catalog games.sqlite
    """
    there = log_folders(folders)
    counting, found = Counting(), None
    with folding(there, jobs, catalog) as coming:
        for log in coming:
            counting.add(log)
        known = coming.catalog
        if known is not None:
            known.forget_gone(there.folders)
            found = Index(known.path, *known.numbers(), games=counting.games())
    if coming.died:
        raise coming.died
    if found is None:
        raise FileError("There is no catalog to fill: --catalog FILE names one.")
    print_skipped(there.logs.others)
    if form == "json":
        print_json(found)
    else:
        print_index(found, catalog or found.catalog)
    faulty = any(game.valid < game.logs for game in found.games)
    raise click.exceptions.Exit(exit_status(coming.unread, FINDING if faulty else FINE))


def print_index(found: Index, catalog: str) -> None:
    """Print the logs by game, and what the catalog of this name holds."""
    rows = [(one.game or "?", one.rules, one.logs, one.valid, one.finished, one.events) for one in found.games]
    print_text(table(rows, ["game", "rules", "logs", "valid", "finished", "events"], (1, 2, 3, 4, 5)))
    others = f", {pluralize(found.of_others, 'row')} of other programs" if found.of_others else ""
    held = f"{pluralize(found.logs, 'log')} in {pluralize(found.places, 'place')}{others}"
    print_note(f"{display_name(catalog)}: {held}.")
