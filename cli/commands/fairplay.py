"""`fairplay`: does a bot peek at what its seat may not know?"""

from __future__ import annotations

from typing import Any

import click
from msgspec import Struct

from kronika.cli.printing.options import format_option, game_argument, option_option
from kronika.cli.printing.output import FINDING, note, paper, say, say_json
from kronika.cli.printing.progress import broken_off, progress
from kronika.cli.printing.terminal import leaving
from kronika.core.basics import limits
from kronika.core.basics.text import count
from kronika.core.bots import fairplay as library
from kronika.core.bots.turn import RESIGN
from kronika.core.contract.options import chosen_options, parse_assignments, plain_options
from kronika.core.contract.players import check_seats, names_for
from kronika.core.contract.registry import AnyGame, get_game
from kronika.logs.players.finding import importable_here, player_called


class MovedChoice(Struct, frozen=True):
    """Where a choice moved: in the game of a seed after so many events, with what was chosen and what then.

    `peeks` is false where the bot does not choose the same twice, so that whether it peeks can't be told.
    """

    seed: int | None
    events: int
    seat: int
    chosen: Any
    other: Any
    peeks: bool


class FairPlay(Struct, frozen=True):
    """What came out: positions looked at, those among them where something is hidden, and where a choice moved."""

    bot: str
    game: str
    positions: int
    hidden: int
    ok: bool
    changed: MovedChoice | None


@click.command()
@click.argument("bot")
@game_argument
@click.option(
    "-n",
    "positions",
    type=click.IntRange(1, limits.GAMES),
    default=40,
    show_default=True,
    metavar="N",
    help="Positions to look at.",
)
@click.option(
    "--games",
    type=click.IntRange(1, limits.GAMES),
    default=4,
    show_default=True,
    metavar="N",
    help="Random games that they are taken from.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same positions.")
@click.option("--players", type=click.IntRange(min=1), metavar="K", help="How many players; the fewest if left out.")
@option_option
@format_option
@broken_off()
@leaving()
def fairplay(
    bot: str,
    game: str,
    positions: int,
    games: int,
    seed: int,
    players: int | None,
    options: tuple[str, ...],
    form: str,
) -> None:
    """Look whether a bot peeks: what its seat may not know is dealt anew, and its choice must not move.

    The bot has the same view, dice and budget each time. Every position is shown to it as the beginning of a game, so
    that nothing has been told. What it prints is the first position at which the choice moved; the exit status is 1.

    \b
    kronika fairplay mcts:50 tides
    kronika fairplay my.bots:clever viceroy --players 3
    """
    importable_here()
    found, player = get_game(game), player_called(bot)
    if not player.steady:
        raise click.UsageError(
            "With a time to think a bot need not choose the same twice: give it a number of iterations."
        )
    seats = players or max(found.seats[0], min(2, found.seats[1]))
    check_seats(found, seats)
    chosen = plain_options(chosen_options(found, parse_assignments(options)))
    spots = library.positions(found, names_for(seats), chosen, seed, positions, games)
    watched = library.watch(player, list(progress(spots, positions, "asking")))
    moved = watched.moved
    if form == "json":
        say_json(_as_data(found, bot, watched))
    elif moved:
        _print(moved)
    if moved:
        raise click.exceptions.Exit(FINDING)
    where = f"{count(watched.positions, 'position')} of {found.title}, {watched.hidden} with something hidden"
    note(f"{bot}: the choice never moved in {where}.")


def _print(moved: library.Moved) -> None:
    position = moved.position
    session, seat = position.session, position.seat
    names = session.players
    say(session.game.render(session.game.view(session.state, seat), names, paper()))
    say()
    first, other = (
        RESIGN if do is RESIGN else session.game.format(session.state, seat, do, names, seat)
        for do in (moved.chosen, moved.other)
    )
    when = "asked again" if moved.dealt is None else "with other things hidden"
    say(f"After {count(position.number, 'event')} {names[seat]} sees this, and chooses `{first}`; {when}, `{other}`.")
    if moved.dealt is None:
        note("The bot does not choose the same twice: whether it peeks can't be told.")
    else:
        note("The choice depends on what the seat may not know: the bot peeks.")


def _as_data(game: AnyGame, bot: str, watched: library.Watched) -> FairPlay:
    moved = _moved_choice(watched.moved) if watched.moved else None
    return FairPlay(bot, game.name, watched.positions, watched.hidden, moved is None, moved)


def _moved_choice(moved: library.Moved) -> MovedChoice:
    at = moved.position
    peeks = moved.dealt is not None
    return MovedChoice(at.session.header.seed, at.number, at.seat, moved.chosen, moved.other, peeks)
