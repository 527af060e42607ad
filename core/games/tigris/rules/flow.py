"""The order of things: what follows an action, the end of a turn, the end of the game (TE-2.3, TE-9)."""

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

LAST_TREASURES: Final = 2
"""So many treasures on the board end the game (TE-9.3)."""

ENDS: Final = {
    TREASURES_OUT: ("TE-9.3", "only one or two treasures are left on the board"),
    BAG_IN_REFILL: ("TE-9.4", "the bag is too small for the refill"),
    BAG_IN_SWAP: ("TE-9.4", "the bag is too small for the swap"),
}
"""By reason: the rule and the words."""

DUE: Final = {
    DEAL: ("TE-1.4", "the first hands are drawn"),
    START: ("TE-1.4", "the start player is drawn"),
    ACTION: ("TE-2.1", "the player on turn chooses an action"),
    SWAP: ("TE-4.10", "the swapped tiles are replaced from the bag"),
    REVOLT_ATTACK: ("TE-5.4", "the attacker of a revolt commits temples"),
    REVOLT_DEFEND: ("TE-5.4", "the defender of a revolt commits temples"),
    WAR_CHOOSE: ("TE-6.3", "the player on turn chooses the next war"),
    WAR_ATTACK: ("TE-6.7", "the attacker of a war commits tiles"),
    WAR_DEFEND: ("TE-6.7", "the defender of a war commits tiles"),
    BUILDING: ("TE-10.2", "the player on turn may put up a building"),
    MONUMENT: ("TE-7.1", "the player on turn may build a monument"),
    TREASURE: ("TE-8.1", "the owner of a trader chooses treasures"),
    REFILL: ("TE-9.2", "hands are refilled from the bag"),
}
"""By phase: the rule that asks for something, and what."""

_NEXT_TURN: Final = tuple(NextTurn(seat, "TE-9.5") for seat in range(SEATS))


# -- refusals ---------------------------------------------------------------------------------------------------


def refuse_phase(state: State, what: str) -> NoReturn:
    """Refuses an input for which it is not the time, by the rule that asks for another one."""
    if state.phase == END:
        rule, reason = ENDS[state.ended]
        raise IllegalAction(rule, f"The game is over: {reason}.")
    rule, due = DUE[state.phase]
    raise IllegalAction(rule, f"It is not the time to {what}: now {due}.", {"phase": PHASES[state.phase]})


def check_actor(seat: int, actor: int, rule: str, what: str) -> None:
    """Refuses a seat that is not the one whose decision is due."""
    if seat != actor:
        raise IllegalAction(rule, f"It is for {{seats}} to {what}.", {"seat": actor}, seats=(actor,))


def check_action(state: State, seat: int, what: str) -> None:
    """Refuses what is not an action of the player on turn (TE-2.1)."""
    if state.phase != ACTION:
        refuse_phase(state, what)
    if seat != state.active:
        check_actor(seat, state.active, "TE-2.1", f"{what}, being on turn")


# -- after an action --------------------------------------------------------------------------------------------


def after_tile(state: State, effects: list[Effect], kingdom: int, done: int = 0) -> Applied:
    """Building, monument, treasures, each only if there is something to it (TE-2.3).

    `kingdom` is where treasures may have come together, empty if nowhere; `done` says how many kinds of offer are over.
    """
    if same_beside(state.board, state.cell) >= (LINE_NEEDS if state.options.buildings else SQUARE_NEEDS):
        for phase in OFFERS[done:]:
            if building_cells(state) if phase == BUILDING else monument_squares(state):
                return replace(state, phase=phase), tuple(effects)
    return after_joining(state, effects, kingdom)


def after_offer(state: State, effects: list[Effect], offer: int) -> Applied:
    """What comes after a building or a monument was placed or declined."""
    return after_tile(state, effects, region_of(state.board, state.cell), OFFERS.index(offer) + 1)


