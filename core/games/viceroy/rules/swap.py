"""Law 67: pay three gems to an opponent, then swap a token of each pyramid (VC-4.67, R-24)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, accept_any, finish_step
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.actions import DECLINE, Decline, Do, Gems, Get, Give, Pay
from kronika.core.games.viceroy.cards import label
from kronika.core.games.viceroy.effects import GemsGiven, Swapped
from kronika.core.games.viceroy.gems import choices, counts, minus, plus
from kronika.core.games.viceroy.rules.rewards import check_gems, chosen_gems, gem_options, pick_gems
from kronika.core.games.viceroy.state import Options, Player, State
from kronika.core.games.viceroy.steps import SwapOther, SwapOwn, SwapPartner, SwapPrice
from kronika.core.games.viceroy.table import Table

RULE = "VC-4.67"
PRICE = 3


def swappable(player: Player, options: Options) -> list[tuple[int, int]]:
    """Return the different (card, token code) pairs of a pyramid that law 67 may swap (R-24)."""
    found = dict.fromkeys(tokens.pairs(player.tokens))
    return [pair for pair in found if options.swap_infinite or not tokens.is_infinite(pair[1])]


def partners(of: State | Table, seat: int) -> list[int]:
    """Return the opponents with whom a swap is possible.

    Both pyramids must have a token, and the player three gems behind the screen.
    """
    player = of.players[seat]
    if sum(player.gems) < PRICE or not swappable(player, of.options):
        return []
    return [other for other, them in enumerate(of.players) if other != seat and swappable(them, of.options)]


def _settle_swap_partner(table: Table, step: SwapPartner) -> SwapPartner | None:
    """Wait for the choice of an opponent; if no swap is possible, nothing is asked."""
    if partners(table, step.seat):
        return step
    table.nothing(step.seat, "no swap is possible", RULE)
    return None


def _swap_partner_options(state: State, step: SwapPartner, seat: int) -> Sequence[Do]:
    """Return each opponent with a token, and the option to decline."""
    return [*map(Pay, partners(state, seat)), DECLINE]


def _check_swap_partner(state: State, step: SwapPartner, seat: int, do: Pay) -> None:
    """Raise IllegalAction unless a swap with this opponent is possible."""
    if do.seat not in partners(state, seat):
        raise IllegalAction(RULE, "Choose an opponent with a token in their pyramid.", {"seats": partners(state, seat)})


def _swap_partner(table: Table, step: SwapPartner, seat: int, do: Pay) -> None:
    """Continue with the payment."""
    table.push(SwapPrice(seat, do.seat))


def _settle_swap_price(table: Table, step: SwapPrice) -> SwapPrice | None:
    """Pay without asking if the player has exactly three gems, or gems of only one colour."""
    gems = table.players[step.seat].gems
    if sum(gems) != PRICE and max(gems) != sum(gems):
        return step
    _pay_price(table, step, counts(next(choices(gems, PRICE, PRICE))))
    return None


def _swap_price_options(state: State, step: SwapPrice, seat: int) -> Sequence[Do]:
    """Return every way to pay three gems."""
    return gem_options(state.players[seat].gems, PRICE, PRICE)


def _pick_swap_price(state: State, step: SwapPrice, seat: int, dice: Dice) -> Do:
    """Return a random way to pay three gems."""
    return pick_gems(state.players[seat].gems, PRICE, PRICE, dice)


def _check_swap_price(state: State, step: SwapPrice, seat: int, do: Gems) -> None:
    """Raise IllegalAction unless these are three gems from behind the screen."""
    check_gems(state.players[seat].gems, PRICE, PRICE, do, RULE, "behind your screen")


def _swap_price(table: Table, step: SwapPrice, seat: int, do: Gems) -> None:
    """Pay the gems to the opponent."""
    _pay_price(table, step, chosen_gems(do))


def _pay_price(table: Table, step: SwapPrice, gems: tuple[int, int, int, int]) -> None:
    table.change(step.seat, gems=minus(table.players[step.seat].gems, gems))
    table.change(step.to, gems=plus(table.players[step.to].gems, gems))
    table.tell(GemsGiven(step.seat, step.to, gems))
    table.push(SwapOwn(step.seat, step.to, bytes(gems)))


def _settle_swap_own(table: Table, step: SwapOwn) -> SwapOwn | None:
    """Choose the only token without asking; with several, wait for the choice."""
    own = swappable(table.players[step.seat], table.options)
    if len(own) > 1:
        return step
    table.push(SwapOther(step.seat, step.to, step.paid, *own[0]))
    return None


def _swap_own_options(state: State, step: SwapOwn, seat: int) -> Sequence[Do]:
    """Return every different token of the player."""
    return [Give(card, tokens.TOKEN_NAMES[code]) for card, code in swappable(state.players[seat], state.options)]


def _check_swap_own(state: State, step: SwapOwn, seat: int, do: Give) -> None:
    """Raise IllegalAction unless the token is in the player's own pyramid."""
    check_token(state.players[seat], state.options, do.card, do.token)


