"""The facts that no source confirms: the tables of B sides, and the round cards for three players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kronika.core.contract.game import Caveat
from kronika.core.games.imhotep.board import SIDE_B, SITE_CODE, SITE_TITLES
from kronika.core.games.imhotep.state import Options

_THREE: Final = (
    "the seven round cards for three players (OQ-5, confidence medium)",
    "Each card is in at least two of three public lists, but only one of these lists has no mistakes.",
)


def caveats(options: Options, seats: int) -> Sequence[Caveat]:
    """The unconfirmed facts in a game with these options: tables of B sides, round cards for three (OQ-1 to OQ-5)."""
    found = []
    for name in SIDE_B.__struct_fields__:
        table: Any = getattr(SIDE_B, name)
        site = name.removesuffix("_b")
        if getattr(options, site) == "b" and getattr(options, name) == table.value:
            title = SITE_TITLES[SITE_CODE[site]]
            about = f"{title}, side B: {table.what} ({table.question}, confidence {table.confidence})"
            found.append(Caveat(about, f"{table.why} The option {name} replaces them."))
    if seats == 3:
        found.append(Caveat(*_THREE))
    return found
