"""The manual page, `man kronika`: all commands by group. It is part of the wheel, so it stands in the repository."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from kronika.cli import cli, groups
from kronika.cli.printing.groups import ARGUMENTS
from kronika.cli.printing.output import DEBUG, FAILED, FILE, FINDING, FINE, INTERRUPTED, PIPE_CLOSED, USAGE
from kronika.core import __version__
from making.commands import every, records

_LEAD = """{does}
.B kronika docs
lists the pages of the documentation, and prints one.
.B kronika help
has a line for each command.
.PP
"""
_STATUSES = {
    FINE: "Fine.",
    FINDING: "A finding: a fault, a refused move, a difference, a failed example.",
    USAGE: "Wrong usage, or input that is no move, rule or name.",
    FILE: "A file that cannot be read or written, or a program that cannot be started.",
    FAILED: "Kronika itself failed. The message says how to report it.",
    INTERRUPTED: "Ended with Ctrl-C.",
    PIPE_CLOSED: "Nobody reads standard output any longer.",
}
"""What each exit status means. Another signal that ends it is 128 and its number, as in a shell."""
_VARIABLES = {
    "NO_COLOR, FORCE_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM": "Colours, without --color: "
    "none with NO_COLOR, CLICOLOR=0 or TERM=dumb; always with FORCE_COLOR or CLICOLOR_FORCE.",
    "COLUMNS, LINES": "The size of the terminal, for tables, boards and wrapped text.",
    "PYTHONIOENCODING": "The encoding of output, as in every program in Python.",
    "PATH": "The folders in which the programs of bots and engines are searched for.",
    "XDG_CACHE_HOME, LOCALAPPDATA": "Where the catalog of checked logs is kept, in a folder kronika. "
    "By default this is ~/.cache, on macOS ~/Library/Caches.",
    "GITHUB_WORKSPACE": "The folder to which the paths of reports for CI are relative.",
    DEBUG: "With any value, an error in Kronika itself shows its traceback.",
    "_KRONIKA_COMPLETE": "bash_source, zsh_source or fish_source prints the script for completion, and nothing else.",
    "DASK_DISTRIBUTED__COMM__TLS__CA_FILE and the like": "Certificates for --cluster tls://HOST:PORT.",
}
"""The environment variables that change what it does."""


def man_page() -> str:
    """The source of the page, for groff and mandoc."""
    does = (cli.help or "").partition("\n")[0]
    parts = [
        f'.TH KRONIKA 1 "" "kronika {__version__}" "Kronika"',
        f".SH NAME\nkronika \\- {_lower(does)}",
        ".SH SYNOPSIS\n.B kronika\nCOMMAND [OPTIONS] [ARGS]...",
        f".SH DESCRIPTION\n{_LEAD.format(does=does).strip()}",
        ".SH ARGUMENTS",
        *(f".PP\n{_plain(text)}" for text in ARGUMENTS.values()),
        ".SH EXIT STATUS",
        *(f".TP\n.B {status}\n{_plain(text)}" for status, text in _STATUSES.items()),
        ".PP\nAny other signal that ends it gives 128 and its number, as in a shell.",
        ".SH ENVIRONMENT",
        *(f".TP\n.B {_plain(names)}\n{_plain(text)}" for names, text in _VARIABLES.items()),
    ]
    by_first: dict[str, list[str]] = {}
    for words, command in every():
        by_first.setdefault(words[0], []).append(_section(words, command))
    for title, names in groups().items():
        parts += [f".SH {title.upper()}", *(text for name in names for text in by_first[name])]
    return "\n".join([*parts, ""])


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")


def _section(words: tuple[str, ...], command: click.Command) -> str:
    name = " ".join(("kronika", *words))
    context = click.Context(command, info_name=name)
    usage = " ".join(command.collect_usage_pieces(context))
    parts = [f".SS {_plain(name)}", f".B {_plain(name)}\n{_plain(usage)}", *_paragraphs(command)]
    for what, text in records(command, context):
        if text:
            parts.append(f".TP\n.B {_plain(what)}\n{_plain(text)}")
    return "\n".join(parts)


def _paragraphs(command: click.Command) -> Iterator[str]:
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b"):
            yield f".PP\n.nf\n{_plain(paragraph.removeprefix(chr(8)).strip(chr(10)))}\n.fi"
        else:
            yield f".PP\n{_plain(paragraph)}"


def _plain(text: str) -> str:
    """Text in which nothing is a request: dashes that can be copied, no line that begins with a dot, ASCII alone."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = "".join(sign if sign.isascii() else f"\\[u{ord(sign):04X}]" for sign in text)
    return "\n".join(f"\\&{line}" if line.startswith(".") else line for line in text.split("\n"))
