"""Writing moves as text, with `?` for cards that a viewer may not know."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.notation import MoveContext
from kronika.core.contract.view import HIDDEN
from kronika.core.games.ancient_knowledge import steps
from kronika.core.games.ancient_knowledge.actions import (
    Accept,
    Archive,
    Choose,
    Create,
    Deal,
    Discard,
    Draw,
    Keep,
    Lay,
    Offer,
    Starters,
)
from kronika.core.games.ancient_knowledge.cards import PUBLIC_DRAWS
from kronika.core.games.ancient_knowledge.state import State
from kronika.core.games.ancient_knowledge.table import partner

At = MoveContext[State]


def cards(some: Sequence[str], known: bool) -> str:
    """Write cards by id, separated by spaces."""
    return " ".join(some) if known else " ".join([HIDDEN] * len(some))


def _waiting(at: At) -> steps.Step | None:
    """Return the step that the move answers, or None."""
    return at.state.stack[-1] if at.state.stack else None


# -- what its maker knows ---------------------------------------------------------------------------------------


def keep(do: Keep, at: At) -> str:
    """Write `keep C1 C5 M2 M7 P3 A4`."""
    return f"keep {cards(do.cards, at.knows(at.seat))}"


def create(do: Create, at: At) -> str:
    """Write `create C16 at 1 discard M2 M3`; only the discarded cards are hidden."""
    slot = f" at {do.slot}" if do.slot else ""
    cost = f" discard {cards(do.discard, at.knows(at.seat))}" if do.discard else ""
    return f"create {do.card}{slot}{cost}"


def archive(do: Archive, at: At) -> str:
    """Write `archive C4 C5` or `archive`."""
    return f"archive {cards(do.discard, at.knows(at.seat))}" if do.discard else "archive"


def offer(do: Offer, at: At) -> str:
    """Write `offer C4`; not even the partner sees the card (AK-8.2b)."""
    return f"offer {cards((do.card,), at.knows(at.seat))}"


# -- what others may know as well -------------------------------------------------------------------------------


def accept(do: Accept, at: At) -> str:
    """Write `accept C4`; the partner gets the card and so knows it (AK-8.2b)."""
    known = at.knows(at.seat) or at.viewer == partner(at.state.options, at.seat)
    return f"accept {cards((do.card,), known)}"


def choose(do: Choose, at: At) -> str:
    """Write `choose M4`.

    The player from whom M14 takes a card knows it, too; only the choosing player knows a card kept or put under a deck.
    """
    step = _waiting(at)
    if isinstance(step, steps.Steal):
        known = at.knows(at.seat) or at.viewer == step.victim
    else:
        known = not isinstance(step, steps.KeepOne | steps.Under) or at.knows(at.seat)
    return f"choose {cards((do.card,), known)}"


def discard(do: Discard, at: At) -> str:
    """Write `discard C4 C5`; everybody sees artifacts that leave the board."""
    known = at.knows(at.seat) or isinstance(_waiting(at), steps.ArtifactDiscard)
    return f"discard {cards(do.cards, known)}"


# -- chance -----------------------------------------------------------------------------------------------------


def deal(do: Deal, at: At) -> str:
    """Write `deal C1 C2 … / M1 M2 …`; players know only their own hand."""
    return f"deal {' / '.join(cards(hand, at.knows(owner)) for owner, hand in enumerate(do.hands))}"


def starters(do: Starters, at: At) -> str:
    """Write `starters 2 4`; a set is a hand like any other, known only to its player (AK-1.4)."""
    return f"starters {' '.join(str(n) if at.knows(owner) else HIDDEN for owner, n in enumerate(do.sets))}"


def draw(do: Draw, at: At) -> str:
    """Write `draw C4 C5`."""
    return f"draw {cards(do.cards, _sees_drawn(at))}"


def lay(do: Lay, at: At) -> str:
    """Write `lay T1 T2 T3`."""
    return f"lay {cards(do.technologies, _sees_drawn(at))}"


def _sees_drawn(at: At) -> bool:
    """Whether the viewer may see the drawn cards (AK-1.5).

    The player who draws sees them; everybody sees technologies on a board, and cards set aside face up.
    """
    step = _waiting(at)
    match step:
        case steps.Gather():
            return step.card in PUBLIC_DRAWS or at.knows(step.seat)
        case steps.Draw() | steps.Peek():
            return at.knows(step.seat)
    return True
