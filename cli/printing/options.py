"""Options and arguments that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import click
from click.shell_completion import CompletionItem

from kronika.cli.printing.completing import (
    REFEREE,
    complete_bot,
    complete_game,
    complete_log,
    complete_option,
    complete_seat,
    session_named,
)
from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError, NotationError
from kronika.core.basics.text import join_words, normalize
from kronika.core.contract.game import Viewer
from kronika.core.contract.moves import find_viewer, viewer_name
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import STDIO, display_name

F = TypeVar("F", bound=Callable[..., Any])


class Seconds(click.FloatRange):
    """The type of an option for a time to wait, in seconds, from 0 to a limit."""

    def __init__(self, most: int = limits.SECONDS) -> None:
        super().__init__(min=0, max=most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert like click, but refuse `nan`, which click accepts in every range."""
        found = super().convert(value, param, ctx)
        return found if found == found else self.fail(f"{value!r} is not a number.", param, ctx)


LOG = click.Path(allow_dash=True)
"""A log: a file's name, or `-` for standard input."""


def refuse_stdin_twice(*paths: str | None) -> None:
    """Raises UsageError if several of the files to read are standard input."""
    if paths.count(STDIO) > 1:
        raise click.UsageError("Two files can't both come from standard input: name one of them.")


game_argument = click.argument("game", shell_complete=complete_game)
log_argument = click.argument("log", type=LOG, shell_complete=complete_log)


def prints(*kinds: Any) -> Callable[[F], F]:
    """Declare the JSON that a command prints, for `kronika schema --outputs`: one of these types, or a mixture of the
    lists.

    A type of a module that the command imports later is given by a function. `View` is that of the game.
    """

    def said(command: F) -> F:
        vars(command)[PRINTS] = kinds
        return command

    return said


PRINTS: Final = "prints"
"""The attribute of a command's function that holds the types."""


def format_option(*kinds: Any) -> Callable[[F], F]:
    """`--format text|json`, for a command that `prints` these types."""
    return _format_option(["text", "json"], "Text to read, or JSON for programs.", kinds)


def sheet_option(*kinds: Any) -> Callable[[F], F]:
    """`--format` with CSV for sheets, too."""
    return _format_option(["text", "json", "csv"], "Text to read, JSON for programs, or CSV for sheets.", kinds)


def report_option(*kinds: Any) -> Callable[[F], F]:
    """`--format` with the formats of reports, too."""
    help_ = "Text to read, JSON for programs, or a report for CI: JUnit XML, SARIF, GitHub annotations."
    return _format_option(["text", "json", *REPORTS], help_, kinds)


def _format_option(forms: Sequence[str], help_: str, kinds: tuple[Any, ...]) -> Callable[[F], F]:
    option = click.option("--format", "form", type=click.Choice(forms), default="text", show_default=True, help=help_)
    return lambda command: prints(*kinds)(option(command))


STRICT = "Require numbers, effects and digests, and every .jsonl in a folder to be a log."
REPORTS = ("junit", "sarif", "github")
"""The formats of a report for machines: modules of `kronika.cli.reports`."""

at_option = click.option(
    "--at", type=click.IntRange(min=0), metavar="N", help="After record N of the log; 0 is the start."
)
AS_HELP = (
    "as this player (name, or number from 0) may see it. `everyone` shows what all players know, and `referee` "
    "everything. During a game with hidden cards, keep the log private: it contains all hands and the seed."
)


def named_viewer(viewer: str | None) -> str | None:
    """The viewer that `--as` names; None for the referee."""
    return None if viewer is None or normalize(viewer) == REFEREE else viewer


as_option = click.option(
    "--as",
    "viewer",
    metavar="SEAT",
    shell_complete=complete_seat,
    callback=lambda ctx, param, viewer: named_viewer(viewer),
    help=f"Show it {AS_HELP}",
)
turn_option = click.option(
    "--turn", type=click.IntRange(1, limits.RECORDS), metavar="N", help="It is the N-th decision of its player."
)
round_option = click.option(
    "--round", "round_", type=click.IntRange(min=0), metavar="N", help="It happens in round N of the game."
)
by_option = click.option("--by", metavar="SEAT", default="", help="This player decides: a name, or a seat from 0.")
wait_option = click.option(
    "--wait",
    type=Seconds(),
    default=2.0,
    show_default=True,
    metavar="S",
    help="Seconds to wait while another program writes to the log.",
)
jobs_option = click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1, limits.JOBS),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of worker processes.",
)
seed_option = click.option(
    "--seed",
    type=int,
    metavar="N",
    help="The same seed gives the same bytes. [default: 1; if programs play, a random seed that is kept "
    "in the folder, since a program can try small ones]",
)
cluster_option = click.option(
    "--cluster", default="", metavar="URL", help="The scheduler of a Dask cluster for the work: tcp://host:8786."
)


