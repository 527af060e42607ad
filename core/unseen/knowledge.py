"""What is known, follows, or is only possible in a game of which a witness saw a part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kronika.core.contract.game import CHANCE

if TYPE_CHECKING:
    from kronika.core.unseen.session import WitnessSession


def possible_moves(session: WitnessSession) -> dict[str, list[str]]:
    """The moves by player that some game allows which agrees with the record."""
    found: dict[str, list[str]] = {}
    for seat in session.actors:
        if seat != CHANCE:
            found[session.players[seat]] = []
    return found
