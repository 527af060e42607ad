"""Pictures of the table: complete for every viewer, and without the secrets of others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from kronika.core.basics.chance import Dice
from kronika.core.basics.text import join_words
from kronika.core.contract.view import EMPTY, HIDDEN
from kronika.core.drawing.picture import Picture, draw, svg
from kronika.core.drawing.shapes import SMALLEST
from kronika.testing.checks.views import cards_in
from kronika.testing.fuzz import type_info
from kronika.testing.playouts import Table

HOSTILE = ("<script>x()</script>", 'Bob" onload="x', "]]>&amp;\u202eCecil")
SVG = "{http://www.w3.org/2000/svg}"


def test_a_picture_is_whole(table: Table) -> None:
    """A picture is well-formed SVG; each piece lies within it and has a unique key, and a title if it has a kind."""
    for state in table.some_states(5):
        for viewer in (None, *table.seats):
            picture = drawn(table, state, viewer)
            root = ElementTree.fromstring(svg(picture))
            assert root.tag == f"{SVG}svg"
            keys = Counter(piece.key for piece in picture.pieces)
            twice = [key for key, times in keys.items() if times > 1]
            assert not twice, f"several pieces have the key {twice[0]}"
            for piece in picture.pieces:
                assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]*", piece.key), (
                    f"{piece.key!r} is not a key for a piece: a letter, then letters, digits and `_.-`"
                )
                assert piece.title or not piece.kind, f"piece {piece.key} has a kind and no title"
                assert -2 <= piece.x <= picture.width - piece.w + 2, f"piece {piece.key} is outside the picture"
                assert -2 <= piece.y <= picture.height - piece.h + 2, f"piece {piece.key} is outside the picture"
            for name, (x, y, w, h) in picture.places.items():
                inside = 0 <= x <= picture.width - w and 0 <= y <= picture.height - h
                assert inside, f"the place {name} is not in the picture"
                assert name.split() == [name], f"the place {name!r} is not one word, as notes name it"


def test_a_picture_is_read_without_colours(table: Table) -> None:
    """Two different pieces of a kind differ by a shape or a sign, and not only by a colour."""
    looks: dict[tuple[str, str], dict[str, str]] = {}
    for state in table.some_states(5):
        for piece in drawn(table, state, None).pieces:
            if piece.kind:
                grey = (piece.kind, re.sub(r' class="[^"]*"', "", piece.shapes))
                same = looks.setdefault(grey, {})
                same[piece.shapes] = piece.what
                assert len(set(same.values())) == 1, (
                    f"only colours distinguish {join_words(sorted(set(same.values())))}"
                )


def test_letters_in_a_picture_are_large_enough(table: Table) -> None:
    """All letters on pieces that the game draws have at least the size `SMALLEST`, to be legible on a phone."""
    for state in table.some_states(4):
        for block in table.game.picture(table.game.view(state, None), table.names):
            for piece in block.pieces:
                for size in re.findall(r'font-size="([^"]*)"', piece.shapes):
                    assert float(size) >= SMALLEST, (
                        f"letters of {size} on piece {piece.key} are smaller than {SMALLEST:g}"
                    )


def test_a_picture_shows_the_cards_of_the_view(table: Table) -> None:
    """A picture shows exactly the cards that the view names, if the game draws pictures."""
    game = table.game
    for state in table.some_states(5):
        for viewer in (None, *table.seats):
            view = game.view(state, viewer)
            if not game.picture(view, table.names):
                continue
            kind: Any = type(view)
            known = {str(card) for card in cards_in(view, type_info(kind))} - {HIDDEN, EMPTY}
            shown = {piece.what for piece in drawn(table, state, viewer).pieces if piece.kind == "card"} - {HIDDEN}
            assert shown == known, f"cards {sorted(known ^ shown)} are in the view or in the picture alone"


def test_a_picture_hides_what_is_dealt_again(table: Table) -> None:
    game = table.game
    for number, state in enumerate(table.some_states(6)):
        for seat in table.seats:
            other = game.redeal(state, seat, Dice(str(table), number))
            assert drawn(table, other, seat) == drawn(table, state, seat)


def test_names_are_nothing_but_text_in_a_picture(table: Table) -> None:
    names = [f"{HOSTILE[seat % len(HOSTILE)]}{seat}" for seat in table.seats]
    for state in table.some_states(4):
        root = ElementTree.fromstring(svg(drawn(table, state, None, names)))
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= {"svg", "style", "g", "title", "rect", "circle", "polygon", "path", "text"}, tags
        assert not [name for element in root.iter() for name in element.attrib if name.startswith("on")]


def drawn(table: Table, state: Any, viewer: int | None, names: Sequence[str] = ()) -> Picture:
    """The picture of a state for a viewer."""
    return draw(table.game, table.game.view(state, viewer), names or table.names)
