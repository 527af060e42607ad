"""The pieces and places of the picture that a move names."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.games.imhotep.view import View


def tapped(view: View, seat: int, words: Sequence[str]) -> Sequence[str] | None:
    """Return the ships, sites and cards of a move; see `Game.tapped`."""
    match words:
        case ["take"] | ["bonus", "stones"] | ["choose", "stones"]:
            return [f"quarry-{seat}"]
        case ["bonus", "card"]:
            return ["deck"]
        case ["lever", ship, site, *order]:
            return [_held(seat, "lever"), ship, site, *(f"{ship}:{slot}" for slot in order)]
        case [("hammer" | "chisel") as card, *spots]:
            return [_held(seat, card), *spots]
        case ["sailcard", spot, site]:
            return [_held(seat, "sail"), spot, site]
        case ["market", "pair"]:
            return ["pair-0 pair-1"]
        case ["market", card]:
            return [f"row-{card}-*"]
        case ["pyramid", which]:
            return [f"pyramid-{which}"]
        case ["start" | "fill" | "draw" | "pair", thing]:
            return [f"kind-{thing}"]
        case ["round", sizes]:
            return [f"round-card-{sizes}"]
    return None


def _held(seat: int, card: str) -> str:
    """The cards of this name before a player, with their label."""
    return f"cards-{seat}-{card}-* held-{seat}-{card}"
