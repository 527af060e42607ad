"""What the rules derive from an action or outcome, each with its sentence and the number of the rule."""

from collections.abc import Sequence

from kronika.core import BaseEffect, Viewer


class Opened(BaseEffect, frozen=True, tag="opened"):
    """All safes are opened, at the end or, of glass, at once (BA-5.1): the coins in them, by seat."""

    safes: tuple[int, ...]
    rule: str = "BA-4.1"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """With the coins of each player."""
        coins = ", ".join(f"{coins} of {name}" for name, coins in zip(names, self.safes, strict=True))
        return self.say("the safes hold {coins}", names, coins=coins)


class Loaded(BaseEffect, frozen=True, tag="loaded"):
    """A player loads a crate and gets the coins on it."""

    sentence = "{seat} loads {crate} with {coins:coin}"
    seat: int
    crate: int
    coins: int
    rule: str = "BA-3.3"


Effect = Opened | Loaded
