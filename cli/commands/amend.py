"""`amend`: correct a record that was wrong."""

from __future__ import annotations

from collections.abc import Sequence

import click

from kronika.cli.commands.record import open_for_writing, save
from kronika.cli.printing.events import entry_line, record_lines, redact_record, what_next
from kronika.cli.printing.options import as_option, log_argument, viewer_seat, wait_option
from kronika.cli.printing.output import line_paper, print_error, print_note, print_text
from kronika.core.basics.errors import IllegalAction, NotationError
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.game import Viewer
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_refusal
from kronika.logs.replaying.amend import Amendment, FirstIllegal, plan_amendment
from kronika.logs.replaying.amend import amend as carry_out

MAX_LISTED = 8
"""The most records that are listed one by one."""


@click.command()
@log_argument
@click.argument("n", type=click.IntRange(min=1))
@click.argument("move", nargs=-1, required=True)
@click.option(
    "--truncate", is_flag=True, help="Drop the first record that is no longer legal, and everything after it."
)
@click.option("--dry-run", is_flag=True, help="Show what would happen, and write nothing.")
@as_option
@wait_option
def amend(
    log: str, n: int, move: tuple[str, ...], truncate: bool, dry_run: bool, viewer: str | None, wait: float
) -> None:
    """Replace record N by another move or outcome of chance, and replay what followed.

    N is the number that `replay` shows. A MOVE without a seat belongs to the seat of the old one. Later records are
    replayed as they were recorded, outcomes of chance too. If one of them is no longer legal, it is shown, and nothing
    is written without --truncate. Nothing is erased: an undo is appended, then the new record, then the rest. Notes on
    replaced records are kept. With --as you can amend only your own last move if it has shown you nothing new, and not
    with --dry-run.

    \b
    kronika amend game.jsonl 3 "Bob: pick 13" --truncate --dry-run
    kronika amend game.jsonl 3 "Bob: pick 13" --truncate
    """
    with open_for_writing(log, wait, viewer) as (session, file):
        seat = viewer_seat(viewer, session)
        own = session.enters_as(seat)
        if dry_run and own is not None:
            raise click.UsageError("--dry-run is for the referee, without --as: it shows the result of any move.")
        try:
            found = plan_amendment(session, n, " ".join(move), own)
        except (IllegalAction, NotationError) as error:
            why = f"Record {n} stays: the new move is refused: {redact_refusal(error, session.players, own)}"
            raise (NotationError(why) if isinstance(error, NotationError) else IllegalAction("", why)) from None
        if found.stuck and not truncate:
            raise click.exceptions.Exit(_refuse(session, found, found.stuck, seat))
        carry_out(session, found)
        if not dry_run:
            save(file, session)
        _report(session, found, seat, to_stderr=file is None)
    if dry_run:
        print_note(f"{log}: nothing was written.")


def _refuse(session: Session, found: Amendment, stuck: FirstIllegal, viewer: Viewer) -> int:
    """Print the record that is no longer legal and what can be done. Return the exit status."""
    why = stuck.error
    if isinstance(why, (IllegalAction, NotationError)):
        why = redact_refusal(why, session.players, session.enters_as(viewer))
    how = "would no longer be legal" if isinstance(why, IllegalAction) else "can't be replayed as it is written"
    what = f"Record {stuck.n}, `{entry_line(session, stuck.n, viewer)}`"
    status = print_error(IllegalAction("", f"{what}, {how}: {why}"))
    lost = pluralize(found.lost, "event")
    print_note(f"Nothing was written. --truncate drops that record and what followed it: {lost}; nothing is erased.")
    return status


def _report(session: Session, found: Amendment, viewer: Viewer, *, to_stderr: bool) -> None:
    write = print_note if to_stderr else print_text
    old, (first, *rest) = found.replaced, in_force(session)[-len(found.events) :]
    print_note(f"taken back: {old[0]:>4}  {entry_line(session, old[0], viewer)}")
    for line in record_lines(session, first, line_paper(), viewer):
        write(line)
    if rest:
        print_note(f"{pluralize(len(rest), 'later event')} replayed as {_span(rest)}.")
    again = zip(old[1:], rest, strict=False)
    pairs = [(n, redact_record(session, before, viewer), redact_record(session, n, viewer)) for before, n in again]
    if others := [n for n, before, now in pairs if before.effects != now.effects]:
        print_note(f"{_record_list(others).capitalize()} now {'have' if others[1:] else 'has'} different effects.")
    if words := [f"{n} `{now.move}` for `{before.move}`" for n, before, now in pairs if before.move != now.move]:
        print_note(f"In different notation: {_shortened(words)}.")
    if found.lost:
        print_note(f"No longer in force: {_span(old[len(found.events) :])}; nothing is erased.")
    print_note(what_next(session, viewer))


def _span(numbers: Sequence[int]) -> str:
    """`record 7`, or `records 7 to 12`; other records may be between them."""
    return f"records {numbers[0]} to {numbers[-1]}" if numbers[1:] else f"record {numbers[0]}"


def _record_list(numbers: Sequence[int]) -> str:
    """`record 7`, `records 7, 9 and 12`, `records 7, 9, … and 5 more`."""
    return f"record{'s' if numbers[1:] else ''} {_shortened(list(map(str, numbers)))}"


def _shortened(texts: Sequence[str]) -> str:
    """All texts if they are few, else the first ones and the number of the others."""
    more = [f"{len(texts) - MAX_LISTED} more"] if texts[MAX_LISTED:] else []
    return join_words([*texts[:MAX_LISTED], *more])
