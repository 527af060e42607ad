"""Each card of a picture has its whole text in its title: readers who tap it or hear it learn what it does."""

from __future__ import annotations

import re

import pytest

from kronika.core.contract.registry import get_game
from kronika.core.contract.view import HIDDEN
from kronika.testing.playouts import Table
from support.boxes import TABLES, pictures

WITH_CARDS = [table for table in TABLES if table.game.cards()]


@pytest.mark.parametrize("table", WITH_CARDS, ids=str)
def test_the_title_of_a_card_has_its_text(table: Table) -> None:
    """The text is that of `kronika cards`, without how often the card is there."""
    texts = {card.id: re.sub(r" \(\d+ cards?\)$", "", card.text) for card in get_game(table.game.name).cards()}
    seen = set()
    for picture in pictures(table):
        for piece in picture.pieces:
            if piece.kind == "card" and piece.what != HIDDEN:
                assert texts[piece.what] in piece.title, piece.title
                seen.add(piece.what)
    assert len(seen) > len(texts) / 2
