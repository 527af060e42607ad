"""The duel as a game in a package of its own, with cards and numbered rules: what faults are planted in."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core import Card
from support.duel import Duel, DuelDo, Play


class Tiny(Duel):
    name = "tiny"
    title = "Tiny duel"

    def cards(self) -> Sequence[Card]:
        return [Card(str(n), name, f"beats what is below {n}") for n, name in enumerate(NUMERALS, 1)]

    def named_cards(self, do: DuelDo) -> Sequence[str]:
        return [str(do.card)] if isinstance(do, Play) else ()


NUMERALS = ("One", "Two", "Three", "Four", "Five")
GAME = Tiny()
