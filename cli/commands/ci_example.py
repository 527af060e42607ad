"""`ci-example`: a small repository whose CI uses Kronika, to start from."""

from __future__ import annotations

import click

from kronika.cli.printing.output import print_text
from kronika.cli.printing.shipped import shipped
from kronika.core.basics.printable import printable
from kronika.logs.files.folders import create_folder
from kronika.logs.files.streams import display_name, typed_path


@click.command(name="ci-example")
@click.argument("folder", type=click.Path(), metavar="DIR")
def ci_example(folder: str) -> None:
    """Write a small repository that uses Kronika in its CI: a workflow, hooks, examples, games, matches.

    DIR is created completely, or not at all. You can run every check of the workflow there by hand.

    \b
    kronika ci-example ./rules-suite
    """
    create_folder(folder, {"/".join(path): data for path, data in shipped("ci")})
    print_text(
        f"{display_name(folder)}: a small repository with Kronika in its CI. Its README.md says what is where. Next:"
    )
    print_text(
        f"\n  cd {printable(typed_path(folder))}\n  kronika example check rules/*.toml\n"
        "  kronika validate --strict games"
    )
