"""Pictures in tests: the pieces of a table by their keys, what they tell a program, random tables to draw."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any
from xml.etree import ElementTree

from kronika.core.game import EVERYONE
from kronika.core.picture import WIDTH, Block, Piece, lay_out, svg
from kronika.core.registry import AnyGame
from kronika.core.session import Session
from kronika.core.shapes import SMALLEST
from kronika.testing.playouts import cases, playout

FEW = 4
MANY = 20
"""Random games that are drawn in each test run, and in the long one."""
EVERY = 5


def pieces(session: Session, viewer: int | None = None) -> dict[str, Piece]:
    """What a viewer sees drawn, by key; whole and sound."""
    return sound(session.game.picture(session.view(viewer), session.players), session.view(viewer), session.players)


def titles(found: dict[str, Piece], kind: str) -> list[str]:
    """What the pieces of a kind say, in the order in which they are drawn."""
    return [piece.title for piece in found.values() if piece.kind == kind]


def sound(blocks: Sequence[Block], view: Any, names: Sequence[str]) -> dict[str, Piece]:
    """The pieces by key: no key twice, each within its block, all with words, no letters too small, good XML."""
    ElementTree.fromstring(svg(lay_out(blocks, view, names)))
    found: dict[str, Piece] = {}
    for block in blocks:
        for piece in block.pieces:
            assert piece.key not in found, piece.key
            assert 0 <= piece.x <= WIDTH - piece.w, piece.key
            assert 0 <= piece.y <= block.height - piece.h, piece.key
            assert bool(piece.kind) == bool(piece.what), piece.key
            assert piece.title or not piece.kind, piece.key
            assert all(float(size) >= SMALLEST for size in re.findall(r'font-size="([^"]*)"', piece.shapes)), piece.key
            found[piece.key] = piece
    assert {block.seat for block in blocks} == {None, *range(len(names))}
    return found


def tables(game: AnyGame, games: int) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Every fifth table of random games under all kinds of options, as each viewer has it."""
    for number in range(games):
        case = cases(game)[number % len(cases(game))]
        for step in islice(playout(case, number), EVERY - 1, None, EVERY):
            for viewer in (None, EVERYONE, *range(case.seats)):
                yield game.view(step.after, viewer), case.names
