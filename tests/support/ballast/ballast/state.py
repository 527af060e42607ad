"""Options, state and set-up (BA-1)."""

from typing import Annotated, Final

from msgspec import Meta, Struct

CRATES: Final = range(1, 25)
"""What the crates weigh (BA-1.2)."""
COMING: Final = 18
PURSE: Final = 8
SAFE: Final = 3
"""The most coins that go into a safe (BA-2.1)."""
NOT_YET: Final = 255
"""In place of the coins in a safe: its owner has not chosen."""

STOWING, WAITING, ASKING, OVER = range(4)
"""The phases: safes are filled, a crate is due, a crate goes round, the game has ended."""
DUE: Final = {
    STOWING: ("BA-2.1", "the safes are filled"),
    WAITING: ("BA-3.1", "the next crate comes"),
    ASKING: ("BA-3.2", "a coin is paid, or the crate loaded"),
    OVER: ("BA-4.1", "the game is over"),
}
"""What is due in each phase, and the rule that says so."""


class Options(Struct, frozen=True, kw_only=True, array_like=True, forbid_unknown_fields=True):
    """The variants. A default is what a log means that does not name the option: it never changes."""

    glass: Annotated[bool, Meta(description="all safes are open once they are filled (BA-5.1)")] = False


class State(Struct, frozen=True, array_like=True, gc=False):
    """All that play needs to go on; nothing in it can be derived from the rest.

    `crate` lies on the quay, 0 for none, with `pot` coins on it; it is the `turn` of a seat. By seat: `crates` loaded,
    sorted; `coins` in fist and safe together, which is public; `least` the fewest that these ever were, since nobody
    has paid out of a safe; coins in the `safes`.
    """

    options: Options
    phase: int
    turn: int
    crate: int
    pot: int
    crates: tuple[bytes, ...]
    coins: bytes
    least: bytes
    safes: bytes


def setup(options: Options, seats: int) -> State:
    """The state before any chance (BA-1.1)."""
    purses = bytes((PURSE,)) * seats
    return State(options, STOWING, 0, 0, 0, (b"",) * seats, purses, purses, bytes((NOT_YET,)) * seats)


def seat_count(state: State) -> int:
    """As many as there are purses."""
    return len(state.coins)


def fist(state: State, seat: int) -> int:
    """The coins that a player who has filled the safe can pay with."""
    return state.coins[seat] - state.safes[seat]


def to_come(state: State) -> list[int]:
    """The crates of which the next one is drawn: all that nobody has seen."""
    seen = b"".join(state.crates) + bytes((state.crate,))
    return [weight for weight in CRATES if weight not in seen]


def still_coming(state: State) -> int:
    """How many crates come behind the one on the quay; at 0 the last one has come (BA-1.2)."""
    return COMING - sum(map(len, state.crates)) - (state.crate > 0)


def opened(state: State) -> bool:
    """Are the safes open to all? (BA-4.1, BA-5.1)"""
    return state.phase == OVER or state.options.glass and state.phase != STOWING
