"""`new`, `play`, `undo`, `redo`, `branch`: recording a game."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable

import click

from kronika.cli.options import LOG, at_option, complete_move, game_argument, log_argument, option_option
from kronika.cli.output import ask, note, paper, say, warn
from kronika.cli.telling import tell, tell_entry, whose_turn
from kronika.core.errors import BadSetup, KronikaError
from kronika.core.events import Event
from kronika.core.game import CHANCE
from kronika.core.options import parse_assignments
from kronika.core.registry import get_game
from kronika.core.session import Session
from kronika.core.words import count
from kronika.logs.files import STDIO, write_new
from kronika.logs.mend import first_records, write_log
from kronika.logs.replay import Loaded, load
from kronika.logs.script import play_script, read_script
from kronika.logs.store import LogFile, log_lines, refuse_unappendable

chance_option = click.option(
    "--chance",
    type=click.Choice(["auto", "ask", "given"]),
    help="Where chance outcomes come from: sampled from the seed (auto), asked for here (ask), or entered as moves "
    "`chance: …` (given). [default: auto with a seed, else ask at a terminal and given in a script]",
)


@click.command()
@game_argument
@click.option(
    "--player", "-p", "players", multiple=True, metavar="NAME", help="A player, in seat order; once for each."
)
@option_option
@click.option("--seed", type=int, help="Feeds the chance events; made up if left out.")
@click.option("--tag", "tags", multiple=True, metavar="KEY=VALUE", help="Anything to remember: event, date, place.")
@chance_option
@click.argument("log", type=LOG)
def new(
    game: str,
    players: tuple[str, ...],
    options: tuple[str, ...],
    seed: int | None,
    tags: tuple[str, ...],
    chance: str | None,
    log: str,
) -> None:
    """Start a log, and play chance until someone must decide.

    \b
    kronika new tides -p Anna -p Bob --seed 7 game.jsonl
    kronika new tides -p Anna -p Bob --chance given --tag event=Final table.jsonl
    """
    found = get_game(game)
    auto = chance in (None, "auto")
    if auto and seed is None:
        seed = secrets.randbelow(1 << 31)
    session = Session.new(
        found,
        players,
        seed=seed,
        options=parse_assignments(options),
        tags=parse_assignments(tags),
        chance="auto" if auto else "given",
    )
    if log != STDIO:
        refuse_unappendable(log)
    if chance == "ask":
        ask_chance(session)
    if log == STDIO:
        write_new(log, log_lines(session))
    else:
        LogFile.create(log, session)
    seeded = f", seed {seed}" if seed is not None else ""
    note(f"{log}: {found.title}, {', '.join(session.players)}{seeded}. {whose_turn(session)}")


@click.command()
@log_argument
@click.argument("moves", nargs=-1, shell_complete=complete_move)
@click.option("--script", type=LOG, metavar="FILE", help="Moves from a file, one a line; - is standard input.")
@chance_option
@click.option("--as", "viewer", metavar="SEAT", help="At the interactive table: show the board as this player sees it.")
@click.option("--quiet", "-q", is_flag=True, help="Do not tell what happened.")
def play(
    log: str, moves: tuple[str, ...], script: str | None, chance: str | None, viewer: str | None, quiet: bool
) -> None:
    """Check moves and append them to a log; without a move, play at an interactive table.

    A move is [SEAT:] MOVE; the seat, a name or a number from 0, may be left out when only one can act. Words that are
    not quoted make one move; quote each move to play several. Either all moves given are appended or, if one is
    refused, none. In a script `undo` and `redo` may stand too, and # begins a comment.

    \b
    kronika play game.jsonl "Anna: pick 9" "Bob: pick 10"
    kronika play game.jsonl --script moves.txt
    kronika play game.jsonl
    """
    if script and moves:
        raise click.UsageError("Give moves or a script, not both.")
    if log == STDIO and script == STDIO:
        raise click.UsageError("The log and the script can't both come from standard input.")
    file = LogFile.open(log) if log != STDIO else None
    loaded = load(log) if file is None else Loaded(file.session, file.warnings)
    _warn_of(loaded)
    session = loaded.session
    interactive = not moves and script is None and sys.stdin.isatty() and file is not None
    if interactive:
        from kronika.cli.table import Table

        assert file is not None
        Table(file, viewer, set_chance(session, chance, "ask") == "ask").run()
        return
    asking = set_chance(session, chance, "given") == "ask"

    def ask() -> None:
        if asking:
            ask_chance(session)

    first = len(session.history)
    session.settle()
    if moves:
        play_script(session, one_or_many(moves), "", ask)
    else:
        play_script(session, read_script(script or STDIO), script or STDIO, ask)
    _save(file, session)
    if not quiet:
        _report(session, first, to_stderr=file is None)


def one_or_many(words: tuple[str, ...]) -> list[tuple[int, str]]:
    """Words without a space among them are one move; else each is one."""
    moves = list(words) if any(" " in word.strip() for word in words) else [" ".join(words)]
    return list(enumerate(moves, 1))


def set_chance(session: Session, chance: str | None, fallback: str) -> str:
    """Sets the session's chance to what was asked for, or to what suits the log; the mode. Raises BadSetup."""
    mode = chance or ("auto" if session.header.seed is not None else fallback)
    if mode == "auto" and session.header.seed is None:
        raise BadSetup("This log has no seed, so chance can't be automatic: use --chance ask or given.")
    session.chance = "auto" if mode == "auto" else "given"
    return mode


