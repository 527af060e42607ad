"""The best moves of a player as a table: for `best`, and for `hint` at the table."""

from __future__ import annotations

from typing import Final

from kronika.cli.printing.output import paper, shorten, table
from kronika.core.analysis.best import BestHere
from kronika.core.analysis.words import hundredths
from kronika.core.basics.text import count

FIXED: Final = 30
"""Columns of a line that are not for moves: the place, shares, tries, and what lies between."""


def advice(found: BestHere) -> str:
    """The best moves of a player as a table."""
    rows = [
        (
            place,
            one.move,
            f"{hundredths(one.share)} ± {hundredths(one.share_error)}",
            "" if one.visits is None else one.visits,
            "; ".join(one.line),
        )
        for place, one in enumerate(found.moves, 1)
    ]
    room = (paper().width - FIXED) // 2
    heads = ["", shorten(f"{found.player}, of {count(found.legal, 'move')}", room - 2), "win %", "tried", "and then"]
    return table(rows, heads, (0, 2, 3), (2, room, 9, 7, room))
