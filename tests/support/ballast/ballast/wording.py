"""Effects as clauses for people. All effects of this game are public."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core import Viewer, pluralize

from ballast.effects import Effect, Loaded, Opened


def describe(effect: Effect, names: Sequence[str], viewer: Viewer = None) -> str:
    """An effect as a clause, without its rule."""
    match effect:
        case Opened(safes):
            return "the safes hold " + ", ".join(f"{coins} of {name}" for name, coins in zip(names, safes, strict=True))
        case Loaded(seat, crate, coins):
            return f"{names[seat]} loads {crate} with {pluralize(coins, 'coin')}"
