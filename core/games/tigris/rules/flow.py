"""The order of events: the steps after an action, the end of a turn, the end of the game (TE-2.3, TE-9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NoReturn

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.zones import replace_byte
from kronika.core.games.tigris.answers import OFFERS
from kronika.core.games.tigris.board import (
    BIT,
    COLOURS,
    HOARD,
    MONUMENT_COLOURS,
    NOWHERE,
    SIZE,
    names_of,
)
from kronika.core.games.tigris.effects import Effect, Ended, NextTurn, Scored, TreasuresTaken
from kronika.core.games.tigris.kingdoms import IS_OCCUPIED, LOOTED, SEATS, cells, flood, region_of
from kronika.core.games.tigris.offers import Claim, building_cells, claims, is_claimed, monument_squares
from kronika.core.games.tigris.patterns import LINE_NEEDS, SQUARE_NEEDS, same_beside
from kronika.core.games.tigris.state import (
    ACTION,
    ACTIONS,
    BAG_IN_REFILL,
    BAG_IN_SWAP,
    BUILDING,
    DEAL,
    EACH,
    END,
    FROM_MONUMENT,
    HAND,
    MONUMENT,
    NO_MONUMENTS,
    PHASES,
    REFILL,
    REVOLT_ATTACK,
    REVOLT_DEFEND,
    ROUNDS,
    SOURCES,
    START,
    SWAP,
    TREASURE,
    TREASURES_OUT,
    WAR_ATTACK,
    WAR_CHOOSE,
    WAR_DEFEND,
    Ledgers,
    State,
    leader_cell,
    paid,
    treasures_on,
)

Applied = tuple[State, tuple[Effect, ...]]
"""The state after an action or outcome, and its effects."""

LAST_TREASURES: Final = 2
"""The game ends if the board holds this number of treasures or fewer at the end of a turn (TE-9.3)."""

ENDS: Final = {
    TREASURES_OUT: ("TE-9.3", "only one or two treasures are left on the board"),
    BAG_IN_REFILL: ("TE-9.4", "the bag is too small for the refill"),
    BAG_IN_SWAP: ("TE-9.4", "the bag is too small for the swap"),
}
"""By reason for the end of the game: its rule, and the reason in words."""

DUE: Final = {
    DEAL: ("TE-1.4", "draw the first hands"),
    START: ("TE-1.4", "draw the start player"),
    ACTION: ("TE-2.1", "take an action"),
    SWAP: ("TE-4.10", "replace the swapped tiles from the bag"),
    REVOLT_ATTACK: ("TE-5.4", "commit temples to the attack"),
    REVOLT_DEFEND: ("TE-5.4", "commit temples to the defence"),
    WAR_CHOOSE: ("TE-6.3", "choose the next war"),
    WAR_ATTACK: ("TE-6.7", "commit tiles to the attack"),
    WAR_DEFEND: ("TE-6.7", "commit tiles to the defence"),
    BUILDING: ("TE-10.2", "place a building or decline"),
    MONUMENT: ("TE-7.1", "build a monument or decline"),
    TREASURE: ("TE-8.1", "choose the treasures to take"),
    REFILL: ("TE-9.2", "refill the hands from the bag"),
}
"""By phase: the rule that makes a decision or draw due, and the next step in words."""

_NEXT_TURN: Final = tuple(NextTurn(seat, "TE-9.5") for seat in range(SEATS))


# -- refusals ---------------------------------------------------------------------------------------------------


def refuse_phase(state: State, what: str) -> NoReturn:
    """Raise IllegalAction for an input that does not fit the phase; cites the rule of the step that is due."""
    if state.phase == END:
        rule, reason = ENDS[state.ended]
        raise IllegalAction(rule, f"The game is over: {reason}.")
    rule, due = DUE[state.phase]
    raise IllegalAction(rule, f"You can't {what} now: the next step is to {due}.", {"phase": PHASES[state.phase]})


def check_actor(seat: int, actor: int, rule: str, what: str) -> None:
    """Raise IllegalAction unless the decision that is due belongs to this seat."""
    if seat != actor:
        raise IllegalAction(rule, f"It is for {{seats}} to {what}.", {"seat": actor}, seats=(actor,))


def check_action(state: State, seat: int, what: str) -> None:
    """Raise IllegalAction unless the active player can take an action now (TE-2.1)."""
    if state.phase != ACTION:
        refuse_phase(state, what)
    if seat != state.active:
        reason = f"You can't {what} now: it is {{seats}}'s turn."
        raise IllegalAction("TE-2.1", reason, {"seat": state.active}, seats=(state.active,))


# -- after an action --------------------------------------------------------------------------------------------


def after_tile(state: State, effects: list[Effect], kingdom: int, done: int = 0) -> Applied:
    """The steps after a tile: building, monument, treasures, each only if its condition holds (TE-2.3).

    `kingdom` is the set of cells in which treasures may have come together; 0 if there are none. `done` is the number
    of kinds of offer (building, monument) that are over.
    """
    if same_beside(state.board, state.cell) >= (LINE_NEEDS if state.options.buildings else SQUARE_NEEDS):
        for phase in OFFERS[done:]:
            if building_cells(state) if phase == BUILDING else monument_squares(state):
                return replace(state, phase=phase), tuple(effects)
    return after_joining(state, effects, kingdom)


def after_offer(state: State, effects: list[Effect], offer: int) -> Applied:
    """The steps after a building or a monument was placed or declined."""
    return after_tile(state, effects, region_of(state.board, state.cell), OFFERS.index(offer) + 1)


def after_joining(state: State, effects: list[Effect], kingdom: int) -> Applied:
    """The treasures that must be taken, then the end of the action (TE-8.1).

    `kingdom` is the set of cells that may now have both a trader and a second treasure; 0 if there is none.
    """
    if kingdom and is_claimed(state, kingdom):
        return give_treasures(state, effects, claims(state))
    return finish_action(state, effects)


def give_treasures(state: State, effects: list[Effect], due: Iterable[Claim]) -> Applied:
    """The owners of traders take treasures; the first with a choice is asked (TE-2.4, TE-8.1)."""
    for claim in due:
        if claim.is_open:
            return replace(state, phase=TREASURE), tuple(effects)
        state = take(state, effects, claim, claim.treasures & ~claim.may_stay)
    return finish_action(state, effects)


def take(state: State, effects: list[Effect], claim: Claim, taken: int) -> State:
    """Return the state after a player has taken these treasures; their temples are now ordinary ones (TE-8.5)."""
    board = state.board
    rest = taken
    while rest:
        cell = SIZE - rest.bit_length()
        rest ^= BIT[cell]
        board = replace_byte(board, cell, LOOTED[board[cell]])
    treasures = replace_byte(state.treasures, claim.seat, state.treasures[claim.seat] + taken.bit_count())
    left = names_of(claim.treasures & ~taken)[0]
    effects.append(TreasuresTaken(claim.seat, names_of(taken), left))
    return replace(state, board=board, treasures=treasures)


def finish_action(state: State, effects: list[Effect]) -> Applied:
    """End the action: the next action or the end of the turn follows (TE-2.6)."""
    if state.owed:
        return give_treasures(replace(state, owed=False), effects, claims(state))
    left = state.left - 1
    if left:
        return replace(state, phase=ACTION, left=left, cell=NOWHERE, colour=0, number=0), tuple(effects)
    return end_turn(state, effects)


# -- the end of a turn ------------------------------------------------------------------------------------------


def end_turn(state: State, effects: list[Effect]) -> Applied:
    """End the turn: monument points, then the refill of hands (TE-9.1, TE-9.2)."""
    if state.monuments != NO_MONUMENTS:
        state = pay_monuments(state, effects)
    return refill(state, effects, state.hands, state.bag)


def pay_monuments(state: State, effects: list[Effect]) -> State:
    """Return the state with the monument points of the active player.

    Each of the player's leaders scores one point for each monument of its colour in the same kingdom (TE-7.6).
    """
    seat = state.active
    leaders = [leader_cell(state, seat, colour) for colour in range(4)]
    occupied = 0
    for monument, corner in enumerate(state.monuments):
        if corner == NOWHERE or all(leaders[colour] < 0 for colour in MONUMENT_COLOURS[monument]):
            continue
        occupied = occupied or cells(state.board, IS_OCCUPIED)
        kingdom = flood(corner, occupied)
        for colour in MONUMENT_COLOURS[monument]:
            if leaders[colour] >= 0 and kingdom & BIT[leaders[colour]]:
                state = score(state, effects, seat, FROM_MONUMENT, colour, 1, "TE-7.6")
    return state


def refill(state: State, effects: list[Effect], hands: tuple[bytes, ...], bag: bytes) -> Applied:
    """Let the next player with fewer than six tiles draw; after the last one the next turn begins (TE-9.2 to 9.5).

    The game ends if the bag is too small, or after the refill if too few treasures are left. `hands` and `bag` are
    those after the last draw, which need not be in the state yet.
    """
    short = short_hand(hands, state.active)
    if short is None:
        if has_few_treasures(state.board):
            return end_game(replace(state, hands=hands, bag=bag), effects, TREASURES_OUT)
        return next_turn(state, effects, hands, bag)
    if short[1] > sum(bag):
        return end_game(replace(state, hands=hands, bag=bag), effects, BAG_IN_REFILL)
    state = replace(state, phase=REFILL, left=0, cell=NOWHERE, colour=0, number=0, hands=hands, bag=bag)
    return state, tuple(effects)


def short_hand(hands: tuple[bytes, ...], active: int) -> tuple[int, int] | None:
    """The first seat with fewer than six tiles, clockwise from the active player, and the number missing; or None."""
    for seat in ROUNDS[len(hands)][active]:
        missing = HAND - sum(hands[seat])
        if missing > 0:
            return seat, missing
    return None


def has_few_treasures(board: bytes) -> bool:
    """Whether so few treasures are left on the board that the game ends (TE-9.3)."""
    # Usually the face-up treasures alone are too many, and this count is fast.
    return board.count(HOARD) <= LAST_TREASURES and treasures_on(board) <= LAST_TREASURES


def next_turn(state: State, effects: list[Effect], hands: tuple[bytes, ...], bag: bytes) -> Applied:
    """Begin the turn of the next player clockwise (TE-9.5)."""
    seat = (state.active + 1) % len(hands)
    effects.append(_NEXT_TURN[seat])
    return replace(
        state, phase=ACTION, active=seat, left=ACTIONS, cell=NOWHERE, colour=0, number=0, hands=hands, bag=bag
    ), tuple(effects)


def end_game(state: State, effects: list[Effect], why: int) -> Applied:
    """End the game; `why` is the reason for `State.ended` (TE-9.3, TE-9.4)."""
    rule, reason = ENDS[why]
    effects.append(Ended(reason, rule))
    state = replace(state, phase=END, left=0, cell=NOWHERE, colour=0, number=0, ended=why)
    return state, tuple(effects)


# -- points -----------------------------------------------------------------------------------------------------


def score(state: State, effects: list[Effect], seat: int, source: int, colour: int, n: int, rule: str) -> State:
    """Return the state with a player's points for `n` of the things that the source counts; adds an effect."""
    return replace(state, points=give(state.points, effects, seat, source, colour, n, rule))


def give(ledgers: Ledgers, effects: list[Effect], seat: int, source: int, colour: int, n: int, rule: str) -> Ledgers:
    """Return the ledgers with a player's points for `n` of the things that the source counts; adds an effect."""
    points = n * EACH[source]
    effects.append(Scored(seat, COLOURS[colour], points, SOURCES[source], rule))
    return paid(ledgers, seat, source, colour, points)
