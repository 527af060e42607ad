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


class Drawing(Struct, frozen=True):
    """The table as a viewer may see it: `svg` is its picture, `title` says in words what that shows."""

    svg: str
    title: str

    @classmethod
    def of(
        cls,
        game: AnyGame,
        view: Any,
        names: Sequence[str],
        viewer: Viewer = None,
        *,
        columns: int = 1,
        theme: Theme = "auto",
    ) -> Drawing:
        """The view of a seat, EVERYONE, or the referee (None) as a picture; the viewer's board comes last."""
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
