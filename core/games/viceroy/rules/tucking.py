"""Laws 72, 74 and 76: cards tucked under them, and gems laid on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, accept_any, finish_step
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.actions import DONE, Do, Done, Gems, Target, Tuck
from kronika.core.games.viceroy.cards import LAY_GEMS, TUCK_FREE, TUCK_HAND, label
from kronika.core.games.viceroy.gems import minus
from kronika.core.games.viceroy.pyramid import free_cards, place_of, without_card
from kronika.core.games.viceroy.rules.rewards import check_gems, chosen_gems, gem_options, pick_gems
from kronika.core.games.viceroy.state import Player, State
from kronika.core.games.viceroy.steps import FreeTuck, GemsOnLaw, HandTuck
from kronika.core.games.viceroy.table import Table

MOST_GEMS_LAID = 8


def _settle_hand_tuck(table: Table, step: HandTuck) -> HandTuck | None:
    """Wait for the next card to tuck, until the hand is empty."""
    return step if table.players[step.seat].hand else None


def _hand_tuck_options(state: State, step: HandTuck, seat: int) -> Sequence[Do]:
    """Return every hand card, and the option to stop."""
    return [*map(Tuck, state.players[seat].hand), DONE]


def _check_hand_tuck(state: State, step: HandTuck, seat: int, do: Tuck) -> None:
    """Raise IllegalAction unless the card is in hand."""
    if do.card not in state.players[seat].hand:
        raise IllegalAction("VC-4.72", f"You do not hold {label(do.card)}.")


def _hand_tuck(table: Table, step: HandTuck, seat: int, do: Tuck) -> None:
    """Tuck the card face down."""
    table.tuck(seat, do.card, TUCK_HAND, hidden=True, rule="VC-4.72")
    # Nobody else knows which card it was, so no card of the hand is known any longer.
    table.change(seat, shown=b"")
    table.push(step)


def _settle_free_tuck(table: Table, step: FreeTuck) -> FreeTuck | None:
    """Tuck the only free card without asking; with several, wait for the choice."""
    found = free_targets(table.players[step.seat], table)
    if len(found) > 1:
        return step
    if found:
        _tuck_free(table, step.seat, found[0])
    else:
        table.nothing(step.seat, "no card of the pyramid is free", "VC-4.74")
    return None


def _free_tuck_options(state: State, step: FreeTuck, seat: int) -> Sequence[Do]:
    """Return every free card."""
    return [Target(card) for card in free_targets(state.players[seat], state)]


def _check_free_tuck(state: State, step: FreeTuck, seat: int, do: Target) -> None:
    """Raise IllegalAction unless the card is free (VC-3.6)."""
    if do.card not in free_targets(state.players[seat], state):
        raise IllegalAction(
            "VC-3.6" if do.card != TUCK_FREE else "VC-4.74",
            f"{label(do.card)} is not a free card of your pyramid: at the end of its row or on the highest level, "
            "with no card on it and none under it.",
        )


def _free_tuck(table: Table, step: FreeTuck, seat: int, do: Target) -> None:
    """Tuck the free card."""
    _tuck_free(table, seat, do.card)


def _tuck_free(table: Table, seat: int, card: int) -> None:
    player = table.players[seat]
    place = place_of(player, card)
    assert place is not None
    left, rows = without_card(player, *place)
    table.change(seat, left=left, rows=rows, tokens=tokens.move(player.tokens, card, TUCK_FREE))
    table.tuck(seat, card, TUCK_FREE, hidden=False, rule="VC-4.74")


def free_targets(player: Player, of: State | Table) -> list[int]:
    """Return the free cards except law 74, which lies in place when they are determined (R-29)."""
    return [card for card in free_cards(player, of.options) if card != TUCK_FREE]


def _settle_gems_on_law(table: Table, step: GemsOnLaw) -> GemsOnLaw | None:
    """Wait for the choice of gems, unless there are none or all of them must be laid."""
    gems = table.players[step.seat].gems
    if not any(gems):
        table.nothing(step.seat, "there are no gems behind the screen", "VC-4.76")
    elif table.options.lay_eight and sum(gems) <= MOST_GEMS_LAID:
        _lay(table, step.seat, gems)
    else:
        return step
    return None


def _gems_to_lay(state: State, seat: int) -> tuple[int, int]:
    """Return the fewest and the most gems to lay: 0 to 8.

    With the option `lay_eight` it is exactly 8, or all gems of a player who has fewer (R-30).
    """
    most = min(MOST_GEMS_LAID, sum(state.players[seat].gems))
    return (most if state.options.lay_eight else 0), most


def _gems_on_law_options(state: State, step: GemsOnLaw, seat: int) -> Sequence[Do]:
    """Return every way to lay gems."""
    return gem_options(state.players[seat].gems, *_gems_to_lay(state, seat))


def _pick_gems_on_law(state: State, step: GemsOnLaw, seat: int, dice: Dice) -> Do:
    """Return a random way to lay gems: first how many, then which."""
    return pick_gems(state.players[seat].gems, *_gems_to_lay(state, seat), dice)


def _check_gems_on_law(state: State, step: GemsOnLaw, seat: int, do: Gems) -> None:
    """Raise IllegalAction unless the gems are behind the screen and their number is right."""
    check_gems(state.players[seat].gems, *_gems_to_lay(state, seat), do, "VC-4.76", "behind your screen")


def _gems_on_law(table: Table, step: GemsOnLaw, seat: int, do: Gems) -> None:
    """Lay the chosen gems on law 76."""
    _lay(table, seat, chosen_gems(do))


def _lay(table: Table, seat: int, chosen: Sequence[int]) -> None:
    """Lay gems from behind the screen on law 76, as plain gems and not as infinite ones."""
    table.change(seat, gems=minus(table.players[seat].gems, chosen))
    for colour, n in enumerate(chosen):
        if n:
            table.lay(seat, LAY_GEMS, tokens.PLAIN + colour, n=n, rule="VC-4.76")


DUES: Final[dict[type, StepKind[State, Table]]] = {
    # Any number of hand cards are tucked under law 72; with the option `tuck_later` also later in the game.
    HandTuck: StepKind(
        rule="VC-4.72",
        what="tuck hand cards under law 72",
        settle=_settle_hand_tuck,
        takes={Tuck: (_check_hand_tuck, _hand_tuck), Done: (accept_any, finish_step)},
        options=_hand_tuck_options,
    ),
    # A free card of the player's pyramid is tucked under law 74, and its tokens move there.
    FreeTuck: StepKind(
        rule="VC-4.74",
        what="tuck a free card under law 74",
        settle=_settle_free_tuck,
        takes={Target: (_check_free_tuck, _free_tuck)},
        options=_free_tuck_options,
    ),
    # Up to 8 gems from behind the screen are laid on law 76.
    GemsOnLaw: StepKind(
        rule="VC-4.76",
        what="lay gems on law 76",
        settle=_settle_gems_on_law,
        takes={Gems: (_check_gems_on_law, _gems_on_law)},
        options=_gems_on_law_options,
        pick=_pick_gems_on_law,
    ),
}
