"""The end of the game (VC-5.2): recolouring with leftover gems. The way there and the scoring are in `flow`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import pluralize
from kronika.core.contract.pending import StepKind, accept_any
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.actions import DONE, Do, Done, Recolour
from kronika.core.games.viceroy.cards import label
from kronika.core.games.viceroy.effects import Recoloured
from kronika.core.games.viceroy.gems import COLOURS, INDEX, minus, plus
from kronika.core.games.viceroy.recolouring import can_repaint, cost, repaintings
from kronika.core.games.viceroy.rules.flow import finish
from kronika.core.games.viceroy.state import END, PASSED, RECOLOUR, State
from kronika.core.games.viceroy.table import Table


def _recolour_seats(state: State, step: None) -> tuple[int, ...]:
    """Return the players who are not done yet."""
    return tuple(seat for seat, player in enumerate(state.players) if not player.out)


def _refuse_recolour(state: State, step: None, seat: int) -> IllegalAction | None:
    """Return the reason why a player may not recolour: done, or no recolouring is possible."""
    if 0 <= seat < len(state.players):
        return IllegalAction(
            "VC-5.2", "You can't recolour any more: you are done, or your gems can't turn any other circle."
        )
    return None


def _recolour_options(state: State, step: None, seat: int) -> Sequence[Do]:
    """Return every circle in every colour that the player can pay for, and the option to be done."""
    offers = repaintings(state.players[seat])
    return [*(Recolour(offer.card, COLOURS[offer.colour]) for offer in offers), DONE]


def _check_recolour(state: State, step: None, seat: int, do: Recolour) -> None:
    """Raise IllegalAction unless the player has this circle, not recoloured yet, and enough gems behind the screen."""
    player, colour = state.players[seat], INDEX[do.colour]
    price = cost(player, do.card, colour)
    if price is None:
        raise IllegalAction("VC-5.2", f"{label(do.card)} is not the top card of a circle in your pyramid.")
    if do.card in player.paint[::2]:
        raise IllegalAction("VC-5.2", f"The circle below {label(do.card)} is recoloured already.")
    if price == 0:
        raise IllegalAction("VC-5.2", f"The circle below {label(do.card)} is {do.colour} already.")
    if price > player.gems[colour]:
        raise IllegalAction(
            "VC-5.2",
            f"That takes {pluralize(price, f'{do.colour} gem')}, one for each segment; you have {player.gems[colour]}.",
            {"price": price, "gems": list(player.gems)},
        )


def _recolour(table: Table, step: None, seat: int, do: Recolour) -> None:
    """Pay the gems to the supply and recolour; no circle gem is given.

    A player who can recolour nothing more is done.
    """
    colour = INDEX[do.colour]
    player = table.players[seat]
    price = cost(player, do.card, colour) or 0
    gems = [0, 0, 0, 0]
    gems[colour] = price
    paint = tokens.add(player.paint, do.card, colour)
    player = table.players[seat] = replace(player, gems=minus(player.gems, gems), paint=paint)
    table.supply = plus(table.supply, gems)
    table.tell(Recoloured(seat, do.card, do.colour, price))
    if not can_repaint(player):
        _done(table, step, seat, DONE)


def _done(table: Table, step: None, seat: int, do: Done) -> None:
    """Mark a player as done; the last one ends the game."""
    table.change(seat, out=PASSED)
    if table.all_out():
        finish(table)


def _nobody(state: State, step: None) -> tuple[int, ...]:
    return ()


BY_PHASE: Final[dict[int, StepKind[State, Table]]] = {
    # Each player may pay gems to turn circles into one colour, all openly and at the same time (VC-5.2, R-18).
    RECOLOUR: StepKind(
        rule="VC-5.2",
        what="recolour circles or be done",
        takes={Recolour: (_check_recolour, _recolour), Done: (accept_any, _done)},
        options=_recolour_options,
        seats=_recolour_seats,
        refuse=_refuse_recolour,
    ),
    END: StepKind(rule="VC-5.1", what="the game is over", seats=_nobody),
}
