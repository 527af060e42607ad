"""The end of a round: the temple, the clean-up, the next round or the end of the game (IM-2.10, IM-2.14 to IM-2.20)."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.contract.zones import add_tallies, add_to_tally, tally_of
from kronika.core.games.imhotep.board import ROUNDS, TEMPLE_POINTS, TEMPLE_STONES, temple_width
from kronika.core.games.imhotep.cards import NO_CARDS
from kronika.core.games.imhotep.effects import (
    Ended,
    FirstNamed,
    MarketCleared,
    NoCard,
    RoundBroken,
    RoundEnded,
    Scored,
    StonesReturned,
    TempleBonus,
    TempleScored,
)
from kronika.core.games.imhotep.rules.due import visible_stone
from kronika.core.games.imhotep.rules.stack import Effects, pop, push, space_done
from kronika.core.games.imhotep.rules.stock import cards_left, ready_deck
from kronika.core.games.imhotep.scoring import FINAL_PARTS, score
from kronika.core.games.imhotep.state import (
    CARGO,
    DRAW,
    FREE,
    NOBODY,
    OVER,
    ROUND_CARD,
    ROUND_END,
    SHOW_PAIR,
    VISIBLE,
    Market,
    State,
    can_take,
)

# -- how a round ends -------------------------------------------------------------------------------------------


def all_sailed(state: State) -> bool:
    """Has every ship of the round sailed (IM-2.14)?"""
    return len(state.harbours.replace(b"\0", b"")) == len(state.ships)


def close_round(state: State, effects: Effects) -> State:
    """The last ship is unloaded. Its sailor's left neighbour begins the next round (IM-2.20)."""
    return _end(state, effects, (state.turn + 1) % len(state.sleds), "IM-2.14")


def abandon_round(state: State, effects: Effects) -> State:
    """IM-2.10: stones of unsailed ships go home; the left neighbour of who last did something begins."""
    seats = len(state.sleds)
    effects.append(RoundBroken())
    quarries = return_stones(state, effects, b"".join([CARGO[slots] for slots in state.ships]), "IM-2.10")
    first = state.first if state.doer == NOBODY else (state.doer + 1) % seats
    return _end(replace(state, ships=(), harbours=FREE, quarries=quarries), effects, first, "IM-2.10")


def return_stones(state: State, effects: Effects, stones: bytes, rule: str) -> bytes:
    """The quarries when these stones, given as seats, have come back to their owners."""
    back = tally_of(stones, len(state.sleds))
    effects.append(StonesReturned(tuple(back), rule))
    return add_tallies(state.quarries, back)


def _end(state: State, effects: Effects, first: int, rule: str) -> State:
    """The temple is scored, whether a ship came or not (IM-2.15). Side B goes from space to space."""
    effects.append(RoundEnded(state.round, rule))
    sites, seats = state.sites, len(state.sleds)
    if state.options.temple == "a":
        points = tally_of(sites.temple[-temple_width(seats) :], seats)
        effects.append(TempleScored(tuple(points)))
    else:
        points = bytes(seats)
    sites = replace(sites, temple_points=(*sites.temple_points, points))
    state = replace(state, phase=ROUND_END, first=first, sites=sites)
    return push(state, VISIBLE, NOBODY) if state.options.temple == "b" and sites.temple else state


# -- the temple of side B ---------------------------------------------------------------------------------------


def visible_step(state: State, effects: Effects) -> State | None:
    """IM-3.11: the bonus of the next space; None when its owner must choose."""
    space = state.stack[-1].number
    temple, width = state.sites.temple, temple_width(len(state.sleds))
    if space >= min(width, len(temple)):
        return pop(state)
    owner = visible_stone(temple, width, space)
    bonus = state.options.temple_b[space]
    if bonus == "point_or_stones" and can_take(state.sleds[owner], state.quarries[owner], TEMPLE_STONES):
        return None
    state = replace(state, stack=space_done(state.stack))
    if bonus != "card":
        return temple_points(state, effects, owner, space, TEMPLE_POINTS if bonus == "two_points" else 1)
    if cards_left(state.market):
        return push(replace(state, market=ready_deck(state.market, effects)), DRAW, owner)
    effects.append(NoCard(owner, "IM-3.11"))
    return state


def temple_points(state: State, effects: Effects, owner: int, space: int, points: int) -> State:
    """Points of a space, written to this round."""
    effects.append(TempleBonus(owner, space + 1, points))
    *earlier, now = state.sites.temple_points
    return replace(state, sites=replace(state.sites, temple_points=(*earlier, add_to_tally(now, owner, points))))


# -- after the temple -------------------------------------------------------------------------------------------


def finish_round(state: State, effects: Effects) -> State:
    """The clean-up (IM-2.16), or after the last round the final scoring (IM-2.19)."""
    if state.round == ROUNDS:
        return score_game(state, effects)
    market = state.market
    effects.append(FirstNamed(state.first))
    effects.append(MarketCleared(sum(market.row)))
    market = Market(market.deck, NO_CARDS, market.pair, add_tallies(market.discard, market.row))
    if market.pair:
        return replace(state, phase=SHOW_PAIR, ships=(), harbours=FREE, market=market)
    return next_round(state, market)


def next_round(state: State, market: Market) -> State:
    """A round card is due."""
    return replace(
        state,
        phase=ROUND_CARD,
        round=state.round + 1,
        turn=state.first,
        doer=NOBODY,
        ships=(),
        harbours=FREE,
        market=market,
    )


def score_game(state: State, effects: Effects) -> State:
    """The final scoring (IM-4.1); the game is over."""
    state = replace(state, phase=OVER)
    sums = [0] * len(state.sleds)
    for item in score(state):
        sums[item.seat] += item.points
        if item.points and item.part in FINAL_PARTS:
            effects.append(Scored(item.seat, item.source, item.points, item.rule))
    effects.append(Ended(tuple(sums)))
    return state
