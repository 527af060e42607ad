"""How one phase leads to the next (VC-2.1): auction, new cards, building, twelve times; then the end of the game."""

from __future__ import annotations

import struct

from msgspec.structs import replace

from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.cards import NO_CARD
from kronika.core.games.viceroy.effects import Ended, RoundBegan, SkippedAuction, Slid
from kronika.core.games.viceroy.recolouring import can_repaint
from kronika.core.games.viceroy.scoring import player_totals
from kronika.core.games.viceroy.state import BID, END, IN, IN_AUCTION, PASSED, RECOLOUR, SELECT, SKIPPED, TURN_UP
from kronika.core.games.viceroy.table import Table

ROUNDS = 12

_slid = struct.Struct("xBxBxBxB").pack
"""The display with these cards in the upper slots alone."""


def start_auction(table: Table) -> None:
    """A new round (VC-2.1); whom law 69 keeps out is out at once (VC-2.3)."""
    table.round += 1
    table.turn = 1
    table.phase = BID
    table.effects.append(RoundBegan(table.round))
    skipping = 0
    for seat, player in enumerate(table.players):
        if player.skips:
            skipping += 1
            table.tell(SkippedAuction(seat))
            table.players[seat] = replace(player, out=SKIPPED, skips=False)
        elif player.out:
            table.players[seat] = replace(player, out=IN)
    table.virtual = IN_AUCTION * len(table.virtual)
    if skipping == len(table.players):
        end_auction(table)


def end_auction(table: Table) -> None:
    """Upper cards go, lower ones move up, four new ones come unless the large deck is empty (VC-2.10)."""
    table.put_away(table.display[1::2].replace(NO_CARD, b""), "VC-2.10")
    first, _, second, _, third, _, fourth, _ = table.display
    if first or second or third or fourth:
        table.effects.append(Slid((first, second, third, fourth)))
    table.display = _slid(first, second, third, fourth)
    if table.large:
        table.phase = TURN_UP
    else:
        start_building(table)


def start_building(table: Table) -> None:
    """The building phase begins with all players in it (VC-2.11)."""
    table.turn = 1
    table.phase = SELECT
    for seat, player in enumerate(table.players):
        if player.out:
            table.players[seat] = replace(player, out=IN)


def end_building(table: Table) -> None:
    """Infinite gems may be used again (VC-3.9); the next round, or the end after the twelfth (VC-2.1, VC-5.1)."""
    for seat, player in enumerate(table.players):
        rested = tokens.rest(player.tokens)
        if rested is not player.tokens:
            table.players[seat] = replace(player, tokens=rested)
    if table.round < ROUNDS:
        start_auction(table)
    else:
        start_recolouring(table)


def start_recolouring(table: Table) -> None:
    """The hands are discarded (VC-5.1); who can recolour a circle may do so (VC-5.2)."""
    table.put_away(bytes(sorted(b"".join([player.hand for player in table.players]))), "VC-5.1")
    table.phase = RECOLOUR
    for seat, player in enumerate(table.players):
        table.players[seat] = replace(player, hand=b"", shown=b"", out=IN if can_repaint(player) else PASSED)
    if table.all_out():
        finish(table)


def finish(table: Table) -> None:
    """The game is scored (VC-5.3 to VC-5.8)."""
    table.phase = END
    table.tell(Ended(player_totals(tuple(table.players))))
