"""The declaration of hidden things, by which a game can be recorded by a witness who does not see everything."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.unseen import Hidden
from kronika.core.games.tides.cards import label
from kronika.core.games.tides.notation import NOTATION, cards
from kronika.core.games.tides.unseen import looks, loosened, operations, supply
from kronika.core.games.tides.view import known

DECLARED: Final = Hidden(
    supply=supply,
    operations=operations,
    parse=NOTATION.parse_seen,
    things=cards,
    word=label,
    lacking="TT-2.1",
    known=known,
    loosened=loosened,
    looks=looks,
    where={"chosen": "face down before", "dropped": "discarded face down by"},
)
