"""Still pictures: many of them on one page, or the first and last position of a game in one file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from kronika.cli.page.changes import index_of
from kronika.core.contract.blocks import Piece
from kronika.core.drawing.picture import HEAD, Picture, draw, mark_changes, svg
from kronika.core.drawing.shapes import escape, text_line
from kronika.core.drawing.themes import Theme
from kronika.core.sessions.session import Session

CAPTIONS: Final = ("Position", "After the moves")
_BETWEEN: Final = 20


class Stills:
    """Pictures on a page that defines each distinct piece once; each picture says where its pieces are."""

    def __init__(self) -> None:
        self._pieces: dict[str, int] = {}

    def still(self, picture: Picture, title: str) -> str:
        """A picture as SVG, for the page that has `shapes`."""
        label = escape(". ".join(part for part in (title, picture.title) if part))
        used = "".join(map(self._used, picture.pieces))
        box = f"0 0 {picture.width:g} {picture.height:g}"
        return f'<svg viewBox="{box}" role="group" aria-label="{label}">{used}</svg>'

    def _used(self, piece: Piece) -> str:
        what = f' data-kind="{escape(piece.kind)}" data-what="{escape(piece.what)}"' if piece.kind else ""
        said = f' role="img" aria-label="{escape(piece.title)}"' if piece.title else ""
        tip = f"<title>{escape(piece.title)}</title>" if piece.title else ""
        number = index_of(self._pieces, f"{what}{said}>{tip}{piece.shapes}")
        return f'<use href="#shape-{number}" x="{piece.x:g}" y="{piece.y:g}"/>'

    def shapes(self) -> str:
        """The shapes that the pictures use, for the end of their page."""
        groups = "\n".join(f'<g id="shape-{number}"{piece}</g>' for piece, number in self._pieces.items())
        return f'<svg class="shapes" aria-hidden="true"><defs>\n{groups}\n</defs></svg>' if groups else ""


def before_and_after(session: Session) -> tuple[Picture, ...]:
    """The table at the start and at the end, with marks on the changes; one picture if both look the same."""
    first, last = (
        draw(session.game, session.game.view(state, None), session.players) for state in (session.at(0), session.state)
    )
    return (first,) if first.pieces == last.pieces else (first, mark_changes(first, last))


def before_and_after_svg(session: Session, theme: Theme = "auto", size: int | None = None) -> str:
    """These pictures in one SVG file, each under a caption."""
    drawn = before_and_after(session)
    pieces: list[Piece] = []
    right = 0.0
    for caption, which, picture in zip(CAPTIONS, ("before", "after"), drawn, strict=False):
        pieces += _shifted(picture, caption, which, right)
        right += picture.width + _BETWEEN
    height = max(picture.height for picture in drawn) + HEAD
    title = ". ".join(f"{caption}: {picture.title}" for caption, picture in zip(CAPTIONS, drawn, strict=False))
    whole = Picture(right - _BETWEEN, height, tuple(pieces), title)
    return svg(whole, theme=theme, size=size, title=session.game.title)


def _shifted(picture: Picture, caption: str, which: str, right: float) -> Iterator[Piece]:
    yield Piece(
        f"{which}-caption", right, 0, picture.width, HEAD, text_line(10, 21, caption, 18, "soft"), title=caption
    )
    for piece in picture.pieces:
        yield replace(piece, key=f"{which}-{piece.key}", x=piece.x + right, y=piece.y + HEAD)
