"""Hidden tiles: who may see them, their places, and how events move them (TE-1.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from kronika.core.contract.game import Viewer
from kronika.core.contract.twins import holes, kind_of, owners_only
from kronika.core.contract.unseen import OPEN, Lies, Move, Operation, Place, Supply
from kronika.core.contract.zones import replace_item
from kronika.core.games.tigris.actions import Commit, Draw, PlaceTile, Swap
from kronika.core.games.tigris.board import COLOUR_INDEX, COLOURS, TILES, Colour
from kronika.core.games.tigris.effects import Effect, Ended
from kronika.core.games.tigris.state import REVOLT_ATTACK, REVOLT_DEFEND, State

BAG: Final[Place] = ("bag", -1)


redacted = owners_only(Draw, Swap)
"""Only their owner sees the tiles of a draw or a swap (TE-1.5)."""


def supply(start: State) -> Supply:
    """The tiles that are not on the board (TE-1.2)."""
    return {BAG: dict(zip(COLOURS, start.bag, strict=True))}


def operations(state: State, seat: int, do: Any, then: Sequence[Effect]) -> list[Operation]:
    """Tiles go from the bag to hands, and from there onto the board, into a conflict, or face down out of the game."""
    hand: Place = ("hand", seat)
    kind = kind_of(do)
    if kind is Draw:
        return [Move(BAG, ("hand", do.seat), colour) for colour in _colours(do)]
    if kind is Swap:
        return [Move(hand, ("swapped", seat), colour) for colour in _colours(do)]
    if kind is PlaceTile:
        return [Move(hand, OPEN, do.tile)]
    if kind is Commit and not holes(do):  # all see how many
        colour = "red" if state.phase in (REVOLT_ATTACK, REVOLT_DEFEND) else COLOURS[state.colour]
        return [Move(hand, OPEN, colour)] * int(do.tiles)
    return []


def _colours(do: Any) -> Iterator[Colour | None]:
    """The colours of a draw or a swap, None for a tile that was not seen."""
    for colour in COLOURS:
        yield from [colour] * getattr(do, colour)
    yield from [None] * getattr(do, "unseen", 0)


def word(colour: Colour) -> str:
    """A tile as people call it."""
    return f"{colour} tile ({TILES[COLOUR_INDEX[colour]]})"


def loosened(state: State, seat: int, lies: Lies) -> State:
    """The state with as many tiles of each colour in a hand as may be in it."""
    might = bytes(lies.most(("hand", seat), colour) for colour in COLOURS)
    return replace(state, hands=replace_item(state.hands, seat, might))


def looks(state: State, then: Sequence[Effect], viewer: Viewer) -> list[tuple[Place, Sequence[Colour]]]:
    """At the end all lift their screens (TE-12.1)."""
    if not any(isinstance(effect, Ended) for effect in then):
        return []
    return [(("hand", owner), _listed(hand)) for owner, hand in enumerate(state.hands)]


def _listed(hand: bytes) -> list[Colour]:
    return [colour for colour, n in zip(COLOURS, hand, strict=True) for _ in range(n)]
