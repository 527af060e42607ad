"""The end of the game (VC-5.2): recolouring with leftover gems. What leads there and the scoring is in `flow`."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from kronika.core.errors import IllegalAction
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.actions import DONE, Do, Done, Recolour
from kronika.core.games.viceroy.cards import label
from kronika.core.games.viceroy.due import Due
from kronika.core.games.viceroy.effects import Recoloured
from kronika.core.games.viceroy.gems import COLOURS, INDEX
from kronika.core.games.viceroy.recolouring import can_repaint, cost, repaintings
from kronika.core.games.viceroy.rules.flow import finish
from kronika.core.games.viceroy.state import PASSED, State
from kronika.core.games.viceroy.table import Table
from kronika.core.zones import minus, plus


class Recolouring(Due[None]):
    """Each player may pay gems to turn circles into one colour; all at the same time, openly (VC-5.2, R-18)."""

    rule = "VC-5.2"
    what = "the players recolour circles"
    kinds = (Recolour, Done)

    def seats(self, state: State, step: None) -> tuple[int, ...]:
        """Who is not done."""
        return tuple(seat for seat, player in enumerate(state.players) if not player.out)

    def refuse_seat(self, state: State, step: None, seat: int) -> IllegalAction:
        """Done, or nothing possible."""
        if 0 <= seat < len(state.players):
            return IllegalAction(self.rule, "You recolour no more: you are done, or your gems turn no further circle.")
        return super().refuse_seat(state, step, seat)

    def options(self, state: State, step: None, seat: int) -> Sequence[Do]:
        """Every circle in every colour that can be paid, or no more."""
        offers = repaintings(state.players[seat])
        return [*(Recolour(offer.card, COLOURS[offer.colour]) for offer in offers), DONE]

    def check(self, state: State, step: None, seat: int, do: Do) -> None:
        """An own circle not recoloured yet, and gems enough behind the screen."""
        if type(do) is Done:
            return
        assert isinstance(do, Recolour)
        player, colour = state.players[seat], INDEX[do.colour]
        price = cost(player, do.card, colour)
        if price is None:
            raise IllegalAction(self.rule, f"{label(do.card)} is not the top card of a circle in your pyramid.")
        if do.card in player.paint[::2]:
            raise IllegalAction(self.rule, f"The circle below {label(do.card)} is recoloured already.")
        if price == 0:
            raise IllegalAction(self.rule, f"The circle below {label(do.card)} is {do.colour} already.")
        if price > player.gems[colour]:
            raise IllegalAction(
                self.rule,
                f"That takes {price} {do.colour} gems, one for each segment; you have {player.gems[colour]}.",
                {"price": price, "gems": list(player.gems)},
            )

    def play(self, table: Table, step: None, seat: int, do: Do) -> None:
        """The gems go to the supply; no circle gem is given."""
        if type(do) is Recolour:
            colour = INDEX[do.colour]
            player = table.players[seat]
            price = cost(player, do.card, colour) or 0
            gems = [0, 0, 0, 0]
            gems[colour] = price
            paint = tokens.add(player.paint, do.card, colour)
            table.players[seat] = replace(player, gems=minus(player.gems, gems), paint=paint)
            table.supply = plus(table.supply, gems)
            table.tell(Recoloured(seat, do.card, do.colour, price))
        if type(do) is Done or not can_repaint(table.players[seat]):
            table.change(seat, out=PASSED)
        if table.all_out():
            finish(table)


class Over(Due[None]):
    """The game is over."""

    rule = "VC-5.1"
    what = "the game is over"
