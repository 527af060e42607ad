"""`schema`: the JSON Schema of logs, example files, messages, and the output of commands."""

from __future__ import annotations

import click

from kronika.cli.printing.completing import complete_game
from kronika.cli.printing.output import print_json, print_warning
from kronika.core.contract.registry import get_game, usable_games


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--witness", is_flag=True, help="Print the schema of logs that a witness recorded, with `?`.")
@click.option("--examples", is_flag=True, help="Print the schema of example files.")
@click.option("--messages", is_flag=True, help="Print the schema of the messages of `kronika serve`.")
@click.option("--outputs", is_flag=True, help="Print the schema of what commands print with --format json.")
def schema(game: str | None, witness: bool, examples: bool, messages: bool, outputs: bool) -> None:
    """Print the JSON Schema of a game's log lines, of example files, of messages, or of what commands print.

    \b
    kronika schema tides
    kronika schema tides --witness
    kronika schema --examples
    kronika schema --messages
    kronika schema --outputs
    """
    if witness + examples + messages + outputs > 1:
        raise click.UsageError("One schema at a time: --witness, --examples, --messages or --outputs.")
    if messages:
        if game:
            raise click.UsageError("--messages takes no game: messages are the same for all games.")
        from kronika.logs.pipe.messages import messages_schema  # each schema has its own modules

        print_json(messages_schema())
        return
    games = [get_game(game)] if game else usable_games(print_warning) if examples or outputs else []
    if examples:
        from kronika.core.examples.example import example_schema  # as above

        print_json(example_schema(games))
    elif outputs:
        from kronika.cli.commands.outputs import outputs_schema  # all commands

        print_json(outputs_schema(games))
    elif games:
        from kronika.logs.files.schema import log_schema  # as above

        print_json(log_schema(games[0], witnessed=witness))
    else:
        raise click.UsageError(
            "Which game? Or --examples for the schema of example files, --messages for that of messages, --outputs for "
            "that of what commands print."
        )
