"""Moves as a person types them: `pick 17`, `relic eye discard molehill`, `deal … / …`, `draw Anna 3 4`.

A card is its number, or its English or Czech name, or enough of a name to be the only one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kronika.core.errors import NotationError
from kronika.core.game import CHANCE, Viewer
from kronika.core.games.tides.actions import (
    Deal,
    Do,
    Doubled,
    Draw,
    Effect,
    Ended,
    Pick,
    Relic,
    RelicsShown,
    Revealed,
    RoundScored,
    Scored,
    Swapped,
    TakenBack,
    TieWon,
)
from kronika.core.games.tides.cards import NAMES, label
from kronika.core.games.tides.state import State
from kronika.core.moves import find_player
from kronika.core.words import closest, fold, lookup

PLAYER_WORDS = ("pick", "relic", "keep")
CHANCE_WORDS = ("deal", "draw")


def parse(state: State, seat: int, text: str, names: Sequence[str]) -> Do:
    """Reads a move or an outcome. Raises NotationError."""
    verb, rest = (*text.split(maxsplit=1), "", "")[:2]
    match fold(verb):
        case "pick":
            return Pick(_card(rest))
        case "relic" | "keep":
            return _parse_relic(rest)
        case "deal":
            return _parse_deal(rest)
        case "draw":
            return _parse_draw(rest, names)
    words = CHANCE_WORDS if seat == CHANCE else PLAYER_WORDS
    if not verb:
        raise NotationError("There is no move. It can be `pick CARD` or `relic CARD discard CARD`.")
    raise NotationError(f"{verb!r} is no move.", closest(verb, words) or words[:2])


def _card(text: str) -> int:
    if not text.strip():
        raise NotationError("Which card? Give its number or name.")
    return lookup(text, NAMES, "card")


def _cards(text: str, n: int) -> tuple[int, ...]:
    parts = text.split(",") if "," in text else text.split()
    if len(parts) != n:
        raise NotationError(f"{n} cards are due here, not {len(parts)}: {text.strip()!r}.")
    return tuple(_card(part) for part in parts)


def _parse_relic(text: str) -> Relic:
    cards = re.split(r"\sdiscard\s", text, maxsplit=1, flags=re.IGNORECASE)
    if len(cards) < 2:
        raise NotationError("A relic needs a discard too.", ["relic CARD discard CARD"])
    return Relic(_card(cards[0]), _card(cards[1]))


def _parse_deal(text: str) -> Deal:
    first, slash, second = text.partition("/")
    if not slash:
        raise NotationError("The two hands are parted by a slash.", ["deal 1 2 3 4 5 / 6 7 8 9 10"])
    a, b, c, d, e = _cards(first, 5)
    f, g, h, i, j = _cards(second, 5)
    return Deal(((a, b, c, d, e), (f, g, h, i, j)))


def _parse_draw(text: str, names: Sequence[str]) -> Draw:
    parts = text.split()
    if len(parts) < 3:
        raise NotationError("A draw names the player and two cards.", [f"draw {names[0]} 3 4"])
    first, second = _cards(" ".join(parts[-2:]), 2)
    return Draw(find_player(" ".join(parts[:-2]), names), (first, second))


def format(state: State, seat: int, do: Do, names: Sequence[str], viewer: Viewer = None) -> str:
    """The notation of a move; hidden cards as `?` for a viewer who may not know them."""
    match do:
        case Pick(card):
            return f"pick {card if viewer in (None, seat) else '?'}"
        case Relic(keep, discard):
            return f"relic {keep} discard {discard}" if viewer in (None, seat) else "relic ? discard ?"
        case Deal(hands):
            shown = [_hand(hand, viewer in (None, owner)) for owner, hand in enumerate(hands)]
            return f"deal {' / '.join(shown)}"
        case Draw(drawer, cards):
            return f"draw {names[drawer]} {_hand(cards, viewer in (None, drawer))}"


def _hand(cards: Sequence[int], shown: bool) -> str:
    return " ".join(str(card) if shown else "?" for card in cards)


def describe(effect: Effect, names: Sequence[str], viewer: Viewer = None) -> str:
    """An effect as a clause. All effects of this game are public."""
    match effect:
        case Revealed(cards):
            return f"{names[0]} shows {label(cards[0])}, {names[1]} shows {label(cards[1])}"
        case Swapped():
            return "the hands change sides"
        case Doubled(seat, suits):
            return f"{names[seat]}'s Roof of the World doubles {', '.join(suits)}"
        case TieWon(seat, card):
            return f"{names[seat]} wins the tie on {label(card)}"
        case Scored(seat, card, points):
            return f"{names[seat]} scores {points} for {label(card)}"
        case RoundScored(number, points, totals):
            each = " : ".join(f"{names[seat]} {points[seat]:+} = {totals[seat]}" for seat in (0, 1))
            return f"round {number}: {each}"
        case TakenBack():
            return "the cards of the round go back to the hands"
        case RelicsShown(relics, discards):
            return ", ".join(
                f"{names[seat]} keeps {label(relics[seat])} and discards {label(discards[seat])}" for seat in (0, 1)
            )
        case Ended(totals):
            return f"the game ends {totals[0]} : {totals[1]}"
