"""The auction display (VC-1.6.1): four lanes with a lower and an upper slot.

The number of a slot is 2 x lane, plus 1 for the upper one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind
from kronika.core.games.viceroy.actions import Discard, Do, Slot, Take
from kronika.core.games.viceroy.effects import Took
from kronika.core.games.viceroy.gems import COLOURS, INDEX
from kronika.core.games.viceroy.state import TOOK, State
from kronika.core.games.viceroy.steps import AttackPick, DisplayPick
from kronika.core.games.viceroy.table import Table

SLOTS: Final[tuple[Slot, Slot]] = ("below", "above")
TAKES: Final = tuple(Take(colour, slot) for colour in COLOURS for slot in SLOTS)
DISCARDS: Final = tuple(Discard(colour, slot) for colour in COLOURS for slot in SLOTS)
"""By display slot: the actions that take or discard its card."""


def displayed(display: bytes) -> list[int]:
    """Return the slots that have a card, lane by lane, lower before upper."""
    return [slot for slot, card in enumerate(display) if card]


def slot_of(do: Take | Discard) -> int:
    """Return the display slot that an action names."""
    return 2 * INDEX[do.lane] + (do.slot == "above")


def check_slot(display: bytes, do: Take | Discard, rule: str) -> None:
    """Raise IllegalAction if the slot has no card."""
    if not display[slot_of(do)]:
        raise IllegalAction(rule, f"No card lies {do.slot} the {do.lane} auction card.")


def take(table: Table, seat: int, slot: int, rule: str) -> None:
    """Move a displayed card into a player's hand; the player leaves the auction (VC-2.9)."""
    card = table.empty_slot(slot)
    table.effects.append(Took(seat, card, rule))
    table.players[seat] = replace(table.players[seat], out=TOOK, sealed=0)
    table.enter_hand(seat, card, hidden=False)


def pick_displayed(
    rule: str, what: str, taken: Callable[[Table, int, int], None], none_there: Callable[[Table, int], None]
) -> StepKind[State, Table]:
    """Return the kind of a step in which one player takes any displayed card.

    `taken` is called with the slot of the card, `none_there` if no card is on display.
    """

    def settle(table: Table, step: AttackPick | DisplayPick) -> AttackPick | DisplayPick | None:
        # The only card is taken without asking.
        slots = displayed(table.display)
        if len(slots) > 1:
            return step
        if slots:
            taken(table, step.seat, slots[0])
        else:
            none_there(table, step.seat)
        return None

    def check(state: State, step: AttackPick | DisplayPick, seat: int, do: Take) -> None:
        check_slot(state.display, do, rule)

    def take_it(table: Table, step: AttackPick | DisplayPick, seat: int, do: Take) -> None:
        taken(table, seat, slot_of(do))

    return StepKind(rule, what, settle=settle, takes={Take: (check, take_it)}, options=_all_displayed)


def _all_displayed(state: State, step: AttackPick | DisplayPick, seat: int) -> Sequence[Do]:
    return [TAKES[slot] for slot in displayed(state.display)]
