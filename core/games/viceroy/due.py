"""What can be due: a decision or a draw, with who may make it, what is legal and why not, and what it does.

Each phase and each step of `steps.py` has one Due, in the module of `rules` for its topic.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from msgspec.structs import replace

from kronika.core.chance import Dice
from kronika.core.errors import IllegalAction
from kronika.core.game import CHANCE
from kronika.core.games.viceroy.actions import Do
from kronika.core.games.viceroy.state import Player, State
from kronika.core.games.viceroy.table import Table

S = TypeVar("S")


class _OfOneSeat(Protocol):
    @property
    def seat(self) -> int: ...


T = TypeVar("T", bound=_OfOneSeat)


class Due(Generic[S]):
    """One thing that may be due; `S` is its step, None for a phase. The methods are called with the step on top.

    `rule` and `what` go into the refusal of anything that is not one of `kinds`. Those are told apart by `type(do) is`:
    an isinstance that fails takes five times as long.
    """

    rule: ClassVar[str] = ""
    what: ClassVar[str] = ""
    kinds: ClassVar[tuple[type, ...]] = ()

    def run(self, table: Table, step: S) -> bool:
        """Does what needs no decision. True when the step is settled, False when it waits. It's off the stack here."""
        return False

    def seats(self, state: State, step: S) -> tuple[int, ...]:
        """Who may act."""
        return ()

    def may_act(self, state: State, step: S, seat: int) -> bool:
        """Is this one of `seats`?"""
        return seat in self.seats(state, step)

    def options(self, state: State, step: S, seat: int) -> Sequence[Do]:
        """Every legal action of a seat that may act."""
        return ()

    def pick(self, state: State, step: S, seat: int, dice: Dice) -> Do:
        """A random one of the options."""
        return dice.choice(self.options(state, step, seat))

    def refuse_seat(self, state: State, step: S, seat: int) -> IllegalAction:
        """Why a seat may not act."""
        return IllegalAction(self.rule, f"This is somebody else's to decide: now {self.what}.")

    def check(self, state: State, step: S, seat: int, do: Do) -> None:
        """Raises IllegalAction unless an action of one of `kinds` by a seat that may act is legal."""

    def at_once(self, state: State, seat: int, do: Do) -> State | None:
        """The state after a phase's action that has no effects and needs no table; None if `play` does it."""
        return None

    def play(self, table: Table, step: S, seat: int, do: Do) -> None:
        """Does it. The step is off the stack already."""


class Auto(Due[S]):
    """A step that never waits."""


class Decision(Due[T]):
    """A decision of the one seat that the step names."""

    def seats(self, state: State, step: T) -> tuple[int, ...]:
        """The step's seat."""
        return (step.seat,)

    def may_act(self, state: State, step: T, seat: int) -> bool:
        """Is it the step's?"""
        return seat == step.seat


class Secret(Due[None]):
    """A decision that all players still in the phase make secretly and at the same time."""

    def seats(self, state: State, step: None) -> tuple[int, ...]:
        """Who is in and has not chosen yet."""
        return tuple(seat for seat, player in enumerate(state.players) if not player.out and not player.sealed)

    def may_act(self, state: State, step: None, seat: int) -> bool:
        """In, and not chosen yet."""
        if not 0 <= seat < len(state.players):
            return False
        player = state.players[seat]
        return not player.out and not player.sealed

    def at_once(self, state: State, seat: int, do: Do) -> State | None:
        """The state with this choice face down, if others have still to choose; None for the last choice."""
        for other, player in enumerate(state.players):
            if not player.out and not player.sealed and other != seat:
                return replace(state, players=self.sealed(state, seat, do))
        return None

    def sealed(self, state: State, seat: int, do: Do) -> tuple[Player, ...]:
        """The players with this choice face down."""
        players = [*state.players]
        players[seat] = replace(players[seat], sealed=self.code(do))
        return tuple(players)

    def play(self, table: Table, step: None, seat: int, do: Do) -> None:
        """The last choice: all are turned up."""
        raise NotImplementedError

    def code(self, do: Do) -> int:
        """How it is stored in `Player.sealed`, never 0."""
        raise NotImplementedError


class Chance(Due[S]):
    """A draw."""

    def seats(self, state: State, step: S) -> tuple[int, ...]:
        """Nature."""
        return (CHANCE,)

    def may_act(self, state: State, step: S, seat: int) -> bool:
        """Is it nature?"""
        return seat == CHANCE

    def refuse_seat(self, state: State, step: S, seat: int) -> IllegalAction:
        """Chance is nobody's decision."""
        return IllegalAction(self.rule, f"This is up to chance, not to a player: now {self.what}.")

    def sample(self, state: State, step: S, dice: Dice) -> Do:
        """A random outcome."""
        raise NotImplementedError
