"""A table as a picture: blocks of named pieces that a game draws, laid out and written as SVG for all games alike.

A game's `picture` gives `Block`s: what lies in the middle, and one for each seat. Here they get their places and heads,
and what has changed since another picture is marked: a piece has a key, by which it is the same in the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize
from kronika.core.contract.blocks import WIDTH, Block, Box, Piece
from kronika.core.contract.paper import Paper
from kronika.core.contract.view import View
from kronika.core.drawing.shapes import escape, rect, text_line
from kronika.core.drawing.themes import Theme, style

if TYPE_CHECKING:
    from kronika.core.contract.registry import AnyGame

FONTS: Final = "system-ui, Helvetica, Arial, DejaVu Sans, sans-serif"
NO_BREAK: Final = "\u00a0"
"""A space that stays where others are run together."""
HEAD: Final = 30
MARGIN: Final = 10


class Picture(Struct, frozen=True):
    """Pieces in their places. `title` says in words what it shows.

    `corners` are those of the blocks, upper left, and `heights` say how far down from there each of them goes; `places`
    are those of all blocks.
    """

    width: float
    height: float
    pieces: tuple[Piece, ...]
    title: str = ""
    corners: tuple[tuple[float, float], ...] = ((0, 0),)
    heights: tuple[float, ...] = ()
    places: Mapping[str, Box] = {}


def draw(game: AnyGame, view: View, names: Sequence[str], *, bottom: int | None = None, columns: int = 1) -> Picture:
    """The table as a view has it; as text in a frame, where the game draws nothing. See `layout`."""
    blocks = game.picture(view, names) or [text_block(game.render(view, names, Paper()))]
    return layout(blocks, view, names, bottom=bottom, columns=columns)


def layout(
    blocks: Sequence[Block], view: View, names: Sequence[str], *, bottom: int | None = None, columns: int = 1
) -> Picture:
    """The blocks below one another, or in columns, each with its head; the seat `bottom` comes last."""
    last = -1 if bottom is None else bottom
    ordered = sorted(blocks, key=lambda block: -1 if block.seat is None else (block.seat - last - 1) % len(names))
    heights = [float(MARGIN)] * columns
    pieces: list[Piece] = []
    places: dict[str, Box] = {}
    corners = []
    extents = []
    for number, block in enumerate(ordered):
        column = heights.index(min(heights))
        x, y = MARGIN + column * (WIDTH + 2 * MARGIN), heights[column]
        corners.append((x, y))
        head = _head(block, view, names)
        inside = [replace(piece, y=piece.y + HEAD) for piece in block.pieces] if head else block.pieces
        for piece in (head, *inside) if head else inside:
            pieces.append(replace(piece, x=piece.x + x, y=piece.y + y, block=number))
        places |= _translated(block.places, x, y + (HEAD if head else 0))
        extents.append((HEAD if head else 0) + block.height)
        heights[column] = y + extents[-1] + MARGIN
    title = ". ".join(part for part in (view.due, *_standings(view, names)) if part)
    width = columns * (WIDTH + 2 * MARGIN)
    return Picture(width, max(heights), tuple(pieces), title, tuple(corners), tuple(extents), places)


def _translated(places: Mapping[str, Box], x: float, y: float) -> dict[str, Box]:
    return {name: (x + left, y + top, w, h) for name, (left, top, w, h) in places.items()}


def _head(block: Block, view: View, names: Sequence[str]) -> Piece | None:
    """Whose board it is, the points, and a sign for who is to act."""
    if block.seat is None:
        return _headed(block.title, "head") if block.title else None
    total = view.totals[block.seat]
    acts = block.seat in view.actors
    points = "? points" if total is None else pluralize(total, "point")
    sign = "▶ " if acts else ""
    name = printable(names[block.seat])
    shapes = text_line(0, 21, f"{sign}{name}", 18, bold=True, room=WIDTH - 120)
    shapes += text_line(WIDTH, 21, points, 16, anchor="end")
    says = f"{name}, {points}{', to act' if acts else ''}"
    return Piece(f"head-{block.seat}", 0, 0, WIDTH, HEAD, shapes, title=says)


def _headed(title: str, key: str) -> Piece:
    return Piece(key, 0, 0, WIDTH, HEAD, text_line(0, 21, title, 16, bold=True, room=WIDTH), title=title)


def _standings(view: View, names: Sequence[str]) -> Iterator[str]:
    for name, total in zip(names, view.totals, strict=True):
        yield f"{printable(name)}: {'?' if total is None else total}"


def text_block(text: str) -> Block:
    """A rendered table in a plain frame, for a game that draws nothing."""
    lines = text.split("\n")
    size = min(13.0, WIDTH / max(1.0, max(map(len, lines)) * 0.62))
    shapes = "".join(
        f'<g font-family="monospace">{text_line(4, (row + 1) * size * 1.3, line.replace(" ", NO_BREAK), size)}</g>'
        for row, line in enumerate(lines)
    )
    height = (len(lines) + 1) * size * 1.3
    frame = rect(0, 0, WIDTH, height, "", "faint", r=4)
    return Block(height, [Piece("table", 0, 0, WIDTH, height, frame + shapes, title="the table as text")])


# -- what has changed -------------------------------------------------------------------------------------------


def mark_changes(before: Picture, after: Picture) -> Picture:
    """The later picture with marks on what was placed, changed, moved or taken away since the earlier one.

    A block that another one has pushed aside has not moved what lies in it; nor is a piece another one because its
    block, where more lies now, is drawn smaller.
    """
    old = {piece.key: piece for piece in _realigned(before, after) if piece.kind}
    new = {piece.key: piece for piece in after.pieces if piece.kind}
    marks = [*_disappeared(old, new, after), *_appeared(old, new)]
    return replace(after, pieces=(*after.pieces, *marks))


def _realigned(before: Picture, after: Picture) -> Iterable[Piece]:
    """The pieces of the earlier picture where the blocks of the later one are."""
    if before.corners == after.corners or len(before.corners) != len(after.corners):
        return before.pieces
    ways = [(to[0] - x, to[1] - y) for (x, y), to in zip(before.corners, after.corners, strict=True)]
    return [
        replace(piece, x=piece.x + ways[piece.block][0], y=piece.y + ways[piece.block][1]) for piece in before.pieces
    ]


def _appeared(old: Mapping[str, Piece], new: Mapping[str, Piece]) -> Iterator[Piece]:
    for key, piece in new.items():
        was = old.get(key)
        if was is None or was.what != piece.what:
            yield _outline(piece, "mark")
        elif piece.zone and was.zone == piece.zone and (was.w, was.h) != (piece.w, piece.h):
            continue  # drawn in another size
        elif was.shapes != piece.shapes:
            yield _outline(piece, "mark")
        elif abs(was.x - piece.x) + abs(was.y - piece.y) > 0.5 and (was.zone != piece.zone or not piece.zone):
            yield _outline(piece, "mark")
            yield _arrow(was, piece)


def _disappeared(old: Mapping[str, Piece], new: Mapping[str, Piece], after: Picture) -> list[Piece]:
    """Marks where something lay, unless its block ends above that place now, or something else has come there."""
    gone = [piece for key, piece in old.items() if key not in new and _has_place(piece, after)]
    come = [piece for key, piece in new.items() if key not in old or not _same_place(old[key], piece)] if gone else []
    return [_outline(piece, "gone") for piece in gone if not any(_overlap(piece, other) for other in come)]


def _same_place(one: Piece, other: Piece) -> bool:
    return abs(one.x - other.x) + abs(one.y - other.y) < 1


def _overlap(one: Piece, other: Piece) -> bool:
    """Does the one cover a good part of the other?"""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return wide > one.w / 4 and high > one.h / 4


def _has_place(piece: Piece, picture: Picture) -> bool:
    if piece.block >= len(picture.heights):
        return True
    return piece.y + piece.h <= picture.corners[piece.block][1] + picture.heights[piece.block]


def _outline(piece: Piece, how: str) -> Piece:
    shapes = rect(-2, -2, piece.w + 4, piece.h + 4, "", how, r=4, thick=3)
    return replace(piece, key=f"{how}-{piece.key}", shapes=shapes, kind="", what="", title="")


def _arrow(was: Piece, now: Piece) -> Piece:
    x, y = was.x + was.w / 2, was.y + was.h / 2
    dx, dy = now.x + now.w / 2 - x, now.y + now.h / 2 - y
    line = f'<path d="M0 0L{dx:g} {dy:g}" class="f-none l-mark" stroke-width="2" stroke-dasharray="5 4"/>'
    return Piece(f"arrow-{now.key}", x, y, abs(dx), abs(dy), line, block=now.block)


# -- SVG --------------------------------------------------------------------------------------------------------


def svg(
    picture: Picture, *, theme: Theme = "auto", size: int | None = None, title: str = "", styled: bool = True
) -> str:
    """The picture as a file of its own; `size` is its width in dots, without one it is as wide as its place.

    On a page that has the style sheet already, it need not be `styled`.
    """
    label = escape(". ".join(part for part in (title, picture.title) if part))
    box = f"0 0 {picture.width:g} {picture.height:g}"
    wide = f' width="{size}" height="{round(size * picture.height / picture.width)}"' if size else ""
    sheet = f"<style>{style(theme)}</style>\n" if styled else ""
    ground = rect(0, 0, picture.width, picture.height, "ground")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{wide} role="group" aria-label="{label}" '
        f'font-family="{FONTS}">\n{sheet}{ground}\n' + "\n".join(map(markup, picture.pieces)) + "\n</svg>\n"
    )


def markup(piece: Piece) -> str:
    """A piece as an SVG group in its place."""
    said = f' role="img" aria-label="{escape(piece.title)}"' if piece.title else ""
    what = f' data-kind="{escape(piece.kind)}" data-what="{escape(piece.what)}"'
    tip = f"<title>{escape(piece.title)}</title>" if piece.title else ""
    place = f' id="{piece.key}" transform="translate({piece.x:g} {piece.y:g})"'
    return f"<g{place}{what if piece.kind else ''}{said}>{tip}{piece.shapes}</g>"
