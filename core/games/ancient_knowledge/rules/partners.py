"""The exchange of a card between partners during the turn of the other team (AK-8.2b, AK-8.2g)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.games.ancient_knowledge import actions
from kronika.core.games.ancient_knowledge.actions import REFUSE, Do
from kronika.core.games.ancient_knowledge.cards import label
from kronika.core.games.ancient_knowledge.effects.ending import Exchanged, OfferLapsed
from kronika.core.games.ancient_knowledge.ids import CODES, IDS, builder_id
from kronika.core.games.ancient_knowledge.rules.phases import is_open
from kronika.core.games.ancient_knowledge.state import EXCHANGED, SPENT, State
from kronika.core.games.ancient_knowledge.table import Table, partner

EXCHANGES = frozenset((actions.Offer, actions.Accept, actions.Refuse))


def exchangers(state: State, deciding: Sequence[int]) -> tuple[int, ...]:
    """Return the seats of the waiting team that may offer or answer now, while `deciding` decide something else."""
    if not state.options.teams or not state.turns or CHANCE in deciding:
        return ()
    on_turn = state.turns[0].seat >> 1
    waiting = tuple(seat for seat in range(len(state.players)) if seat >> 1 != on_turn)
    if any(seat in deciding for seat in waiting):
        return ()
    return tuple([seat for seat in waiting if _may_offer(state, seat) or _may_answer(state, seat)])


def _may_offer(state: State, seat: int) -> bool:
    other = partner(state.options, seat)
    if state.offers[seat] or is_open(state.offers[other]):
        return False
    return bool(state.players[seat].hand and state.players[other].hand)


def _may_answer(state: State, seat: int) -> bool:
    return is_open(state.offers[partner(state.options, seat)])


def options(state: State, seat: int) -> Sequence[Do]:
    """Return the hand cards to offer or, if the partner has made an offer, those to give for it, and the refusal."""
    hand = state.players[seat].hand
    if _may_answer(state, seat):
        return [*(actions.Accept(builder_id(card)) for card in hand), REFUSE]
    return [actions.Offer(builder_id(card)) for card in hand]


def check(state: State, seat: int, do: Do, open_to: tuple[int, ...]) -> None:
    """Raise IllegalAction unless the seat may offer or answer; `open_to` are the seats that may."""
    if not state.options.teams:
        raise IllegalAction("AK-8.2b", "Cards are exchanged only in the team variant.")
    if not state.turns:
        raise IllegalAction("AK-8.2b", "Cards are exchanged during the turn of the other team.")
    if not 0 <= seat < len(state.players) or seat >> 1 == state.turns[0].seat >> 1:
        raise IllegalAction("AK-8.2b", "Cards are exchanged during the turn of the other team, not during yours.")
    if type(do) is actions.Offer:
        _check_offer(state, seat, do, open_to)
    elif not _may_answer(state, seat):
        raise IllegalAction("AK-8.2b", "Your partner has made no offer.")
    elif seat not in open_to:
        raise IllegalAction("AK-8.2g", "Not while a decision is pending for you or your partner.")
    elif type(do) is actions.Accept and CODES[do.card] not in state.players[seat].hand:
        raise IllegalAction("AK-8.2b", f"{label(CODES[do.card])} is not in your hand: give one of your cards.")


def _check_offer(state: State, seat: int, do: actions.Offer, open_to: tuple[int, ...]) -> None:
    if state.offers[seat]:
        raise IllegalAction("AK-8.2g", "You have made your one offer in this turn of the other team.")
    if is_open(state.offers[partner(state.options, seat)]):
        raise IllegalAction("AK-8.2g", "Your partner has made an offer: answer it first.")
    if CODES[do.card] not in state.players[seat].hand:
        raise IllegalAction("AK-8.2b", f"{label(CODES[do.card])} is not in your hand.")
    if not state.players[partner(state.options, seat)].hand:
        raise IllegalAction("AK-8.2b", "Your partner has no card to give.")
    if seat not in open_to:
        raise IllegalAction("AK-8.2g", "Not while a decision is pending for you or your partner.")


def apply(table: Table, seat: int, do: Do) -> None:
    """Make or answer an offer."""
    _APPLIES[type(do)](table, seat, do)


def _mark(table: Table, seat: int, value: int) -> None:
    table.offers = table.offers[:seat] + bytes((value,)) + table.offers[seat + 1 :]


def _offer(table: Table, seat: int, do: actions.Offer) -> None:
    _mark(table, seat, CODES[do.card])


def _accept(table: Table, seat: int, do: actions.Accept) -> None:
    """Exchange one card each way; after the first exchange both partners can make no other (AK-8.2g)."""
    other = partner(table.options, seat)
    offered, given = table.offers[other], CODES[do.card]
    table.forget(seat)
    table.forget(other)
    table.set_hand(other, table.players[other].hand.replace(bytes((offered,)), b""))
    table.set_hand(seat, table.players[seat].hand.replace(bytes((given,)), b""))
    table.to_hand(other, bytes((given,)))
    table.to_hand(seat, bytes((offered,)))
    _mark(table, seat, EXCHANGED)
    _mark(table, other, EXCHANGED)
    table.effects.append(Exchanged(other, seat, (IDS[offered], IDS[given])))


def _refuse(table: Table, seat: int, do: actions.Refuse) -> None:
    _mark(table, partner(table.options, seat), SPENT)


_APPLIES: dict[type, Callable[[Table, int, Any], None]] = {
    actions.Offer: _offer,
    actions.Accept: _accept,
    actions.Refuse: _refuse,
}


def lapse(table: Table) -> None:
    """Let an offer lapse when its card has left the hand (AK-8.2g)."""
    for seat, offered in enumerate(table.offers):
        if is_open(offered) and offered not in table.players[seat].hand:
            _mark(table, seat, SPENT)
            table.effects.append(OfferLapsed(seat))
