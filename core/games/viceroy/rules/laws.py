"""The immediate effects of laws (section 4). Their points at the end are in `scoring`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, chance_seat
from kronika.core.contract.zones import remove_card, remove_cards
from kronika.core.games.viceroy.actions import Choose, Do, Drawn, Return
from kronika.core.games.viceroy.cards import (
    CHOICES,
    DRAW_LAWS,
    LAST_CHARACTER,
    LAWS,
    LAY_GEMS,
    SWAP,
    TAKE_DISPLAYED,
    TUCK_FREE,
    TUCK_HAND,
    label,
)
from kronika.core.games.viceroy.effects import Refilled, ReturnedLaw, Took, WillSkip
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.rules.display import SLOTS, pick_displayed
from kronika.core.games.viceroy.rules.rewards import LAW
from kronika.core.games.viceroy.state import Player, State
from kronika.core.games.viceroy.steps import (
    CardFrom,
    DisplayPick,
    FreeTuck,
    Gain,
    GemsOnLaw,
    HandTuck,
    LawChoice,
    LawsToReturn,
    Refill,
    SwapPartner,
)
from kronika.core.games.viceroy.table import Table

LAWS_DRAWN = 3
LAWS_RETURNED = 2


def take_effect(table: Table, seat: int, law: int) -> None:
    """Start the immediate effect of a law that has just been laid, if it has one."""
    if law in CHOICES:
        table.push(LawChoice(seat, law))
    elif law in _EFFECTS:
        _EFFECTS[law](table, seat)


# -- laws with a choice -----------------------------------------------------------------------------------------


def _law_choice_options(state: State, step: LawChoice, seat: int) -> Sequence[Do]:
    """Return the options of the law."""
    return CHOICE_ACTIONS[step.law]


def _check_law_choice(state: State, step: LawChoice, seat: int, do: Choose) -> None:
    """Raise IllegalAction unless the law has this option."""
    if do.option not in CHOICES[step.law]:
        choices = ", ".join(CHOICES[step.law])
        raise IllegalAction(f"VC-4.{step.law}", f"Law {step.law} offers {choices}.")


def _law_choice(table: Table, step: LawChoice, seat: int, do: Choose) -> None:
    """Give the option to the player, like a reward of the law."""
    parts = CHOICES[step.law][do.option]
    table.push(*(Gain(seat, step.law, part, f"VC-4.{step.law}") for part in parts))


# -- law 69: a displayed card -----------------------------------------------------------------------------------


def _start_display(table: Table, seat: int) -> None:
    """Law 69: mark that the player skips the next auction (R-25), and let the player take a displayed card."""
    table.change(seat, skips=True)
    table.tell(WillSkip(seat))
    table.push(DisplayPick(seat))


def _display_pick_takes(table: Table, seat: int, slot: int) -> None:
    """Take the card into hand; the slot is refilled afterwards."""
    card = table.empty_slot(slot)
    table.tell(Took(seat, card, "VC-4.69"))
    table.push(Refill(slot))
    table.enter_hand(seat, card, hidden=False)


def _display_pick_nothing(table: Table, seat: int) -> None:
    """Record that the law gives no card."""
    table.nothing(seat, "no card is on display", "VC-4.69")


def _settle_refill(table: Table, step: Refill) -> Refill | None:
    """Wait for the card of the small deck; if that deck is empty, the slot stays empty (R-25)."""
    if table.small:
        return step
    _tell_refill(table, step.slot, 0)
    return None


def _check_refill(state: State, step: Refill, seat: int, do: Drawn) -> None:
    """Raise IllegalAction unless the card is a character that may be in the small deck."""
    if do.card not in state.unseen:
        raise IllegalAction("VC-4.69", f"{label(do.card)} can't come from the small deck.")


def _refill(table: Table, step: Refill, seat: int, do: Drawn) -> None:
    """Put the card face up into the slot."""
    table.unseen = remove_card(table.unseen, do.card)
    table.small -= 1
    table.fill_slot(step.slot, do.card)
    _tell_refill(table, step.slot, do.card)


def _sample_refill(state: State, step: Refill, dice: Dice) -> Do:
    """Return a random card, all unseen characters equally likely."""
    return Drawn(dice.choice(state.unseen))


def _tell_refill(table: Table, slot: int, card: int) -> None:
    table.tell(Refilled(COLOURS[slot // 2], SLOTS[slot % 2], card))


# -- law 70: laws drawn and returned ----------------------------------------------------------------------------


def _start_drawing(table: Table, seat: int) -> None:
    """Law 70: draw three laws, or fewer from a short deck, then return two laws from hand (R-26)."""
    drawn = min(LAWS_DRAWN, len(table.laws) + len(table.top))
    if drawn:
        table.push(*(CardFrom(seat, LAW),) * drawn, LawsToReturn(seat, min(LAWS_RETURNED, drawn)))
    else:
        table.nothing(seat, "the law deck is empty", "VC-4.70")


def _settle_laws_to_return(table: Table, step: LawsToReturn) -> LawsToReturn | None:
    """Return the only law in hand without asking; with several, wait for the choice."""
    laws = _laws_in_hand(table.players[step.seat])
    if len(laws) > 1:
        return step
    if laws:
        _put_on_deck(table, step, laws[0])
    return None


def _laws_to_return_options(state: State, step: LawsToReturn, seat: int) -> Sequence[Do]:
    """Return every law in hand."""
    return [Return(law) for law in _laws_in_hand(state.players[seat])]


def _check_laws_to_return(state: State, step: LawsToReturn, seat: int, do: Return) -> None:
    """Raise IllegalAction unless the card is a law in hand."""
    if do.card not in _laws_in_hand(state.players[seat]):
        raise IllegalAction("VC-4.70", f"{label(do.card)} is not a law in your hand.")


def _laws_to_return(table: Table, step: LawsToReturn, seat: int, do: Return) -> None:
    """Put the law on top of the law deck, above the one returned before."""
    _put_on_deck(table, step, do.card)


def _put_on_deck(table: Table, step: LawsToReturn, law: int) -> None:
    table.remove_from_hand(step.seat, law)
    # Nobody else knows which law it was, so no law of the hand is known any longer.
    table.change(step.seat, shown=remove_cards(table.players[step.seat].shown, LAWS))
    table.top = bytes((law,)) + table.top
    table.top_by = step.seat
    table.tell(ReturnedLaw(step.seat, law))
    if step.n > 1:
        table.push(LawsToReturn(step.seat, step.n - 1))


def _laws_in_hand(player: Player) -> list[int]:
    return [card for card in player.hand if card > LAST_CHARACTER]


CHOICE_ACTIONS = {law: tuple(Choose(option) for option in options) for law, options in CHOICES.items()}  # type: ignore[arg-type]  # str to mypy

_EFFECTS: dict[int, Callable[[Table, int], None]] = {
    SWAP: lambda table, seat: table.push(SwapPartner(seat)),
    TAKE_DISPLAYED: _start_display,
    DRAW_LAWS: _start_drawing,
    TUCK_HAND: lambda table, seat: table.push(HandTuck(seat)),
    TUCK_FREE: lambda table, seat: table.push(FreeTuck(seat)),
    LAY_GEMS: lambda table, seat: table.push(GemsOnLaw(seat)),
}


DUES: Final[dict[type, StepKind[State, Table]]] = {
    # One option of a law is chosen, even one that can't be fulfilled.
    LawChoice: StepKind(
        rule="VC-4.0",
        what="choose an option of the law",
        takes={Choose: (_check_law_choice, _law_choice)},
        options=_law_choice_options,
    ),
    DisplayPick: pick_displayed(
        "VC-4.69", "take a displayed card under law 69", _display_pick_takes, _display_pick_nothing
    ),
    # The top card of the small deck fills the slot (law 69).
    Refill: StepKind(
        rule="VC-4.69",
        what="fill the slot from the small deck",
        settle=_settle_refill,
        takes={Drawn: (_check_refill, _refill)},
        seats=chance_seat,
        sample=_sample_refill,
    ),
    # Laws from hand are put on top of the law deck, the lower one first (law 70).
    LawsToReturn: StepKind(
        rule="VC-4.70",
        what="put a law on top of the law deck",
        settle=_settle_laws_to_return,
        takes={Return: (_check_laws_to_return, _laws_to_return)},
        options=_laws_to_return_options,
    ),
}
