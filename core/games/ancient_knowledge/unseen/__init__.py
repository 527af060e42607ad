"""Hidden cards: their places and moves (AK-1.5), and what can be concluded from things that happen without a choice."""

from __future__ import annotations

from kronika.core.games.ancient_knowledge.unseen.asking import ends, outcomes, ways
from kronika.core.games.ancient_knowledge.unseen.moving import operations
from kronika.core.games.ancient_knowledge.unseen.places import supply
from kronika.core.games.ancient_knowledge.unseen.seeing import looks, loosened, perhaps
from kronika.core.games.ancient_knowledge.unseen.telling import redacted, redacted_effect, unrepeated

__all__ = [
    "ends",
    "looks",
    "loosened",
    "operations",
    "outcomes",
    "perhaps",
    "redacted",
    "redacted_effect",
    "supply",
    "unrepeated",
    "ways",
]
