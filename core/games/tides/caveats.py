"""What no source confirms: the open questions that can decide who wins."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.game import Caveat
from kronika.core.games.tides.state import Options


def caveats(options: Options, seats: int) -> Sequence[Caveat]:
    """The two open questions that can decide who wins, as these options answer them (OQ-1, OQ-2)."""
    zero = "is a tie, which King's Nest wins" if options.zero_tie == "win" else "is no tie for King's Nest"
    if options.singles_use_doubled:
        singles = "Molehill counts the symbols that Roof of the World has doubled (OQ-2)"
    else:
        singles = "Molehill counts the printed symbols, whatever Roof of the World doubles (OQ-2)"
    return (
        Caveat(f"nothing against nothing {zero} (OQ-1)", "the book's example has 1:1; option zero_tie", ("1",)),
        Caveat(singles, "the book does not name the two together; option singles_use_doubled", ("16",)),
    )
