"""The end of a round: temple, clean-up, and the next round or the end of the game (IM-2.10, IM-2.14 to IM-2.20)."""

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

# -- the end of a round -----------------------------------------------------------------------------------------


def all_sailed(state: State) -> bool:
    """Whether every ship of the round has sailed (IM-2.14)."""
    return len(state.harbours.replace(b"\0", b"")) == len(state.ships)


def close_round(state: State, effects: Effects) -> State:
    """End the round after its last ship; the left neighbour of the sailing player begins the next one (IM-2.20)."""
    return _end(state, effects, (state.turn + 1) % len(state.sleds), "IM-2.14")


def abandon_round(state: State, effects: Effects) -> State:
    """End the round early, because no player can act (IM-2.10).

    The stones on unsailed ships go back to the quarries. The left neighbour of the last player who did more than pass
    begins the next round.
    """
    seats = len(state.sleds)
    effects.append(RoundBroken())
    quarries = return_stones(state, effects, b"".join([CARGO[slots] for slots in state.ships]), "IM-2.10")
    first = state.first if state.doer == NOBODY else (state.doer + 1) % seats
    return _end(replace(state, ships=(), harbours=FREE, quarries=quarries), effects, first, "IM-2.10")


def return_stones(state: State, effects: Effects, stones: bytes, rule: str) -> bytes:
    """Return the quarries after these stones, given as seats, have gone back to their owners; adds an effect."""
    back = tally_of(stones, len(state.sleds))
    effects.append(StonesReturned(tuple(back), rule))
    return add_tallies(state.quarries, back)


def _end(state: State, effects: Effects, first: int, rule: str) -> State:
    """Score the temple, even if no ship came to it (IM-2.15). On side B each space is a step of its own (IM-3.11)."""
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
    """Give the bonus of the temple's next space (IM-3.11); None if the stone's owner must choose."""
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
    """Return the state with the points of a space added to this round's temple points; adds an effect."""
    effects.append(TempleBonus(owner, space + 1, points))
    *earlier, now = state.sites.temple_points
    return replace(state, sites=replace(state.sites, temple_points=(*earlier, add_to_tally(now, owner, points))))


# -- after the temple -------------------------------------------------------------------------------------------


def finish_round(state: State, effects: Effects) -> State:
    """Finish the round: clean up (IM-2.16), or after the last round do the final scoring (IM-2.19)."""
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
    """Return the state at the beginning of the next round, before its round card is turned up (IM-2.1)."""
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
    """End the game with the final scoring (IM-4.1)."""
    state = replace(state, phase=OVER)
    sums = [0] * len(state.sleds)
    for item in score(state):
        sums[item.seat] += item.points
        if item.points and item.part in FINAL_PARTS:
            effects.append(Scored(item.seat, item.source, item.points, item.rule))
    effects.append(Ended(tuple(sums)))
    return state
