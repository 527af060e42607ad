"""Bots of the command line: named, seated, and what they do at a table."""

from __future__ import annotations

from collections.abc import Mapping

import click

from kronika.cli.printing.output import print_note
from kronika.core.basics import limits
from kronika.core.basics.errors import BotFault
from kronika.core.bots.driver import MAX_EVENTS, Bots, play_on, redo_human, undo_human
from kronika.core.bots.lookup import Player
from kronika.core.contract.moves import find_player
from kronika.core.sessions.session import Session
from kronika.core.sessions.witness import need_full
from kronika.logs.players.lookup import allow_local_imports, check_program_exists, find_player_bot
from kronika.logs.texts.script import UNDO_OR_REDO, play_line

LOST_GAMES_STAY = (
    "Logs of games lost by a fault stay. Once the bot is fixed, delete them: the command plays the games again."
)
"""The note on games that are already in their folder and ended with a fault of a bot."""

maxmoves_option = click.option(
    "--maxmoves",
    type=click.IntRange(1, limits.RECORDS),
    default=MAX_EVENTS,
    show_default=True,
    metavar="N",
    help="Adjudicate a game of bots by its current score after N decisions.",
)


def named_bots(pairs: tuple[str, ...]) -> dict[str, str]:
    """The bots of `--bot NAME=BOT` by name; each bot is usable. Raises UnknownBot."""
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


def seated(pairs: tuple[str, ...], session: Session) -> Mapping[int, Player]:
    """The bots of `--bot PLAYER=BOT`, by seat.

    Raises NotationError for a name that is not a player, UnknownBot, and KronikaError if not every hand is known.
    """
    need_full(session, "A bot")
    found: dict[int, Player] = {}
    for name, bot in named_bots(pairs).items():
        seat = find_player(name, session.players)
        if seat in found:
            raise click.UsageError(f"--bot: {session.players[seat]} is given two bots.")
        found[seat] = find_player_bot(bot)
    return found


def let_bots_act(session: Session, bots: Bots) -> bool:
    """Let bots act until somebody else must act. Return true if any acted. Raises BotFault."""
    before = len(session.history)
    play_on(session, bots)
    return len(session.history) > before


def let_bots_act_or_leave(session: Session, bots: dict[int, Player]) -> bool:
    """Same as `let_bots_act`, but after a fault of a bot all bots leave, and people move for them."""
    before = len(session.history)
    try:
        return let_bots_act(session, bots)
    except BotFault as error:
        print_note(f"{error.public_message()} From now on people move for bots.")
        bots.clear()
        return len(session.history) > before


def play_line_with_bots(session: Session, bots: Bots, line: str, own: int | None) -> None:
    """Play a line at a table with bots: `undo` and `redo` count decisions of people, with everything that followed."""
    command = UNDO_OR_REDO.match(line)
    if command is None:
        play_line(session, line, own=own)
    elif command[3]:
        play_line(session, line)
    else:
        act = undo_human if command[1].casefold() == "undo" else redo_human
        act(session, bots, int(command[2] or 1))
