"""The changes in the logs of a folder since an earlier check, and their causes."""

from __future__ import annotations

from collections.abc import Sequence

import click

from kronika.cli.printing.options import LOG
from kronika.cli.printing.output import print_text, table, wrapped
from kronika.logs.corpus.causes import Group

against_option = click.option(
    "--against", type=LOG, metavar="FILE", help="Compare with an earlier check: what --baseline or --format json wrote."
)


def print_groups(groups: Sequence[Group]) -> None:
    """Print the changes: for each cause a line with its first example and the number of games with another winner."""
    if not groups:
        return
    winners = any(group.other_winners is not None for group in groups)
    rows = [
        (
            group.game or "?",
            group.code,
            group.rule,
            len(group.logs),
            *([_number(group.other_winners)] if winners else []),
        )
        for group in groups
    ]
    print_text(table(rows, ["game", "change", "rule", "logs", *(["other winner"] if winners else [])], (3, 4)))
    for group in groups:
        print_text(wrapped(f"{group.code} {group.rule}".strip() + f", first: {group.example}"))


def _number(n: int | None) -> str:
    return "" if n is None else str(n)
