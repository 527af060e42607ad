"""`docs`: the pages of the documentation that are part of the package."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import click
from click.shell_completion import CompletionItem
from msgspec import Struct

from kronika.cli.printing.completing import beginning
from kronika.cli.printing.options import format_option
from kronika.cli.printing.output import print_json, print_text, table
from kronika.core.basics.text import did_you_mean

_CHECKOUT: Final = Path(__file__).resolve().parents[2]
"""The folder of the project, if the package is used from there."""
_FILE: Final = re.compile(r"^```(\w+)\n# file: (\S+)\n", re.MULTILINE)
"""Matches the beginning of a block that is a file. Its name is not part of the file."""
_FILES: Final = ("beside", "clients", "import", "researchers")
"""The folders of files that pages use."""


class PageData(Struct, frozen=True):
    """A page of the documentation: its name and its title."""

    page: str
    title: str


def pages() -> dict[str, Traversable]:
    """The pages by name, in alphabetical order; none if the package comes without them."""
    return {page.name.removesuffix(".md"): page for page in _in(_folder()) if page.name.endswith(".md")}


def extra_files() -> dict[str, Traversable]:
    """The files that pages use, by folder and name: `beside/tides.js`."""
    return {f"{folder}/{file.name}": file for folder in _FILES for file in _in(_folder().joinpath(folder))}


def _folder() -> Traversable:
    installed = files("kronika").joinpath("docs")
    return installed if installed.is_dir() else _CHECKOUT / "docs"


def _in(folder: Traversable) -> list[Traversable]:
    found = [file for file in folder.iterdir() if file.is_file()] if folder.is_dir() else []
    return sorted(found, key=lambda file: file.name)


def _complete_page(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return beginning(incomplete, [*pages(), *extra_files()])


@click.command()
@click.argument("page", required=False, shell_complete=_complete_page)
@format_option(list[PageData])
def docs(page: str | None, form: str) -> None:
    """List the pages of the documentation, or print one of them, in Markdown, or a file that a page uses.

    \b
    kronika docs
    kronika docs tutorial
    kronika docs serve | less
    kronika docs beside/tides.js > tides.js
    """
    found = pages()
    if page is None:
        listed = [PageData(name, _title(text.read_text(encoding="utf-8"))) for name, text in found.items()]
        if form == "json":
            print_json(listed)
        else:
            print_text(table([(one.page, one.title) for one in listed], ["page", "title"]))
        return
    found |= extra_files()
    if page not in found:
        raise click.UsageError(f"There is no page {page!r}: `kronika docs` lists them.{did_you_mean(page, found, 3)}")
    text = found[page].read_text(encoding="utf-8")
    if form == "json":
        print_json([PageData(page, _title(text))])
    else:
        print_text(_FILE.sub(r"`\2`:\n\n```\1\n", text).rstrip())


def _title(text: str) -> str:
    """The heading of a page."""
    return text.partition("# ")[2].partition("\n")[0]
