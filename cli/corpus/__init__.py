"""`corpus check`, `accept`, `stats`, `dedupe`, `filter`, `export` and `index`: many logs as a whole."""

from __future__ import annotations

import click

from kronika.cli.corpus import accept, check, export, find, index, stats
from kronika.cli.printing.groups import GuessingGroup


@click.group(cls=GuessingGroup)
def corpus() -> None:
    """Work on many logs as a whole: check, accept, count, find, export. They are in folders, or in files of many logs.

    All commands but accept take several of them. A log is then named by its path from the folder that contains all of
    them.

    Results are kept in a catalog in your cache folder, by the content of each log. Nothing is checked twice until the
    log, the program or the game has changed. A check that was killed continues where it stopped.
    """


for command in (check.check, accept.accept, stats.stats, find.dedupe, find.filter_, export.export, index.index):
    corpus.add_command(command)
