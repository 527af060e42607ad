"""The manual page, `man kronika`: all commands by group. It is part of the wheel, so it stands in the repository."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from kronika.cli import cli, groups
from kronika.core import __version__
from making.commands import every, records

_LEAD = """{does}
See also README.md, and the pages that `make docs` builds.
.SH EXIT STATUS
0 fine, 1 a finding, 2 wrong usage, 3 a file that can't be read or written, 4 kronika itself failed.
"""


def man_page() -> str:
    """The source of the page, for groff and mandoc."""
    does = (cli.help or "").partition("\n")[0]
    parts = [
        f'.TH KRONIKA 1 "" "kronika {__version__}" "Kronika"',
        f".SH NAME\nkronika \\- {_lower(does)}",
        ".SH SYNOPSIS\n.B kronika\nCOMMAND [OPTIONS] [ARGS]...",
        f".SH DESCRIPTION\n{_LEAD.format(does=does).strip()}",
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