def after_joining(state: State, effects: list[Effect], kingdom: int) -> Applied:
    """Treasures, if a kingdom that may have come by a second one or a trader holds both (TE-8.1)."""
    if kingdom and is_claimed(state, kingdom):
        return give_treasures(state, effects, claims(state))
    return finish_action(state, effects)


def give_treasures(state: State, effects: list[Effect], due: Iterable[Claim]) -> Applied:
    """Treasures go to the owners of the traders; only who has a choice is asked (TE-2.4, TE-8.1)."""
    for claim in due:
        if claim.is_open:
            return replace(state, phase=TREASURE), tuple(effects)
        state = take(state, effects, claim, claim.treasures & ~claim.may_stay)
    return finish_action(state, effects)


def take(state: State, effects: list[Effect], claim: Claim, taken: int) -> State:
    """Treasures leave their temples, which are ordinary ones from now on (TE-8.5)."""
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
    """The action is over: the next one, or the end of the turn (TE-2.6)."""
    if state.owed:
        return give_treasures(replace(state, owed=False), effects, claims(state))
    left = state.left - 1
    if left:
        return replace(state, phase=ACTION, left=left, cell=NOWHERE, colour=0, number=0), tuple(effects)
    return end_turn(state, effects)


# -- the end of a turn ------------------------------------------------------------------------------------------


def end_turn(state: State, effects: list[Effect]) -> Applied:
    """Monument points, then the refill (TE-9.1, TE-9.2)."""
    if state.monuments != NO_MONUMENTS:
        state = pay_monuments(state, effects)
    return refill(state, effects, state.hands, state.bag)


def pay_monuments(state: State, effects: list[Effect]) -> State:
    """One point for each own leader and each monument of its colour in the same kingdom (TE-7.6)."""
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
    """The next player with fewer than six tiles draws; then the next turn, unless the game is over (TE-9.2 to 9.5).

    `hands` and `bag` are as they are after the last draw, which the state need not hold yet.
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
    """Who draws next, and how many: clockwise from the player on turn, the first with fewer than six tiles."""
    for seat in ROUNDS[len(hands)][active]:
        missing = HAND - sum(hands[seat])
        if missing > 0:
            return seat, missing
    return None


def has_few_treasures(board: bytes) -> bool:
    """Are so few treasures left on the board that the game ends (TE-9.3)?"""
    # Those that are face up are mostly enough to say no.
    return board.count(HOARD) <= LAST_TREASURES and treasures_on(board) <= LAST_TREASURES


def next_turn(state: State, effects: list[Effect], hands: tuple[bytes, ...], bag: bytes) -> Applied:
    """The next player clockwise takes a turn (TE-9.5)."""
    seat = (state.active + 1) % len(hands)
    effects.append(_NEXT_TURN[seat])
    return replace(
        state, phase=ACTION, active=seat, left=ACTIONS, cell=NOWHERE, colour=0, number=0, hands=hands, bag=bag
    ), tuple(effects)


def end_game(state: State, effects: list[Effect], why: int) -> Applied:
    """The game is over (TE-9.3, TE-9.4)."""
    rule, reason = ENDS[why]
    effects.append(Ended(reason, rule))
    state = replace(state, phase=END, left=0, cell=NOWHERE, colour=0, number=0, ended=why)
    return state, tuple(effects)


# -- points -----------------------------------------------------------------------------------------------------


def score(state: State, effects: list[Effect], seat: int, source: int, colour: int, n: int, rule: str) -> State:
    """The state with the points given for `n` of what the source counts."""
    return replace(state, points=give(state.points, effects, seat, source, colour, n, rule))


def give(ledgers: Ledgers, effects: list[Effect], seat: int, source: int, colour: int, n: int, rule: str) -> Ledgers:
    """All ledgers, with the points for `n` of what the source counts added to that of a seat, and says so."""
    points = n * EACH[source]
    effects.append(Scored(seat, COLOURS[colour], points, SOURCES[source], rule))
    return paid(ledgers, seat, source, colour, points)
