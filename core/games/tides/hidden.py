"""The declaration of hidden things, by which a game can be recorded by a witness who does not see everything."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.hands import hidden_hands
from kronika.core.contract.unseen import Hidden
from kronika.core.games.tides.cards import NAMES, label
from kronika.core.games.tides.effects import Swapped
from kronika.core.games.tides.notation import NOTATION
from kronika.core.games.tides.unseen import operations
from kronika.core.games.tides.view import known

DECLARED: Final[Hidden] = hidden_hands(
    NOTATION,
    NAMES,
    operations,
    known,
    lacking="TT-2.1",
    word=label,
    passed=(Swapped,),
    where={"chosen": "face down before", "dropped": "discarded face down by"},
)
