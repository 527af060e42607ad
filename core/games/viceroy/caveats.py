"""Facts and rules of the game that no source confirms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.contract.game import Caveat
from kronika.core.games.viceroy.cards import BY_ID, Law
from kronika.core.games.viceroy.state import Options

_RULINGS: Final = tuple(f"R-{number}" for number in range(1, 43))
"""The rulings of section 7. Those that a game can show have a reading."""


def caveats(options: Options, seats: int) -> Sequence[Caveat]:
    """Return the facts and rules that no readable source confirms, for a game with these options."""
    found = [
        Caveat(
            "laws",
            "read from the Russian printing; we know the Czech wording only of 74 and 76 (section 10 of the rules)",
            tuple(str(card.id) for card in BY_ID.values() if isinstance(card, Law) and card.id not in (74, 76)),
        ),
        Caveat("rulings of our own", "no source answers these questions; `rules R-4` shows one", _RULINGS),
    ]
    if options.second_edition:
        found.append(Caveat("second edition", "known from a rules summary and reviews, not from a rulebook (VC-6.8)"))
    return found
