"""`example draw`, and the page or picture of `example show --out`: examples as they are printed."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import count as count_from
from typing import TYPE_CHECKING

import click

from kronika.cli.printing.options import LOG, ending_of, size_option, theme_option
from kronika.cli.printing.output import FINDING, FINE, note, warn
from kronika.cli.printing.progress import broken_off
from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import count, listing
from kronika.core.drawing.themes import Theme
from kronika.core.examples.example import Run, run_example
from kronika.logs.files.folders import create_folder, refuse_occupied
from kronika.logs.files.names import shown
from kronika.logs.files.writing import write_new
from kronika.logs.texts.examples import Placed, read_all

if TYPE_CHECKING:
    from kronika.cli.reports.cases import Check


@click.command(short_help="each example as a picture, into a new folder")
@click.argument("paths", nargs=-1, type=LOG, metavar="[FILE]...")
@click.option("--out", type=click.Path(), required=True, metavar="DIR", help="A new folder for the pictures.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "png"]),
    default="svg",
    show_default=True,
    help="What is drawn: shapes for any size, or dots.",
)
@theme_option("picture")
@size_option
@broken_off()
def draw(paths: tuple[str, ...], out: str, form: str, theme: Theme, size: int | None) -> None:
    """Draw examples, each its position and what came of it side by side, into a new folder.

    A picture is called by its game and its id. An example whose position can't be set up has none, and is named; the
    exit status is then 1.

    \b
    kronika example draw rules/ --out pictures --theme print
    kronika example draw my-rules.toml --out pictures --format png --size 2400
    """
    refuse_occupied(out)
    pictures: dict[str, bytes] = {}
    failed = 0
    for source, _, one in read_all(paths, warn):
        if len(pictures) == limits.KEPT:
            raise KronikaError(f"There are more than {limits.KEPT} examples, the most that are drawn: name fewer.")
        run = run_example(one)
        if run.session is None:
            failed += 1
            note(f"{shown(source.name)}: {_undrawn(run)}")
        else:
            pictures[_free(f"{one.game}-{one.id}", form, pictures)] = _picture(run, f".{form}", theme, size)
    if pictures:
        create_folder(out, pictures)
    note(f"{count(len(pictures), 'picture')}.")
    raise click.exceptions.Exit(FINDING if failed else FINE)


def _free(name: str, form: str, taken: Collection[str]) -> str:
    """A file's name with nothing that a file can't be called, and which no other has, in whatever case."""
    stem = re.sub(r"[^A-Za-z0-9._-]+", "_", name)[: limits.NAME]
    folded = {one.casefold() for one in taken}
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.{form}" for number in count_from(1))
    return next(one for one in names if one.casefold() not in folded)


def draw_found(out: str, found: Sequence[Placed], theme: Theme, size: int | None) -> None:
    """Writes examples as a page, or one as a picture of its position and its end. Raises FileTrouble, KronikaError."""
    from kronika.cli.reports.cases import (  # the forms of reports, only where one is asked for
        Check,
        example_case,
        example_name,
    )

    ending = ending_of(out, (".html", ".svg", ".png"), "a page or a picture")
    names = [example_name(one.game, one.id) for _, _, one in found]
    runs = [run_example(one) for _, _, one in found]
    if ending == ".html":
        checks = [
            Check(example_case(source.name, source.text, index, run), run)
            for (source, index, _), run in zip(found, runs, strict=True)
        ]
        write_page(out, checks, listing(names))
        return
    if len(found) > 1:
        raise KronikaError(f"A picture shows one example: {listing(names, 'or')}?")
    if runs[0].session is None:
        raise KronikaError(_undrawn(runs[0]))
    write_new(out, [_picture(runs[0], ending, theme, size)])


def _undrawn(run: Run) -> str:
    return f"{run.example.game}/{run.example.id} has no position to be drawn: {run.findings[0].got}"


def _picture(run: Run, ending: str, theme: Theme, size: int | None) -> bytes:
    from kronika.cli.page.stills import side_by_side  # pages, only where one is made
    from kronika.cli.printing.pictures import png

    assert run.session is not None
    drawn = side_by_side(run.session, theme, size)
    return png(drawn, size) if ending == ".png" else drawn.encode()


def write_page(out: str, checks: Sequence[Check], title: str, summary: str = "") -> None:
    """Writes a page of examples as a new file. Raises FileTrouble."""
    from kronika.cli.page.examples import examples_page  # pages, only where one is made

    write_new(out, [examples_page(checks, title, summary).encode()])
