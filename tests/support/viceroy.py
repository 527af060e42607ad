"""Positions of Viceroy, among them one with a little of everything, for what is shown and who knows what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kronika.core.games.viceroy import GAME
from support.playing import Tables

NAMES = ("Anna", "Bob", "Cyril", "Dana")
TABLES = Tables(GAME, NAMES, 1)
start, place = TABLES.start, TABLES.place

TABLE: dict[str, Any] = {
    "round": 3,
    "pyramids": {
        "Anna": {
            "1.0": {"card": 22, "tokens": ["green+2"]},
            "1.1": {"card": 33, "tokens": ["infinite-blue", "4vp"]},
            "1.2": {"card": 72, "tucked": [9, 70]},
            "2.0": 3,
            "2.1": 5,
        },
        "Bob": {"1.-1": 7, "1.0": 10},
        "Cyril": {"1.0": 12},
    },
    "hidden": ["Anna"],
    "hands": {"Anna": [36, 74], "Bob": [40, 69], "Cyril": [41]},
    "gems": {"Anna": "1 blue 2 red", "Bob": "3 green", "Cyril": "1 yellow"},
    "attacks": {"Bob": 2},
    "lanes": {"red": {"below": 50, "above": 51}, "blue": {"below": 52}},
    "discard": [1],
    "top": [80, 81],
    "top_by": "Bob",
}


def kinds(effects: Sequence[Any]) -> list[str]:
    """The names of effects."""
    return [type(effect).__name__ for effect in effects]


def named(effects: Sequence[Any], kind: str) -> list[Any]:
    """Those of the effects that are of the kind with this name."""
    return [effect for effect in effects if type(effect).__name__ == kind]
