"""What stands where in pictures of named positions: each was held against the table in words before it was pinned."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from syrupy.assertion import SnapshotAssertion

from kronika.core.contract.blocks import Piece
from kronika.core.drawing.picture import Picture
from support.positions import POSITIONS, pictured

TITLE = 60
"""Letters of a title that are pinned: cards have all their text in it."""


def structure(picture: Picture) -> Iterator[str]:
    """Block by block the pieces, each with its place there."""
    for number, ((left, top), height) in enumerate(zip(picture.corners, picture.heights, strict=True)):
        yield f"-- {left:.0f} {top:.0f}, {height:.0f} high"
        for piece in picture.pieces:
            if piece.block == number and (piece.kind or piece.title):
                yield f"{piece.x - left:.0f} {piece.y - top:.0f} {said(piece)}"


def said(piece: Piece) -> str:
    title = piece.title if len(piece.title) <= TITLE else f"{piece.title[:TITLE]}…"
    return f"{piece.kind} {piece.what}: {title}" if piece.kind else f"- {title}"


@pytest.mark.parametrize("name", POSITIONS)
def test_the_structure_of_a_position(name: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(structure(pictured(name))) == snapshot
