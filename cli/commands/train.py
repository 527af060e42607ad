"""`train`: learned values of positions, from played games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b

import click
from msgspec import Struct

from kronika.cli.printing.completing import complete_log
from kronika.cli.printing.options import LOG, format_option, game_argument
from kronika.cli.printing.output import FILE, print_json, print_note, print_text, print_warning, table
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.core.basics.text import pluralize
from kronika.core.bots.learned import MoreSeats, Provenance
from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.files.folders import refuse_existing
from kronika.logs.files.streams import display_name
from kronika.logs.files.walk import find_logs, skipped_text
from kronika.logs.files.writing import write_new_file
from kronika.logs.replaying.logfile import log_lines
from kronika.logs.replaying.replay import load_full
from kronika.logs.work import training
from kronika.logs.work.training import weights_text


class Trained(Struct, frozen=True):
    """The origin of the weights and how well they fit; `skipped` logs could not be learned from.

    `more_seats` says how the weights hold in games with more than two seats.
    """

    game: str
    learned: Provenance
    skipped: int
    more_seats: tuple[MoreSeats, ...] = ()


@click.command()
@game_argument
@click.argument("paths", metavar="LOGS...", nargs=-1, required=True, type=LOG, shell_complete=complete_log)
@click.option("--out", type=LOG, metavar="FILE", required=True, help="A new file for the weights, in TOML.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which deals are held out depends on the seed.")
@format_option(Trained)
@interruption_notice()
def train(game: str, paths: tuple[str, ...], out: str, seed: int, form: str) -> None:
    """Learn from finished games what positions of GAME are worth, and how well that predicts other games.

    Takes logs, or all logs of a folder. The weights are learned from games with two seats. One of five deals is held
    out: the printed figures are of these. Games with more seats say how shares of the win follow there. The bots
    `value`, `mc-value` and `mcts-value` use the file `weights.toml` in the package of a game. Needs kronika[train]. The
    exit status is 3 when a log can't be read.

    \b
    kronika simulate tides -n 400 --bots greedy --out games
    kronika train tides games --out weights.toml
    """
    refuse_existing(out)
    found, there, unread = get_game(game), find_logs(paths), list[str]()
    sessions = progress(_sessions(there.paths, unread), len(there.paths), "reading")
    try:
        learned = training.train(found, sessions, seed)
    finally:
        for why in [*unread, *there.unlisted.values()]:
            print_warning(why)
        if there.others:
            print_note(f"{skipped_text(there.others)} skipped.")
    write_new_file(out, [weights_text(learned.weights).encode()])
    if form == "json":
        weights = learned.weights
        print_json(Trained(found.name, weights.learned, learned.skipped, weights.more_seats))
    else:
        _print(learned.weights.learned, learned.skipped)
        _print_more_seats(learned.weights.more_seats)
        print_note(f"{display_name(out)}: weights of {pluralize(len(learned.weights.win), 'feature')}.")
    if not training.predicts_better(learned.weights.learned):
        print_warning("These weights predict the deals held out no better than the heuristic: more games may help.")
    if unread or there.unlisted:
        raise click.exceptions.Exit(FILE)


def _sessions(paths: Sequence[str], unread: list[str]) -> Iterator[tuple[bytes, Session]]:
    """Each game with a digest of its log; the reasons why some can't be read are added to `unread`."""
    for path in paths:
        try:
            session = load_full(path)
        except (FileError, LogError) as error:
            unread.append(str(error))
            continue
        yield blake2b(b"".join(log_lines(session))).digest(), session


def _print(learned: Provenance, skipped: int) -> None:
    head = f"{pluralize(learned.games, 'deal')} learned from, {learned.held_out} held out"
    print_text(f"{head}; {pluralize(skipped, 'log')} not of use." if skipped else f"{head}.")
    print_text("Of those held out, by third of the game; 0.693 and 0.25 are the figures of a coin:\n")
    heads = ("third", "positions", "log loss", "heuristic", "square", "heuristic")
    rows = [
        (number, fit.positions, fit.log_loss, fit.heuristic_log_loss, fit.square, fit.heuristic_square)
        for number, fit in enumerate(learned.thirds, 1)
    ]
    print_text(table(rows, heads, range(6)))
    print_text("\nPredicted and real share of the win, in percent:\n")
    bins = [(one.positions, f"{100 * one.predicted:.1f}", f"{100 * one.result:.1f}") for one in learned.calibration]
    print_text(table(bins, ("positions", "predicted", "real"), range(3)))


def _print_more_seats(found: Sequence[MoreSeats]) -> None:
    if found:
        print_text("\nWith more seats, the sharpness, the log loss of a position, and that without it:\n")
        rows = [(one.seats, one.games, one.positions, *one.sharpness, one.log_loss, one.before) for one in found]
        print_text(table(rows, ("seats", "deals", "positions", "at first", "at last", "log loss", "without"), range(7)))
