"""The open questions of the rulebook that can decide who wins (SPEC section 10)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.game import Caveat
from kronika.core.games.tides.state import Options


def caveats(options: Options, seats: int) -> Sequence[Caveat]:
    """The two open questions that can decide who wins, as these options answer them (OQ-1, OQ-2)."""
    zero = "wins a tie at 0:0" if options.zero_tie == "win" else "does not win a tie at 0:0"
    if options.singles_use_doubled:
        singles = "Molehill counts symbols after Roof of the World has doubled them (OQ-2)"
    else:
        singles = "Molehill counts the printed symbols, even if Roof of the World doubles them (OQ-2)"
    return (
        Caveat(f"King's Nest {zero} (OQ-1)", "the rulebook's example is 1:1; see the option zero_tie", ("1",)),
        Caveat(singles, "the rulebook never names both cards together; see the option singles_use_doubled", ("16",)),
    )
