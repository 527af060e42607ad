"""The moves of several cards written out; a card that is hidden is `?`."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.notation import MoveContext
from kronika.core.games.ancient_knowledge.actions import Archive, Create, Deal, Discard, Draw, Keep, Lay, Starters
from kronika.core.games.ancient_knowledge.state import State

At = MoveContext[State]


def cards(some: Sequence[object]) -> str:
    """Cards by id, parted by spaces."""
    return " ".join(map(str, some))


def keep(do: Keep, at: At) -> str:
    """`keep C1 C5 M2 M7 P3 A4`."""
    return f"keep {cards(do.cards)}"


def create(do: Create, at: At) -> str:
    """`create C16 at 1 discard M2 M3`."""
    slot = f" at {do.slot}" if do.slot else ""
    cost = f" discard {cards(do.discard)}" if do.discard else ""
    return f"create {do.card}{slot}{cost}"


def archive(do: Archive, at: At) -> str:
    """`archive C4 C5`, `archive`."""
    return f"archive {cards(do.discard)}" if do.discard else "archive"


def discard(do: Discard, at: At) -> str:
    """`discard C4 C5`."""
    return f"discard {cards(do.cards)}"


def deal(do: Deal, at: At) -> str:
    """`deal C1 C2 … / M1 M2 …`."""
    return f"deal {' / '.join(map(cards, do.hands))}"


def starters(do: Starters, at: At) -> str:
    """`starters 2 4`."""
    return f"starters {cards(do.sets)}"


def draw(do: Draw, at: At) -> str:
    """`draw C4 C5`."""
    return f"draw {cards(do.cards)}"


def lay(do: Lay, at: At) -> str:
    """`lay T1 T2 T3`."""
    return f"lay {cards(do.technologies)}"
