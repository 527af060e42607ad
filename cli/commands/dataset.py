"""`dataset`: games as a data set for machine learning, and the check of one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

from kronika.cli.corpus.surveying import exit_status
from kronika.cli.printing.groups import GuessingGroup
from kronika.cli.printing.options import format_option, jobs_option
from kronika.cli.printing.output import FINDING, FINE, print_json, print_note, print_text, print_warning, table, wrapped
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize
from kronika.logs.datasets.forms import SPLITS, Deviation, Made, Verified
from kronika.logs.files.sources import stored_logs
from kronika.logs.files.streams import display_name
from kronika.logs.files.walk import find_logs

_SHARES = "80,10,10"
_LICENCE = re.compile(r"[A-Za-z0-9.+-]+")


class _DatasetGroup(GuessingGroup):
    """A group in which anything but the name of a command means `make`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse like click. Arguments that do not begin with a command begin with logs or an option of `make`."""
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["make", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands, and the names of files."""
        return [*super().shell_complete(ctx, incomplete), CompletionItem(incomplete, type="file")]


@click.group(cls=_DatasetGroup)
def dataset() -> None:
    """Write games as a data set for machine learning: trajectories as Parquet, split by deal, with a card. Verify one.

    \b
    kronika dataset games --out set
    kronika dataset verify set

    `kronika docs researchers` explains it and loads one. It needs `pip install 'kronika[sql]'`.
    """


def _shares(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, int, int]:
    """The value of an option for three parts of 100."""
    parts = value.split(",")
    if not all(part.strip().isdecimal() for part in parts) or len(parts) != 3 or sum(map(int, parts)) != 100:
        raise click.BadParameter(f"{value!r} is not three whole numbers with the sum 100, such as {_SHARES}.")
    train, validation, test = map(int, parts)
    return train, validation, test


def _licence(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The value of an option for a licence."""
    if value and not _LICENCE.fullmatch(value):
        raise click.BadParameter(f"{value!r} is not an SPDX identifier, such as CC-BY-4.0.")
    return value


@dataset.command(short_help="write a data set; short form: `kronika dataset DIR|FILE...`")
@click.argument("logs", metavar="DIR|FILE...", type=click.Path(), nargs=-1, required=True)
@click.option("--out", type=click.Path(), required=True, metavar="DIR", help="The folder, new or empty.")
@click.option("--name", default="", metavar="TEXT", help="The name of the data set. [default: that of the folder]")
@click.option(
    "--licence",
    callback=_licence,
    default="",
    metavar="SPDX",
    help="The licence under which you publish it, such as CC-BY-4.0. [default: none is stated]",
)
@click.option(
    "--shares",
    callback=_shares,
    default=_SHARES,
    show_default=True,
    metavar="N,N,N",
    help="The numbers of deals for training, validation and test, of 100.",
)
@jobs_option
@format_option(Made)
@interruption_notice()
def make(
    logs: tuple[str, ...], out: str, name: str, licence: str, shares: tuple[int, int, int], jobs: int, form: str
) -> None:
    """Write the games of folders and files as a data set: tables as Parquet, the logs, a card, Croissant metadata.

    All games of one deal are in the same split: the same seed or, without one, the same outcomes before the first
    decision. Logs of witnesses, games with assumed hands, and logs with faults are omitted and counted. The folder is
    made whole or not at all; the bytes do not depend on the number of jobs.

    \b
    kronika dataset make games --out set
    kronika dataset make games.kpack --out set --licence CC-BY-4.0 --jobs 2

    The logs are in it as they are: `kronika convert --rename` and `--no-notes` make clean ones first.

    It needs `pip install 'kronika[sql]'`.
    """
    from kronika.logs.datasets.making import Wanted, make_dataset  # what verifies one does not need it

    there = find_logs(logs)
    called = printable(" ".join(name.split()) or os.path.basename(os.path.abspath(out)))
    made = make_dataset(stored_logs(there), out, Wanted(called, licence, shares), jobs, print_warning, _watched)
    for why in (*made.unread, *there.unlisted.values()):
        print_note(why)
    if form == "json":
        print_json(made)
    else:
        rows = [(split, part.logs, part.deals, part.steps) for split, part in made.splits.items()]
        print_text(table(rows, ["split", "games", "deals", "actions"], (1, 2, 3)))
        for reason, number in made.omitted.items():
            print_note(f"Omitted: {pluralize(number, 'log')} {reason}.")
        if missing := [split for split in SPLITS if split not in made.splits]:
            print_note(f"No deal is in {' and '.join(missing)}: there are too few.")
    raise click.exceptions.Exit(exit_status(bool(made.unread or there.unlisted), FINE))


@dataset.command(short_help="replay a data set, and show what differs")
@click.argument("folder", metavar="DIR", type=click.Path())
@jobs_option
@format_option(Verified)
@interruption_notice()
def verify(folder: str, jobs: int, form: str) -> None:
    """Replay all games of a data set, and compare its files, and every row of its tables, with the replay.

    \b
    kronika dataset verify set
    kronika dataset verify set --jobs 2 --format json
    """
    from kronika.logs.datasets.verifying import verify_dataset  # what makes one does not need it

    found = verify_dataset(folder, jobs, print_warning, _watched)
    if form == "json":
        print_json(found)
    else:
        for one in found.differences:
            print_text(wrapped(printable(difference_text(one))))
        if not found.same_program:
            print_note("Another version of Kronika or of a game made it: rows may differ by that.")
        verdict = f"{pluralize(len(found.differences), 'difference')}" if found.differences else "all as it should be"
        print_note(f"{display_name(folder)}: {pluralize(found.logs, 'log')} replayed, {verdict}.")
    raise click.exceptions.Exit(FINDING if found.differences else FINE)


def difference_text(one: Deviation) -> str:
    """A difference in words."""
    where = f"{one.file}: " if one.file else ""
    log = f", log {one.log}" if one.log else ""
    if not one.rows:
        told = f": {one.stored} in place of {one.replayed}" if one.stored is not None else ""
        return f"{where}{one.about}{log}{told}"
    first = f"; the first is in log {one.log}"
    values = f", {one.column}: {one.stored}, replayed {one.replayed}" if one.column else ""
    return f"{where}{one.about}: {pluralize(one.rows, 'row')}{first}{values}"


def _watched(work: Iterable[None], pieces: int, word: str) -> Iterable[None]:
    return progress(work, pieces, word)
