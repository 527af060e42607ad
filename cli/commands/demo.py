"""`demo`: a scripted match with the commands a user would type, and each game on one screen."""

from __future__ import annotations

import contextlib
import shlex
import shutil
import tempfile
from importlib.resources import as_file, files

import click

from kronika.cli import cli
from kronika.cli.printing.narration import Narration
from kronika.cli.printing.output import print_text, terminal_paper
from kronika.cli.table.pager import Pager
from kronika.core.basics.text import did_you_mean, quoted
from kronika.logs.replaying.replay import load

COMMANDS = (
    "new tides -p Anna -p Bob --seed 7 --tag event=Demo --quiet game.jsonl",
    "moves game.jsonl --as Anna",
    "play game.jsonl --quiet --script moves.txt",
    "show game.jsonl --at 24",
    "undo game.jsonl",
    "redo game.jsonl",
    "replay game.jsonl --from 38",
    "validate game.jsonl --strict",
    "score game.jsonl",
)
SCENES = {
    "tides": ("shared-victory", 24),
    "imhotep": ("side-a-3", 63),
    "tigris": ("three-classic-buildings", 131),
    "viceroy": ("three", 116),
    "ancient_knowledge": ("two", 148),
}
"""A recorded game of each game that comes with Kronika, and the record after which it is shown."""
NEXT = """\
kronika games                                   the games and their options
kronika new tigris -p Anna -p Bob game.jsonl    start a game
kronika play game.jsonl                         play it at this terminal
kronika replay game.jsonl --step --boards       page through it
kronika help                                    all commands"""


@click.command()
@click.argument("game", nargs=-1)
def demo(game: tuple[str, ...]) -> None:
    """Play a scripted match with the commands that a user would type, and show each game on one screen. Name games to
    see only those.

    \b
    kronika demo
    kronika demo tigris
    """
    for name in game:
        if name not in SCENES:
            raise click.UsageError(
                f"There is no scene of {quoted(name)}.{did_you_mean(name, SCENES)} {', '.join(SCENES)}."
            )
    if not game:
        _match()
    for name in game or SCENES:
        _scene(name)
    print_text(terminal_paper().ink("\nWhat next?", "bold"))
    print_text(NEXT)


def _match() -> None:
    script = files("kronika.fixtures").joinpath("scripts", "tides-demo.txt")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        with open("moves.txt", "w", encoding="utf-8") as file:
            file.write(script.read_text(encoding="utf-8"))
        for line in COMMANDS:
            _title(line)
            _run(shlex.split(line))


def _scene(game: str) -> None:
    """Print a page of a game that comes with Kronika, as one of its players sees it."""
    log, number = SCENES[game]
    with as_file(files("kronika.fixtures").joinpath("games", game, f"{log}.jsonl")) as path:
        session = load(str(path))
    tale = Narration(session, [number], 0, in_force=False)
    _title(f"replay {game}.jsonl --from {number} --as {session.players[0]} --step --boards")
    for line in Pager(tale, boards=True).scene(terminal_paper(), shutil.get_terminal_size((80, 24)).lines - 2):
        print_text(line)


def _title(line: str) -> None:
    print_text(terminal_paper().ink(f"\n$ kronika {line}", "bold", "cyan"))


def _run(words: list[str]) -> None:
    try:
        cli.main(words, prog_name="kronika", standalone_mode=False)
    except click.exceptions.Exit as end:
        if end.exit_code:
            raise