def ask_chance(session: Session) -> None:
    """Asks for the outcomes that are due, at the terminal or from lines of standard input."""
    while session.actors == (CHANCE,):
        text = ask("chance> ")
        try:
            session.play(f"chance: {text.removeprefix('chance:').strip()}")
        except KronikaError as error:
            if not sys.stdin.isatty():
                raise
            note(str(error))


def _warn_of(loaded: Loaded) -> None:
    for fault in loaded.warnings[:1]:
        more = f" (and {len(loaded.warnings) - 1} more; `kronika validate` lists them)" if loaded.warnings[1:] else ""
        warn(f"{fault}{more}")


def _save(file: LogFile | None, session: Session) -> None:
    if file is None:
        write_new(STDIO, log_lines(session))
    else:
        file.save()


def _report(session: Session, first: int, *, to_stderr: bool = False) -> None:
    write = note if to_stderr else say
    for number in range(first + 1, len(session.history) + 1):
        for line in tell(session, number, paper()):
            write(line)
    note(whose_turn(session))


@click.command()
@log_argument
@click.argument("k", type=click.IntRange(min=1), default=1)
@click.option("--events", is_flag=True, help="Count single events, chance among them, instead of decisions.")
def undo(log: str, k: int, events: bool) -> None:
    """Take back the last K decisions with the chance that followed. Appended to the log; nothing is erased.

    \b
    kronika undo game.jsonl
    kronika undo game.jsonl 2
    """
    _take_back(log, k, "undo", events)


@click.command()
@log_argument
@click.argument("k", type=click.IntRange(min=1), default=1)
@click.option("--events", is_flag=True, help="Count single events, chance among them, instead of decisions.")
def redo(log: str, k: int, events: bool) -> None:
    """Restore K decisions that were taken back, with the chance that followed.

    \b
    kronika redo game.jsonl
    """
    _take_back(log, k, "redo", events)


def _take_back(log: str, k: int, what: str, single: bool) -> None:
    file = LogFile.open(log) if log != STDIO else None
    session = file.session if file else load(log).session
    before = list(session.line.events)
    getattr(session, f"{what}_events" if single else what)(k)
    _save(file, session)
    gone = before[len(session.line.events) :] if what == "undo" else session.line.events[len(before) :]
    word = "taken back" if what == "undo" else "restored"
    for line in _entries(session, gone):
        note(f"{word}: {line}")
    note(whose_turn(session))


def _entries(session: Session, events: Iterable[Event]) -> Iterable[str]:
    where = {id(entry): number for number, entry in enumerate(session.history, 1)}
    return (f"{where[id(event)]:>4}  {tell_entry(session, where[id(event)], event)}" for event in events)


@click.command()
@log_argument
@at_option
@click.argument("target", metavar="NEW", type=LOG)
def branch(log: str, at: int | None, target: str) -> None:
    """Start a new log that shares the first N records of another.

    \b
    kronika branch game.jsonl --at 12 other.jsonl
    """
    loaded = load(log)
    _warn_of(loaded)
    at = len(loaded.session.history) if at is None else at
    write_log(target, first_records(loaded.session, at))
    note(f"{target}: {loaded.session.game.title}, the first {count(at, 'record')} of {log}.")
