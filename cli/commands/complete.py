"""`complete`: a full game that agrees with what a witness saw."""

from __future__ import annotations

import os

import click

from kronika.cli.printing.options import LOG, log_argument
from kronika.cli.printing.output import print_note
from kronika.cli.printing.reading import open_for_viewing
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import pluralize
from kronika.core.unseen.session import WitnessSession, completed
from kronika.logs.replaying.logfile import write_log


@click.command()
@log_argument
@click.option(
    "--out", required=True, type=LOG, metavar="FILE", help="The new log; with --sample, several logs FILE-1, FILE-2, …."
)
@click.option(
    "--sample",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Draw N of the games that agree, each by its probability.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="With --sample: the seed of the draw.")
def complete(log: str, out: str, sample: int | None, seed: int) -> None:
    """Write a full game that agrees with what a witness saw; everything else in it is assumed.

    The new log has the tag `assumed`, and is not evidence of what anybody held. With --sample, games are drawn from all
    that agree, as shuffled cards and tiles would give them. Hidden choices of players do not influence the draw.

    \b
    kronika complete seen.jsonl --out full.jsonl
    kronika complete seen.jsonl --out full.jsonl --sample 20 --seed 7
    """
    session, _ = open_for_viewing(log)
    if not isinstance(session, WitnessSession):
        raise KronikaError(f"{log}: holds every hand: it is complete.")
    if sample is None:
        write_log(out, completed(session))
        print_note(f"{out}: {session.game.title}, a game that agrees with {log}.")
        return
    stem, dot, ending = os.path.basename(out).partition(".")
    names = [os.path.join(os.path.dirname(out), f"{stem}-{number}{dot}{ending}") for number in range(1, sample + 1)]
    for number, name in enumerate(names):
        write_log(name, completed(session, seed + number))
    which = names[0] if sample == 1 else f"{names[0]} to {names[-1]}"
    print_note(f"{which}: {pluralize(sample, 'game')} drawn from those that agree with {log}.")
