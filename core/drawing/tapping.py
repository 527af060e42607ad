"""Pieces and places of a picture that a move names, by their ids in the SVG document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from kronika.core.contract.blocks import WIDTH, Piece
from kronika.core.contract.view import HIDDEN, View
from kronika.core.drawing.picture import FONTS, Picture, markup
from kronika.core.drawing.shapes import escape, rect
from kronika.core.drawing.themes import style

if TYPE_CHECKING:
    from kronika.core.contract.registry import AnyGame

PLACE: Final = "place-"
"""The beginning of the id of a named place."""


def grouped_svg(picture: Picture, title: str) -> str:
    """Write a picture for a client that lays out its blocks itself.

    Each block is a group with the class `block`, its role, seat and box as data. Over each named place is a clear
    rectangle: `place-C5` is the id of the place `C5`.
    """
    label = escape(f"{title}. {picture.title}")
    drawn: list[list[str]] = [[] for _ in picture.corners]
    for piece in picture.pieces:
        drawn[piece.block].append(markup(piece))
    for name, (x, y, w, h) in picture.places.items():
        block = max(at for at, (left, top) in enumerate(picture.corners) if top <= y + h / 2 and left <= x + w / 2)
        drawn[block].append(markup(Piece(f"{PLACE}{name}", x, y, w, h, rect(0, 0, w, h))))
    blocks = [
        f'<g class="block" data-role="{role}" data-seat="{"" if seat is None else seat}" '
        f'data-box="{x:g} {y:g} {WIDTH} {height:g}">{"".join(inside)}</g>'
        for inside, role, seat, (x, y), height in zip(
            drawn, picture.roles, picture.seats, picture.corners, picture.heights, strict=True
        )
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width:g} {picture.height:g}" role="group" '
        f'aria-label="{label}" font-family="{FONTS}"><style>{style("auto")}</style>{"".join(blocks)}</svg>'
    )


class Spots:
    """The pieces and places of a picture, to find those that a move names. `words` are what its pieces are."""

    def __init__(self, game: AnyGame, view: View, picture: Picture, names: Sequence[str]) -> None:
        self._game, self._view, self._names = game, view, names
        self._keys = frozenset(piece.key for piece in picture.pieces)
        self._places = frozenset(picture.places)
        self._cards: dict[str, list[str]] = {}
        self._found: dict[str, str] = {}
        """By entry: its ids. Hundreds of moves name the same few things."""
        self.words = list(dict.fromkeys(piece.what for piece in picture.pieces if piece.what not in ("", HIDDEN)))
        roles = picture.roles or ("board",)
        for piece in sorted(picture.pieces, key=lambda piece: roles[piece.block] == "rest"):
            at_rest = roles[piece.block] == "rest"
            if piece.kind == "card" and not (at_rest and piece.what in self._cards):
                self._cards.setdefault(piece.what, []).append(piece.key)

    def named(self, seat: int, words: Sequence[str]) -> list[str]:
        """The ids of what a move of a seat, or an outcome, names, in its order; see `Game.tapped`.

        By default these are the places and cards that its words after the verb name, and the player at its end.
        """
        named = self._game.tapped(self._view, seat, words)
        if named is None:
            named = list(self._derived(words))
        return [ids for entry in named if (ids := self._ids(entry))]

    def _derived(self, words: Sequence[str]) -> Iterator[str]:
        end = next((at for at in range(1, len(words)) if " ".join(words[at:]) in self._names), len(words))
        for word in words[1:end]:
            yield from (part if part in self._places else self._of_card(part) for part in word.split(">"))
        if end < len(words):
            yield f"head-{self._names.index(' '.join(words[end:]))}"

    def _of_card(self, word: str) -> str:
        return " ".join(self._cards.get(word, ()))

    def _ids(self, entry: str) -> str:
        """The ids of the keys and places in an entry that are drawn; a card is written `card:17` there."""
        if entry not in self._found:
            self._found[entry] = " ".join(self._drawn(entry))
        return self._found[entry]

    def _drawn(self, entry: str) -> Iterator[str]:
        for part in entry.split():
            if part in self._places:
                yield f"{PLACE}{part}"
            elif part.startswith("card:"):
                yield from self._cards.get(part.removeprefix("card:"), ())
            elif part.endswith("*"):
                yield from sorted(key for key in self._keys if key.startswith(part[:-1]))
            elif part in self._keys:
                yield part
