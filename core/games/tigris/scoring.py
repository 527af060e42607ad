"""The score, itemised by colour and source, and the result of the game (TE-12)."""

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
"""The order of colours for assigning treasures: among equally low colours the first one gets it (TE-12.3)."""

_RULES: Final = ("TE-4.3", "TE-4.4", "TE-10.5", "TE-5.6", "TE-6.8", "TE-6.8", "TE-7.6", "TE-12.4")
"""By source: the rule that gives the points."""
_NOTES: Final = (
    "tile in the kingdom of their leader",
    "tile in the kingdom of their king",
    "tile in a kingdom with the building",
    "revolt won",
    "leader beaten in a war",
    "tile removed in a war",
    "monument point",
    "point brought along",
)
"""By source: the words for one of the things that it counts."""
_NOTE_PLURALS: Final = (
    "tiles in kingdoms of their leader",
    "tiles in kingdoms of their king",
    "tiles in kingdoms with the building",
    "revolts won",
    "leaders beaten in wars",
    "tiles removed in wars",
    "monument points",
    "points brought along",
)

"""By source: the words for several of them."""

SCORE_WORDS: Final = (*COLOURS, *SOURCES, "treasures")
"""The names of the parts and sources on the score sheet."""

_TIE_BREAKS: Final = ("", "the second-smallest colour", "the third-smallest colour", "the largest colour")
_FULL_TIE: Final = "equal in all four colours, the place is shared"


def colour_points(state: State, seat: int) -> list[int]:
    """The points of each colour, without treasures."""
    return by_colour(state.points[seat])


def assign(points: list[int], treasures: int) -> list[int]:
    """The number of treasures that each colour gets: each in turn goes to the lowest colour (TE-12.1, TE-12.3)."""
    given = [0, 0, 0, 0]
    for _ in range(treasures):
        lowest = min(TREASURE_ORDER, key=lambda colour: points[colour] + given[colour])
        given[lowest] += 1
    return given


def final_points(state: State, seat: int) -> tuple[int, ...]:
    """The points of each colour, with the treasures assigned."""
    points = colour_points(state, seat)
    given = assign(points, state.treasures[seat])
    return tuple(a + b for a, b in zip(points, given, strict=True))


def score(state: State) -> tuple[ScoreItem, ...]:
    """The score sheet: one item for each player, colour and source with points (TE-12.4)."""
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
    """The total of each player: the smallest of the four colours, with the treasures assigned (TE-12.1)."""
    return tuple(min(final_points(state, seat)) for seat in range(len(state.hands)))


def result(state: State) -> Result | None:
    """The result of the game, None before its end.

    The highest total wins; ties are broken by the second-smallest colour, and so on (TE-12.1, TE-12.2).
    """
    if state.phase != END:
        return None
    rule, reason = ENDS[state.ended]
    keys = [place_key(final_points(state, seat)) for seat in range(len(state.hands))]
    tie_break = _tie_break(keys)
    return Result(totals(state), rank(keys), reason, rule, tie_break, "TE-12.2" if tie_break else "")


def _tie_break(keys: list[tuple[int, ...]]) -> str:
    """The tie-break that decided the first place, in words; empty if nobody tied for the highest total."""
    best = max(keys)
    if sum(key == best for key in keys) > 1:
        return _FULL_TIE
    return _TIE_BREAKS[
        next(place for place in range(4) if sum(key[: place + 1] == best[: place + 1] for key in keys) == 1)
    ]


__all__ = ["assign", "colour_points", "final_points", "result", "score", "totals"]


def totals_are_sums(options: Options) -> bool:
    """Whether a total is the sum of its items: no, the smallest colour counts (TE-12.1)."""
    return False
