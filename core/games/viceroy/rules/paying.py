"""The cost of a character and its payment with gems and infinite gems (VC-3.8 to VC-3.10)."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.actions import Place
from kronika.core.games.viceroy.cards import COST, label
from kronika.core.games.viceroy.effects import Paid
from kronika.core.games.viceroy.gems import COLOURS, Counts, counts, covers, minus, plus
from kronika.core.games.viceroy.pyramid import LEVELS, placed
from kronika.core.games.viceroy.state import Player
from kronika.core.games.viceroy.table import Table


def check_payment(player: Player, card: int, do: Place) -> None:
    """Raise IllegalAction unless the player can pay the cost with these infinite gems (VC-3.8, VC-3.9)."""
    cost = COST[card][do.level]
    if do.blue or do.red or do.green or do.yellow:
        used = (do.blue, do.red, do.green, do.yellow)
        unused = unused_infinite(player)
        for i, colour in enumerate(COLOURS):
            if used[i] > unused[i]:
                raise IllegalAction("VC-3.9", f"You have {unused[i]} unused {colour} infinite gems, not {used[i]}.")
            if used[i] > cost[i]:
                raise IllegalAction(
                    "VC-3.9", f"{label(card)} costs {cost[i]} {colour} there: infinite gems can't save more."
                )
        cost = counts(minus(cost, used))
    if not covers(player.gems, cost):
        lacking = next(i for i in range(4) if player.gems[i] < cost[i])
        raise IllegalAction(
            "VC-3.8",
            f"{label(card)} costs {cost[lacking]} {COLOURS[lacking]} there; you have {player.gems[lacking]}.",
            {"cost": list(cost), "gems": list(player.gems)},
        )


def top_level(player: Player, card: int) -> int:
    """Return the highest level on which the player can pay for the card.

    There always is one, since a selected card can't become unplayable (R-12).
    """
    means = plus(player.gems, unused_infinite(player))
    return next(level for level in range(LEVELS, 0, -1) if covers(means, COST[card][level]))


def use_ranges(player: Player, cost: Counts, unused: bytes) -> list[range]:
    """Return, for each colour, the numbers of infinite gems that may be used for a cost that can be paid (VC-3.9)."""
    return [range(max(0, cost[i] - player.gems[i]), min(cost[i], unused[i]) + 1) for i in range(4)]


def least_used(player: Player, card: int, level: int) -> Counts:
    """Return the lowest number of infinite gems of each colour that pays the cost, as far as the player has enough."""
    cost, unused = COST[card][level], unused_infinite(player)
    return counts([min(max(0, cost[i] - player.gems[i]), unused[i]) for i in range(4)])


def unused_infinite(player: Player) -> bytes:
    """Return the numbers of infinite gems not yet used in this phase, by colour."""
    codes = player.tokens[1::2]
    return bytes(codes.count(tokens.INFINITE + colour) for colour in range(4))


def pay(table: Table, seat: int, cost: Counts, used: Counts) -> None:
    """Pay gems to the supply and mark infinite gems as used, those lowest in the pyramid first (R-16)."""
    player = table.players[seat]
    laid, paid = player.tokens, cost
    if any(used):
        for colour, n in enumerate(used):
            if not n:
                continue
            for card in _holders(player, tokens.INFINITE + colour)[:n]:
                laid = tokens.add(tokens.remove(laid, card, tokens.INFINITE + colour), card, tokens.USED + colour)
        paid = counts(minus(cost, used))
    table.players[seat] = replace(player, gems=minus(player.gems, paid), tokens=laid)
    table.supply = plus(table.supply, paid)
    table.effects.append(Paid(seat, paid, used))


def _holders(player: Player, code: int) -> list[int]:
    """Return the cards with this token, each once for every such token, from the lowest level and column up."""
    owners = [card for card, token in tokens.pairs(player.tokens) if token == code]
    return [card for _, _, card in placed(player) for _ in range(owners.count(card))]
