"""The order of phases (VC-2.1): auction, new cards, building, twelve times; then the end of the game."""

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
"""Return the display with these four cards in the upper slots and empty lower slots."""


def start_auction(table: Table) -> None:
    """Start a new round with its auction (VC-2.1); players who skip it because of law 69 are out at once (VC-2.3)."""
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
    """Discard the upper cards and move the lower ones up (VC-2.10).

    New cards are turned up next, unless the large deck is empty.
    """
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
    """Start the building phase with all players (VC-2.11)."""
    table.turn = 1
    table.phase = SELECT
    for seat, player in enumerate(table.players):
        if player.out:
            table.players[seat] = replace(player, out=IN)


def end_building(table: Table) -> None:
    """End the building phase: infinite gems are unused again (VC-3.9).

    The next round begins or, after the twelfth, the end of the game (VC-2.1, VC-5.1).
    """
    for seat, player in enumerate(table.players):
        rested = tokens.rest(player.tokens)
        if rested is not player.tokens:
            table.players[seat] = replace(player, tokens=rested)
    if table.round < ROUNDS:
        start_auction(table)
    else:
        start_recolouring(table)


def start_recolouring(table: Table) -> None:
    """Discard all hands (VC-5.1); players who can recolour a circle may do so (VC-5.2)."""
    table.put_away(bytes(sorted(b"".join([player.hand for player in table.players]))), "VC-5.1")
    table.phase = RECOLOUR
    for seat, player in enumerate(table.players):
        table.players[seat] = replace(player, hand=b"", shown=b"", out=IN if can_repaint(player) else PASSED)
    if table.all_out():
        finish(table)


def finish(table: Table) -> None:
    """End the game with the final scoring (VC-5.3 to VC-5.8)."""
    table.phase = END
    table.tell(Ended(player_totals(tuple(table.players))))
