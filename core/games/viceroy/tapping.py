"""The pieces and places of the picture that a move names."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.games.viceroy.view import View


def tapped(view: View, seat: int, words: Sequence[str]) -> Sequence[str] | None:
    """Return the cards, gems and places of a move; see `Game.tapped`."""
    match words:
        case ["bid", "attack"]:
            return [f"attacks-{seat}"]
        case ["bid", colour]:
            return [f"gems-{seat}-{colour} lane-{colour} supply-{colour}"]
        case ["take" | "discard", colour, slot]:
            return [f"{colour}-{slot}"]
        case ["claim", slot]:
            return [" ".join(f"{colour}-{slot}" for colour in view.lanes)]
        case ["gems", *colours]:
            return [f"gems-{seat}-{colour} supply-{colour}" for colour in colours]
        case ["place", place, *using]:
            return [f"{seat}:{place}", *(f"gems-{seat}-{colour}" for colour in using[1:])]
        case ["draw", deck]:
            return [f"{'laws' if deck == 'law' else deck}-deck"]
        case ["law", "67", ("give" | "get"), card, _]:
            return [f"card:{card}"]
        case ["law", _, ("replace" | "under" | "tuck"), card]:
            return [f"card:{card}"]
        case ["law" | "choose" | "reward", *_]:
            return []
        case ["recolour", place, colour]:
            return [f"circle-{seat}-{place}", f"gems-{seat}-{colour} supply-{colour}"]
    return None