def theme_option(of: str) -> Callable[[F], F]:
    """`--theme`, for a picture or a plot."""
    return click.option(
        "--theme",
        type=click.Choice(["auto", "light", "dark", "print"]),
        default="auto",
        show_default=True,
        help=f"Colours of the {of}: for a light or dark background, as the reader prefers (auto), or grey (print).",
    )


size_option = click.option(
    "--size", type=click.IntRange(100, 8000), metavar="PIXELS", help="In a picture: its width in pixels."
)


def bot_option(text: str) -> Callable[[F], F]:
    """`--bot NAME=BOT`, any number of times."""
    return click.option(
        "--bot",
        "bots",
        multiple=True,
        metavar="NAME=BOT",
        shell_complete=complete_bot,
        help=f"{text} See `kronika bots`.",
    )


def option_option(command: F) -> F:
    """`-o key=value`, any number of times."""
    return click.option(
        "--option",
        "-o",
        "options",
        multiple=True,
        metavar="KEY=VALUE",
        shell_complete=complete_option,
        help="An option of the game, and its value.",
    )(command)


def any_viewer(viewer: str | None, names: Sequence[str]) -> Viewer:
    """The viewer that the word names; None without a word or for the referee. Raises NotationError."""
    return None if named_viewer(viewer) is None else find_viewer(viewer or "", names)


def viewer_seat(viewer: str | None, session: Session) -> Viewer:
    """The viewer that `--as` names: None for the referee, the witness for a witness's log. Raises NotationError."""
    named = any_viewer(viewer, session.players)
    if session.witness is None or named == session.witness:
        return named
    if named is not None:
        who = viewer_name(session.witness, session.players)
        raise NotationError(f"This log holds what {who} saw: it does not have what others know.")
    return session.witness


def own_seat(viewer: Viewer) -> int | None:
    """The seat that enters only its own moves; None for the referee and everyone, who enter all moves."""
    return viewer if viewer is not None and viewer >= 0 else None


def legal_moves(session: Session, viewer: Viewer) -> dict[str, list[str]]:
    """The legal moves by name, in notation. A viewer other than the referee gets only their own moves."""
    legal = session.legal()
    if viewer is None or session.witness is not None:
        return legal
    own = session.players[viewer] if viewer >= 0 else ""
    return {own: legal[own]} if own in legal else {}


def complete_move(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The legal moves of the log named before that begin with the typed text."""
    session = session_named(ctx)
    if session is None:
        return []
    try:
        viewer = viewer_seat(ctx.params.get("viewer"), session)
    except KronikaError:
        return []
    typed = " ".join(ctx.params.get("moves") or ())
    start = f"{typed} {incomplete}" if typed else incomplete
    several = len(session.actors) > 1
    moves = [
        f"{name}: {move}" if several else move for name, found in legal_moves(session, viewer).items() for move in found
    ]
    cut = len(typed) + 1 if typed else 0
    return [CompletionItem(move[cut:]) for move in moves if move.casefold().startswith(start.casefold())]


NOT_LOG_ENDINGS = (".html", ".htm", ".svg", ".png", ".pdf", ".csv", ".toml", ".md", ".docx", ".odt", ".xlsx", ".zip")
"""Endings of file names that a log can't have. A log written to such a name is a mistake."""


def refuse_foreign(log: str, *also: str) -> None:
    """Raises FileError for a new log with the name of a page, a picture or the like; `also` adds endings."""
    if log.casefold().endswith((*NOT_LOG_ENDINGS, *also)):
        text = "" if also else "that of a text in .txt, "
        raise FileError(
            f"{display_name(log)}: the name of a log ends in .jsonl or .kpack, {text}each also with .gz or .zst."
        )


def file_form(out: str, endings: Sequence[str], what: str) -> str:
    """The ending of the name of a new file, which is its format. Standard output takes the first one.

    Raises FileError for another ending; `what` names the thing to write, as in `a page`.
    """
    ending = endings[0] if out == STDIO else os.path.splitext(out)[1].casefold()
    if ending not in endings:
        raise FileError(f"{display_name(out)}: the name of {what} ends in {join_words(endings, 'or')}.")
    return ending
