"""Moves as sentences."""

from __future__ import annotations

from typing import Final

SENTENCES: Final = {
    "keep {cards}": "{who} keeps {cards}",
    "create {card} at {slot} discard {cards}": "{who} builds {card} on slot {slot} and discards {cards} for it",
    "create {card} discard {cards}": "{who} makes {card} and discards {cards} for it",
    "create {card} at {slot}": "{who} builds {card} on slot {slot}",
    "create {card}": "{who} makes {card}",
    "learn {card}": "{who} learns {card}",
    "archive {cards}": "{who} archives {cards}",
    "archive": "{who} archives cards",
    "excavate {number}": "{who} excavates: rotates {number} of the Past",
    "search": "{who} searches: draws a card",
    "activate {card}": "{who} lets {card} take effect next",
    "decline {card}": "{who} lets {card} decline into the Past next",
    "proceed": "{who} goes on with the decline",
    "flip {board}": "{who} flips technology board {board}",
    "yes": "{who} uses the effect",
    "no": "{who} leaves the effect",
    "choose {cards}": "{who} chooses {cards}",
    "to {slot}": "{who} moves it to slot {slot}",
    "take {number} from {card}": "{who} takes {number} knowledge from {card}",
    "take from {card}": "{who} takes 1 knowledge from {card}",
    "remove {number}": "{who} removes {number} lost knowledge",
    "discard {cards}": "{who} discards {cards}",
    "look at {player}": "{who} looks at the hand of {player}",
    "offer {card}": "{who} offers {card} to the partner",
    "accept {card}": "{who} accepts the offer and gives {card}",
    "refuse": "{who} refuses the offer",
    "first {player}": "{player} is drawn to begin",
    "deal {hands}": "The hands are dealt: {hands}",
    "starters {list}": "Starter sets are dealt: {list}",
    "draw {cards}": "Drawn: {cards}",
    "lay {cards}": "New technologies: {cards}",
}
"""By the form of a move: its sentence."""
