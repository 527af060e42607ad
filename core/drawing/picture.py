"""Pictures of the table: the blocks that a game draws, laid out with headings and written as SVG.

A game's `picture` returns `Block`s: the common parts of the table, and one for each seat. Changes since an earlier
picture can be marked; a piece is recognized by its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize
from kronika.core.contract.blocks import WIDTH, Block, Box, Piece, Role, role_of
from kronika.core.contract.paper import Paper
from kronika.core.contract.view import View
from kronika.core.drawing.shapes import escape, rect, text_line
from kronika.core.drawing.themes import Theme, style

if TYPE_CHECKING:
    from kronika.core.contract.registry import AnyGame

FONTS: Final = "system-ui, Helvetica, Arial, DejaVu Sans, sans-serif"
"""The font families of all text, in order of preference."""
NO_BREAK: Final = "\u00a0"
"""A no-break space, which SVG doesn't collapse with others."""
HEAD: Final = 30
"""The height of a block's heading, in units."""
MARGIN: Final = 10
"""The space around blocks, in units."""


class Picture(Struct, frozen=True):
    """A picture: its size in units, its pieces in drawing order, and a title that describes it in words.

    `corners` are the upper left corners of the blocks, `heights` their heights with headings, `roles` their roles and
    `seats` their seats. `places` are the named places of all blocks.
    """

    width: float
    height: float
    pieces: tuple[Piece, ...]
    title: str = ""
    corners: tuple[tuple[float, float], ...] = ((0, 0),)
    heights: tuple[float, ...] = ()
    roles: tuple[Role, ...] = ()
    seats: tuple[int | None, ...] = ()
    places: Mapping[str, Box] = {}


def draw(game: AnyGame, view: View, names: Sequence[str], *, bottom: int | None = None, columns: int = 1) -> Picture:
    """Draw the table that a view shows; for a game that draws nothing, as text in a frame. See `layout`."""
    blocks = game.picture(view, names) or [text_block(game.render(view, names, Paper()))]
    return layout(blocks, view, names, bottom=bottom, columns=columns)


def layout(
    blocks: Sequence[Block], view: View, names: Sequence[str], *, bottom: int | None = None, columns: int = 1
) -> Picture:
    """Arrange blocks in columns, each with its heading.

    First comes the board, then the blocks of each seat in one column, so that `bottom` is last, then the rest.
    """
    last = -1 if bottom is None else bottom

    def place(block: Block) -> int:
        if role_of(block) == "rest":
            return len(names)
        return -1 if block.seat is None else (block.seat - last - 1) % len(names)

    ordered = sorted(blocks, key=place)
    heights = [float(MARGIN)] * columns
    pieces: list[Piece] = []
    places: dict[str, Box] = {}
    corners = []
    extents = []
    column, seat = 0, None
    for number, block in enumerate(ordered):
        if block.seat is None or block.seat != seat:
            column, seat = heights.index(min(heights)), block.seat
        x, y = MARGIN + column * (WIDTH + 2 * MARGIN), heights[column]
        corners.append((x, y))
        head = _head(block, view, names)
        inside = [replace(piece, y=piece.y + HEAD) for piece in block.pieces] if head else block.pieces
        for piece in (head, *inside) if head else inside:
            pieces.append(replace(piece, x=piece.x + x, y=piece.y + y, block=number))
        places |= _translated(block.places, x, y + (HEAD if head else 0))
        extents.append((HEAD if head else 0) + block.height)
        heights[column] = y + extents[-1] + MARGIN
    title = ". ".join([*([f"Next: {view.due}"] if view.due else []), *filter(None, _standings(view, names))])
    width = columns * (WIDTH + 2 * MARGIN)
    roles = (*map(role_of, ordered),)
    seats = tuple(block.seat for block in ordered)
    return Picture(width, max(heights), tuple(pieces), title, tuple(corners), tuple(extents), roles, seats, places)


