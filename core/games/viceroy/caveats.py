"""What no source confirms."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.game import Caveat
from kronika.core.games.viceroy.cards import BY_ID, Law
from kronika.core.games.viceroy.state import Options


def caveats(options: Options, seats: int) -> Sequence[Caveat]:
    """What no readable source confirms."""
    found = [
        Caveat(
            "laws",
            "read from the Russian printing; the Czech wording is known of 74 and 76 alone (section 10 of the rules)",
            tuple(str(card.id) for card in BY_ID.values() if isinstance(card, Law) and card.id not in (74, 76)),
        ),
        Caveat("low rulings", "questions that no source answers are ruled in section 7 of the rules"),
    ]
    if options.second_edition:
        found.append(Caveat("second edition", "known from a rules summary and reviews, not from a rulebook (VC-6.8)"))
    return found
