"""The base of all effects of the game, and types and texts that they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from kronika.core.contract.annotations import choices
from kronika.core.contract.effects import BaseEffect
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN, can_see
from kronika.core.games.viceroy.cards import label
from kronika.core.games.viceroy.gems import COLOURS

Colour = Annotated[str, choices(COLOURS)]
Bid = Annotated[str, choices((*COLOURS, "attack", "none", ""))]
Claim = Annotated[str, choices(("below", "above", "refuse", ""))]


class Effect(BaseEffect, frozen=True):
    """An effect whose sentence writes a card with its number and name, `32 Captain`."""

    card_name = staticmethod(label)


def each(names: Sequence[str], values: Sequence[object]) -> str:
    """Return the names of the players, each with its value, by seat; a player with an empty value is omitted."""
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True) if value)


def known(owner: int, card: int | str, viewer: Viewer) -> str:
    """Return the label of a card that only its owner and the referee know; `a card` for other viewers."""
    return label(int(card)) if card != HIDDEN and can_see(viewer, owner) else "a card"
