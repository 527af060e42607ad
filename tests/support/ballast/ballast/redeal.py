"""Dealing again what a seat may not know (BA-1.3)."""

from kronika.core import Dice
from msgspec.structs import replace

from ballast.state import NOT_YET, SAFE, State, opened


def redeal(state: State, seat: int, dice: Dice) -> State:
    """The same state with other coins in the safes of others, as many as they never had to pay with."""
    if opened(state):
        return state
    safes = bytes(
        coins if owner == seat or coins == NOT_YET else dice.below(min(SAFE, least) + 1)
        for owner, (coins, least) in enumerate(zip(state.safes, state.least, strict=True))
    )
    return replace(state, safes=safes)
