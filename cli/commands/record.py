"""`new`, `play`: recording a game."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

import click

from kronika.cli.printing.completing import complete_seat
from kronika.cli.printing.events import record_lines, redacting_faults, warn_of, what_next
from kronika.cli.printing.options import (
    AS_HELP,
    LOG,
    bot_option,
    complete_move,
    game_argument,
    log_argument,
    named_viewer,
    option_option,
    own_seat,
    refuse_foreign,
    refuse_stdin_twice,
    viewer_seat,
    wait_option,
)
from kronika.cli.printing.output import at_terminal, line_paper, print_note, print_text
from kronika.cli.printing.terminal import ending_on_signal
from kronika.cli.table.chance import ask_chance
from kronika.cli.table.clock import add_timestamps, clock_option
from kronika.core.basics.chance import random_seed
from kronika.core.basics.errors import BadSetup, BotFault, IllegalAction, NotationError, NotYours
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.options import parse_assignments
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.sessions.new_header import new_header
from kronika.core.sessions.session import Session
from kronika.core.sessions.whereabouts import refusal
from kronika.logs.files.streams import STDIO, typed_path
from kronika.logs.files.writing import write_new_file
from kronika.logs.replaying.logfile import LogFile, log_lines
from kronika.logs.replaying.replay import load
from kronika.logs.texts.game_text import play_legal, session_from_moves, stopped_text
from kronika.logs.texts.script import play_script, read_script, split_moves

if TYPE_CHECKING:  # imported only if a bot plays
    from kronika.core.bots.lookup import Player

chance_option = click.option(
    "--chance",
    type=click.Choice(["auto", "ask", "given"]),
    help="The source of chance outcomes: drawn from the seed (auto), asked for here (ask), or entered as "
    "moves `chance: …` (given). [default: auto with a seed, else ask at a terminal and given in a "
    "script]",
)


@click.command()
@game_argument
@click.option(
    "--player",
    "-p",
    "players",
    multiple=True,
    metavar="NAME",
    help="A player's name, in seating order; repeat for each player.",
)
@option_option
@click.option("--seed", type=int, help="The seed from which chance is drawn. A program that plays can try small seeds.")
@click.option("--tag", "tags", multiple=True, metavar="KEY=VALUE", help="Anything to remember: event, date, place.")
@chance_option
@click.option(
    "--script", type=LOG, metavar="FILE", help="Read moves from a file, or from a game's text, including its tags."
)
@click.option(
    "--as-far-as-legal", "legal", is_flag=True, help="Keep the moves of a script before the first that is refused."
)
@click.option(
    "--witness",
    metavar="NAME",
    help="The witness, who does not see every hand: a player, or `bystander`. Write `?` for what is hidden.",
)
@click.option("--quiet", "-q", is_flag=True, help="Only write the log, without the interactive table.")
@click.argument("log", type=LOG)
def new(
    game: str,
    players: tuple[str, ...],
    options: tuple[str, ...],
    seed: int | None,
    tags: tuple[str, ...],
    chance: str | None,
    script: str | None,
    legal: bool,
    witness: str | None,
    quiet: bool,
    log: str,
) -> None:
    """Start a log, and resolve random events up to the first decision. At a terminal, the interactive table follows.

    With --seed, Kronika draws the outcomes of chance. Without --seed you enter the outcomes yourself. At a terminal you
    are asked for them; in a script they wait until you enter them as moves. With --chance auto and no seed,
    Kronika makes up one that is too large to guess.

    With --witness, the log holds what one player or a bystander saw. `draw Anna ? ? ?` or `draw Anna 3` means three
    cards that nobody showed. The referee then accepts every move that is possible.

    \b
    kronika new tides -p Anna -p Bob --seed 7 game.jsonl
    kronika new tides -p Anna -p Bob --chance given --tag event=Final table.jsonl
    kronika new tides --script game.txt again.jsonl
    kronika new tigris -p Anna -p Bob --witness bystander seen.jsonl
    """
    refuse_foreign(log, ".txt", ".txt.gz", ".txt.zst")
    found = get_game(game)
    if witness is not None and (seed is not None or chance == "auto"):
        raise click.UsageError("--witness: outcomes are those of the table; leave --seed and --chance auto out.")
    mode = chance or ("auto" if seed is not None else "ask" if at_terminal() else "given")
    seeded = "" if seed is None else f", seed {seed}"
    if legal and script is None:
        raise click.UsageError("--as-far-as-legal is about the moves of --script.")
    stopped = (lambda error: print_note(stopped_text(log, str(error)))) if legal else None
    if witness is not None:
        session = witnessed(found, players, parse_assignments(options), parse_assignments(tags), witness)
        if script is not None:
            play_legal(session, list(read_script(script)), script, stopped)
    elif script is not None:
        session = session_from_moves(
            script, found, players, seed, parse_assignments(options), parse_assignments(tags), chance, stopped
        )
    else:
        if mode == "auto" and seed is None:
            seed = random_seed()
            seeded = f", seed {seed}, made up"
        session = Session.new(
            found,
            players,
            seed=seed,
            options=parse_assignments(options),
            tags=parse_assignments(tags),
            chance="auto" if mode == "auto" else "given",
        )
    if log == STDIO:
        if mode == "ask":
            ask_chance(session, lambda: None)
        write_new_file(log, log_lines(session))
    else:
        file = LogFile.create(log, session)
        asks = mode == "ask" and session.actors == (CHANCE,)
        if asks and chance is None:
            print_note("Enter the outcomes from your table here; `--chance auto` lets Kronika draw them.")
        if mode != "given" and script is None and not quiet and at_terminal() and sys.stdout.isatty():
            from kronika.cli.table.opening import play_from_the_start  # the table, imported only if it is used

            print_note(f"{log}: {found.title}, {', '.join(session.players)}{seeded}.")
            play_from_the_start(file)
            return
        if asks:
            from kronika.cli.table.opening import ask_for_the_start  # the same

            session = ask_for_the_start(file)
    print_note(f"{log}: {found.title}, {', '.join(session.players)}{seeded}. {what_next(session)}")
    if log != STDIO and at_terminal() and session.actors != (CHANCE,):
        print_note(f"Run `kronika play {typed_path(log)}` to continue.")


def witnessed(
    game: AnyGame, players: Sequence[str], options: Mapping[str, str], tags: Mapping[str, str], witness: str
) -> Session:
    """A new game that a player or a bystander records. Raises NotationError, BadSetup."""
    from kronika.core.unseen.session import WitnessSession  # imported only if hands are hidden

    return WitnessSession.begun(game, new_header(game, players, None, options, tags), witness)


@click.command()
@log_argument
@click.argument("moves", nargs=-1, shell_complete=complete_move)
@click.option("--script", type=LOG, metavar="FILE", help="Read moves from a file, one per line; - is standard input.")
@chance_option
@click.option(
    "--as",
    "viewer",
    metavar="SEAT",
    shell_complete=complete_seat,
    help=f"Show what happens, and the interactive table, {AS_HELP}",
)
@bot_option("A bot plays for this player.")
@click.option("--quiet", "-q", is_flag=True, help="Do not show what happened.")
@clock_option
@wait_option
@ending_on_signal()
def play(
    log: str,
    moves: tuple[str, ...],
    script: str | None,
    chance: str | None,
    viewer: str | None,
    bots: tuple[str, ...],
    quiet: bool,
    clock: bool,
    wait: float,
) -> None:
    """Check moves and append them to a log. Without a move, play at an interactive table.

    A move is [SEAT:] MOVE. The seat, a name or a number from 0, is optional when only one player can act. Unquoted
    words make one move; quote each move to play several. Either all moves are appended or, if one is refused or the
    program is killed, none. A script may also contain `undo`, `redo`, and comments after #. With --chance ask, an
    outcome before the first move or after the last one is saved as soon as you enter it.

    With --as SEAT only the moves of that seat are accepted, and each is saved before the next one is checked. Moves of
    others are refused unread, and `undo` is that of `undo --as SEAT`. In a script without --as, everything is shown and
    every seat is accepted, also with bots.

    \b
    kronika play game.jsonl "Anna: pick 9" "Bob: pick 10"
    kronika play game.jsonl --script moves.txt
    kronika play game.jsonl
    kronika play game.jsonl --bot Bob=mcts:200
    """
    if script and moves:
        raise click.UsageError("Give moves or a script, not both.")
    if not moves:
        refuse_stdin_twice(log, STDIO if script is None else script)
    known = named_viewer(viewer)
    if not moves and script is None and log != STDIO and at_terminal():
        from kronika.cli.table.table import Table  # imported only if the table is used

        with redacting_faults(known):
            file = LogFile.open(log, wait=wait, tell=print_note)
        warn_of(file.session.warnings, known)
        set_chance(file.session, chance, "ask")
        file.session.require_open()
        Table(file, viewer, clock=clock, bots=_seated(bots, file.session)).run()
        return
    # Read before the log is locked: a script may come from a slow pipe.
    lines = split_moves(moves) if moves else list(read_script(script or STDIO))
    where = "" if moves else script or STDIO
    with open_for_writing(log, wait, known, keep=chance != "ask") as (session, kept):
        seat = viewer_seat(known, session)
        own = own_seat(session.enters_as(seat))
        if own is not None and chance == "ask":
            raise click.UsageError("--chance ask: a seat enters no outcomes; leave --as out, or take --as referee.")
        sitting = _seated(bots, session)
        first = len(session.history)
        asking = set_chance(session, chance, "given") == "ask"
        session.resolve_chance()
        try:
            _play(session, kept, lines, where, sitting, asking=asking, own=own)
        except (IllegalAction, NotationError, NotYours) as error:
            if own is not None and len(session.history) > first and not quiet:
                _report(session, first, seat)
            raise (
                error
                if isinstance(error, NotYours)
                else refusal(error, session, lines[-1][1] if len(lines) == 1 else "", session.enters_as(seat))
            ) from None
        except BotFault as error:
            raise (error.public_message() if known else error) from None
        if clock:
            add_timestamps(session, first)
        save(kept, session)
        if not quiet:
            _report(session, first, seat, to_stderr=kept is None)


def _seated(pairs: tuple[str, ...], session: Session) -> Mapping[int, Player]:
    if not pairs:
        return {}
    from kronika.cli.printing.bots import seated  # imported only if a bot plays

    return seated(pairs, session)


def _play(
    session: Session,
    file: LogFile | None,
    lines: list[tuple[int, str]],
    where: str,
    bots: Mapping[int, Player],
    *,
    asking: bool,
    own: int | None,
) -> None:
    played = False

    def moves() -> Iterator[tuple[int, str]]:
        nonlocal played
        yield from lines
        played = True

    def keep() -> None:
        # Nothing is saved between the moves: all are kept, or none.
        if file is not None and (played or file.unsaved == 1):
            file.save()

    def ask() -> None:
        if own is not None and file is not None:
            file.save()  # else a refusal would show the result of a move that was not made
        if asking:
            if played:
                keep()
            ask_chance(session, keep)
        if bots:
            from kronika.cli.printing.bots import let_bots_act  # as above

            if let_bots_act(session, bots):
                ask()

    play_script(session, moves(), where, ask, own)


@contextmanager
def open_for_writing(
    log: str, wait: float, viewer: str | None = None, *, keep: bool = True
) -> Iterator[tuple[Session, LogFile | None]]:
    """A log to write to; with `keep` it is locked for the whole block. The file is None for standard input."""
    with redacting_faults(viewer):
        file = LogFile.open(log, wait=wait, keep=keep, tell=print_note) if log != STDIO else None
        session = load(log) if file is None else file.session
    warn_of(session.warnings, viewer)
    with file or nullcontext():
        yield session, file


def set_chance(session: Session, chance: str | None, fallback: str) -> str:
    """Set the session's chance to the mode that was asked for, or that suits the log. Return the mode. Raises
    BadSetup.
    """
    mode = chance or ("auto" if session.header.seed is not None else fallback)
    if mode == "auto" and session.header.seed is None:
        raise BadSetup("This log has no seed, so chance can't be automatic: use --chance ask or given.")
    session.chance = "auto" if mode == "auto" else "given"
    return mode


def save(file: LogFile | None, session: Session) -> None:
    """Append the new records of the session to its log. Without a file, the whole log goes to standard output."""
    if file is None:
        write_new_file(STDIO, log_lines(session))
    else:
        file.save()


def _report(session: Session, first: int, viewer: Viewer, *, to_stderr: bool = False) -> None:
    write = print_note if to_stderr else print_text
    for number in range(first + 1, len(session.history) + 1):
        for line in record_lines(session, number, line_paper(), viewer):
            write(line)
    print_note(what_next(session, viewer))
