"""The moves that a viewer may make now, in words, with the ids of what they name in the picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from kronika.core.contract.game import Viewer
from kronika.core.contract.sentences import move_sentence


class Tap(Struct, frozen=True):
    """A legal move: as it is typed, as a sentence, and the ids of the pieces and places that it names."""

    move: str
    words: str
    ids: tuple[str, ...] = ()


def tappable(session: Any, viewer: Viewer) -> Sequence[Tap]:
    """The legal moves that a viewer may make now in a session; all of them for the referee (None)."""
    mine = {name for seat, name in enumerate(session.players) if viewer is None or viewer == seat}
    return [
        Tap(f"{name}: {move}", move_sentence(session.game, name, move))
        for name, moves in session.legal().items()
        if name in mine
        for move in moves
    ]
