"""`corpus check | accept | stats | dedupe | filter`: a folder of logs as one thing."""

from __future__ import annotations

import click

from kronika.cli.corpus import accept, check, find, stats
from kronika.cli.printing.groups import GuessingGroup


@click.group(cls=GuessingGroup)
def corpus() -> None:
    """Work on a folder of logs as one thing: check, accept, count, find.

    All but accept take several folders. A log is then named by its path from the folder in which all of them lie.

    What was found in a log is kept in a catalog in your folder for caches, by the log's content: nothing is checked
    twice until the log, the program or a game has changed, and a check goes on where a killed one stopped.
    """


for command in (check.check, accept.accept, stats.stats, find.dedupe, find.filter_):
    corpus.add_command(command)
