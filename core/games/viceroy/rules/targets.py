"""Laws 65 and 66, which are not laid on an open place: 65 replaces a card of the pyramid, 66 is tucked under one."""

from __future__ import annotations

from typing import Final

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.zones import remove_card
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.actions import Target
from kronika.core.games.viceroy.cards import DOUBLE, REPLACE, is_law, label
from kronika.core.games.viceroy.effects import Replaced
from kronika.core.games.viceroy.pyramid import (
    LEVELS,
    TOP_LAW_LEVEL,
    card_at,
    circle_colour,
    place_of,
    placed,
    with_card,
)
from kronika.core.games.viceroy.state import Player
from kronika.core.games.viceroy.steps import GemToLay
from kronika.core.games.viceroy.table import Table

_WORK: Final = {REPLACE: "takes the place of another card", DOUBLE: "goes under a character"}


def targets_of(player: Player, law: int) -> list[int]:
    """Return the cards that law 65 may replace (R-21), or the characters under which law 66 may be tucked (R-23)."""
    if law == REPLACE:
        return [card for level, _, card in placed(player) if level <= TOP_LAW_LEVEL]
    return [card for _, _, card in placed(player) if not is_law(card)]


def refuse_place(law: int) -> IllegalAction:
    """Return the refusal to lay one of these two laws on an open place."""
    return IllegalAction(f"VC-4.{law}", f"Law {law} {_WORK[law]} of your pyramid: it is not laid on an open place.")


def check_target(player: Player, law: int, do: Target) -> None:
    """Raise IllegalAction unless the law may work on that card."""
    rule = f"VC-4.{law}"
    place = place_of(player, do.card)
    if place is None:
        raise IllegalAction(rule, f"{label(do.card)} does not lie in your pyramid.")
    if law == REPLACE and place[0] > TOP_LAW_LEVEL:
        raise IllegalAction(rule, "A law may not lie on level 5.")
    if law == DOUBLE and is_law(do.card):
        raise IllegalAction(rule, f"Law {law} {_WORK[law]}: {label(do.card)} is a law.")


def work_on(table: Table, seat: int, law: int, target: int) -> None:
    """Replace the target by law 65, or tuck law 66 under it."""
    if law == REPLACE:
        _replace(table, seat, target)
    else:
        _double(table, seat, target)


def _replace(table: Table, seat: int, target: int) -> None:
    """Replace a card by law 65; its tokens and tucked cards stay at the place (R-21).

    Each circle that is of one colour now and was not before gives a gem (R-22).
    """
    player = table.players[seat]
    place = place_of(player, target)
    assert place is not None
    level, column = place
    before = {circle for circle in _circles_of(player, level, column) if circle_colour(player, *circle) >= 0}
    left, rows = with_card(player, level, column, REPLACE)
    player = table.change(
        seat,
        hand=remove_card(player.hand, REPLACE),
        shown=remove_card(player.shown, REPLACE),
        left=left,
        rows=rows,
        tokens=tokens.move(player.tokens, target, REPLACE),
        tucked=tokens.move(player.tucked, target, REPLACE),
    )
    table.tell(Replaced(seat, target, level, column))
    for circle in _circles_of(player, level, column):
        if circle not in before:
            table.close_circle(seat, *circle)
    table.enter_hand(seat, target, hidden=False)


def _circles_of(player: Player, level: int, column: int) -> list[tuple[int, int]]:
    """Return the circles to which the card at a place belongs, as the places of their top cards."""
    own = [(level, column)] if level > 1 else []
    above = [(level + 1, column - 1), (level + 1, column)] if level < LEVELS else []
    return own + [circle for circle in above if card_at(player, *circle)]


def _double(table: Table, seat: int, target: int) -> None:
    """Tuck law 66 under a character and add one identical token for each token there (R-23, R-41).

    Gems come from the supply or, if it has none of that colour, perhaps from the screen.
    """
    table.tuck(seat, DOUBLE, target, hidden=False, rule="VC-4.66")
    on = tokens.on(table.players[seat].tokens, target)
    for code in sorted({code for code in on if tokens.gem_colour(code) < 0}):
        table.lay(seat, target, code, n=on.count(code), rule="VC-4.66")
    gems = [tokens.copy_of(code) for code in on if tokens.gem_colour(code) >= 0]
    table.push(*(GemToLay(seat, target, code, "VC-4.66") for code in sorted(gems)))
    if not on:
        table.nothing(seat, f"no token lies on {label(target)}", "VC-4.66")
