"""`example draw`, and the page or picture of `example show --out`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import count as count_from
from typing import TYPE_CHECKING

import click

from kronika.cli.printing.options import LOG, file_form, size_option, theme_option
from kronika.cli.printing.output import FINDING, FINE, print_note, print_warning
from kronika.cli.printing.progress import interruption_notice
from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import join_words, pluralize
from kronika.core.drawing.themes import Theme
from kronika.core.examples.example import Run, run_example
from kronika.logs.files.folders import create_folder, refuse_occupied
from kronika.logs.files.streams import display_name
from kronika.logs.files.writing import write_new_file
from kronika.logs.texts.examples import Placed, read_all

if TYPE_CHECKING:
    from kronika.cli.reports.cases import Check


@click.command(short_help="draw each example as a picture, into a new folder")
@click.argument("paths", nargs=-1, type=LOG, metavar="[FILE]...")
@click.option("--out", type=click.Path(), required=True, metavar="DIR", help="A new folder for the pictures.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "png"]),
    default="svg",
    show_default=True,
    help="The form of the pictures: svg for any size, or png.",
)
@theme_option("picture")
@size_option
@interruption_notice()
def draw(paths: tuple[str, ...], out: str, form: str, theme: Theme, size: int | None) -> None:
    """Draw each example into a new folder: its position and its end, side by side.

    A picture is named after the game and the id. An example whose position can't be set up has no picture and is
    reported; the exit status is then 1.

    \b
    kronika example draw rules/ --out pictures --theme print
    kronika example draw my-rules.toml --out pictures --format png --size 2400
    """
    refuse_occupied(out)
    pictures: dict[str, bytes] = {}
    failed = 0
    for source, _, one in read_all(paths, print_warning):
        if len(pictures) == limits.FOUND_EVENTS:
            raise KronikaError(
                f"There are more than {limits.FOUND_EVENTS} examples, the most that are drawn: name fewer."
            )
        run = run_example(one)
        if run.session is None:
            failed += 1
            print_note(f"{display_name(source.name)}: {_undrawn(run)}")
        else:
            pictures[_free(f"{one.game}-{one.id}", form, pictures)] = _picture(run, f".{form}", theme, size)
    if pictures:
        create_folder(out, pictures)
    print_note(f"{pluralize(len(pictures), 'picture')}.")
    raise click.exceptions.Exit(FINDING if failed else FINE)


def _free(name: str, form: str, taken: Collection[str]) -> str:
    """A name for a file with safe characters only, which differs from all others in more than case."""
    stem = re.sub(r"[^A-Za-z0-9._-]+", "_", name)[: limits.NAME]
    folded = {one.casefold() for one in taken}
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.{form}" for number in count_from(1))
    return next(one for one in names if one.casefold() not in folded)


def draw_examples(out: str, found: Sequence[Placed], theme: Theme, size: int | None) -> None:
    """Write examples as a page, or one example as a picture of its position and its end. Raises FileError,
    KronikaError.
    """
    from kronika.cli.reports.cases import (  # imported only to write a report
        Check,
        example_case,
        example_name,
    )

    ending = file_form(out, (".html", ".svg", ".png"), "a page or a picture")
    names = [example_name(one.game, one.id) for _, _, one in found]
    runs = [run_example(one) for _, _, one in found]
    if ending == ".html":
        checks = [
            Check(example_case(source.name, source.text, index, run), run)
            for (source, index, _), run in zip(found, runs, strict=True)
        ]
        write_page(out, checks, join_words(names))
        return
    if len(found) > 1:
        raise KronikaError(f"A picture shows one example: {join_words(names, 'or')}?")
    if runs[0].session is None:
        raise KronikaError(_undrawn(runs[0]))
    write_new_file(out, [_picture(runs[0], ending, theme, size)])


def _undrawn(run: Run) -> str:
    return f"{run.example.game}/{run.example.id} has no position to draw: {run.findings[0].got}"


def _picture(run: Run, ending: str, theme: Theme, size: int | None) -> bytes:
    from kronika.cli.page.stills import before_and_after_svg  # imported only to make a page
    from kronika.cli.printing.pictures import png

    assert run.session is not None
    drawn = before_and_after_svg(run.session, theme, size)
    return png(drawn, size) if ending == ".png" else drawn.encode()


def write_page(out: str, checks: Sequence[Check], title: str, summary: str = "") -> None:
    """Write a page of examples as a new file. Raises FileError."""
    from kronika.cli.page.examples import examples_page  # imported only to make a page

    write_new_file(out, [examples_page(checks, title, summary).encode()])
