"""The declaration of hidden things, by which a game can be recorded by a witness who does not see everything."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.unseen import Hidden
from kronika.core.games.ancient_knowledge.cards import label
from kronika.core.games.ancient_knowledge.ids import CODES
from kronika.core.games.ancient_knowledge.notation import NOTATION
from kronika.core.games.ancient_knowledge.notation.reading import listed
from kronika.core.games.ancient_knowledge.unseen import (
    ends,
    looks,
    loosened,
    operations,
    outcomes,
    perhaps,
    supply,
    unrepeated,
    ways,
)
from kronika.core.games.ancient_knowledge.unseen.proving import either, known

DECLARED: Final = Hidden(
    supply=supply,
    operations=operations,
    unrepeated=unrepeated,
    parse=NOTATION.parse_seen,
    things=listed,
    word=lambda card: label(CODES[card]),
    lacking="AK-3.1",
    known=known,
    loosened=loosened,
    looks=looks,
    ways=ways,
    outcomes=outcomes,
    ends=ends,
    either=either,
    perhaps=perhaps,
    places=("hand", "aside"),
)
