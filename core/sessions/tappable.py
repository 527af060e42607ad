"""The decisions that a viewer may make, each with the pieces and places of the picture that it names."""

from __future__ import annotations

from msgspec import Struct

from kronika.core.contract.game import Viewer
from kronika.core.contract.sentences import move_sentence
from kronika.core.sessions.notebook import Drawing
from kronika.core.sessions.session import Session


class Tap(Struct, frozen=True):
    """A decision: the `move` as it is typed, the same in `words`, and the `ids` of what it names in the picture."""

    move: str
    words: str
    ids: list[str]


def tappable(session: Session, viewer: Viewer) -> list[Tap]:
    """Return the decisions that this viewer may make now. The referee may make those of all."""
    mine = {name for seat, name in enumerate(session.players) if viewer is None or viewer == seat}
    return [
        Tap(f"{name}: {move}", move_sentence(session.game, name, move), [])
        for name, moves in session.legal().items()
        if name in mine
        for move in moves
    ]


def table_svg(session: Session, viewer: Viewer) -> str:
    """Draw the table for a viewer. The referee of a witness's record sees what the witness sees."""
    looks = session.witness if viewer is None else viewer
    return Drawing.of_view(session.game, session.look(session.state, looks), session.players, looks).svg
