"""Moves as sentences."""

from __future__ import annotations

from typing import Final

from kronika.core.games.tigris.board import TILES
from kronika.core.games.tigris.effects import Decided

_COLOURS: Final = ("red", "black", "blue", "green")
_LEADERS: Final = ("priest", "king", "farmer", "trader")

SENTENCES: Final = {
    **{
        f"{colour} {{cell}}": f"{{who}} lays a {colour} tile, a {tile}, at {{cell}}"
        for colour, tile in zip(_COLOURS, TILES, strict=True)
    },
    **{f"{one} {{cell}}>{{to}}": f"{{who}} moves the {one} from {{cell}} to {{to}}" for one in _LEADERS},
    **{f"{one} {{cell}}": f"{{who}} places the {one} at {{cell}}" for one in _LEADERS},
    "withdraw {leader}": "{who} takes the {leader} back",
    "catastrophe {cell}": "{who} plays a catastrophe at {cell}",
    "swap {tiles}": "{who} exchanges {tiles}",
    "end": "{who} ends the turn early",
    "commit 0": "{who} adds no tiles to the conflict",
    "commit 1": "{who} adds 1 tile to the conflict",
    "commit {number}": "{who} adds {number} tiles to the conflict",
    "war {leaders}": "{who} chooses the war of the {leaders}",
    "build {cell}": "{who} puts the building at {cell}",
    "no building": "{who} builds nothing",
    "monument {cell} {monument}": "{who} builds the {monument} monument at {cell}",
    "no monument": "{who} builds no monument",
    "take {list}": "{who} takes the treasure at {list}",
    "start {player}": "{player} is drawn to begin",
    "draw {player} {tiles}": "{player} draws {tiles}",
}
"""By the form of a move: its sentence."""

OUTCOMES: Final = (Decided,)
"""The effects that tell the outcome of a revolt or war."""
