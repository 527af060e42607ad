"""Moves as sentences."""

from __future__ import annotations

from typing import Final

from kronika.core.games.viceroy.effects import Passed, Took

SENTENCES: Final = {
    "start {card} keep {card_kept}": "{who} lays {card} as the first card and keeps {card_kept}",
    "start {card}": "{who} lays {card} as the first card",
    "pass": "{who} passes",
    "bid ?": "{who} bids in secret",
    "bid none": "{who} bids nothing",
    "bid attack": "{who} bids an attack token",
    "bid {colour}": "{who} bids a {colour} gem",
    "take {colour} {side}": "{who} takes the card {side} the {colour} arrow",
    "claim refuse": "{who} claims no card of the lane",
    "refuse": "{who} claims no card of the lane",
    "claim {side}": "{who} claims the card {side} the arrow",
    "discard {colour} {side}": "{who} discards the card {side} the {colour} arrow for a virtual opponent",
    "gems {gems}": "{who} chooses gems: {gems}",
    "select {card}": "{who} chooses {card} to play",
    "sell {card}": "{who} chooses {card} to discard for 2 gems",
    "place {place} using {list}": "{who} lays the card at {place} and uses infinite gems: {list}",
    "place left": "{who} lays the card at the left",
    "place right": "{who} lays the card at the right",
    "place {place}": "{who} lays the card at {place}",
    "reward rows": "{who} takes the rewards of the three lower rows",
    "reward 15": "{who} takes 15 points",
    "draw law": "{who} draws a law",
    "draw {deck}": "{who} draws from the {deck} deck",
    "law {card} {list}": "{who} decides for {card}: {list}",
    "law {card}": "{who} decides for {card}",
    "choose {list}": "{who} chooses {list}",
    "replace {card}": "{who} names {card} for the law",
    "under {card}": "{who} names {card} for the law",
    "tuck {card}": "{who} tucks {card} under the law",
    "tuck": "{who} tucks the card under the law",
    "pay {player}": "{who} chooses {player} for law 67",
    "give {card} {token}": "{who} gives {token} of {card} away",
    "get {card} {token}": "{who} takes {token} of {card}",
    "recolour {card} {colour}": "{who} turns the circle below {card} {colour}",
    "done": "{who} is done",
    "decline": "{who} declines",
    "keep": "{who} keeps the cards as they are",
    "return {card}": "{who} puts {card} on top of the law deck",
    "return {gems}": "Gems go back to the supply: {gems}",
    "deal {hands}": "The hands are dealt: {hands}",
    "turn up {cards}": "Turned up at the auction: {cards}",
    "laws {hands}": "The laws are dealt: {hands}",
    "card {card}": "The card drawn is {card}",
    "box {gems}": "Gems come from the box: {gems}",
}
"""By the form of a move: its sentence."""

OUTCOMES: Final = (Took, Passed)
"""The effects that tell the outcome of an auction."""
