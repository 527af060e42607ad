"""Bounds on hidden things, from an event that a full game refuses or gives other effects than were recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kronika.core.contract.twins import agrees
from kronika.core.contract.unseen import Bound, Either, Failed, Holds, Lacks
from kronika.core.games.viceroy import actions as do_
from kronika.core.games.viceroy import effects, steps
from kronika.core.games.viceroy.cards import FIRST_GEM, LAST_CHARACTER
from kronika.core.games.viceroy.effects import Effect
from kronika.core.games.viceroy.gems import COLOURS, INDEX
from kronika.core.games.viceroy.rules import apply
from kronika.core.games.viceroy.state import State
from kronika.core.games.viceroy.unseen.doubts import doubts
from kronika.core.games.viceroy.unseen.places import (
    BID,
    CHOSEN,
    NONE,
    PLAY,
    SCREEN,
    SELL,
    USE,
    Choice,
)


def conditions(state: State, seat: int, do: Any, then: Sequence[Effect], failed: Failed) -> list[tuple[int, Bound]]:
    """The bounds that a full game must meet to agree with an event on which it failed.

    They are about what decides whether the rules ask a player: the gems each player hides, laws in hands, and bids.
    Each holds after a number of effects.
    """
    if failed.then is None:
        return [(0, one) for one in _allowed(state, seat, failed.do)]
    pairs = enumerate(zip(then, failed.then, strict=False))
    n = next((n for n, (one, other) in pairs if not agrees(one, other)), min(len(then), len(failed.then)))
    after, whole = apply(state, seat, failed.do)
    ways = [way for way in doubts(state, seat, failed.do, whole, after) if way[0][0] == n]
    singles = [way[0][1] for way in ways if len(way) == 1]
    bounds: list[Bound] = [Either(tuple(singles))] if singles else [bound for way in ways for _, bound in way]
    bounds += [*_bids(failed.then, n), *_played(state, then, failed.then)]
    return [(n, bound) for bound in bounds]


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


def _bids(failed: Sequence[Effect], n: int) -> Iterator[Bound]:
    """The bound that somebody bids, if the failed game shows no bids: virtual opponents bid first then (R-33)."""
    match failed[n : n + 1]:
        case [effects.BidsShown(bids)]:
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
