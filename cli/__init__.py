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
    "games": ("commands.games", "list the games, their numbers of players and options"),
    "rules": ("commands.rules", "show the numbered rules of a game, changes, and what cites them"),
    "cards": ("commands.games", "explain the cards of a game"),
    "notation": ("commands.notation", "explain how the moves and chance outcomes of a game are written"),
    "docs": ("commands.docs", "list the pages of the documentation, or print one"),
    "tutorial": ("commands.tutorial", "learn a game: a guided first game against a bot"),
    "new": ("commands.record", "start a log"),
    "play": ("commands.record", "check moves and append them, or play at an interactive table"),
    "host": ("commands.host", "host games for browsers, with a secret link for each viewer"),
    "undo": ("commands.undo", "take back decisions"),
    "redo": ("commands.undo", "restore decisions that were taken back"),
    "amend": ("commands.amend", "correct a wrong move or outcome, and replay what followed"),
    "branch": ("commands.undo", "start a new log from the beginning of another one"),
    "note": ("commands.annotate", "add a comment or a mark to a record, or list the notes"),
    "tag": ("commands.annotate", "set, remove or list tags"),
    "rename": ("commands.annotate", "give players new names"),
    "end": ("commands.annotate", "end a game before its rules end it, or reopen it"),
    "show": ("commands.view", "show the table, as the referee or one player sees it"),
    "moves": ("commands.view", "list the legal moves of everyone who may act"),
    "replay": ("commands.view", "retell a game event by event, with the rules"),
    "score": ("commands.view", "print the itemised score sheet"),
    "page": ("page", "write one game, or two, as a web page"),
    "stats": ("commands.stats", "show the statistics of one game"),
    "analyse": ("commands.analyse", "separate skill and luck: what decisions cost, and what chance gave"),
    "skill": ("commands.skill", "add up analyses: the skill and luck of each player"),
    "best": ("commands.best", "show the best moves in a position, and how the game may continue"),
    "validate": ("commands.check", "find every fault in logs, with line and code"),
    "diff": ("commands.diff", "show the differences between two logs"),
    "whatif": ("commands.whatif", "test if a ruling matters: replay games with another option value"),
    "coverage": ("commands.check", "count which numbered rules logs and examples have cited"),
    "example": ("commands.example", "check, list, show, draw and make worked examples of rulebooks"),
    "puzzle": ("commands.puzzle", "find positions with one best move, proved; write a page of them"),
    "seal": ("commands.repair", "fill in the derived fields of a log written by hand"),
    "repair": ("commands.repair", "cut off an incomplete last line"),
    "bots": ("commands.bots", "list the bots that can play"),
    "train": ("commands.train", "learn from games what positions are worth, for bots"),
    "fairplay": ("commands.fairplay", "check whether a bot uses what its seat may not know"),
    "match": ("commands.match", "play scripted matches, and compare the results with expected ones"),
    "simulate": ("commands.simulate", "play games of random moves or of bots, and write their logs"),
    "tournament": ("commands.tournament", "let bots play each other: every seating, the same deals"),
    "standings": ("commands.tournament", "show the standings of a tournament or a game night"),
    "corpus": ("corpus", "check, accept, count, dedupe, filter or export a folder of logs"),
    "sql": ("commands.sql", "ask one SELECT over many logs as tables"),
    "dataset": ("commands.dataset", "write games as a data set for machine learning; verify one"),
    "find": ("commands.find", "find the events of many games in which something happens"),
    "complete": ("commands.complete", "write a full game that agrees with what a witness saw"),
    "import": ("commands.import_", "turn archives of other platforms into logs"),
    "convert": ("commands.repair", "convert a log: to a text for people and back, packed, compressed"),
    "serve": ("commands.serve", "answer other programs as the referee, line by line"),
    "beside": ("commands.beside", "compare another program with the referee, to the first difference"),
    "mcp": ("commands.mcp", "answer language models, over the Model Context Protocol"),
    "schema": ("commands.schema", "print the JSON Schema of logs, examples, messages and outputs"),
    "kit": ("commands.kit", "write test files of a game for other engines; check their answers"),
    "new-game": ("commands.new_game", "write a package for a game of your own, to start from"),
    "ci-example": ("commands.ci_example", "write a small repository with Kronika in its CI, to start from"),
    "demo": ("commands.demo", "play a scripted match, and show each game on one screen"),
    "help": ("commands.overview", "show this list, or the help of one command"),
}
"""Each command's module in this package, imported when the command is used, and its line in `kronika help`."""

_GROUPS = {
    "games": "Games",
    "new": "Play",
    "show": "Look",
    "validate": "Check",
    "bots": "Bots",
    "corpus": "Corpora",
    "serve": "Programs",
}
"""The title of each group, by the name of the command that begins it."""

_COMPLETE = "_KRONIKA_COMPLETE"
"""The environment variable with which a shell asks for the completions of a word."""


class LazyGroup(GuessingGroup):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of a user's work, not in alphabetical order."""
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
        """Write the names of the commands by group, without importing them. A line for each would fill two screens."""
        with formatter.section("Commands: `kronika help` has a line for each, `kronika COMMAND --help` details"):
            formatter.write_dl([(title, ", ".join(names)) for title, names in groups().items()])


def groups() -> dict[str, dict[str, str]]:
    """The commands and their lines in `kronika help`, by the title of their group."""
    found: dict[str, dict[str, str]] = {}
    title = ""
    for name, (_, line) in _COMMANDS.items():
        title = _GROUPS.get(name, title)
        found.setdefault(title, {})[name] = line
    return found


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 fine, 1 finding, 2 wrong usage, 3 file error, 4 kronika failed.",
)
@click.version_option(__version__, message="kronika %(version)s")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Use colours; auto depends on the terminal.",
)
def cli(color: str) -> None:
    """Referee, recorder and replay analyzer for board games.

    \b
    kronika demo                                   see what it does
    kronika new tides -p Anna -p Bob game.jsonl    start a game
    kronika play game.jsonl                        play it at this terminal
    """
    from kronika.cli.printing.output import COLOUR  # not for `--version`

    COLOUR.set({"always": True, "never": False}.get(color))


def main() -> None:
    """The console script: run a command, and turn any error into a message and an exit status."""
    with standard_streams():
        status = _run()
    raise SystemExit(status)


def _run() -> int:
    try:
        if os.environ.get(_COMPLETE):
            from kronika.cli.printing.completing import register  # only at a Tab

            register()
        status = with_help(cli).main(prog_name="kronika", complete_var=_COMPLETE, standalone_mode=False)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        if os.environ.get(_COMPLETE):
            return 1  # a shell calls this at a Tab and shows no message
        from kronika.cli.printing.output import print_error_of

        return print_error_of(error)
    return status or 0
