"""The best moves of a player as a table: for `best`, and for `hint` at the table."""

from __future__ import annotations

from typing import Final

from kronika.cli.printing.output import shorten, table, terminal_paper
from kronika.core.analysis.best import BestMoves
from kronika.core.analysis.text import percent
from kronika.core.basics.text import pluralize

FIXED: Final = 30
"""Columns of a line that are not for moves: place, win rates, tries, and the gaps between them."""


def advice(found: BestMoves) -> str:
    """The best moves of a player as a table."""
    rows = [
        (
            place,
            one.move,
            f"{percent(one.win_rate)} ± {percent(one.win_rate_error)}",
            "" if one.visits is None else one.visits,
            "; ".join(one.line),
        )
        for place, one in enumerate(found.moves, 1)
    ]
    room = (terminal_paper().width - FIXED) // 2
    heads = [
        "",
        shorten(f"{found.player}, of {pluralize(found.legal, 'move')}", room - 2),
        "win %",
        "tried",
        "and then",
    ]
    return table(rows, heads, (0, 2, 3), (2, room, 9, 7, room))
