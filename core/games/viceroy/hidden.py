"""The declaration of hidden things, by which a game can be recorded by a witness who does not see everything."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.unseen import Hidden
from kronika.core.games.viceroy.notation import NOTATION
from kronika.core.games.viceroy.notation.reading import hidden_things, written_things
from kronika.core.games.viceroy.unseen import looks, loosened, whole
from kronika.core.games.viceroy.unseen.conditions import conditions
from kronika.core.games.viceroy.unseen.doubts import doubts, due
from kronika.core.games.viceroy.unseen.knowing import known
from kronika.core.games.viceroy.unseen.moves import operations
from kronika.core.games.viceroy.unseen.places import WHERE, is_nothing, kind_at, supply, word

DECLARED: Final = Hidden(
    supply=supply,
    operations=operations,
    parse=NOTATION.parse_seen,
    things=hidden_things,
    written=written_things,
    word=word,
    lacking="VC-1.7",
    known=known,
    loosened=loosened,
    looks=looks,
    conditions=conditions,
    doubts=doubts,
    due=due,
    whole=whole,
    kind_at=kind_at,
    is_nothing=is_nothing,
    places=("hand", "screen"),
    shared=("supply",),
    where=WHERE,
)
