"""The table as a picture, drawn from a view alone: the river with its ships and sites, the players, the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kronika.core.contract.blocks import WIDTH, Block, Box, Piece
from kronika.core.drawing.shapes import rect, text_line
from kronika.core.games.imhotep.board import ROUND_CARDS, ROUNDS, SITES
from kronika.core.games.imhotep.notation import ship_labels
from kronika.core.games.imhotep.picture.pen import Pen, laid
from kronika.core.games.imhotep.picture.players import TALLIES, side, tallies
from kronika.core.games.imhotep.picture.river import river, slot_box
from kronika.core.games.imhotep.view import View

_SEA = 50.0
"""Upper edge of the river, in units of a block."""


def picture(view: View, names: Sequence[str]) -> list[Block]:
    """Return the blocks of the picture: the river, one for each player, the deck and discards."""
    pen = Pen(names)
    banks, height = river(view, pen, _SEA)
    pieces = [*_round(view), *banks]
    title = f"Round {view.round} of {ROUNDS}"
    blocks = [Block(_SEA + height, pieces, title=title, places=_places(view, pieces))]
    for seat in range(len(names)):
        drawn, high = side(view, pen, seat)
        blocks.append(Block(high, laid(drawn, f"side-{seat}", 0, 0), seat))
    return [*blocks, Block(TALLIES, laid(tallies(view), "tallies", 0, 0), title="Cards", role="rest")]


def _places(view: View, pieces: Iterable[Piece]) -> dict[str, Box]:
    """By the name that moves use for a site, a ship or a slot of a ship: its box."""
    labels = ship_labels([ship.size for ship in view.ships])
    named = {f"site-{site}": site for site in SITES} | {f"ship-{n}": label for n, label in enumerate(labels)}
    places = {named[piece.key]: (piece.x, piece.y, piece.w, piece.h) for piece in pieces if piece.key in named}
    for label, ship in zip(labels, view.ships, strict=True):
        x, y, *_ = places[label]
        places |= {f"{label}:{slot + 1}": slot_box(x, y, slot) for slot in range(ship.size)}
    return places


def _round(view: View) -> Iterator[Piece]:
    """The step that is due, and the round cards, each in its place: used ones are only numbers."""
    if view.due:
        yield Piece("due", 0, 0, WIDTH, 18, text_line(0, 13, view.due, 13, "soft", room=WIDTH), title=view.due)
    up = "".join(str(ship.size) for ship in view.ships)
    for n, card in enumerate(ROUND_CARDS[len(view.sleds)]):
        x, number = n * 58.0, text_line(26, 16, card, 13, "soft", anchor="middle")
        if card == up or card in view.round_cards:
            colour, title = ("realm", "this round's") if card == up else ("card", "still to come, or unused:")
            shapes = rect(0, 0, 52, 22, colour, "ink", r=3, thick=2 if card == up else 1)
            shapes += text_line(26, 16, card, 13, anchor="middle", bold=card == up)
            yield Piece(f"round-card-{card}", x, 22, 52, 22, shapes, "round card", card, f"{title} card {card}")
        else:
            yield Piece(f"round-card-place-{n}", x, 22, 52, 22, number, title=f"card {card} of an earlier round")
