"""The declaration of hidden things, by which a game can be recorded by a witness who does not see everything."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.unseen import Hidden
from kronika.core.games.tigris.notation import NOTATION, colours_of
from kronika.core.games.tigris.unseen import looks, loosened, operations, supply, word
from kronika.core.games.tigris.view import known

DECLARED: Final = Hidden(
    supply=supply,
    operations=operations,
    parse=NOTATION.parse_seen,
    things=colours_of,
    word=word,
    lacking="TE-4.1",
    known=known,
    loosened=loosened,
    looks=looks,
)
