"""A state from a hand-written, partial description."""

from collections.abc import Sequence

from kronika.core import Players, PositionError, check_range, check_unique
from msgspec import Struct, field
from msgspec.structs import replace

from ballast.state import ASKING, COMING, CRATES, PURSE, SAFE, WAITING, Options, State, setup


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of Ballast, all safes filled.

    `crates`: those loaded, by player; left out: none. `fists`: the coins in each fist, by player; left out: 8 less
    those in the safe. `safes`: the coins in each safe, by player; left out: none. `crate`: the one on the quay; left
    out: one is about to come. `pot`: the coins on it; left out: none. `turn`: whose turn it is; left out: the first
    player's.
    """

    crates: dict[str, list[int]] = field(default_factory=dict)
    fists: dict[str, int] = field(default_factory=dict)
    safes: dict[str, int] = field(default_factory=dict)
    crate: int = 0
    pot: int = 0
    turn: str | None = None


def position(given: Given, options: Options, names: Sequence[str]) -> State:
    """The state that `given` describes. Raises PositionError, which names the key."""
    players = Players(names)
    most = PURSE * len(names)
    crates = players.by_seat(given.crates, "crates", _crates, b"")
    crate = b"" if given.crate == 0 else _crates([given.crate], "crate")
    loaded = [(f"crates.{name}", held) for name, held in zip(names, crates, strict=True)]
    if len(check_unique([*loaded, ("crate", crate)], str, "BA-1.2")) > COMING - (not crate):
        raise PositionError(f"crates: only {COMING} crates come (BA-1.2).")
    safes = players.by_seat(given.safes, "safes", lambda n, key: check_range(n, 0, SAFE, key, "BA-2.1"), 0)
    fists = players.by_seat(given.fists, "fists", lambda n, key: check_range(n, 0, most, key, "BA-1.1"), -1)
    coins = bytes(PURSE if held < 0 else held + safe for held, safe in zip(fists, safes, strict=True))
    return replace(
        setup(options, len(names)),
        phase=ASKING if crate else WAITING,
        turn=players.seat(given.turn, "turn", 0),
        crate=given.crate,
        pot=check_range(given.pot, 0, most if crate else 0, "pot", "BA-3.2"),
        crates=crates,
        coins=coins,
        least=coins,
        safes=bytes(safes),
    )


def _crates(weights: Sequence[int], key: str) -> bytes:
    return bytes(sorted(check_range(weight, min(CRATES), max(CRATES), key, "BA-1.2") for weight in weights))
