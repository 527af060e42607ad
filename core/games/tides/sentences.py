"""Moves as sentences."""

from __future__ import annotations

from typing import Final

SENTENCES: Final = {
    "pick {card}": "{who} chooses {card}",
    "relic {card} discard {card_gone}": "{who} keeps {card} as a relic and discards {card_gone}",
    "draw {player} {cards}": "{player} draws {cards}",
    "deal {hands}": "The hands are dealt: {hands}",
}
"""By the form of a move: its sentence."""