def _translated(places: Mapping[str, Box], x: float, y: float) -> dict[str, Box]:
    return {name: (x + left, y + top, w, h) for name, (left, top, w, h) in places.items()}


def _head(block: Block, view: View, names: Sequence[str]) -> Piece | None:
    """The heading of a block: the player's name and points, and a sign if the player may act; or else its title."""
    role = role_of(block)
    if block.seat is None or role != "area":
        whose = "" if block.seat is None else f"-{block.seat}"
        return _headed(block.title, "head" if role == "board" else f"head-{role}{whose}") if block.title else None
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
    """A block with a rendered table as text in a plain frame, for a game that draws nothing."""
    lines = text.split("\n")
    size = min(13.0, WIDTH / max(1.0, max(map(len, lines)) * 0.62))
    shapes = "".join(
        f'<g font-family="monospace">{text_line(4, (row + 1) * size * 1.3, line.replace(" ", NO_BREAK), size)}</g>'
        for row, line in enumerate(lines)
    )
    height = (len(lines) + 1) * size * 1.3
    frame = rect(0, 0, WIDTH, height, "", "faint", r=4)
    return Block(height, [Piece("table", 0, 0, WIDTH, height, frame + shapes, title="the table as text")])


# -- changes ----------------------------------------------------------------------------------------------------


def mark_changes(before: Picture, after: Picture) -> Picture:
    """The later picture with marks on pieces that were placed, changed, moved or removed since the earlier one.

    If the layout has moved a block, its pieces don't count as moved. Pieces that are drawn smaller, because there are
    more in their zone now, don't count as changed.
    """
    old = {piece.key: piece for piece in _realigned(before, after) if piece.kind}
    new = {piece.key: piece for piece in after.pieces if piece.kind}
    marks = [*_disappeared(old, new, after), *_appeared(old, new)]
    return replace(after, pieces=(*after.pieces, *marks))


def _realigned(before: Picture, after: Picture) -> Iterable[Piece]:
    """The pieces of the earlier picture, moved to where their blocks are in the later one."""
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
            continue  # it is only drawn in another size
        elif was.shapes != piece.shapes:
            yield _outline(piece, "mark")
        elif abs(was.x - piece.x) + abs(was.y - piece.y) > 0.5 and (was.zone != piece.zone or not piece.zone):
            yield _outline(piece, "mark")
            yield _arrow(was, piece)


def _disappeared(old: Mapping[str, Piece], new: Mapping[str, Piece], after: Picture) -> list[Piece]:
    """Marks where a piece was removed, unless its block is now too short for that place, or a new piece is there."""
    gone = [piece for key, piece in old.items() if key not in new and _has_place(piece, after)]
    come = [piece for key, piece in new.items() if key not in old or not _same_place(old[key], piece)] if gone else []
    return [_outline(piece, "gone") for piece in gone if not any(_overlap(piece, other) for other in come)]


def _same_place(one: Piece, other: Piece) -> bool:
    return abs(one.x - other.x) + abs(one.y - other.y) < 1


def _overlap(one: Piece, other: Piece) -> bool:
    """Whether the pieces overlap by more than a quarter of the width and height of the first."""
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
    """Write the picture as a complete SVG document.

    `size` is its width in pixels; without it the picture fills the available width. `title` is put before the picture's
    title in its label. `styled` includes the CSS of the theme; a page that already has it needs none.
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
    """Write a piece as an SVG group at its position, with its title as a tooltip and label."""
    title = escape(piece.title)
    said = f' role="img" aria-label="{title}"' if title else ""
    what = f' data-kind="{escape(piece.kind)}" data-what="{escape(piece.what)}"' if piece.kind else ""
    tip = f"<title>{title}</title>" if title else ""
    place = f' id="{piece.key}" transform="translate({piece.x:g} {piece.y:g})"'
    return f"<g{place}{what}{said}>{tip}{piece.shapes}</g>"
