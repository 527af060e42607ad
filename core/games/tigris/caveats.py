"""The open questions of the rulebook (SPEC section 13) that can matter in a game."""

from __future__ import annotations

from kronika.core.contract.game import Caveat
from kronika.core.games.tigris.state import Options


def caveats(options: Options, seats: int) -> list[Caveat]:
    """The rules of a game with these options that no readable source confirms."""
    found = [
        Caveat(
            "supporters in a later war of one action",
            "counted without the unification tile; the rulebook can also be read differently (OQ-8)",
            ("TE-6.8", "TE-6.11"),
        )
    ]
    if options.board == "advanced":
        found.append(Caveat("the cells of the advanced board", "taken from the 2015 edition (OQ-1)"))
    if options.buildings:
        found += (
            Caveat("the colours of the buildings", "the rulebook does not give them; 2015 edition (OQ-2)"),
            Caveat("building before monument", "the rulebook does not say which comes first (OQ-3)"),
            Caveat("moving a building", "how the old line is measured is our own reading (OQ-4)", ("TE-10.3",)),
            Caveat(
                "catastrophes on buildings",
                "the rulebook's list of limits does not name them; a program forbids it: building_catastrophe (OQ-5)",
                ("TE-4.8",),
            ),
            Caveat(
                "a monument over a building sends it back", "a preview of the 2015 edition only (OQ-6)", ("TE-10.7",)
            ),
            Caveat(
                "the building's second point", "the literal text is an option: building_point (OQ-11)", ("TE-10.5",)
            ),
        )
    return found
