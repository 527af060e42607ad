"""Moves as sentences."""

from __future__ import annotations

from typing import Final

SENTENCES: Final = {
    "take": "{who} takes stones from the quarry",
    "load {ship}:{place}": "{who} loads ship {ship}, place {place}",
    "sail {ship} {site}": "{who} sails ship {ship} to the {site}",
    "lever {ship} {site} {order}": "{who} plays a lever: sails ship {ship} to the {site}, unloaded as {order}",
    "hammer {ship}:{place}": "{who} plays a hammer: takes stones and loads ship {ship}, place {place}",
    "sailcard {ship}:{place} {site}": "{who} plays a sail: loads ship {ship} and sails it to the {site}",
    "chisel {ship}:{place} {other}:{slot}": "{who} plays a chisel: loads ship {ship}, place {place}, and ship {other}, "
    "place {slot}",
    "pass": "{who} passes",
    "market pair": "{who} takes the two cards that lie face down at the market",
    "market {card}": "{who} takes the {card} at the market",
    "keep {card}": "{who} keeps the {card}",
    "pyramid {which}": "{who} builds on the {which} pyramid",
    "bonus card": "{who} takes the top card as a bonus",
    "bonus stones": "{who} takes stones as a bonus",
    "bonus {ship}:{place}": "{who} loads ship {ship}, place {place}, as a bonus",
    "skip": "{who} leaves the bonus",
    "choose points": "{who} chooses a point",
    "choose stones": "{who} chooses stones",
    "start {player}": "{player} is drawn to begin",
    "round {sizes}": "The round card is {sizes}: a ship for each number of stones",
    "fill {list}": "The market is filled: {list}",
    "draw {card}": "The top card is {card}",
    "pair {cards}": "The cards face down are {cards}",
}
"""By the form of a move: its sentence."""
