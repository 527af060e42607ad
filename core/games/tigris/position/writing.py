"""The description of a state: the inverse of reading a hand-written position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.games.tigris.board import (
    BUILDINGS,
    CATASTROPHE,
    CELLS,
    COLOURS,
    COLUMNS,
    HOARD,
    LEADER,
    LEADERS,
    MONUMENT_COLOURS,
    NAME,
    NOWHERE,
    RED,
    ROWS,
    TILE,
    TURNED,
    TURNED_HOARD,
)
from kronika.core.games.tigris.ledger import Ledger, entries
from kronika.core.games.tigris.patterns import square_at
from kronika.core.games.tigris.position.given import Given, Pile
from kronika.core.games.tigris.position.laying import CATASTROPHE_SIGN, TILE_SIGNS, TREASURE_SIGN
from kronika.core.games.tigris.state import (
    ACTION,
    BAG_IN_REFILL,
    BAG_IN_SWAP,
    END,
    SOURCES,
    TREASURES_OUT,
    State,
)

ENDED: Final = {"treasures": TREASURES_OUT, "refill": BAG_IN_REFILL, "swap": BAG_IN_SWAP}
"""By word of the key `ended`: the reason for the end of the game."""
_ENDED_WORDS: Final = {code: word for word, code in ENDED.items()}
_NO_SIGN: Final = "."
_SIGNS: Final = {
    **{TILE + COLOURS.index(colour): sign for sign, colour in TILE_SIGNS.items()},
    HOARD: next(sign for sign, colour in TILE_SIGNS.items() if colour == COLOURS[RED]) + TREASURE_SIGN,
    CATASTROPHE: CATASTROPHE_SIGN,
}
"""By code of a cell: its sign in the grid of tiles. Leaders and monuments have keys of their own."""


def given(state: State, names: Sequence[str]) -> Given | None:
    """Return the keys that describe a state; None unless an action is due or the game is over."""
    if state.phase not in (ACTION, END):
        return None
    over = state.phase == END
    return Given(
        tiles=_grid(state.board),
        leaders=_leaders(state.board, names),
        treasures=[NAME[at] for at in CELLS if state.board[at] == TURNED_HOARD],
        monuments=_monuments(state),
        buildings={BUILDINGS[colour]: NAME[at] for colour, at in enumerate(state.buildings) if at != NOWHERE},
        hands=_by_name(state.hands, names),
        bag=_pile(state.bag),
        out=_pile(state.seen),
        swapped=_by_name(state.swapped, names),
        catastrophes_left=dict(zip(names, state.catastrophes, strict=True)),
        points={
            name: {**_points(ledger), **({"treasures": taken} if taken else {})}
            for name, ledger, taken in zip(names, state.points, state.treasures, strict=True)
        },
        turn=names[state.active],
        actions_left=state.left or 1,
        phase="end" if over else "action",
        ended=_ENDED_WORDS[state.ended] if over else "treasures",
    )


def _grid(board: bytes) -> str:
    """The tiles as a grid: a line of column letters, then the rows with their numbers."""
    signs = [_SIGNS.get(board[at], _NO_SIGN) for at in CELLS]
    lines = ["   " + "  ".join(chr(ord("A") + column) for column in range(COLUMNS))]
    for row in range(ROWS):
        cells = signs[row * COLUMNS : (row + 1) * COLUMNS]
        lines.append(f"{row + 1:<2} " + " ".join(sign.ljust(2) for sign in cells).rstrip())
    return "".join(f"{line}\n" for line in lines)


def _leaders(board: bytes, names: Sequence[str]) -> dict[str, dict[str, str]]:
    standing = {
        name: {
            str(leader): str(NAME[at])
            for colour, leader in enumerate(LEADERS)
            if (at := board.find(LEADER + 4 * seat + colour)) >= 0
        }
        for seat, name in enumerate(names)
    }
    return {name: leaders for name, leaders in standing.items() if leaders}


def _monuments(state: State) -> dict[str, str]:
    """The top left cells of the monuments, by names that begin with the colour of the tiles under them."""
    found = {}
    for number, corner in enumerate(state.monuments):
        if corner != NOWHERE:
            beneath = _turned_colour(state.board[square_at(corner)[0]])
            other = sum(MONUMENT_COLOURS[number]) - beneath
            found[f"{COLOURS[beneath]}-{COLOURS[other]}"] = str(NAME[corner])
    return found


def _turned_colour(code: int) -> int:
    return RED if code == TURNED_HOARD else code - TURNED


def _pile(counts: Sequence[int]) -> Pile:
    return {colour: n for colour, n in zip(COLOURS, counts, strict=True) if n}


def _by_name(piles: Sequence[Sequence[int]], names: Sequence[str]) -> dict[str, Pile]:
    return {name: _pile(pile) for name, pile in zip(names, piles, strict=True) if any(pile)}


def _points(ledger: Ledger) -> dict[str, int | dict[str, int]]:
    """The points of each source, by colour."""
    paid: dict[str, dict[str, int]] = {}
    for source, colour, points in entries(ledger):
        paid.setdefault(COLOURS[colour], {})[SOURCES[source]] = points
    return {**paid}
