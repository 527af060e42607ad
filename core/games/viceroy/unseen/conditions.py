"""Bounds on hidden things, from an event that a full game refuses or gives other effects than were recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kronika.core.contract.twins import kind_of
from kronika.core.contract.unseen import After, Bound, Either, Failed, Holds, Lacks, Move
from kronika.core.games.viceroy import actions as do_
from kronika.core.games.viceroy import effects, steps
from kronika.core.games.viceroy.cards import FIRST_GEM, LAST_CHARACTER
from kronika.core.games.viceroy.effects import Effect
from kronika.core.games.viceroy.gems import COLOURS, INDEX
from kronika.core.games.viceroy.rules import apply
from kronika.core.games.viceroy.state import State
from kronika.core.games.viceroy.unseen.acts import OTHERS, least_prices
from kronika.core.games.viceroy.unseen.moves import NO_GEM, operations
from kronika.core.games.viceroy.unseen.places import (
    ALL_LAWS,
    BID,
    CHOSEN,
    HAND,
    NONE,
    PLAY,
    SCREEN,
    SELL,
    SUPPLY,
    USE,
    Choice,
)


def conditions(state: State, seat: int, do: Any, then: Sequence[Effect], failed: Failed) -> list[Bound | After]:
    """The bounds that a full game must meet to agree with an event on which it failed.

    They are about what decides whether the rules ask a player: the gems each player hides, laws in hands, and bids. All
    hold after the action.
    """
    if failed.then is None:
        return [After(one) for one in _allowed(state, seat, failed.do)]
    told = {kind_of(effect) for effect in then}
    bounds = [one for effect in failed.then if kind_of(effect) not in told for one in _asked(state, effect)]
    bounds += _played(state, then, failed.then)
    ended = any(isinstance(effect, effects.Ended) for effect in failed.then)
    if ended != (effects.Ended in told):
        after = apply(state, seat, failed.do)[0]
        prices = tuple(_prices(state, seat, do, then, after, paid=ended))
        bounds += [Either(prices)] if ended else prices
    return [After(one) for one in bounds]


def _allowed(state: State, seat: int, do: Any) -> Iterator[Bound]:
    """The bound that a face-down choice is another one, or that the player has the gem for it (VC-2.4, VC-2.13).

    The gem is the one that is bid, or the one that the card costs in row 1. A bid also needs a card to bid on. In the
    second edition a chosen card may be sold instead.
    """
    if isinstance(do, do_.Bid):
        chosen = Lacks(BID[seat], frozenset((Choice(seat, do.what),)))
        lane = INDEX.get(do.what)
        there = any(state.display) if lane is None else any(state.display[2 * lane : 2 * lane + 2])
        yield Either((chosen, Holds(SCREEN[seat], frozenset((do.what,))))) if there else chosen
    elif isinstance(do, do_.Select):
        chosen = Lacks(CHOSEN[seat], frozenset((do.card,)))
        sold = Holds(USE[seat], frozenset((Choice(seat, SELL),)))
        ways = (chosen, sold) if state.options.second_edition else (chosen,)
        if do.card <= LAST_CHARACTER:
            ways = (*ways, Holds(SCREEN[seat], frozenset((COLOURS[FIRST_GEM[do.card]],))))
        yield Either(ways)


def _asked(state: State, effect: Effect) -> Iterator[Bound]:
    """The bounds under which an effect of the failed game does not happen, since it was not recorded."""
    match effect:
        case effects.Nothing(owner, why) if why in NO_GEM:
            gem = frozenset((NO_GEM[why],))
            yield Either((Holds(SCREEN[owner], gem), Holds(SUPPLY, gem)))
        case effects.GemsGiven(owner, _, gems):
            yield Holds(SCREEN[owner], OTHERS[COLOURS[max(range(4), key=gems.__getitem__)]])
        case effects.ReturnedLaw(owner):
            yield Holds(HAND[owner], ALL_LAWS, 2)
        case effects.BidsShown(bids):
            # The virtual opponents bid first, since a player does.
            ways = (Lacks(BID[owner], frozenset((Choice(owner, NONE),))) for owner, bid in enumerate(bids) if bid)
            yield Either(tuple(ways))


def _played(state: State, then: Sequence[Effect], failed: Sequence[Effect]) -> Iterator[Bound]:
    """The first card that is sold in the game that failed, and not in the record: it is played (VC-6.8).

    What comes after it may be as it is there.
    """
    owners = {step.card: step.seat for step in state.stack if isinstance(step, (steps.Play, steps.Sale))}
    for effect in failed:
        match effect:
            case effects.SelectionShown(cards):
                owners |= {card: owner for owner, card in enumerate(cards) if card}
            case effects.Removed(cards, "VC-6.8") if effect not in then:
                if cards[0] in owners:
                    owner = owners[cards[0]]
                    yield Holds(USE[owner], frozenset((Choice(owner, PLAY),)))
                return


def _prices(
    before: State, seat: int, do: Any, then: Sequence[Effect], after: State, *, paid: bool
) -> Iterator[Holds | Lacks]:
    """For each player and colour: that a circle can be paid, or that none can (VC-5.2)."""
    moves = operations(before, seat, do, then)[len(operations(before, seat, do, ())) :]
    for owner, player in enumerate(after.players):
        for colour, price in least_prices(player).items():
            kind = COLOURS[colour]
            came = sum(
                (one.goal == SCREEN[owner]) - (one.source == SCREEN[owner])
                for one in moves
                if isinstance(one, Move) and one.kind == kind
            )
            if paid:
                yield Holds(SCREEN[owner], frozenset((kind,)), price - came)
            else:
                yield Lacks(SCREEN[owner], frozenset((kind,)), price - 1 - came)
