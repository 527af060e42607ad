"""The words that Tab offers: games, rules, options, seats, bots, cards, commands, examples; and the script for bash.

Completions that need a library import it when they are asked, for the start-up of every command counts.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

from kronika.core.basics.errors import KronikaError
from kronika.core.contract.options import options_of
from kronika.core.contract.registry import AnyGame, game_names, get_game
from kronika.core.sessions.session import Session
from kronika.logs.files.streams import STDIO

REFEREE = "referee"
"""The default viewer. No player has this name."""


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The games whose names begin with the typed text."""
    return [CompletionItem(name) for name in game_names() if name.startswith(incomplete)]


def complete_rule(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The numbers of the rules of the game named before."""
    from kronika.core.rulebook.spec import rules_of  # only at a Tab

    game = _game_of(ctx)
    return beginning(incomplete, [rule.number for rule in rules_of(game)] if game else [])


def complete_option(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The options of the game named before, or of the game of the first log, each with each of its values."""
    game = _game_of(ctx) or _game_of_logs(ctx)
    known = options_of(game) if game else []
    return beginning(incomplete, [f"{o.name}={value}" for o in known for value in o.values or ("",)])


def complete_seat(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The players of the log named before, `everyone`, `bystander` if the game has such a viewer, and the referee."""
    session = session_named(ctx)
    if session is None:
        return []
    others = ["everyone", *["bystander"] * session.game.knows_bystander, REFEREE]
    return beginning(incomplete, [*session.players, *others])


def beginning(incomplete: str, words: Iterable[str]) -> list[CompletionItem]:
    """The words that begin with the typed text, in any case."""
    return [CompletionItem(word) for word in words if word.casefold().startswith(incomplete.casefold())]


def _argument(ctx: click.Context, name: str) -> str:
    """The first argument. Click has not parsed it yet if the line ends with an option to complete."""
    return ctx.params.get(name) or next(iter(ctx.args), "")


def _game_of(ctx: click.Context) -> AnyGame | None:
    try:
        return get_game(_argument(ctx, "game"))
    except KronikaError:
        return None


def _game_of_logs(ctx: click.Context) -> AnyGame | None:
    """The game of the first log named before, or of the first in a folder."""
    from kronika.logs.files.reader import LogReader  # only at a Tab
    from kronika.logs.files.walk import find_logs

    named = [*(ctx.params.get("logs") or ()), *ctx.args][:1]
    if named in ([], [STDIO]):
        return None
    try:
        with LogReader(find_logs(named).paths[0]) as reader:
            return reader.game
    except (KronikaError, IndexError):
        return None


def session_named(ctx: click.Context) -> Session | None:
    """The log named before, if it can be read. Standard input is the terminal at which the user is typing."""
    from kronika.logs.replaying.replay import load  # only at a Tab

    log = _argument(ctx, "log")
    if log in ("", STDIO):
        return None
    try:
        return load(log)
    except KronikaError:
        return None


def complete_log(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, or the examples of a file (`FILE#`) or of a game (`GAME/`) whose ids begin with the typed text."""
    from kronika.logs.texts.examples import ids_at  # a tenth of the start-up, and only needed here

    where, sign, begun = incomplete.rpartition("#" if "#" in incomplete else "/")
    ids = ids_at(where, sign) if sign else []
    found = [f"{where}{sign}{one}" for one in ids if one.casefold().startswith(begun.casefold())]
    return [CompletionItem(name) for name in found] or [CompletionItem(incomplete, type="file")]


def complete_example(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The examples of a game (`GAME/`) or the games themselves; nothing of a file, which the command names later."""
    from kronika.logs.texts.examples import ids_at  # as above

    game, sign, _ = incomplete.partition("/")
    if not sign:
        return [CompletionItem(f"{name}/") for name in game_names() if name.startswith(incomplete)]
    return beginning(incomplete, [f"{game}/{one}" for one in ids_at(game, sign)])


def complete_card(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The cards of the game named before: by number or id, and by name."""
    game = _game_of(ctx)
    cards = game.cards() if game else ()
    return beginning(incomplete, [word for card in cards for word in (card.id, card.name)])


def complete_bot(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bots that have a name, in `NAME=BOT` after the name: that of a player of the log named before."""
    name, sign, begun = incomplete.rpartition("=")
    if sign:
        return [CompletionItem(f"{name}={bot}") for bot in _bots() if bot.startswith(begun)]
    session = session_named(ctx)
    return beginning(incomplete, [f"{player}=" for player in session.players] if session else _bots())


def complete_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bots that have a name, one or several separated by commas."""
    before, sign, begun = incomplete.rpartition(",")
    return [CompletionItem(f"{before}{sign}{bot}") for bot in _bots() if bot.startswith(begun)]


def _bots() -> list[str]:
    from kronika.core.bots.builtin import BOTS  # only at a Tab
    from kronika.core.bots.lookup import installed_bots

    return [*BOTS, *installed_bots()]


def complete_command(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The commands, or those of the group named before."""
    group: click.Command | None = ctx.find_root().command
    for word in ctx.params.get("command") or ():
        group = group.get_command(ctx, word) if isinstance(group, click.Group) else None
    return beginning(incomplete, group.list_commands(ctx)) if isinstance(group, click.Group) else []


class LineComplete(BashComplete):
    """Completion in bash that knows the line as it is typed.

    Bash breaks words at `:` and `=`, and replaces only the part after the break. So the script sends the line up to the
    cursor and that part, and the reply is what follows the break.
    """

    source_template = """\
%(complete_func)s() {
    local type value
    COMPREPLY=()
    while IFS=',' read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain)
                COMPREPLY+=("$value")
                [[ $value == *[=/] ]] && compopt -o nospace
                ;;
        esac
    done < <(COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_PART="$2" %(complete_var)s=bash_complete "$1")
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""
    _kept = 0

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is typed, and this one so far."""
        # The sign makes an empty last word count, too.
        *words, typed = split_arg_string(os.environ["COMP_LINE"] + "|")
        incomplete = typed.removesuffix("|")
        part = os.environ["COMP_PART"]
        if not incomplete.endswith(part):
            part = "".join(split_arg_string(part))
        self._kept = len(incomplete) - len(part)
        return words[1:], incomplete

    def format_completion(self, item: CompletionItem) -> str:
        """The type of an item, and what of it follows the break."""
        return f"{item.type},{item.value[self._kept :]}"


def register() -> None:
    """Let bash be answered so. Click answers the other shells."""
    add_completion_class(LineComplete)
