"""The pieces and places of the picture that a move names."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.games.ancient_knowledge.view import View


def tapped(view: View, seat: int, words: Sequence[str]) -> Sequence[str] | None:
    """Return the cards, slots and boards of a move; see `Game.tapped`."""
    match words:
        case ["create", card, "at", slot, *_]:
            return [f"card:{card}", f"slot-{seat}-{slot}"]
        case ["to", slot]:
            return [f"slot-{seat}-{slot}"]
        case ["take", number, "from", card]:
            return [f"card:{card} knowledge-{card}"] * int(number)
        case ["flip", board]:
            return [f"board-{board}"]
        case ["search"]:
            return ["draw"]
        case ["remove", number]:
            return [f"lost-{seat}"] * int(number)
        case ["excavate", number]:
            return [f"past-{seat}"] * int(number)
    return None
