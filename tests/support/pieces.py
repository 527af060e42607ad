"""Pictures in tests: the pieces of a table by their keys, what they tell a program, random tables to draw."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.blocks import WIDTH, Block, Piece
from kronika.core.contract.game import EVERYONE
from kronika.core.contract.registry import AnyGame
from kronika.core.drawing.picture import draw, layout, svg
from kronika.core.drawing.shapes import SMALLEST
from kronika.core.sessions.session import Session
from kronika.testing.playouts import cases, playout

SVG = "{http://www.w3.org/2000/svg}"
over_positions = pytest.mark.parametrize("positions", [12, pytest.param(200, marks=pytest.mark.long)])
"""Random positions that are drawn in each test run, and in the long one."""


def pieces(session: Session, viewer: int | None = None) -> dict[str, Piece]:
    """What a viewer sees drawn, by key; whole and sound."""
    return sound(session.game.picture(session.view(viewer), session.players), session.view(viewer), session.players)


def titles(found: dict[str, Piece], kind: str) -> list[str]:
    """What the pieces of a kind say, in the order in which they are drawn."""
    return [piece.title for piece in found.values() if piece.kind == kind]


def sound(blocks: Sequence[Block], view: Any, names: Sequence[str]) -> dict[str, Piece]:
    """The pieces by key: no key twice, each within its block, all with words, no letters too small, good XML."""
    ElementTree.fromstring(svg(layout(blocks, view, names)))
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


def tables(game: AnyGame, positions: int) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Random positions of random games under all kinds of options, one of each game, as each viewer has them."""
    for number in range(positions):
        case = cases(game)[number % len(cases(game))]
        state = Dice("positions", number).choice(playout(case, number)).after
        for viewer in (None, EVERYONE, *range(case.seats)):
            yield game.view(state, viewer), case.names


def told(game: AnyGame, view: Any, names: Sequence[str]) -> Counter[tuple[str, str]]:
    """What the SVG of a table tells programs: of each piece, by its attributes, the kind and what it is."""
    groups = ElementTree.fromstring(svg(draw(game, view, names))).iter(f"{SVG}g")
    pieces = [group.attrib for group in groups if "data-kind" in group.attrib]
    return Counter((piece["data-kind"], piece["data-what"]) for piece in pieces)


def without_places(known: Counter[tuple[str, str, str]]) -> Counter[tuple[str, str]]:
    """What was counted with the place where it lies, counted without it."""
    found = Counter[tuple[str, str]]()
    for (kind, what, _), times in known.items():
        found[kind, what] += times
    return found
