"""`new-game`: a small, complete package for a new game, to start from."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from importlib.util import find_spec
from keyword import iskeyword
from typing import Final

import click

from kronika.cli.printing.output import print_text
from kronika.cli.printing.shipped import shipped
from kronika.core.basics.errors import BadSetup
from kronika.core.basics.printable import printable
from kronika.core.basics.text import quoted
from kronika.core.contract.registry import game_names
from kronika.logs.files.folders import create_folder
from kronika.logs.files.streams import display_name, is_device, typed_path

_WORDS: Final = re.compile(r'\b(?:duel|Duel(?:\(|\.of_)?|DU(?=[-"]))')
"""Matches the words of the model package that come from its game's name: title, names and rule numbers.

The model package is `kronika.fixtures/newgame`.
"""


@click.command(name="new-game")
@click.argument("name")
@click.argument("folder", type=click.Path(), metavar="DIR")
def new_game(name: str, folder: str) -> None:
    """Write a package for a game of your own: all modules, a small complete game, its rules, examples and tests.

    NAME is the name of the game on the command line, and of its Python package. DIR is created completely, or not at
    all. After `pip install -e DIR`, every command finds the game.

    \b
    kronika new-game for_sale ./for_sale
    """
    check_name(name, folder)
    create_folder(folder, {"/".join(path): text.encode() for path, text in package(name)})
    print_text(f"{display_name(folder)}: the game {name}, complete and small. Its README.md says what is where. Next:")
    print_text(
        f"\n  pip install -e {printable(typed_path(folder))}\n  kronika new {name} -p Anna -p Bob --seed 1 game.jsonl"
    )


def check_name(name: str, folder: str) -> None:
    """Raises BadSetup for a name that a new game in this folder can't have."""
    if iskeyword(name):
        raise BadSetup(f"{quoted(name)} can't be the name of a game: it is a keyword of Python.")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise BadSetup(
            f"{quoted(name)} can't be the name of a game: use small letters, digits and _, as in `for_sale`."
        )
    if is_device(name):
        raise BadSetup(f"{quoted(name)} can't be the name of a game: under Windows a folder of that name is a device.")
    if name in game_names():
        raise BadSetup(f"There is a game called {quoted(name)} already.")
    if _is_taken(name, folder):
        raise BadSetup(f"Python has a package or module called {quoted(name)} already.")


def _is_taken(name: str, folder: str) -> bool:
    """True if Python finds another package or module of this name. The folder itself may be on Python's path."""
    found = find_spec(name)
    if found is None:
        return False
    places = [*map(os.path.realpath, found.submodule_search_locations or ())]
    return found.origin is not None or places != [os.path.realpath(folder)]


def package(name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """The files of the model package for a game of this name: the path of each in the package, and its text."""
    title = name.replace("_", " ").title()
    prefix = (re.sub("[^a-z]", "", name) + "x")[:2].upper()
    kind = title.replace(" ", "")
    words = {"duel": name, "Duel(": f"{kind}(", "Duel.of_": f"{kind}.of_", "Duel": title, "DU": prefix}
    for path, data in shipped("newgame"):
        text = _WORDS.sub(lambda found: words[found[0]], data.decode())
        yield tuple(words.get(part, part) for part in path), text