def _swap_own(table: Table, step: SwapOwn, seat: int, do: Give) -> None:
    """Continue with the choice of the opponent's token."""
    table.push(SwapOther(seat, step.to, step.paid, do.card, tokens.TOKEN_CODES[do.token]))


def _swap_other_options(state: State, step: SwapOther, seat: int) -> Sequence[Do]:
    """Return every different token of the opponent."""
    theirs = swappable(state.players[step.to], state.options)
    return [Get(card, tokens.TOKEN_NAMES[code]) for card, code in theirs]


def _check_swap_other(state: State, step: SwapOther, seat: int, do: Get) -> None:
    """Raise IllegalAction unless the token is in the opponent's pyramid."""
    check_token(state.players[step.to], state.options, do.card, do.token)


def _swap_other(table: Table, step: SwapOther, seat: int, do: Get) -> None:
    """Swap the two tokens."""
    card, code = do.card, tokens.TOKEN_CODES[do.token]
    own, theirs = table.players[step.seat].tokens, table.players[step.to].tokens
    table.change(step.seat, tokens=tokens.add(tokens.remove(own, step.card, step.token), step.card, code))
    table.change(step.to, tokens=tokens.add(tokens.remove(theirs, card, code), card, step.token))
    names = tokens.TOKEN_NAMES
    table.tell(Swapped(step.seat, step.card, names[step.token], step.to, card, names[code]))


def check_token(player: Player, options: Options, card: int, token: str) -> None:
    """Raise IllegalAction unless this token is on this card and may be swapped."""
    pair = (card, tokens.TOKEN_CODES[token])
    if pair not in tokens.pairs(player.tokens):
        raise IllegalAction(RULE, f"No {token} lies on {label(card)} in that pyramid.")
    if pair not in swappable(player, options):
        raise IllegalAction("R-24", "You can't swap an infinite gem in this game.")


DUES: Final[dict[type, StepKind[State, Table]]] = {
    SwapPartner: StepKind(
        rule=RULE,
        what="choose an opponent for law 67, or decline",
        settle=_settle_swap_partner,
        takes={Pay: (_check_swap_partner, _swap_partner), Decline: (accept_any, finish_step)},
        options=_swap_partner_options,
    ),
    # Three gems of any colours go from screen to screen; everybody sees their colours.
    SwapPrice: StepKind(
        rule=RULE,
        what="pay three gems for law 67",
        settle=_settle_swap_price,
        takes={Gems: (_check_swap_price, _swap_price)},
        options=_swap_price_options,
        pick=_pick_swap_price,
    ),
    SwapOwn: StepKind(
        rule=RULE,
        what="choose a token to give under law 67",
        settle=_settle_swap_own,
        takes={Give: (_check_swap_own, _swap_own)},
        options=_swap_own_options,
    ),
    # The token received; each token lands where the other lay. The player is asked even if there is only one, so that
    # the table shows every payment for a moment.
    SwapOther: StepKind(
        rule=RULE,
        what="choose a token to get under law 67",
        takes={Get: (_check_swap_other, _swap_other)},
        options=_swap_other_options,
    ),
}
