"""The parts of views whose length or words their types do not say, by game and field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Size = int | tuple[str, ...] | None
"""The greatest length of a list or table, the words of a text or the keys of a table, or None to omit a field."""

_COLOURS: Final = ("blue", "red", "green", "yellow")
_SITES: Final = ("market", "pyramids", "temple", "burial_chamber", "obelisks")

SIZES: Final[Mapping[str, Mapping[str, Size]]] = {
    "imhotep": {
        "ships": 4,
        "ships.*.slots": 4,
        "ships.*.site": _SITES,
        "unloading": _SITES,
        "cargo": 4,
        "sides": _SITES,
        "sides.*": ("a", "b"),
        "pyramids": 4,
        "pyramids.*": 32,
        "pyramid_places": None,  # the options say it, as `temple_spaces`
        "temple": 32,
        "temple_visible": 5,
        "temple_spaces": None,
        "chamber_rows": 3,
        "chamber_rows.*": 12,
        "towers": 8,
    },
    "viceroy": {
        "supply": _COLOURS,
        "lanes": _COLOURS,
        "lanes.*": ("below", "above"),
        "unseen": None,  # for the referee alone, as `laws`
        "laws": None,
        "virtual": 3,
        "virtual.*": ("in", *_COLOURS, "done"),
        "gems.*": _COLOURS,
        "pyramids.*": 32,
        "pyramids.*.*.tucked": 2,
        "circles.*": 32,
        "circles.*.*": (*_COLOURS, "mixed"),
        "chosen.*": ("?", "pass", *_COLOURS, "attack", "below", "above", "refuse"),
        "playing": 8,
        "swap.paid": _COLOURS,
    },
    "tigris": {
        "kingdoms": None,  # follow from tiles and leaders, as `leaderless`
        "leaderless": None,
        "players.*.leaders": None,  # the same as `leaders`
        "bag": None,  # for the referee alone, as `out`
        "out": None,
    },
    "ancient_knowledge": {
        "beneath": 3,
        "boards": 3,
        "decks": 2,
        "decks.*.cards": None,  # for the referee alone
        "top_discard": None,
        "draw_pile_cards": None,
        "discard_pile_cards": None,
        "offers.*": ("", "?", "used", "exchanged"),
        "players.*.timeline": 6,
        "players.*.timeline.*": 2,
    },
}
"""By game and by path of the field; `*` stands for each item of a list and each value of a table."""
