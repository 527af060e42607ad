"""The score, itemised by colour and source, and the end of the game (TE-12)."""

from __future__ import annotations

from typing import Final

from kronika.core.basics.text import pluralize
from kronika.core.contract.result import Result, ScoreItem, rank
from kronika.core.games.tigris.answers import place_key
from kronika.core.games.tigris.board import BLACK, BLUE, COLOURS, GREEN, RED
from kronika.core.games.tigris.ledger import by_colour, entries
from kronika.core.games.tigris.rules.flow import ENDS
from kronika.core.games.tigris.state import EACH, END, SOURCES, Options, State

TREASURE_ORDER: Final = (BLACK, RED, BLUE, GREEN)
"""A treasure goes to the lowest colour; among equal ones to the first of these (TE-12.3)."""

_RULES: Final = ("TE-4.3", "TE-4.4", "TE-10.5", "TE-5.6", "TE-6.8", "TE-6.8", "TE-7.6", "TE-12.4")
"""By source: the rule that pays."""
_NOTES: Final = (
    "tile in the kingdom of the own leader",
    "tile in the kingdom of the own king",
    "tile in a kingdom with the building",
    "revolt won",
    "leader beaten in a war",
    "tile removed in a war",
    "monument point",
    "point brought along",
)
_NOTE_PLURALS: Final = (
    "tiles in kingdoms of the own leader",
    "tiles in kingdoms of the own king",
    "tiles in kingdoms with the building",
    "revolts won",
    "leaders beaten in wars",
    "tiles removed in wars",
    "monument points",
    "points brought along",
)

SCORE_WORDS: Final = (*COLOURS, *SOURCES, "treasures")
"""What parts of the score sheet are called, and sources that are not cards."""

_TIE_BREAKS: Final = ("", "the second-smallest colour", "the third-smallest colour", "the largest colour")
_FULL_TIE: Final = "equal in all four colours, the place is shared"


def colour_points(state: State, seat: int) -> list[int]:
    """The points of each colour without treasures."""
    return by_colour(state.points[seat])


def assign(points: list[int], treasures: int) -> list[int]:
    """How many treasures each colour gets: one after another, to the lowest colour (TE-12.1, TE-12.3)."""
    given = [0, 0, 0, 0]
    for _ in range(treasures):
        lowest = min(TREASURE_ORDER, key=lambda colour: points[colour] + given[colour])
        given[lowest] += 1
    return given


def final_points(state: State, seat: int) -> tuple[int, ...]:
    """The points of each colour with the treasures."""
    points = colour_points(state, seat)
    given = assign(points, state.treasures[seat])
    return tuple(a + b for a, b in zip(points, given, strict=True))


def score(state: State) -> tuple[ScoreItem, ...]:
    """One item for each player, colour and source that has paid (TE-12.4)."""
    items = [item for seat in range(len(state.hands)) for item in _sheet(state, seat)]
    return tuple(sorted(items, key=lambda item: COLOURS.index(item.part)))


def _sheet(state: State, seat: int) -> list[ScoreItem]:
    points = colour_points(state, seat)
    given = assign(points, state.treasures[seat])
    items = []
    for colour, name in enumerate(COLOURS):
        for source, of, paid in entries(state.points[seat]):
            if of == colour:
                note = pluralize(paid // EACH[source], _NOTES[source], _NOTE_PLURALS[source])
                items.append(ScoreItem(seat, name, SOURCES[source], paid, _RULES[source], note))
        if given[colour]:
            note = f"{pluralize(given[colour], 'treasure')} to the lowest colour, {points[colour]} without"
            items.append(ScoreItem(seat, name, "treasures", given[colour], "TE-12.1", note))
    return items


def totals(state: State) -> tuple[int, ...]:
    """The score of each player: the smallest of the four colours, treasures assigned (TE-12.1)."""
    return tuple(min(final_points(state, seat)) for seat in range(len(state.hands)))


def result(state: State) -> Result | None:
    """The highest score wins; ties by the second-smallest colour, and so on (TE-12.2)."""
    if state.phase != END:
        return None
    rule, reason = ENDS[state.ended]
    keys = [place_key(final_points(state, seat)) for seat in range(len(state.hands))]
    tie_break = _tie_break(keys)
    return Result(totals(state), rank(keys), reason, rule, tie_break, "TE-12.2" if tie_break else "")


def _tie_break(keys: list[tuple[int, ...]]) -> str:
    """What decided the first place among those with the highest score; empty if nobody tied."""
    best = max(keys)
    if sum(key == best for key in keys) > 1:
        return _FULL_TIE
    return _TIE_BREAKS[
        next(place for place in range(4) if sum(key[: place + 1] == best[: place + 1] for key in keys) == 1)
    ]


__all__ = ["assign", "colour_points", "final_points", "result", "score", "totals"]


def totals_are_sums(options: Options) -> bool:
    """The smallest colour counts, not the sum of all (TE-12.1)."""
    return False
