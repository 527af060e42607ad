"""Pictures of a table as files, for `show --out` and `--format svg`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click
from msgspec import Struct

from kronika.cli.printing.options import any_viewer, file_form, size_option, theme_option
from kronika.cli.printing.output import print_note, print_warning
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import pluralize, quoted
from kronika.core.contract.game import Viewer
from kronika.core.drawing.picture import Picture, draw, mark_changes, svg
from kronika.core.drawing.pointers import draw_pointers
from kronika.core.drawing.themes import Theme
from kronika.core.sessions.events import Note, Set
from kronika.core.sessions.notes import placed_notes
from kronika.core.sessions.session import Session
from kronika.logs.files.extras import require_extra
from kronika.logs.files.folders import noting_written
from kronika.logs.files.streams import STDIO
from kronika.logs.files.writing import fsync_folder, write_new_file

F = TypeVar("F", bound=Callable[..., Any])

ENDINGS = (".svg", ".png")
MOST_COLUMNS = 4


def span(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """A callback for an option: `57` is (57, 57), `1..57` is (1, 57)."""
    if value is None:
        return None
    first, dots, last = value.partition("..")
    numbers = (first, last) if dots else (first, first)
    if not all(number.isascii() and number.isdecimal() and len(number) < 10 for number in numbers):
        raise click.BadParameter(
            f"{quoted(value)} is not the number of a record, such as 57, or a span, such as 1..57."
        )
    if int(numbers[0]) > int(numbers[1]):
        raise click.BadParameter(f"{quoted(value)}: the first record comes after the last.")
    return int(numbers[0]), int(numbers[1])


class Look(Struct, frozen=True):
    """The look of a picture: see the help of `picture_options`."""

    bottom: str | None = None
    columns: int = 1
    theme: Theme = "auto"
    size: int | None = None
    marks: bool = True
    notes: bool = True


def picture_options(command: F) -> F:
    """Add the options of a command that draws; it takes them as `**look`."""
    for option in reversed(
        (
            click.option("--bottom", metavar="SEAT", help="In a picture: the player whose board comes last."),
            click.option(
                "--columns",
                type=click.IntRange(1, MOST_COLUMNS),
                default=1,
                show_default=True,
                help="In a picture: the number of boards side by side.",
            ),
            theme_option("picture"),
            size_option,
            click.option("--marks/--no-marks", default=True, help="In a picture: mark what the last record did."),
            click.option(
                "--notes/--no-notes",
                default=True,
                help="In a picture, for the referee: draw the [mark …] and [arrow …] of the notes on that record.",
            ),
        )
    ):
        command = option(command)
    return command


def picture_at(session: Session, number: int, viewer: Viewer, look: Look) -> Picture:
    """The table after a record as the viewer may see it, with marks on the changes by the record.

    Marks in notes are drawn for the referee, who alone may read the notes. A mark that can't be drawn gives a warning.
    """
    bottom = any_viewer(look.bottom, session.players)
    if bottom is not None and bottom < 0:
        raise KronikaError("--bottom takes a player.")
    if bottom is None and viewer is not None and viewer >= 0:
        bottom = viewer

    def drawn(record: int) -> Picture:
        view = session.look(session.at(record), viewer)
        return draw(session.game, view, session.players, bottom=bottom, columns=look.columns)

    now = drawn(number)
    last = _last_move(session, number)
    if look.marks and last:
        now = mark_changes(drawn(last - 1), now)
    return _with_notes(now, session, last) if look.notes and viewer is None else now


def _with_notes(picture: Picture, session: Session, number: int) -> Picture:
    """The picture with the marks and arrows of the notes on a record, whenever they were written."""
    found = [remark for remark in placed_notes(session) if remark.on == number and "[" in remark.note.text]
    for remark in found:
        picture, faults = draw_pointers(picture, remark.note.text, f"note-{remark.record}")
        for fault in faults:
            print_warning(f"the note of record {remark.record}: {fault}")
    return picture


def _last_move(session: Session, number: int) -> int:
    """The last record up to this one that changed the table, or 0 if there is none. Notes and tags don't count."""
    while number and isinstance(session.history[number - 1], (Note, Set)):
        number -= 1
    return number


def svg_at(session: Session, number: int, viewer: Viewer, look: Look) -> str:
    """The picture as the text of an SVG file.

    Only the referee sees the number of the record: with the notes, it counts events that others may not know.
    """
    picture = picture_at(session, number, viewer, look)
    title = f"{session.game.title} after record {number}" if viewer is None else session.game.title
    return svg(picture, theme=look.theme, size=look.size, title=title)


def write_pictures(session: Session, span: tuple[int, int], viewer: Viewer, out: str, look: Look) -> None:
    """Write the picture after each record of the span: one file, or for several `board-07.svg` and so on.

    Raises FileError for a name without a known format, or a file that exists already, and UsageError for several
    pictures on standard output.
    """
    numbers = range(span[0], span[1] + 1)
    if out == STDIO and len(numbers) > 1:
        raise click.UsageError("Standard output takes one picture; for several --out FILE.")
    session.at(numbers[-1])  # raises if there is no such record
    ending = file_form(out, ENDINGS, "a picture")
    for number in numbers:
        drawn = svg_at(session, number, viewer, look)
        data = png(drawn, look.size) if ending == ".png" else drawn.encode()
        with noting_written([_numbered(out, before, numbers) for before in range(numbers[0], number)]):
            write_new_file(_numbered(out, number, numbers), [data], sync=len(numbers) == 1)
    if len(numbers) > 1:
        fsync_folder(os.path.dirname(out))
        print_note(f"{pluralize(len(numbers), 'picture')}, from {_numbered(out, numbers[0], numbers)} on.")


def _numbered(out: str, number: int, numbers: range) -> str:
    if len(numbers) == 1:
        return out
    stem, ending = os.path.splitext(out)
    return f"{stem}-{number:0{len(str(numbers[-1]))}}{ending}"


def png(drawn: str, size: int | None) -> bytes:
    """An SVG as PNG, 960 pixels wide by default. Raises FileError if the extra package is missing."""
    resvg = require_extra("png", ".svg needs nothing")
    return bytes(resvg.svg_to_bytes(svg_string=drawn, width=size or 960))
