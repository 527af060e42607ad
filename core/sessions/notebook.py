"""Pictures of a table for notebooks such as Jupyter, which call `_repr_svg_` and `_repr_html_`."""

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
    """A picture of the table as a viewer may see it: `svg` is the document, `title` describes it in words."""

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
        """Draw a state for a viewer: a seat, EVERYONE, BYSTANDER, or the referee (None). A seat's own board is last.

        Raises KronikaError for a seat that does not exist, and for EVERYONE or BYSTANDER in a game without such a view.
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
        """Draw a view; `viewer` is the viewer that it was made for."""
        bottom = viewer if viewer is not None and viewer >= 0 else None
        picture = draw(game, view, names, bottom=bottom, columns=columns)
        return cls(svg(picture, theme=theme, title=game.title), f"{game.title}. {picture.title}")

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        """The picture as an image element, since SVG documents in one page would share their styles and ids."""
        data = b64encode(self.svg.encode()).decode()
        return (
            f'<figure style="margin:0"><img src="data:image/svg+xml;base64,{data}" alt="{escape(self.title)}" '
            f'style="max-width:100%"><figcaption>{escape(self.title)}</figcaption></figure>'
        )
