"""The numbers that a seat knows of a position, for learned values."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.heuristic import Features
from kronika.core.contract.zones import BYTE
from kronika.core.games.tides.rules import ROUNDS
from kronika.core.games.tides.scoring import score_kingdoms, totals
from kronika.core.games.tides.state import State
from kronika.core.games.tides.view import known_cards

_RELIC: Final = (0, 7.4, 6.5, 7.1, 6.6, 6.8, 6.8, 6.0, 6.5, 5.4, 7.4, 7.7, 6.9, 6.1, 6.5, 7.0, 4.7, 4.5, 3.0)
"""By card: the lead in points that it gives a kingdom in a round, as in `heuristic`."""
_PICKS: Final = 5
"""Number of cards that each player picks in a round."""

NAMES: Final = (
    "progress",
    "scored",  # lead in the scored rounds
    "kingdom",  # lead in this round, as the kingdoms are now
    "relics",  # lead in the value of relics, for each round to come
    "relic_to_keep",  # lead in the best card of this round's kingdom that can be kept as a relic
    "own_best",  # the most points that a card of the seat's hand adds to the seat's kingdom
    "own_next",  # the same for the known cards of the other hand, which comes next
    "denied",  # the most points that a card of the seat's hand adds to the other kingdom
    "other_best",  # the same for the known cards of the other hand
    "all_own",  # sum of the points that the cards of the seat's hand add to the seat's kingdom
    "all_other",  # the same for the other kingdom
)


def numbers(state: State, seat: int) -> list[float]:
    """The numbers of a position for a seat, in the order of `NAMES`. The seat's hand counts, and what it knows."""
    other = 1 - seat
    rounds = len(state.scored)
    building = len(state.kingdoms[0]) > len(state.relics[0])
    cards = len(state.kingdoms[0]) - len(state.relics[0])
    before = totals(state)
    now = score_kingdoms(state.kingdoms, state.options).points if building else (0, 0)
    hand, known = state.hands[seat], known_cards(state, seat)
    own, denied = _added(state, seat, hand, now), _added(state, other, hand, now)
    left = ROUNDS - rounds - building
    return [
        min((rounds + cards / _PICKS * (rounds < ROUNDS)) / ROUNDS, 1.0),
        before[seat] - before[other],
        now[seat] - now[other],
        left * (_relics(state, seat) - _relics(state, other)),
        left * (_to_keep(state, seat) - _to_keep(state, other)) if building else 0.0,
        max(own, default=0),
        max(_added(state, seat, known, now), default=0),
        max(denied, default=0),
        max(_added(state, other, known, now), default=0),
        sum(own),
        sum(denied),
    ]


def _added(state: State, seat: int, cards: bytes, now: tuple[int, int]) -> list[int]:
    """The points that each of some cards would add to the kingdom of a seat."""
    own, other = state.kingdoms[seat], state.kingdoms[1 - seat]
    pairs = [(own + BYTE[card], other) if seat == 0 else (other, own + BYTE[card]) for card in cards]
    return [score_kingdoms(pair, state.options).points[seat] - now[seat] for pair in pairs]


def _relics(state: State, seat: int) -> float:
    return sum([_RELIC[card] for card in state.relics[seat]])


def _to_keep(state: State, seat: int) -> float:
    return max([_RELIC[card] for card in state.kingdoms[seat] if card not in state.relics[seat]], default=0.0)


FEATURES: Final[Features[State]] = Features(NAMES, numbers, "kronika.core.games.tides")
"""The features of Tides."""
