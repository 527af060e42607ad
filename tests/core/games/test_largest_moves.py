"""The largest and smallest moves that the rules know can be written into a log, and nothing beyond them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kronika.core.contract.registry import get_game
from kronika.core.games.tigris.board import CELL_NAMES

CARDS = list(range(1, 89))
FOUR_LAWS = [[65 + 3 * seat, 66 + 3 * seat, 67 + 3 * seat] for seat in range(5)]
"""Hands of three laws, one more than there are seats."""

# The game, the rule that sets the bound, a move at the bound, and what takes it beyond.
MOVES: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("imhotep", "IM-1.6", {"type": "start", "seat": 3}, {"seat": 4}),
    ("imhotep", "IM-1.6", {"type": "start", "seat": 0}, {"seat": -1}),
    ("imhotep", "IM-1.3", {"type": "load", "ship": 4, "slot": 4}, {"ship": 5}),
    ("imhotep", "IM-1.2", {"type": "load", "ship": 4, "slot": 4}, {"slot": 5}),
    ("imhotep", "IM-1.3", {"type": "load", "ship": 1, "slot": 1}, {"ship": 0}),
    ("imhotep", "IM-1.2", {"type": "load", "ship": 1, "slot": 1}, {"slot": 0}),
    ("imhotep", "IM-2.7", {"type": "lever", "ship": 1, "site": "temple", "order": [4, 3, 2, 1]}, {"order": [1] * 5}),
    ("imhotep", "IM-2.7", {"type": "lever", "ship": 1, "site": "temple", "order": [1]}, {"order": []}),
    ("imhotep", "IM-2.7", {"type": "chisel", "spots": [[1, 4], [4, 1]]}, {"spots": [[1, 4], [4, 1], [2, 1]]}),
    ("imhotep", "IM-2.2", {"type": "fill", "cards": ["sail"] * 4}, {"cards": ["sail"] * 5}),
    ("imhotep", "IM-2.2", {"type": "fill", "cards": ["sail"]}, {"cards": []}),
    ("imhotep", "IM-2.2", {"type": "pair", "cards": ["sail"] * 2}, {"cards": ["sail"] * 3}),
    ("imhotep", "IM-2.2", {"type": "pair", "cards": ["sail"]}, {"cards": []}),
    ("tigris", "TE-4.10", {"type": "swap", "red": 6}, {"red": 7}),
    ("tigris", "TE-4.10", {"type": "swap", "green": 0}, {"green": -1}),
    ("tigris", "TE-5.4", {"type": "commit", "tiles": 6}, {"tiles": 7}),
    ("tigris", "TE-5.4", {"type": "commit", "tiles": 0}, {"tiles": -1}),
    ("tigris", "TE-8.1", {"type": "take", "cells": CELL_NAMES[:13]}, {"cells": CELL_NAMES[:14]}),
    ("tigris", "TE-8.1", {"type": "take", "cells": ["A1"]}, {"cells": []}),
    ("tigris", "TE-1.4", {"type": "draw", "seat": 3, "blue": 6}, {"blue": 7}),
    ("tigris", "TE-1.3", {"type": "draw", "seat": 3, "blue": 6}, {"seat": 4}),
    ("viceroy", "VC-1.1", {"type": "select", "card": 88}, {"card": 89}),
    ("viceroy", "VC-1.1", {"type": "select", "card": 1}, {"card": 0}),
    ("viceroy", "VC-3.2", {"type": "place", "level": 5, "column": 0}, {"level": 6}),
    ("viceroy", "VC-3.2", {"type": "place", "level": 1, "column": -36}, {"level": 0}),
    ("viceroy", "VC-1.4", {"type": "gems", "yellow": 16}, {"yellow": 17}),
    ("viceroy", "VC-1.4", {"type": "gems", "blue": 0}, {"blue": -1}),
    ("viceroy", "VC-1.6.5", {"type": "give_back", "gems": [["red", "red"]] * 4}, {"gems": [["red", "red"]] * 5}),
    ("viceroy", "VC-1.6.6", {"type": "deal", "hands": [CARDS[:2]] * 4}, {"hands": [CARDS[:2]] * 5}),
    ("viceroy", "VC-6.8", {"type": "deal", "hands": [CARDS[:4]]}, {"hands": [CARDS[:5]]}),
    ("viceroy", "VC-1.6.9", {"type": "deal_laws", "hands": FOUR_LAWS[:4]}, {"hands": FOUR_LAWS}),
    ("viceroy", "VC-1.6.8", {"type": "turn_up", "cards": CARDS[:4]}, {"cards": CARDS[:5]}),
    ("viceroy", "VC-1.6.8", {"type": "turn_up", "cards": CARDS[:1]}, {"cards": []}),
    ("viceroy", "VC-6.2", {"type": "from_box", "gems": ["red"] * 3}, {"gems": ["red"] * 4}),
    ("viceroy", "VC-6.3", {"type": "from_box", "gems": ["red"]}, {"gems": []}),
]


@pytest.mark.parametrize(
    ("game", "move", "beyond"),
    [(game, move, beyond) for game, _, move, beyond in MOVES],
    ids=[f"{game} {rule} {move['type']} {'-'.join(beyond)}" for game, rule, move, beyond in MOVES],
)
def test_a_move_at_a_bound_can_be_written_and_none_beyond_it(
    game: str, move: dict[str, Any], beyond: dict[str, Any]
) -> None:
    do = msgspec.convert(move, get_game(game).Do)
    assert msgspec.json.decode(msgspec.json.encode(do), type=get_game(game).Do) == do
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(move | beyond, get_game(game).Do)
