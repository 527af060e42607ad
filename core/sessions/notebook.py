"""A table that shows itself in a notebook, as Jupyter has it: `_repr_svg_` and `_repr_html_` are asked for."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from kronika.core.contract.game import Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.drawing.picture import draw, svg
from kronika.core.drawing.shapes import escape
from kronika.core.drawing.themes import Theme
from kronika.core.sessions.visibility import redact_state


class Drawing(Struct, frozen=True):
    """The table as a viewer may see it: `svg` is its picture, `title` says in words what that shows."""

    svg: str
    title: str

    @classmethod
    def of(
        cls,
        game: AnyGame,
        state: Any,
        names: Sequence[str],
        viewer: Viewer = None,
        *,
        columns: int = 1,
        theme: Theme = "auto",
    ) -> Drawing:
        """A state drawn for a seat, for EVERYONE at the table or for the referee (None); the viewer's board comes last.

        Raises KronikaError for a seat that is not there, and for EVERYONE in a game that has no such view.
        """
        return cls.of_view(game, redact_state(game, state, viewer), names, viewer, columns=columns, theme=theme)

    @classmethod
    def of_view(
        cls,
        game: AnyGame,
        view: Any,
        names: Sequence[str],
        viewer: Viewer = None,
        *,
        columns: int = 1,
        theme: Theme = "auto",
    ) -> Drawing:
        """What a viewer knows of a state drawn."""
        bottom = viewer if viewer is not None and viewer >= 0 else None
        picture = draw(game, view, names, bottom=bottom, columns=columns)
        return cls(svg(picture, theme=theme, title=game.title), f"{game.title}. {picture.title}")

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        """As an image: pictures on one page would share their styles and the names of their pieces."""
        data = b64encode(self.svg.encode()).decode()
        return (
            f'<figure style="margin:0"><img src="data:image/svg+xml;base64,{data}" alt="{escape(self.title)}" '
            f'style="max-width:100%"><figcaption>{escape(self.title)}</figcaption></figure>'
        )
