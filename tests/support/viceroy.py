"""Positions of Viceroy, among them one with a little of everything, for what is shown and who knows what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kronika.core.games.viceroy import GAME
from kronika.core.sessions.session import Session
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


DISPLAY = {"red": {"below": 21, "above": 22}, "blue": {"below": 23}}
"""Cards on display that an effect can take."""


def alone(law: int, pyramid: dict[str, Any] | None = None, *, play: bool = True, **given: Any) -> Session:
    """A player alone who lays a law on the left of level 1."""
    hand = [law, *given.pop("hand", [])]
    spots = pyramid if pyramid is not None else {"1.0": 1}
    session = place(phase="select", pyramids={"Anna": spots}, hands={"Anna": hand}, **given)
    session.play(f"select {law}")
    if play:
        session.play("place left")
    return session


def spot(session: Session, place: str, seat: int = 0) -> tuple[int, list[str], tuple[int, ...]]:
    """Card, tokens and tucked cards at a place."""
    found = session.view().pyramids[seat][place]
    return int(found.card), sorted(found.tokens), tuple(map(int, found.tucked))


def worth(session: Session, law: int, seat: int = 0) -> int:
    """What a law is worth now."""
    (item,) = [i for i in session.score() if i.seat == seat and i.part == "laws" and i.source.startswith(f"{law} ")]
    assert item.rule == f"VC-4.{law}"
    return item.points


def scored(pyramid: dict[str, Any], law: int) -> int:
    """What a law is worth at the end, on this pyramid."""
    return worth(place(phase="end", pyramids={"Anna": pyramid}), law)
