"""`schema`: the form of logs, of example files, and of messages."""

from __future__ import annotations

import click

from kronika.cli.options import complete_game
from kronika.cli.output import say_json, warn
from kronika.core.registry import all_games, get_game


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--examples", is_flag=True, help="Of example files instead of logs.")
@click.option("--messages", is_flag=True, help="Of the lines of `kronika serve`.")
def schema(game: str | None, examples: bool, messages: bool) -> None:
    """Print the JSON Schema of a game's log lines, of example files, or of messages to and from other programs.

    \b
    kronika schema tides
    kronika schema --examples
    kronika schema --messages
    """
    if messages:
        if game or examples:
            raise click.UsageError("--messages stands alone: they are the same for all games.")
        from kronika.logs.pipe.messages import messages_schema

        say_json(messages_schema())
        return
    if examples:
        from kronika.core.examples import example_schema

        say_json(example_schema([get_game(game)] if game else all_games(warn)))
        return
    if game is None:
        raise click.UsageError(
            "Which game? Or --examples for the schema of example files, --messages for that of messages."
        )
    from kronika.logs.schema import log_schema

    say_json(log_schema(get_game(game)))
