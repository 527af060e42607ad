"""The declaration of hidden things: nothing stays hidden (IM-1.7)."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.unseen import nothing_hidden
from kronika.core.games.imhotep.notation import NOTATION

DECLARED: Final = nothing_hidden(NOTATION.parse, "IM-1.7")
