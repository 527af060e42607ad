"""`show`, `moves`, `replay` and `score`: views of a game."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any

import click
from msgspec import UNSET, Struct, UnsetType, structs

from kronika.cli.printing.events import RecordData, ending_sentence, record_data, what_next, whose_turn
from kronika.cli.printing.narration import Narration
from kronika.cli.printing.options import (
    LOG,
    Seconds,
    as_option,
    at_option,
    format_option,
    legal_moves,
    log_argument,
    prints,
    sheet_option,
)
from kronika.cli.printing.output import (
    at_terminal,
    line_paper,
    print_json,
    print_note,
    print_text,
    terminal_paper,
    terminal_rows,
    wrapped,
)
from kronika.cli.printing.pictures import Look, picture_options, span, write_pictures
from kronika.cli.printing.possible import possible_lines, possible_of, with_possible
from kronika.cli.printing.reading import open_for_viewing
from kronika.cli.printing.sheet import fitted_sheet, score_sheet
from kronika.core.basics.text import pluralize
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.result import BestEnding, Result, ScoreItem
from kronika.core.contract.view import View
from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_ending, redact_sheet
from kronika.logs.files.streams import STDIO


class ScoreData(Struct, frozen=True):
    """The score as a viewer may know it, and the end of the game, null during the game.

    `ending` is the ending in the log, if the game ended before its rules ended it; `best_endings` are there if asked
    for.
    """

    players: tuple[str, ...]
    items: tuple[ScoreItem, ...]
    totals: tuple[int | None, ...]
    result: ResultData | None
    ending: Ending | UnsetType = UNSET
    best_endings: tuple[BestEnding, ...] | UnsetType = UNSET


def _possible_type() -> object:
    from kronika.core.unseen.ranges import PossibleContents  # imported only for the schema

    return list[PossibleContents]


@click.command()
@log_argument
@click.option(
    "--at",
    "records",
    callback=span,
    metavar="N",
    help="After record N of the log; 0 is the start. For pictures also N..M.",
)
@as_option
@click.option("--possible", is_flag=True, help="Only list the things that may lie in hidden places of a witness's log.")
@prints(View, _possible_type)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "svg"]),
    default="text",
    show_default=True,
    help="Text to read, JSON for programs, or a picture.",
)
@click.option("--out", type=LOG, metavar="FILE", help="Write a picture to FILE, which ends in .svg or .png.")
@picture_options
def show(
    log: str,
    records: tuple[int, int] | None,
    viewer: str | None,
    possible: bool,
    form: str,
    out: str | None,
    **look: Any,
) -> None:
    """Show the table after a record, as the referee or one player may see it.

    Instead of a log, this command, `moves`, `replay`, `score` and `stats` take an example: FILE#ID, or GAME/ID for one
    that comes with a game. You see the example after its moves; record 0 is its position.

    \b
    kronika show game.jsonl
    kronika show game.jsonl --at 12 --as Anna
    kronika show my-rules.toml#EX-1
    kronika show game.jsonl --out board.svg --as Anna
    kronika show game.jsonl --at 0..3 --out table.svg
    kronika show seen.jsonl --possible
    """
    session, seat = open_for_viewing(log, viewer)
    first, last = records or (len(session.history),) * 2
    if out is not None and form == "json":
        raise click.UsageError("--out draws; --format json prints: ask for one of them.")
    if possible and (out is not None or form == "svg"):
        raise click.UsageError("--possible prints text or JSON: omit the picture.")
    if out is not None or form == "svg":
        write_pictures(session, (first, last), seat, out or STDIO, Look(**look))
        return
    if first != last:
        raise click.UsageError("Several records are for pictures: --out FILE. `replay --boards` shows them as text.")
    state = session.at(last)
    if possible:
        _print_possible(session, state, form)
        return
    view = session.look(state, seat)
    if form == "json":
        print_json(view)
        return
    print_text(with_possible(session.game.render(view, session.players, terminal_paper()), session, state))
    if records is None and session.ending:
        print_note(ending_sentence(session, seat))


def _print_possible(session: Session, state: Any, form: str) -> None:
    """Prints the contents that are possible, as text or JSON. A full log has none: every hand in it is known."""
    if form == "json":
        print_json(possible_of(session, state))
        return
    for line in possible_lines(session, state):
        print_text(wrapped(line))
    if session.witness is None:
        print_note("This log holds every hand: `show` prints the table.")


@click.command()
@log_argument
@as_option
@format_option(dict[str, list[str]])
def moves(log: str, viewer: str | None, form: str) -> None:
    """List the legal moves of everyone who may act, in notation.

    \b
    kronika moves game.jsonl
    kronika moves game.jsonl --as Anna
    """
    session, seat = open_for_viewing(log, viewer)
    legal = legal_moves(session, seat)
    if form == "json":
        print_json(legal)
        return
    for name, found in legal.items():
        for move in found:
            print_text(f"{name}: {move}")
    if not legal:
        print_note(what_next(session, seat))


@click.command()
@log_argument
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="N", help="Begin with record N.")
@click.option("--to", "last", type=click.IntRange(min=1), metavar="N", help="End with record N.")
@as_option
@click.option("--delay", type=Seconds(), default=0, metavar="S", help="Wait S seconds after each event.")
@click.option("--boards", is_flag=True, help="Show the table after each event.")
@click.option("--in-force", is_flag=True, help="Omit events that were taken back.")
@click.option("--step", is_flag=True, help="Page through the game with the arrow keys.")
@format_option(list[RecordData])
def replay(
    log: str,
    first: int,
    last: int | None,
    viewer: str | None,
    delay: float,
    boards: bool,
    in_force: bool,
    step: bool,
    form: str,
) -> None:
    """Retell a game event by event: the player, the move, its effects, and the rules.

    Headings show the stage of the game and the points of the players. Notes are printed below the move that they are
    about.

    \b
    kronika replay game.jsonl
    kronika replay game.jsonl --from 30 --as Bob --boards --delay 1
    kronika replay game.jsonl --in-force
    kronika --color always replay game.jsonl | less -R
    """
    if step:
        _refuse_step(form, delay)
    session, seat = open_for_viewing(log, viewer)
    records = pluralize(len(session.history), "record")
    wanted = range(first, min(last or len(session.history), len(session.history)) + 1)
    tale = Narration(session, wanted, seat, in_force=in_force)
    if form == "json":
        print_json([record_data(session, number, seat) for number in tale.records])
        return
    if step and tale.numbers:
        from kronika.cli.table.pager import Pager  # imported only for the pager

        Pager(tale, boards=boards).run()
        return
    for number, lines in tale.told(line_paper()):
        for line in lines:
            print_text(line)
        if boards:
            state = session.at(number)
            table = session.game.render(session.look(state, seat), session.players, terminal_paper())
            print_text(f"\n{with_possible(table, session, state)}\n")
        if delay:
            time.sleep(delay)
    if not wanted:
        print_note(f"No record from {first} {f'to {last}' if last else 'on'}: the log has {records}.")
    elif wanted[-1] == len(session.history):
        print_note(whose_turn(session, seat))


def _refuse_step(form: str, delay: float) -> None:
    if form == "json" or delay:
        raise click.UsageError("--step waits for keys: omit --delay and --format json.")
    if not (at_terminal() and sys.stdout.isatty()):
        raise click.UsageError("--step needs a terminal: omit it, or choose records by --from and --to.")


@click.command()
@log_argument
@at_option
@click.option(
    "--best-ending",
    "--best-recolouring",
    "best",
    is_flag=True,
    help="Also show the best end for each player, in a game whose end has choices (Viceroy).",
)
@click.option("--all", "every", is_flag=True, help="At a terminal, show every source, even if it takes many screens.")
@as_option
@sheet_option(ScoreData)
def score(log: str, at: int | None, best: bool, every: bool, viewer: str | None, form: str) -> None:
    """Print the itemised score sheet with rule numbers, the winner and the tie-break used.

    At a terminal a sheet that does not fit is shortened. To a file or through a pipe it is always whole.

    \b
    kronika score game.jsonl
    kronika score game.jsonl --at 30 --as Anna
    kronika score game.jsonl --format csv
    """
    session, seat = open_for_viewing(log, viewer)
    state = session.state if at is None else session.at(at)
    endings = session.game.best_endings(state) if best else ()
    if form == "json":
        said = (redact_ending(session.present, seat) if at is None else None) or UNSET
        print_json(_score_data(session, state, seat, said, tuple(endings) if best else UNSET))
        return
    if form == "csv":
        from kronika.cli.printing.spreadsheet import print_score_csv  # imported only to write one

        print_score_csv(redact_sheet(session.game, state, seat).items, session.players)
        return
    if every or not sys.stdout.isatty():
        print_text(score_sheet(session, state, terminal_paper(), seat))
    else:
        print_text(fitted_sheet(session, state, terminal_paper(), terminal_rows() - 1, "`--all`", seat))
    for ending in endings:
        print_text(wrapped(best_ending_text(ending, session.players, session.game.totals(state)[ending.seat])))
    if best and not endings:
        print_note(f"{session.game.title} has no such end here.")
    if session.game.result(state) is None:
        actors = session.game.actors(state)
        goes_on = "The game is not over." if actors != (CHANCE,) else "The game is not over; chance is due."
        print_note((at is None and ending_sentence(session, seat)) or goes_on)


class ResultData(Result, frozen=True, kw_only=True):
    """The end of a game, and its winners."""

    winners: tuple[int, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field is read-only, too


def _score_data(
    session: Session,
    state: Any,
    seat: Viewer,
    ending: Ending | UnsetType,
    endings: tuple[BestEnding, ...] | UnsetType,
) -> ScoreData:
    known = redact_sheet(session.game, state, seat)
    result = session.game.result(state)
    ended = ResultData(**structs.asdict(result), winners=result.winners) if result else None
    return ScoreData(tuple(session.players), known.items, known.totals, ended, ending, endings)


def best_ending_text(ending: BestEnding, names: Sequence[str], total: int) -> str:
    """The best end for a player, compared with the current one."""
    how = "; ".join(ending.moves) or "nothing to do"
    return f"Best end for {names[ending.seat]} ({ending.rule}): {ending.total}, now {total}: {how}"
