"""The auction display (VC-1.6.1): four lanes with a lower and an upper slot, `slot = 2 x lane + (0 below, 1 above)`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from kronika.core.errors import IllegalAction
from kronika.core.games.viceroy.actions import Discard, Do, Slot, Take
from kronika.core.games.viceroy.due import Decision, T
from kronika.core.games.viceroy.effects import Took
from kronika.core.games.viceroy.gems import COLOURS, INDEX
from kronika.core.games.viceroy.state import TOOK, State
from kronika.core.games.viceroy.table import Table

SLOTS: Final[tuple[Slot, Slot]] = ("below", "above")
TAKES: Final = tuple(Take(colour, slot) for colour in COLOURS for slot in SLOTS)
DISCARDS: Final = tuple(Discard(colour, slot) for colour in COLOURS for slot in SLOTS)
"""By display slot."""


def displayed(display: bytes) -> list[int]:
    """The slots with a card, lane by lane, below before above."""
    return [slot for slot, card in enumerate(display) if card]


def slot_of(do: Take | Discard) -> int:
    """The display slot that an action names."""
    return 2 * INDEX[do.lane] + (do.slot == "above")


def check_slot(display: bytes, do: Take | Discard, rule: str) -> None:
    """Raises IllegalAction when no card lies there."""
    if not display[slot_of(do)]:
        raise IllegalAction(rule, f"No card lies {do.slot} the {do.lane} auction card.")


def take(table: Table, seat: int, slot: int, rule: str) -> None:
    """A displayed card goes into the hand of a player, who leaves the auction (VC-2.9)."""
    card = table.empty_slot(slot)
    table.effects.append(Took(seat, card, rule))
    table.players[seat] = replace(table.players[seat], out=TOOK, sealed=0)
    table.enter_hand(seat, card, hidden=False)


class PickDisplayed(Decision[T]):
    """One player takes any displayed card."""

    kinds = (Take,)

    @abstractmethod
    def take(self, table: Table, seat: int, slot: int) -> None:
        """The card of that slot is taken."""

    @abstractmethod
    def nothing(self, table: Table, seat: int) -> None:
        """There is no card to take."""

    def run(self, table: Table, step: T) -> bool:
        """The only card is taken without asking."""
        slots = displayed(table.display)
        if len(slots) > 1:
            return False
        if slots:
            self.take(table, step.seat, slots[0])
        else:
            self.nothing(table, step.seat)
        return True

    def options(self, state: State, step: T, seat: int) -> Sequence[Do]:
        """Every displayed card."""
        return [TAKES[slot] for slot in displayed(state.display)]

    def check(self, state: State, step: T, seat: int, do: Do) -> None:
        """There must be a card."""
        assert isinstance(do, Take)
        check_slot(state.display, do, self.rule)

    def play(self, table: Table, step: T, seat: int, do: Do) -> None:
        """The card is taken."""
        assert isinstance(do, Take)
        self.take(table, seat, slot_of(do))
