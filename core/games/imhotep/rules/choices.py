"""The decisions of a stone's owner, in any player's turn (IM-2.12): cards, pyramids, bonuses, temple of side B."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.zones import BYTE, add_to_tally, move_between
from kronika.core.games.imhotep.actions import (
    BONUS_CARD,
    BONUS_STONES,
    SKIP,
    BonusCard,
    BonusPlace,
    BonusStones,
    Choose,
    Do,
    Keep,
    Pyramid,
    Skip,
    TakeCard,
)
from kronika.core.games.imhotep.board import AT_ONCE, PYRAMID_NAMES, TEMPLE_STONES
from kronika.core.games.imhotep.cards import CARD_NAMES, CODE_OF
from kronika.core.games.imhotep.effects import GotStones
from kronika.core.games.imhotep.rules.due import actors, due, refuse
from kronika.core.games.imhotep.rules.resolve import resolve
from kronika.core.games.imhotep.rules.rounds import temple_points
from kronika.core.games.imhotep.rules.sites import open_pyramids, place_in_pyramid
from kronika.core.games.imhotep.rules.stack import Applied, Effects, pop, push, space_done, stone_done
from kronika.core.games.imhotep.rules.stock import discard, gain, ready_deck
from kronika.core.games.imhotep.rules.turn import check_spot, free_spots, loaded
from kronika.core.games.imhotep.state import (
    BONUS,
    DRAW,
    FOR_CARD,
    FOR_STONES,
    KEEP,
    RED,
    SEE_PAIR,
    VISIBLE,
    State,
    Step,
    can_take,
)

# -- legal actions ----------------------------------------------------------------------------------------------


def choices(state: State) -> list[Do]:
    """All legal answers to the decision that is due."""
    step = state.stack[-1]
    word = due(state)[0]
    if word == "market":
        market = state.market
        row: list[Do] = [TakeCard(CARD_NAMES[kind]) for kind, n in enumerate(market.row) if n]
        return [*row, TakeCard("pair")] if market.pair else row
    if word == "pyramid":
        free = open_pyramids(state.sites.pyramids, state.options.pyramids_b)
        return [Pyramid(PYRAMID_NAMES[which]) for which in free]
    if step.kind == KEEP:
        return [Keep(CARD_NAMES[kind]) for kind in sorted(set(state.market.pair))]
    if step.kind == VISIBLE:
        return [Choose("points"), Choose("stones")]
    if step.number == FOR_CARD:
        return [BONUS_CARD, SKIP]
    if step.number == FOR_STONES:
        return [BONUS_STONES, SKIP]
    return [*(BonusPlace(ship, slot) for ship, slot in free_spots(state)), SKIP]


# -- legality ---------------------------------------------------------------------------------------------------


def _check_owner(state: State, seat: int, word: str, what: str) -> None:
    """Raise IllegalAction unless this decision is due and belongs to this seat (IM-2.12)."""
    if due(state)[0] != word or actors(state)[0] != seat:
        refuse(state, seat, what)


def check_take_card(state: State, seat: int, do: TakeCard) -> None:
    """Raise IllegalAction unless this card or the pair can be taken (IM-3.1, IM-3.5)."""
    _check_owner(state, seat, "market", "take a card")
    if do.card == "pair":
        if not state.market.pair:
            raise IllegalAction("IM-3.5", "There is no pair of cards to take.")
    elif not state.market.row[CODE_OF[do.card]]:
        row = [CARD_NAMES[kind] for kind, n in enumerate(state.market.row) for _ in range(n)]
        raise IllegalAction("IM-3.1", f"There is no {do.card} in the row.", {"row": row})


def check_keep(state: State, seat: int, do: Keep) -> None:
    """Raise IllegalAction unless the card is in the pair (IM-3.5)."""
    _check_owner(state, seat, "keep", "keep a card of the pair")
    if CODE_OF[do.card] not in state.market.pair:
        raise IllegalAction("IM-3.5", f"There is no {do.card} in the pair.")


def check_pyramid(state: State, seat: int, do: Pyramid) -> None:
    """Raise IllegalAction unless the pyramid has a free place (IM-3.8)."""
    _check_owner(state, seat, "pyramid", "choose a pyramid")
    which = PYRAMID_NAMES.index(do.pyramid)
    if which not in open_pyramids(state.sites.pyramids, state.options.pyramids_b):
        raise IllegalAction("IM-3.8", f"The {do.pyramid} pyramid is complete.")


def check_bonus_card(state: State, seat: int, do: BonusCard) -> None:
    """Raise IllegalAction unless a card is offered as a bonus (IM-2.21)."""
    _check_owner(state, seat, "bonus_card", "take a card as a bonus")


def check_bonus_stones(state: State, seat: int, do: BonusStones) -> None:
    """Raise IllegalAction unless stones are offered as a bonus (IM-2.21)."""
    _check_owner(state, seat, "bonus_stones", "take stones as a bonus")


def check_bonus_place(state: State, seat: int, do: BonusPlace) -> None:
    """Raise IllegalAction unless loading a stone is offered as a bonus and the slot is free (IM-3.8)."""
    _check_owner(state, seat, "bonus_place", "place a stone as a bonus")
    check_spot(state, do.ship, do.slot, "IM-3.8")


def check_skip(state: State, seat: int, do: Skip) -> None:
    """Raise IllegalAction unless a bonus is offered: nothing else can be skipped (IM-3.8)."""
    if not state.stack or state.stack[-1].kind != BONUS or state.stack[-1].seat != seat:
        refuse(state, seat, "leave a bonus unused")


def check_choose(state: State, seat: int, do: Choose) -> None:
    """Raise IllegalAction unless points or stones are offered, which is so if both are possible (IM-3.11)."""
    _check_owner(state, seat, "choose", "choose points or stones")


# -- consequences -----------------------------------------------------------------------------------------------


def apply_take_card(state: State, seat: int, do: TakeCard) -> Applied:
    """Finish the stone: the player gains the card of the row, or first looks at the pair (IM-3.1, IM-3.5)."""
    stack = stone_done(state.stack)
    if do.card == "pair":
        return replace(state, stack=(*stack, Step(SEE_PAIR, seat))), ()
    effects: Effects = []
    kind, market = CODE_OF[do.card], state.market
    market = replace(market, row=add_to_tally(market.row, kind, -1))
    state = gain(state, effects, market, stack, seat, kind, "IM-3.1")
    return resolve(state, effects), tuple(effects)


def apply_keep(state: State, seat: int, do: Keep) -> Applied:
    """Gain the card and discard the other card of the pair without effect (IM-3.5)."""
    effects: Effects = []
    kept, market = CODE_OF[do.card], state.market
    (other,) = market.pair.replace(BYTE[kept], b"", 1)
    market = discard(replace(market, pair=b""), effects, other, "IM-3.5")
    state = gain(state, effects, market, state.stack[:-1], seat, kept, "IM-3.5")
    return resolve(state, effects), tuple(effects)


def apply_pyramid(state: State, seat: int, do: Pyramid) -> Applied:
    """Place the stone, which comes from the ship or by an entrance card from the quarry (IM-3.8, IM-3.6, R-10)."""
    effects: Effects = []
    if state.stack[-1].kind == RED:
        state = replace(state, quarries=add_to_tally(state.quarries, seat, -1))
    state = replace(state, stack=stone_done(state.stack))
    state = place_in_pyramid(state, effects, seat, PYRAMID_NAMES.index(do.pyramid))
    return resolve(state, effects), tuple(effects)


def apply_bonus_card(state: State, seat: int, do: BonusCard) -> Applied:
    """Use the bonus: the top card of the deck will be drawn (IM-3.8)."""
    effects: Effects = []
    state = replace(pop(state), market=ready_deck(state.market, effects))
    return push(state, DRAW, seat), tuple(effects)


def apply_bonus_stones(state: State, seat: int, do: BonusStones) -> Applied:
    """Use the bonus: take as many stones as with an action (IM-3.8)."""
    effects: Effects = []
    state = _take_stones(pop(state), effects, seat, AT_ONCE, "IM-3.8")
    return resolve(state, effects), tuple(effects)


def apply_bonus_place(state: State, seat: int, do: BonusPlace) -> Applied:
    """Use the bonus: load a stone from the sled on a ship (IM-3.8)."""
    ships, effect = loaded(state.ships, seat, do.ship, do.slot, "IM-3.8")
    effects: Effects = [effect]
    state = replace(pop(state), ships=ships, sleds=add_to_tally(state.sleds, seat, -1))
    return resolve(state, effects), tuple(effects)


def apply_skip(state: State, seat: int, do: Skip) -> Applied:
    """Skip the bonus; the point stays (IM-3.8)."""
    effects: Effects = []
    return resolve(pop(state), effects), tuple(effects)


def apply_choose(state: State, seat: int, do: Choose) -> Applied:
    """Give a point or up to two stones, then continue with the next space (IM-3.11)."""
    effects: Effects = []
    space = state.stack[-1].number
    state = replace(state, stack=space_done(state.stack))
    if do.what == "points":
        state = temple_points(state, effects, seat, space, 1)
    else:
        state = _take_stones(state, effects, seat, TEMPLE_STONES, "IM-3.11")
    return resolve(state, effects), tuple(effects)


def _take_stones(state: State, effects: Effects, seat: int, most: int, rule: str) -> State:
    """Return the state after as many stones as possible, at most `most`, have moved to the sled (IM-2.4)."""
    n = can_take(state.sleds[seat], state.quarries[seat], most)
    effects.append(GotStones(seat, n, rule))
    quarries, sleds = move_between(state.quarries, state.sleds, seat, n)
    return replace(state, sleds=sleds, quarries=quarries)
