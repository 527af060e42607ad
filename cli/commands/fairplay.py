"""`fairplay`: an information-leak test for bots."""

from __future__ import annotations

from typing import Any

import click
from msgspec import Struct

from kronika.cli.printing.completing import complete_bots
from kronika.cli.printing.options import format_option, game_argument, option_option
from kronika.cli.printing.output import FINDING, print_json, print_note, print_text, terminal_paper
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.cli.printing.terminal import ending_on_signal
from kronika.core.basics import limits
from kronika.core.basics.text import pluralize
from kronika.core.bots import fairplay as library
from kronika.core.bots.turn import RESIGN
from kronika.core.contract.options import new_game_options, parse_assignments, plain_options
from kronika.core.contract.players import check_seats, default_names
from kronika.core.contract.registry import AnyGame, get_game
from kronika.logs.players.lookup import allow_local_imports, find_player_bot


class MovedChoice(Struct, frozen=True):
    """The position at which a choice changed: the game's seed, the number of events, the seat, and both choices.

    `peeks` is false if the bot does not choose the same twice, so that the test can't decide whether it peeks.
    """

    seed: int | None
    events: int
    seat: int
    chosen: Any
    other: Any
    peeks: bool


class FairPlay(Struct, frozen=True):
    """The result of the test: positions checked, those among them with something hidden, and where the choice
    changed.
    """

    bot: str
    game: str
    positions: int
    hidden: int
    ok: bool
    changed: MovedChoice | None


@click.command()
@click.argument("bot", shell_complete=complete_bots)
@game_argument
@click.option(
    "-n",
    "positions",
    type=click.IntRange(1, limits.GAMES),
    default=40,
    show_default=True,
    metavar="N",
    help="Number of positions to check.",
)
@click.option(
    "--games",
    type=click.IntRange(1, limits.GAMES),
    default=4,
    show_default=True,
    metavar="N",
    help="Number of random games that the positions are taken from.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same positions.")
@click.option("--players", type=click.IntRange(min=1), metavar="K", help="Number of players. [default: the fewest]")
@option_option
@format_option(FairPlay)
@interruption_notice()
@ending_on_signal()
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
    """Check whether a bot uses what its seat may not know (an information-leak test).

    Hidden things are dealt again at random, and the bot's choice must not change. The bot has the same view, dice and
    budget each time. It sees each position as the beginning of a game, without any earlier events. The first position
    at which its choice changes is printed, and the exit status is then 1.

    \b
    kronika fairplay mcts:50 tides
    kronika fairplay my.bots:clever viceroy --players 3
    """
    allow_local_imports()
    found, player = get_game(game), find_player_bot(bot)
    if not player.is_reproducible:
        raise click.UsageError(
            "With a time to think a bot may choose differently each time: give it a number of iterations."
        )
    seats = players or max(found.seats[0], min(2, found.seats[1]))
    check_seats(found, seats)
    chosen = plain_options(new_game_options(found, parse_assignments(options)))
    spots = library.positions(found, default_names(seats), chosen, seed, positions, games)
    watched = library.find_leaks(player, list(progress(spots, positions, "asking")))
    moved = watched.moved
    if form == "json":
        print_json(_as_data(found, bot, watched))
    elif moved:
        _print(moved)
    if moved:
        raise click.exceptions.Exit(FINDING)
    where = f"{pluralize(watched.positions, 'position')} of {found.title}, {watched.hidden} with something hidden"
    print_note(f"{bot}: the choice never changed in {where}.")


def _print(moved: library.LeakFound) -> None:
    position = moved.position
    session, seat = position.session, position.seat
    names = session.players
    print_text(session.game.render(session.game.view(session.state, seat), names, terminal_paper()))
    print_text()
    first, other = (
        RESIGN if do is RESIGN else session.game.format(session.state, seat, do, names, seat)
        for do in (moved.chosen, moved.other)
    )
    when = "asked again" if moved.dealt is None else "with other things hidden"
    print_text(
        f"After {pluralize(position.number, 'event')} {names[seat]} sees this, and chooses "
        f"`{first}`; {when}, `{other}`."
    )
    if moved.dealt is None:
        print_note("The bot does not choose the same twice: the test can't say whether it peeks.")
    else:
        print_note("The choice depends on what the seat may not know: the bot peeks.")


def _as_data(game: AnyGame, bot: str, watched: library.LeakReport) -> FairPlay:
    moved = _moved_choice(watched.moved) if watched.moved else None
    return FairPlay(bot, game.name, watched.positions, watched.hidden, moved is None, moved)


def _moved_choice(moved: library.LeakFound) -> MovedChoice:
    at = moved.position
    peeks = moved.dealt is not None
    return MovedChoice(at.session.header.seed, at.number, at.seat, moved.chosen, moved.other, peeks)
