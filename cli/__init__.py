"""The command line of Kronika. All printing is here; the library does the work."""

from __future__ import annotations

if __name__ != "kronika.cli":
    raise ImportError("This folder is the package kronika.cli: import that.")

import os
import sys
from importlib import import_module
from keyword import iskeyword

import click

from kronika.cli.printing.groups import GuessingGroup, with_help
from kronika.cli.printing.streams import standard_streams
from kronika.core import __version__

_COMMANDS = {
    "games": ("commands.games", "the games, their seats and options"),
    "rules": ("commands.rules", "the numbered rules of a game; what has changed, and what cites it"),
    "cards": ("commands.games", "the cards of a game, explained"),
    "notation": ("commands.notation", "how the moves of a game are written, and what falls by chance"),
    "new": ("commands.record", "start a log"),
    "play": ("commands.record", "check moves and append them; without a move, an interactive table"),
    "undo": ("commands.record", "take decisions back"),
    "redo": ("commands.record", "restore what was taken back"),
    "amend": ("commands.amend", "put a wrong move or outcome right, and play again what followed"),
    "branch": ("commands.record", "a new log that shares the beginning of another"),
    "note": ("commands.annotate", "a comment on a record, or a mark; without a text the notes"),
    "tag": ("commands.annotate", "tags set and taken away, or listed"),
    "rename": ("commands.annotate", "players under other names from now on"),
    "end": ("commands.annotate", "a game that ends before its rules end it, or goes on after all"),
    "show": ("commands.view", "the table, as the referee or one seat sees it"),
    "moves": ("commands.view", "the legal moves of everyone who may act"),
    "replay": ("commands.view", "a game told event by event, with the rules"),
    "score": ("commands.view", "the itemised score sheet"),
    "page": ("page", "a game, or two, as one page for a browser"),
    "stats": ("commands.stats", "one game in numbers"),
    "analyse": ("commands.analyse", "skill and luck apart: what each decision cost, and what fell"),
    "best": ("commands.best", "the best moves in a position, and how it may go on"),
    "validate": ("commands.check", "every fault of logs, with line and code"),
    "diff": ("commands.diff", "what differs between two logs"),
    "whatif": ("commands.whatif", "whether a ruling matters: games as if an option had another value"),
    "coverage": ("commands.check", "which numbered rules logs have cited"),
    "example": ("commands.example", "worked examples of rulebooks: check, list, show, new, from"),
    "puzzle": ("commands.puzzle", "positions with one best move, proved; a page to solve"),
    "seal": ("commands.repair", "fill in the derived fields of a log written by hand"),
    "repair": ("commands.repair", "cut off a last line that was not written to its end"),
    "bots": ("commands.bots", "who plays where no person does"),
    "fairplay": ("commands.fairplay", "does a bot peek at what it may not know"),
    "match": ("commands.match", "scripted matches with what must come out"),
    "simulate": ("commands.simulate", "games of random moves or of bots, as logs"),
    "tournament": ("commands.tournament", "bots against bots: every seating, the same deals, resumable"),
    "standings": ("commands.tournament", "how a tournament stands, by its logs"),
    "corpus": ("corpus", "a folder of logs: check, accept, stats, dedupe, filter"),
    "find": ("commands.find", "the events of many games in which something happens"),
    "complete": ("commands.complete", "a full game that agrees with what a witness saw"),
    "import": ("commands.import_", "archives of other platforms as logs"),
    "convert": ("commands.repair", "a log as a text for people and back, packed, compressed"),
    "serve": ("commands.serve", "the referee for other programs: requests and answers, line by line"),
    "beside": ("commands.beside", "another program beside the referee, to the first difference"),
    "mcp": ("commands.mcp", "the referee for language models, by the Model Context Protocol"),
    "schema": ("commands.schema", "the JSON Schema of logs, examples and messages"),
    "kit": ("commands.kit", "a game as files for engines in any language; answers checked"),
    "new-game": ("commands.new_game", "a package for a game of your own, to begin from"),
    "ci-example": ("commands.ci_example", "a small repository with Kronika in its CI, to begin from"),
    "demo": ("commands.demo", "a scripted match, and each game on one screen"),
    "help": ("commands.overview", "this list, or all that a command can do"),
}
"""Command -> its module in this package, imported when the command is used, and its line in `kronika help`."""

_GROUPS = {
    "games": "Games",
    "new": "Play",
    "show": "Look",
    "validate": "Check",
    "bots": "Bots",
    "corpus": "Corpora",
    "serve": "Programs",
}
"""The command that begins a group -> what the group is called."""

_COMPLETE = "_KRONIKA_COMPLETE"
"""The environment variable by which a shell asks what a word could go on with."""


class LazyGroup(GuessingGroup):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of a user's work, not of the alphabet."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"{__name__}.{_COMMANDS[cmd_name][0]}")
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name.replace("-", "_")
        command: click.Command = getattr(module, name)
        return with_help(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands by group, without importing them: with a line on each they would fill two screens."""
        with formatter.section("Commands: `kronika help` has a line on each, `kronika COMMAND --help` all"):
            formatter.write_dl([(title, ", ".join(names)) for title, names in groups().items()])


def groups() -> dict[str, dict[str, str]]:
    """The commands and their lines, by group."""
    found: dict[str, dict[str, str]] = {}
    title = ""
    for name, (_, line) in _COMMANDS.items():
        title = _GROUPS.get(name, title)
        found.setdefault(title, {})[name] = line
    return found


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 fine, 1 a finding, 2 wrong usage, 3 a file, 4 kronika failed.",
)
@click.version_option(__version__, message="kronika %(version)s")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Colours; auto goes by the terminal.",
)
def cli(color: str) -> None:
    """Referee, recorder and replay analyzer for board games.

    \b
    kronika demo                                   what it is
    kronika new tides -p Anna -p Bob game.jsonl    start a game
    kronika play game.jsonl                        play it at this terminal
    """
    from kronika.cli.printing.output import COLOUR  # not for `--version`

    COLOUR.set({"always": True, "never": False}.get(color))


def main() -> None:
    """The console script: runs a command and turns whatever ends it into a message and an exit status."""
    with standard_streams():
        status = _run()
    raise SystemExit(status)


def _run() -> int:
    try:
        status = with_help(cli).main(prog_name="kronika", complete_var=_COMPLETE, standalone_mode=False)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        if os.environ.get(_COMPLETE):
            return 1  # a shell calls this at a Tab and shows no message
        from kronika.cli.printing.output import print_error_of

        return print_error_of(error)
    return status or 0
