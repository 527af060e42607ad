"""The end of a round: the temple, the clean-up, the next round or the end of the game (IM-2.10, IM-2.14 to IM-2.20)."""

from __future__ import annotations

from kronika.core.games.imhotep.actions import (
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
from kronika.core.games.imhotep.board import ROUNDS, TEMPLE_POINTS, TEMPLE_STONES, temple_width
from kronika.core.games.imhotep.cards import NO_CARDS
from kronika.core.games.imhotep.counts import add, plus, tally
from kronika.core.games.imhotep.rules.draft import Draft
from kronika.core.games.imhotep.rules.due import visible_stone
from kronika.core.games.imhotep.rules.stock import cards_left, ready_deck
from kronika.core.games.imhotep.scoring import FINAL_PARTS, score
from kronika.core.games.imhotep.state import (
    DRAW,
    FREE,
    NOBODY,
    OVER,
    ROUND_CARD,
    ROUND_END,
    SHOW_PAIR,
    VISIBLE,
    can_take,
)

# -- how a round ends -------------------------------------------------------------------------------------------


def all_sailed(draft: Draft) -> bool:
    """Has every ship of the round sailed (IM-2.14)?"""
    return len(draft.harbours) - draft.harbours.count(0) == len(draft.ships)


def close_round(draft: Draft) -> None:
    """The last ship is unloaded. Its sailor's left neighbour begins the next round (IM-2.20)."""
    _end(draft, (draft.turn + 1) % len(draft.sleds), "IM-2.14")


def abandon_round(draft: Draft) -> None:
    """IM-2.10: stones of unsailed ships go home; the left neighbour of who last did something begins."""
    draft.effects.append(RoundBroken())
    back = [0] * len(draft.sleds)
    for stone in b"".join(draft.ships):
        if stone:
            back[stone - 1] += 1
    return_stones(draft, bytes(back), "IM-2.10")
    draft.ships, draft.harbours = (), FREE
    _end(draft, draft.first if draft.doer == NOBODY else (draft.doer + 1) % len(draft.sleds), "IM-2.10")


def return_stones(draft: Draft, stones: bytes, rule: str) -> None:
    """Stones, by seat, go back to their owners' quarries."""
    draft.quarries = plus(draft.quarries, stones)
    draft.effects.append(StonesReturned(tuple(stones), rule))


def _end(draft: Draft, first: int, rule: str) -> None:
    draft.phase = ROUND_END
    draft.first = first
    draft.effects.append(RoundEnded(draft.round, rule))
    _score_temple(draft)


# -- the temple -------------------------------------------------------------------------------------------------


def _score_temple(draft: Draft) -> None:
    """IM-2.15, whether a ship came or not. Side A pays at once; side B goes from space to space."""
    seats = len(draft.sleds)
    if draft.options.temple == "a":
        points = tally(draft.temple[-temple_width(seats) :], seats)
        draft.temple_points = (*draft.temple_points, points)
        draft.effects.append(TempleScored(tuple(points)))
        return
    draft.temple_points = (*draft.temple_points, bytes(seats))
    if draft.temple:
        draft.push(VISIBLE, NOBODY)


def visible_step(draft: Draft) -> bool:
    """IM-3.11: the bonus of the next space; false when its owner must choose or draw."""
    space = draft.stack[-1].number
    width = temple_width(len(draft.sleds))
    if space >= min(width, len(draft.temple)):
        draft.stack.pop()
        return True
    owner = visible_stone(draft.temple, width, space)
    bonus = draft.options.temple_b[space]
    if bonus == "point_or_stones" and can_take(draft.sleds[owner], draft.quarries[owner], TEMPLE_STONES):
        return False
    draft.advance(space + 1, 0)
    if bonus != "card":
        temple_points(draft, owner, space, TEMPLE_POINTS if bonus == "two_points" else 1)
    elif cards_left(draft):
        ready_deck(draft)
        draft.push(DRAW, owner)
        return False
    else:
        draft.effects.append(NoCard(owner, "IM-3.11"))
    return True


def temple_points(draft: Draft, owner: int, space: int, points: int) -> None:
    """Points of a space of side B, written to this round."""
    earlier, now = draft.temple_points[:-1], draft.temple_points[-1]
    draft.temple_points = (*earlier, add(now, owner, points))
    draft.effects.append(TempleBonus(owner, space + 1, points))


# -- after the temple -------------------------------------------------------------------------------------------


def finish_round(draft: Draft) -> None:
    """The clean-up (IM-2.16), or after the last round the final scoring (IM-2.19)."""
    if draft.round == ROUNDS:
        score_game(draft)
        return
    draft.effects.append(FirstNamed(draft.first))
    draft.ships, draft.harbours = (), FREE
    draft.effects.append(MarketCleared(sum(draft.row)))
    draft.discard, draft.row = plus(draft.discard, draft.row), NO_CARDS
    if draft.pair:
        draft.phase = SHOW_PAIR
    else:
        next_round(draft)


def next_round(draft: Draft) -> None:
    """A round card is due."""
    draft.phase = ROUND_CARD
    draft.round += 1
    draft.turn = draft.first
    draft.doer = NOBODY


def score_game(draft: Draft) -> None:
    """The final scoring (IM-4.1); the game is over."""
    draft.phase = OVER
    items = score(draft.state())
    sums = [0] * len(draft.sleds)
    for item in items:
        sums[item.seat] += item.points
        if item.points and item.part in FINAL_PARTS:
            draft.effects.append(Scored(item.seat, item.source, item.points, item.rule))
    draft.effects.append(Ended(tuple(sums)))
