"""Who may act, what is legal and why not, and what it does (BA-2, BA-3)."""

from collections.abc import Sequence

from kronika.core import CHANCE, Dice, IllegalAction
from msgspec.structs import replace

from ballast.actions import Crate, Do, Load, Pay, Stow
from ballast.effects import Effect, Loaded, Opened
from ballast.state import ASKING, DUE, NOT_YET, OVER, SAFE, STOWING, WAITING, State, fist, still_coming, to_come

Applied = tuple[State, tuple[Effect, ...]]


def actors(state: State) -> tuple[int, ...]:
    """All who have not filled their safe, chance for a crate, whose turn it is, nobody at the end."""
    if state.phase == STOWING:
        return tuple(seat for seat, coins in enumerate(state.safes) if coins == NOT_YET)
    if state.phase == WAITING:
        return (CHANCE,)
    return (state.turn,) if state.phase == ASKING else ()


def actions(state: State, seat: int) -> Sequence[Do]:
    """Every legal action of a seat; none for chance."""
    if seat == CHANCE or seat not in actors(state):
        return ()
    if state.phase == STOWING:
        return [Stow(coins) for coins in range(SAFE + 1)]
    return [Pay(), Load()] if fist(state, seat) else [Load()]


def check(state: State, seat: int, do: Do) -> None:
    """Raises IllegalAction unless this may happen now."""
    match do:
        case Stow():
            _due(state, seat, STOWING, "a safe is filled")
        case Crate(weight):
            _due(state, seat, WAITING, "a crate comes")
            if weight not in to_come(state):
                raise IllegalAction("BA-1.2", f"Crate {weight} has come already: there is one of each weight.")
        case Pay():
            _due(state, seat, ASKING, "a coin is paid")
            if not fist(state, seat):
                raise IllegalAction("BA-3.4", "There is no coin left in this fist: the crate has to be loaded.")
        case Load():
            _due(state, seat, ASKING, "a crate is loaded")


def _due(state: State, seat: int, phase: int, what: str) -> None:
    """Raises IllegalAction unless it is this phase and the seat may act."""
    rule, now = DUE[state.phase]
    if state.phase != phase:
        raise IllegalAction(rule, f"It is not the time when {what}: now {now}.")
    if seat not in actors(state):
        raise IllegalAction(rule, "That is somebody else's to decide, or it is decided already.")


def apply(state: State, seat: int, do: Do) -> Applied:
    """The state after a checked action or outcome, and the effects."""
    match do:
        case Stow(coins):
            safes = _with(state.safes, seat, coins)
            return _stowed(replace(state, safes=safes))
        case Crate(weight):
            return replace(state, phase=ASKING, crate=weight), ()
        case Pay():
            coins = state.coins[seat] - 1
            return replace(
                state,
                turn=(seat + 1) % len(state.coins),
                pot=state.pot + 1,
                coins=_with(state.coins, seat, coins),
                least=_with(state.least, seat, min(coins, state.least[seat])),
            ), ()
        case Load():
            return _load(state, seat)


def sample(state: State, dice: Dice) -> Do:
    """The crate that comes (BA-3.1)."""
    return Crate(dice.choice(to_come(state)))


def _stowed(state: State) -> Applied:
    if NOT_YET in state.safes:
        return state, ()
    opened = (Opened(tuple(state.safes), "BA-5.1"),) if state.options.glass else ()
    return replace(state, phase=WAITING), opened


def _load(state: State, seat: int) -> Applied:
    crates = list(state.crates)
    crates[seat] = bytes(sorted((*crates[seat], state.crate)))
    coins = _with(state.coins, seat, state.coins[seat] + state.pot)
    loaded = Loaded(seat, state.crate, state.pot)
    state = replace(state, phase=WAITING, crate=0, pot=0, crates=tuple(crates), coins=coins)
    if still_coming(state):
        return state, (loaded,)
    opened = () if state.options.glass else (Opened(tuple(state.safes)),)
    return replace(state, phase=OVER), (loaded, *opened)


def _with(values: bytes, at: int, value: int) -> bytes:
    return values[:at] + bytes((value,)) + values[at + 1 :]
