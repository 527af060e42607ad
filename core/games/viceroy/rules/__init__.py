"""The rules: which players may act, which actions are legal and why others are not, and what each action does.

The step on top of the stack is due or, if no step waits, what the phase asks for. Each has its `StepKind` in the module
of its topic; this module combines them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.pending import StepKind, StepKinds, chance_seat
from kronika.core.games.viceroy import actions as do_
from kronika.core.games.viceroy.actions import Do
from kronika.core.games.viceroy.effects import Effect
from kronika.core.games.viceroy.rules import (
    auction,
    building,
    ending,
    lanes,
    laws,
    opening,
    rewards,
    swap,
    tucking,
    virtual,
)
from kronika.core.games.viceroy.secret import face_down
from kronika.core.games.viceroy.state import BID, END, SELECT, START, State
from kronika.core.games.viceroy.table import Table, lay_out

STEPS: Final[StepKinds[State, Table]] = StepKinds(
    {
        **opening.DUES,
        **auction.DUES,
        **lanes.DUES,
        **virtual.DUES,
        **building.DUES,
        **rewards.DUES,
        **laws.DUES,
        **tucking.DUES,
        **swap.DUES,
    }
)

BY_PHASE: Final[dict[int, StepKind[State, Table]]] = {
    **opening.BY_PHASE,
    **auction.BY_PHASE,
    **building.BY_PHASE,
    **ending.BY_PHASE,
}

SEALED: Final[dict[int, Callable[[Any], int]]] = {
    START: opening.start_code,
    BID: auction.bid_code,
    SELECT: building.select_code,
}
"""By phase in which all players choose in secret: the code of a choice in `Player.sealed`."""

_VERBS: Final[dict[type, str]] = {
    do_.Start: "choose a first card",
    do_.Bid: "bid",
    do_.Pass: "pass",
    do_.Take: "take a displayed card",
    do_.Claim: "claim a card of a lane",
    do_.Discard: "discard a displayed card",
    do_.Gems: "choose gems",
    do_.Select: "select a card",
    do_.Sell: "sell a card",
    do_.Place: "lay a card",
    do_.Target: "choose a card of the pyramid",
    do_.Reward: "choose a reward of level 5",
    do_.Draw: "choose a deck",
    do_.Choose: "choose the option of a law",
    do_.Pay: "choose an opponent to swap with",
    do_.Give: "choose a token to give",
    do_.Get: "choose a token to get",
    do_.Return: "return a law",
    do_.Tuck: "tuck a card",
    do_.Recolour: "recolour",
    do_.Done: "be done",
    do_.Decline: "decline",
    do_.GiveBack: "give gems back",
    do_.Deal: "deal characters",
    do_.DealLaws: "deal laws",
    do_.TurnUp: "turn up cards",
    do_.FromBox: "draw gems from the box",
    do_.Drawn: "draw a card",
}
"""By kind of action: what it does, for the message `You can't … now`."""


def due(state: State) -> tuple[StepKind[State, Table], Any]:
    """Return what is due and its step, which is None for what a phase asks for."""
    if state.stack:
        step = state.stack[-1]
        return STEPS.due(step), step
    return BY_PHASE[state.phase], None


def actors(state: State) -> tuple[int, ...]:
    """Return the seats that may act now."""
    now, step = due(state)
    return now.seats(state, step)


def actions(state: State, seat: int) -> Sequence[Do]:
    """Return every legal action of a player; none if the player may not act."""
    now, step = due(state)
    return now.options(state, step, seat) if seat in now.seats(state, step) else ()


def pick(state: State, seat: int, dice: Dice) -> Do:
    """Return a random legal action of a player who may act."""
    now, step = due(state)
    picked: Do = now.choose(state, step, seat, dice)
    return picked


def check(state: State, seat: int, do: Do) -> None:
    """Raise IllegalAction unless this action or outcome is legal now."""
    # The same as `due`, without the call: saves 1 % of a validation.
    step = state.stack[-1] if state.stack else None
    now = STEPS.dues[type(step)] if state.stack else BY_PHASE[state.phase]
    if not now.check(state, step, seat, do):
        raise _refusal(state, now, step, seat, do)


def _refusal(state: State, now: StepKind[State, Table], step: Any, seat: int, do: Do) -> IllegalAction:
    """Return why an action of this kind is refused: something else is due, or somebody else must decide."""
    if not state.stack and state.phase == END:
        return IllegalAction(now.rule, "The game is over.")
    if type(do) not in now.takes:
        return IllegalAction(now.rule, f"You can't {_VERBS[type(do)]} now: the next step is to {now.what}.")
    if now.seats is chance_seat:
        return IllegalAction(now.rule, f"A player can't {now.what}: only chance can.")
    why = now.refuse(state, step, seat) if now.refuse else None
    others = now.seats(state, step)
    return why or IllegalAction(now.rule, f"It is for {{seats}} to {now.what}.", seats=others)


def apply(state: State, seat: int, do: Do) -> tuple[State, tuple[Effect, ...]]:
    """Return the state after a checked action or outcome, and its effects."""
    if not state.stack and state.phase in SEALED:
        # Up to half of all events are sealed choices, which need no table.
        after = face_down(state, seat, SEALED[state.phase](do))
        if after is not None:
            return after, ()
    table = lay_out(state)
    if state.stack:
        STEPS.answer(table, seat, do)
    else:
        BY_PHASE[state.phase].takes[type(do)][1](table, None, seat, do)
    STEPS.settle(table)
    return table.freeze(), tuple(table.effects)


def sample(state: State, dice: Dice) -> Do:
    """Return a random outcome of the chance event that is due."""
    now, step = due(state)
    outcome: Do = now.draw(state, step, dice)
    return outcome
