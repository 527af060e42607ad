"""`schema`: the form of logs and of example files."""

from __future__ import annotations

import click

from kronika.cli.options import complete_game
from kronika.cli.output import say_json, warn
from kronika.core.registry import all_games, get_game


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--examples", is_flag=True, help="Of example files instead of logs.")
def schema(game: str | None, examples: bool) -> None:
    """Print the JSON Schema of a game's log lines, or of example files.

    \b
    kronika schema tides
    kronika schema --examples
    """
    if examples:
        from kronika.core.examples import example_schema

        say_json(example_schema([get_game(game)] if game else all_games(warn)))
        return
    if game is None:
        raise click.UsageError("Which game? Or --examples for the schema of example files.")
    from kronika.logs.schema import log_schema

    say_json(log_schema(get_game(game)))
