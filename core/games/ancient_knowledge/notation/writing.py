"""Writing moves as text, with `?` for cards that a viewer may not know."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.tokens import MoveContext
from kronika.core.games.ancient_knowledge.actions import Archive, Create, Deal, Discard, Draw, Keep, Lay, Starters
from kronika.core.games.ancient_knowledge.state import State

At = MoveContext[State]


def cards(some: Sequence[object]) -> str:
    """Write cards by id, separated by spaces."""
    return " ".join(map(str, some))


def keep(do: Keep, at: At) -> str:
    """Write `keep C1 C5 M2 M7 P3 A4`."""
    return f"keep {cards(do.cards)}"


def create(do: Create, at: At) -> str:
    """Write `create C16 at 1 discard M2 M3`; only the discarded cards are hidden."""
    slot = f" at {do.slot}" if do.slot else ""
    cost = f" discard {cards(do.discard)}" if do.discard else ""
    return f"create {do.card}{slot}{cost}"


def archive(do: Archive, at: At) -> str:
    """Write `archive C4 C5` or `archive`."""
    return f"archive {cards(do.discard)}" if do.discard else "archive"


def discard(do: Discard, at: At) -> str:
    """Write `discard C4 C5`; everybody sees artifacts that leave the board."""
    return f"discard {cards(do.cards)}"


def deal(do: Deal, at: At) -> str:
    """Write `deal C1 C2 … / M1 M2 …`; players know only their own hand."""
    return f"deal {' / '.join(map(cards, do.hands))}"


def starters(do: Starters, at: At) -> str:
    """Write `starters 2 4`; a set is a hand like any other, known only to its player (AK-1.4)."""
    return f"starters {cards(do.sets)}"


def draw(do: Draw, at: At) -> str:
    """Write `draw C4 C5`."""
    return f"draw {cards(do.cards)}"


def lay(do: Lay, at: At) -> str:
    """Write `lay T1 T2 T3`."""
    return f"lay {cards(do.technologies)}"
