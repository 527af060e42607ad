"""`bots`: who plays where no person does, and how commands are told so."""

from __future__ import annotations

import click
from msgspec import Struct

from kronika.cli.printing.options import format_option
from kronika.cli.printing.output import print_json, print_note, print_text, table
from kronika.core.basics import limits
from kronika.core.basics.errors import BotFault, UnknownBot
from kronika.core.bots.builtin import BOTS
from kronika.core.bots.driver import MAX_EVENTS, Bots, play_on, redo_human, undo_human
from kronika.core.bots.lookup import GROUP, Player, find_bot, installed_bots, summary_line
from kronika.core.sessions.session import Session
from kronika.logs.players.lookup import allow_local_imports, check_program_exists, find_player_bot
from kronika.logs.texts.script import UNDO_OR_REDO, play_line

LOST_GAMES_STAY = (
    "Logs of games lost by a fault stay. Once the bot is mended, take them away: the command plays them again."
)
"""What is said of games that are in their folder already with a fault in them."""

maxmoves_option = click.option(
    "--maxmoves",
    type=click.IntRange(1, limits.RECORDS),
    default=MAX_EVENTS,
    show_default=True,
    metavar="N",
    help="Decisions after which a game of bots is adjudicated by the score as it stands.",
)


def named_bots(pairs: tuple[str, ...]) -> dict[str, str]:
    """What the names of `--bot NAME=BOT` stand for; each bot is one that can be used. Raises UnknownBot."""
    allow_local_imports()
    found: dict[str, str] = {}
    for pair in pairs:
        name, sign, bot = pair.partition("=")
        if not sign or not name or not bot:
            raise click.UsageError(f"--bot {pair}: write NAME=BOT, as in Bob=mcts:200.")
        if name in found:
            raise click.UsageError(f"--bot: {name} is given two bots.")
        find_player_bot(bot)
        check_program_exists(bot)
        found[name] = bot
    return found


def let_bots_act(session: Session, bots: Bots) -> bool:
    """Lets bots act until somebody else is to; did any? Raises BotFault."""
    before = len(session.history)
    play_on(session, bots)
    return len(session.history) > before


def let_bots_act_or_leave(session: Session, bots: dict[int, Player]) -> bool:
    """As `let_bots_act`; where one can't go on all of them leave, and people move for them."""
    before = len(session.history)
    try:
        return let_bots_act(session, bots)
    except BotFault as error:
        print_note(f"{error.public_message()} From now on people move for bots.")
        bots.clear()
        return len(session.history) > before


def play_line_with_bots(session: Session, bots: Bots, line: str, own: int | None) -> None:
    """Plays a line at a table with bots: `undo` and `redo` count decisions of people, with all that followed."""
    command = UNDO_OR_REDO.match(line)
    if command is None or command[3]:
        play_line(session, line, own=own)
    else:
        act = undo_human if command[1].casefold() == "undo" else redo_human
        act(session, bots, int(command[2] or 1))


class BotData(Struct, frozen=True):
    """A bot: its name, the package that brings it, what it does."""

    bot: str
    package: str
    description: str


@click.command()
@format_option
def bots(form: str) -> None:
    """List the bots, and how they are named.

    NAME or NAME:BUDGET; the budget is a number of iterations (mcts:200), with which a bot decides the same every time,
    or a time to think (mcts:0.5s). A function of (turn, dice) in a module of your own is MODULE:FUNCTION. A program in
    any language, asked in lines of JSON, is program:COMMAND or, with what is said of it in a file, FILE.toml#NAME; a
    time as its budget is what it has for a move (docs/bots.md).

    \b
    kronika bots
    kronika simulate tides --bots greedy,mcts:200 --out games
    kronika play game.jsonl --bot Bob=mcts
    """
    found = [_row(name) for name in (*BOTS, *installed_bots())]
    if form == "json":
        print_json([BotData(*row) for row in found])
        return
    print_text(table(found, ["bot", "of", "does"], widths=(12, 12, 52)))
    own = "a function of yours is MODULE:FUNCTION, a program program:COMMAND"
    print_note(f"Packages bring more under the entry point {GROUP}; {own}.")


def _row(name: str) -> tuple[str, str, str]:
    point = installed_bots().get(name)
    of = "kronika" if point is None else point.dist.name if point.dist else point.value
    try:
        return name, of, summary_line(find_bot(name).play)
    except UnknownBot as error:
        return name, of, str(error)
