"""Moves as a person types them: `pick 17`, `relic eye discard molehill`, `deal … / …`, `draw Anna 3 4`.

A card is its number, or its English or Czech name, or enough of a name to be the only one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kronika.core.errors import NotationError
from kronika.core.game import CHANCE, Viewer
from kronika.core.games.tides.actions import Deal, Do, Draw, Pick, Relic
from kronika.core.games.tides.cards import NAMES
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
