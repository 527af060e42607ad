"""`simulate`: games of random moves or of bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import click

from kronika.cli.printing.bots import LOST_GAMES_STAY, maxmoves_option
from kronika.cli.printing.completing import complete_bots
from kronika.cli.printing.options import LOG, cluster_option, game_argument, jobs_option, option_option, seed_option
from kronika.cli.printing.output import FINDING, FINE, print_note, print_warning
from kronika.cli.printing.progress import interruption_notice, kept_in_out, progress
from kronika.cli.printing.terminal import ending_on_signal
from kronika.core.basics import limits
from kronika.core.basics.errors import BotFault
from kronika.core.basics.text import pluralize
from kronika.core.contract.options import parse_assignments
from kronika.core.contract.registry import get_game
from kronika.logs.players.lookup import allow_local_imports
from kronika.logs.work import simulate as library
from kronika.logs.work.pool import ResultStream


@click.command()
@game_argument
@click.option(
    "-n", "games", type=click.IntRange(1, limits.BATCH), default=1, show_default=True, help="Number of games."
)
@seed_option
@click.option("--players", type=click.IntRange(min=1), metavar="K", help="Number of players. [default: the fewest]")
@click.option(
    "--bots",
    metavar="BOT,BOT…",
    default="",
    shell_complete=complete_bots,
    help="The bots by seat: greedy,mcts:200. A single bot plays all seats.",
)
@maxmoves_option
@option_option
@click.option("--out", type=LOG, required=True, metavar="DIR", help="The folder for the logs, or a .kpack for all.")
@click.option("--packed", is_flag=True, help="Write the packed form, about a twentieth of the size.")
@jobs_option
@cluster_option
@interruption_notice(kept_in_out)
@ending_on_signal()
def simulate(
    game: str,
    games: int,
    seed: int | None,
    players: int | None,
    bots: str,
    maxmoves: int,
    options: tuple[str, ...],
    out: str,
    packed: bool,
    jobs: int,
    cluster: str,
) -> None:
    """Play games and write their logs: of random legal moves, or of bots (see `kronika bots`).

    The bytes do not depend on the number of jobs, unless a bot has a time to think instead of a number of iterations.
    After an interruption, the same command continues: a game whose log is there is not played again. A name that ends
    in .kpack is one file for all logs: games are counted as played when they are safe on the disk.

    \b
    kronika simulate tides -n 100 --seed 1 --out games --jobs 2
    kronika simulate tides -n 1000000 --out games.kpack --jobs 2
    kronika simulate tides -n 3 --bots greedy,mcts:20 --out games
    """
    allow_local_imports()
    found = get_game(game)
    sitting = [bot.strip() for bot in bots.split(",")] if bots else []
    seats = players or max(found.seats[0], len(sitting))
    batch = library.plan(
        found, seats, parse_assignments(options), seed, games, out, packed=packed, bots=sitting, most=maxmoves
    )
    lost = LostGames()
    with closing(library.simulate(batch, jobs, print_warning, cluster=cluster, lost=lost.add)) as names:
        coming = ResultStream(names)
        played = sum(1 for _ in progress(coming, games, "playing"))
    print_note(f"{out}: {pluralize(played, 'game')} of {found.title}.")
    for line in lost.told():
        print_note(line)
    if lost.games:
        print_note(LOST_GAMES_STAY)
    if coming.died:
        raise coming.died
    raise click.exceptions.Exit(FINDING if lost.games else FINE)


class LostGames:
    """Games that bots have lost by faults, by seat and kind: their number, and the first of them."""

    def __init__(self) -> None:
        self.games: Counter[tuple[int | None, str]] = Counter()
        self._first: dict[tuple[int | None, str], str] = {}

    def add(self, name: str, fault: BotFault) -> None:
        """Count one more."""
        key = fault.seat, fault.kind
        self.games[key] += 1
        self._first.setdefault(key, f"{name}: {fault}")

    def told(self) -> Iterator[str]:
        """Yield a line for each seat and kind."""
        for key, times in self.games.items():
            yield f"{pluralize(times, 'game')} lost by a fault of a bot ({key[1]}), the first {self._first[key]}"
