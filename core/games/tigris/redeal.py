"""A random redeal of the tiles that a seat may not know (TE-1.5): other hands, the bag, tiles swapped by others."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.games.tigris.state import (
    END,
    State,
)


def redeal(state: State, seat: int, dice: Dice) -> State:
    """Return the same state with all tiles that `seat` has never seen dealt again at random.

    These are the bag, the tiles that others have swapped and, before the end of the game, the other hands. All piles
    keep their sizes. Points and treasures stay the same: each was gained in public (TE-1.5), so a player who remembers
    knows them.
    """
    others = [other for other in range(len(state.hands)) if other != seat]
    open_hands = state.phase == END
    hidden = [state.bag, *(state.swapped[other] for other in others)]
    if not open_hands:
        hidden += [state.hands[other] for other in others]
    pool = [sum(column) for column in zip(*hidden, strict=True)]

    def deal(pile: bytes) -> bytes:
        drawn = dice.draw_counts(pool, sum(pile))
        for colour, n in enumerate(drawn):
            pool[colour] -= n
        return bytes(drawn)

    hands, swapped = list(state.hands), list(state.swapped)
    for other in others:
        swapped[other] = deal(swapped[other])
        if not open_hands:
            hands[other] = deal(hands[other])
    return replace(state, hands=tuple(hands), swapped=tuple(swapped), bag=bytes(pool))
