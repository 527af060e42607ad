"""The way of a piece in a move that was not made, from how the table would be after it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from kronika.core.contract.blocks import Piece

Spot = tuple[int, float, float, float, float]
"""A place on a table: its block, and its rectangle there."""
Spots = Mapping[str, tuple[Piece, Spot]]
"""The pieces on a table with their places, by their keys."""


def arrow_between(old: Spots, new: Spots, words: Collection[str]) -> tuple[Spot | None, Spot] | None:
    """From where to where a move brings a piece, that is named by its `words` if there is one; None if it brings none.

    A piece that comes to another zone is preferred to a new one. In a zone, pieces close up.
    """
    found: list[tuple[bool, bool, int, Spot | None, Spot]] = []
    for key, (piece, spot) in new.items():
        start = old.get(key)
        if start and (start[0].zone == piece.zone if piece.zone else start[1][:3] == spot[:3]):
            continue
        found.append((not is_named(piece, words), start is None, len(found), start[1] if start else None, spot))
    return min(found, key=lambda one: one[:3])[3:] if found else None


def is_named(piece: Piece, words: Collection[str]) -> bool:
    """True if the words of a move name a piece, or the place that its key ends with."""
    return piece.what in words or piece.key.rpartition("-")[2] in words
