"""`demo`: a scripted match from start to score sheet, with the commands a user would type."""

from __future__ import annotations

import contextlib
import shlex
import tempfile
from importlib.resources import files

import click

from kronika.cli.output import paper, say

COMMANDS = (
    "new tides -p Anna -p Bob --seed 7 --tag event=Demo game.jsonl",
    "moves game.jsonl --as Anna",
    "play game.jsonl --quiet --script moves.txt",
    "show game.jsonl --at 24",
    "undo game.jsonl",
    "redo game.jsonl",
    "replay game.jsonl --from 38",
    "validate game.jsonl --strict",
    "score game.jsonl",
)


@click.command()
def demo() -> None:
    """Play a scripted match of Tides of Time, take a move back, replay, validate, and print the score sheet.

    \b
    kronika demo
    """
    script = files("kronika.fixtures").joinpath("scripts", "tides-demo.txt")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        with open("moves.txt", "w", encoding="utf-8") as file:
            file.write(script.read_text(encoding="utf-8"))
        for line in COMMANDS:
            say(paper().ink(f"\n$ kronika {line}", "bold", "cyan"))
            _run(shlex.split(line))


def _run(words: list[str]) -> None:
    from kronika.cli import cli

    try:
        cli.main(words, prog_name="kronika", standalone_mode=False)
    except click.exceptions.Exit as end:
        if end.exit_code:
            raise
