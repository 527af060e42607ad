"""What the rules derive from an action or outcome, each with the number of the rule."""

from __future__ import annotations

from msgspec import Struct


class Opened(Struct, frozen=True, gc=False, tag="opened"):
    """All safes are opened, at the end or, of glass, at once (BA-5.1): the coins in them, by seat."""

    safes: tuple[int, ...]
    rule: str = "BA-4.1"


class Loaded(Struct, frozen=True, gc=False, tag="loaded"):
    """A player loads a crate and gets the coins on it."""

    seat: int
    crate: int
    coins: int
    rule: str = "BA-3.3"


Effect = Opened | Loaded
