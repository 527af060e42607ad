"""The choices of a stone's owner, in whoever's turn (IM-2.12): cards, pyramids, bonuses, the temple of side B."""

from __future__ import annotations

from kronika.core.errors import IllegalAction
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
from kronika.core.games.imhotep.counts import BYTE, add
from kronika.core.games.imhotep.rules.draft import Draft, Result
from kronika.core.games.imhotep.rules.due import actors, due, refuse
from kronika.core.games.imhotep.rules.resolve import resolve
from kronika.core.games.imhotep.rules.rounds import temple_points
from kronika.core.games.imhotep.rules.sites import open_pyramids, place_in_pyramid
from kronika.core.games.imhotep.rules.stock import discard, gain, ready_deck
from kronika.core.games.imhotep.rules.turn import check_spot, free_spots
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
)

# -- what is possible -------------------------------------------------------------------------------------------


def choices(state: State) -> list[Do]:
    """The answers to the choice that is due."""
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


# -- what is legal ----------------------------------------------------------------------------------------------


def _check_owner(state: State, seat: int, word: str, what: str) -> None:
    """Raises IllegalAction unless this is due and this seat's to decide (IM-2.12)."""
    if due(state)[0] != word or actors(state)[0] != seat:
        refuse(state, seat, what)


def check_take_card(state: State, seat: int, do: TakeCard) -> None:
    """A card that lies there (IM-3.1, IM-3.5)."""
    _check_owner(state, seat, "market", "take a card")
    if do.card == "pair":
        if not state.market.pair:
            raise IllegalAction("IM-3.5", "There is no pair of cards to take.")
    elif not state.market.row[CODE_OF[do.card]]:
        row = [CARD_NAMES[kind] for kind, n in enumerate(state.market.row) for _ in range(n)]
        raise IllegalAction("IM-3.1", f"There is no {do.card} in the row.", {"row": row})


def check_keep(state: State, seat: int, do: Keep) -> None:
    """One of the two (IM-3.5)."""
    _check_owner(state, seat, "keep", "keep a card of the pair")
    if CODE_OF[do.card] not in state.market.pair:
        raise IllegalAction("IM-3.5", f"There is no {do.card} in the pair.")


def check_pyramid(state: State, seat: int, do: Pyramid) -> None:
    """A pyramid that is not complete (IM-3.8)."""
    _check_owner(state, seat, "pyramid", "choose a pyramid")
    which = PYRAMID_NAMES.index(do.pyramid)
    if which not in open_pyramids(state.sites.pyramids, state.options.pyramids_b):
        raise IllegalAction("IM-3.8", f"The {do.pyramid} pyramid is complete.")


def check_bonus_card(state: State, seat: int, do: BonusCard) -> None:
    """It is offered only if a card can be drawn (IM-2.21)."""
    _check_owner(state, seat, "bonus_card", "take a card as a bonus")


def check_bonus_stones(state: State, seat: int, do: BonusStones) -> None:
    """It is offered only if a stone can be taken (IM-2.21)."""
    _check_owner(state, seat, "bonus_stones", "take stones as a bonus")


def check_bonus_place(state: State, seat: int, do: BonusPlace) -> None:
    """A free slot of a ship that has not sailed (IM-3.8)."""
    _check_owner(state, seat, "bonus_place", "place a stone as a bonus")
    check_spot(state, do.ship, do.slot, "IM-3.8")


def check_skip(state: State, seat: int, do: Skip) -> None:
    """Only a bonus can be left unused (IM-3.8)."""
    if not state.stack or state.stack[-1].kind != BONUS or state.stack[-1].seat != seat:
        refuse(state, seat, "leave a bonus unused")


def check_choose(state: State, seat: int, do: Choose) -> None:
    """It is offered only if both answers are possible (IM-3.11)."""
    _check_owner(state, seat, "choose", "choose points or stones")


# -- what it does -----------------------------------------------------------------------------------------------


def apply_take_card(state: State, seat: int, do: TakeCard) -> Result:
    """The stone is done; a card of the row is gained, the pair is looked at first."""
    draft = Draft(state)
    _stone_done(draft)
    if do.card == "pair":
        draft.push(SEE_PAIR, seat)
        return draft.result()
    kind = CODE_OF[do.card]
    draft.row = add(draft.row, kind, -1)
    gain(draft, seat, kind, "IM-3.1")
    resolve(draft)
    return draft.result()


def _stone_done(draft: Draft) -> None:
    """The stone whose owner has chosen has left the ship."""
    step = draft.stack[-1]
    draft.advance(step.number, step.at + 1)


def apply_keep(state: State, seat: int, do: Keep) -> Result:
    """The other card of the pair is discarded without effect (IM-3.5)."""
    draft = Draft(state)
    draft.stack.pop()
    kept = CODE_OF[do.card]
    (other,) = draft.pair.replace(BYTE[kept], b"", 1)
    draft.pair = b""
    discard(draft, other, "IM-3.5")
    gain(draft, seat, kept, "IM-3.5")
    resolve(draft)
    return draft.result()


def apply_pyramid(state: State, seat: int, do: Pyramid) -> Result:
    """A stone of the ship, or the stone of an entrance card (IM-3.6, R-10)."""
    draft = Draft(state)
    step = draft.stack[-1]
    if step.kind == RED:
        draft.quarries = add(draft.quarries, seat, -1)
    _stone_done(draft)
    place_in_pyramid(draft, seat, PYRAMID_NAMES.index(do.pyramid))
    resolve(draft)
    return draft.result()


def apply_bonus_card(state: State, seat: int, do: BonusCard) -> Result:
    """A card is to be drawn."""
    draft = _bonus_used(state)
    ready_deck(draft)
    draft.push(DRAW, seat)
    return draft.result()


def apply_bonus_stones(state: State, seat: int, do: BonusStones) -> Result:
    """Stones as with an action (IM-3.8)."""
    draft = _bonus_used(state)
    draft.take_stones(seat, AT_ONCE, "IM-3.8")
    resolve(draft)
    return draft.result()


def apply_bonus_place(state: State, seat: int, do: BonusPlace) -> Result:
    """A stone of the sled to a ship (IM-3.8)."""
    draft = _bonus_used(state)
    draft.load(seat, do.ship, do.slot, "IM-3.8")
    resolve(draft)
    return draft.result()


def apply_skip(state: State, seat: int, do: Skip) -> Result:
    """The bonus is left, the point stays (IM-3.8)."""
    draft = _bonus_used(state)
    resolve(draft)
    return draft.result()


def _bonus_used(state: State) -> Draft:
    draft = Draft(state)
    draft.stack.pop()
    return draft


def apply_choose(state: State, seat: int, do: Choose) -> Result:
    """A point, or up to two stones, then the next space (IM-3.11)."""
    draft = Draft(state)
    space = draft.stack[-1].number
    draft.advance(space + 1, 0)
    if do.what == "points":
        temple_points(draft, seat, space, 1)
    else:
        draft.take_stones(seat, TEMPLE_STONES, "IM-3.11")
    resolve(draft)
    return draft.result()
