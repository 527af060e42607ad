"""`example new` and `example from`: examples to fill in, and examples made from games."""

from __future__ import annotations

import click

from kronika.cli.printing.options import LOG, game_argument, log_argument
from kronika.cli.printing.output import print_note
from kronika.cli.printing.reading import open_for_viewing
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import pluralize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.examples.builder import draft_example, example_skeleton, example_toml
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.core.sessions.witness import need_full
from kronika.logs.files.streams import STDIO, display_name
from kronika.logs.files.writing import write_new_file
from kronika.logs.texts.convert import first_records

out_option = click.option(
    "--out", type=LOG, default=STDIO, metavar="FILE", help="A new file to write, instead of standard output."
)


@click.command(short_help="write an example to fill in, with every key explained")
@game_argument
@out_option
def new(game: str, out: str) -> None:
    """Write an example of a game to fill in. Comments explain every key.

    \b
    kronika example new tides --out new-rules.toml
    """
    _write(out, example_skeleton(get_game(game)))


@click.command(name="from", short_help="make an example from what happened in a game")
@log_argument
@click.option("--at", type=click.IntRange(min=0), required=True, metavar="N", help="Begin after record N of the log.")
@click.option(
    "--until",
    type=click.IntRange(min=0),
    metavar="M",
    help="End after record M. [default: the next decision, and the chance that follows it]",
)
@click.option("--id", "name", metavar="ID", help="The example's id. [default: N-M]")
@out_option
def from_(log: str, at: int, until: int | None, name: str | None, out: str) -> None:
    """Make an example from what happened in a game: the position, the moves, and all results.

    It begins with the last position before record N that can be described, and the moves since then. It is marked
    `unconfirmed`: it holds what Kronika computed, and a person must still compare it with the book. Like the log, it
    contains every hidden card.

    \b
    kronika example from game.jsonl --at 30
    kronika example from game.jsonl --at 30 --until 36 --out new-rules.toml
    """
    session, _ = open_for_viewing(log)
    need_full(session, "An example")
    until = _next_decision(session, at) if until is None else until
    if until < at:
        raise KronikaError(f"Record {until} does not follow record {at}, but comes before it.")
    begin, end = first_records(session, at).line.events, first_records(session, until)
    if end.line.events[: len(begin)] != begin:
        raise KronikaError(f"Record {until} does not follow record {at}: moves were taken back between them.")
    made = draft_example(end, len(begin), name or f"{at}-{until}", f"{display_name(log)}, {_records(at, until)}")
    _write(out, example_toml(made))
    since = f", {pluralize(len(made.before), 'move')} after the position" if made.before else ""
    print_note(
        f"{made.id}: {pluralize(len(made.when), 'move')}{since}. Compare it with the book, then remove `unconfirmed`."
    )


def _next_decision(session: Session, at: int) -> int:
    """The record with which the next decision after a record ends: its own, or that of the chance that follows."""
    session.at(at)
    decided = False
    for number, entry in enumerate(session.history[at:], at):
        if not isinstance(entry, Event) or (decided and entry.by != CHANCE):
            return number
        decided = decided or entry.by != CHANCE
    return len(session.history)


def _records(at: int, until: int) -> str:
    if until <= at:
        return f"after record {until}"
    return f"record {until}" if until == at + 1 else f"records {at + 1} to {until}"


def _write(path: str, text: str) -> None:
    write_new_file(path, [text.encode()])
