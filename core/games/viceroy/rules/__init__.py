"""Who may act, what is legal and why not, and what it does.

What is due is the step on top of the stack, or without steps what the phase asks for. Each has its `Due`; this module
looks it up, and after an action runs the steps that need no decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kronika.core.chance import Dice
from kronika.core.errors import IllegalAction
from kronika.core.games.viceroy import actions, steps
from kronika.core.games.viceroy.actions import Do
from kronika.core.games.viceroy.due import Chance, Due
from kronika.core.games.viceroy.effects import Effect
from kronika.core.games.viceroy.rules import auction, building, ending, laws, opening, rewards, swap, virtual
from kronika.core.games.viceroy.state import PHASES, State
from kronika.core.games.viceroy.table import lay_out

_PHASES: Final[dict[str, Due[None]]] = {
    "give_back": opening.GivingBack(),
    "deal": opening.Dealing(),
    "start": opening.Starting(),
    "turn_up": opening.TurningUp(),
    "deal_laws": opening.DealingLaws(),
    "bid": auction.Bidding(),
    "from_box": auction.DrawingFromBox(),
    "select": building.Selecting(),
    "recolour": ending.Recolouring(),
    "end": ending.Over(),
}
_BY_PHASE: Final = tuple(_PHASES[phase] for phase in PHASES)

_BY_STEP: Final[dict[type, Due[Any]]] = {
    steps.FirstAuction: opening.OpeningEnd(),
    steps.AttackPick: auction.AttackPicking(),
    steps.BidsReturn: auction.BidsReturning(),
    steps.LaneResult: auction.LaneResolving(),
    steps.LanePick: auction.LanePicking(),
    steps.Split: auction.Splitting(),
    steps.Tie: virtual.TieDeciding(),
    steps.Strays: virtual.StrayFinding(),
    steps.Stray: virtual.StrayDiscarding(),
    steps.Passing: auction.PassingOut(),
    steps.BiddingEnd: auction.BiddingEnding(),
    steps.Play: building.Placing(),
    steps.Sale: building.Selling(),
    steps.BuildingEnd: building.BuildingEnding(),
    steps.Gain: rewards.Gaining(),
    steps.LevelFive: rewards.LevelFiveChoosing(),
    steps.GemsToTake: rewards.GemsTaking(),
    steps.CardToDraw: rewards.Drawing(),
    steps.CardFrom: rewards.CardComing(),
    steps.GemToLay: rewards.GemLaying(),
    steps.TakenCard: rewards.TuckingTaken(),
    steps.LawChoice: laws.Choosing(),
    steps.SwapPartner: swap.PartnerChoosing(),
    steps.SwapPrice: swap.Paying(),
    steps.SwapOwn: swap.OwnTokenChoosing(),
    steps.SwapOther: swap.OtherTokenChoosing(),
    steps.DisplayPick: laws.DisplayPicking(),
    steps.Refill: laws.Refilling(),
    steps.LawsToReturn: laws.Returning(),
    steps.HandTuck: laws.HandTucking(),
    steps.FreeTuck: laws.FreeTucking(),
    steps.GemsOnLaw: laws.GemsLaying(),
}


def _checks(due: Due[Any]) -> tuple[Due[Any], tuple[type, ...], Callable[..., bool], Callable[..., None]]:
    return due, due.kinds, due.may_act, due.check


_STEP_CHECKS: Final = {step: _checks(due) for step, due in _BY_STEP.items()}
_PHASE_CHECKS: Final = tuple(map(_checks, _BY_PHASE))
_PLAY: Final = {step: due.play for step, due in _BY_STEP.items()}
_RUN: Final = {step: due.run for step, due in _BY_STEP.items()}
"""What every event needs of them, looked up once."""

_VERBS: Final[dict[type, str]] = {
    actions.Start: "choose a first card",
    actions.Bid: "bid",
    actions.Pass: "pass",
    actions.Take: "take a displayed card",
    actions.Claim: "claim a card of a lane",
    actions.Discard: "discard a displayed card",
    actions.Gems: "choose gems",
    actions.Select: "select a card",
    actions.Sell: "sell a card",
    actions.Place: "lay a card",
    actions.Target: "choose a card of the pyramid",
    actions.Reward: "choose a reward of level 5",
    actions.Draw: "choose a deck",
    actions.Choose: "choose the option of a law",
    actions.Pay: "choose an opponent to swap with",
    actions.Give: "choose a token to give",
    actions.Get: "choose a token to get",
    actions.Return: "return a law",
    actions.Tuck: "tuck a card",
    actions.Recolour: "recolour",
    actions.Done: "be done",
    actions.Decline: "decline",
    actions.GiveBack: "give gems back",
    actions.Deal: "deal characters",
    actions.DealLaws: "deal laws",
    actions.TurnUp: "turn up cards",
    actions.FromBox: "draw gems from the box",
    actions.Drawn: "draw a card",
}
"""What each does, for `It is not the time to …`."""


def due(state: State) -> tuple[Due[Any], Any]:
    """What is due, and its step (None for what a phase asks for)."""
    if state.stack:
        step = state.stack[-1]
        return _BY_STEP[type(step)], step
    return _BY_PHASE[state.phase], None


def actors(state: State) -> tuple[int, ...]:
    """Who may act now."""
    now, step = due(state)
    return now.seats(state, step)


def legal(state: State, seat: int) -> Sequence[Do]:
    """Every legal action of a player."""
    now, step = due(state)
    if isinstance(now, Chance) or seat not in now.seats(state, step):
        return ()
    return now.options(state, step, seat)


def pick(state: State, seat: int, dice: Dice) -> Do:
    """A random legal action of a player who may act."""
    now, step = due(state)
    return now.pick(state, step, seat, dice)


def check(state: State, seat: int, do: Do) -> None:
    """Raises IllegalAction unless this may happen now."""
    if state.stack:
        step = state.stack[-1]
        now, kinds, may_act, check = _STEP_CHECKS[type(step)]
    else:
        step = None
        now, kinds, may_act, check = _PHASE_CHECKS[state.phase]
    if type(do) not in kinds:
        raise IllegalAction(now.rule, f"It is not the time to {_VERBS[type(do)]}: now {now.what}.")
    if not may_act(state, step, seat):
        raise now.refuse_seat(state, step, seat)
    check(state, step, seat, do)


def apply(state: State, seat: int, do: Do) -> tuple[State, tuple[Effect, ...]]:
    """The state after a checked action or outcome, and the effects."""
    if state.stack:
        table = lay_out(state)
        step = table.stack.pop()
        _PLAY[type(step)](table, step, seat, do)
    else:
        phase = _BY_PHASE[state.phase]
        # Up to half of all events: a choice laid face down, a draw.
        if after := phase.at_once(state, seat, do):
            return after, ()
        table = lay_out(state)
        phase.play(table, None, seat, do)
    stack = table.stack
    while stack:
        # The steps that need no decision.
        step = stack.pop()
        if not _RUN[type(step)](table, step):
            stack.append(step)
            break
    return table.freeze(), tuple(table.effects)


def sample(state: State, dice: Dice) -> Do:
    """A random outcome of the chance event that is due."""
    now, step = due(state)
    assert isinstance(now, Chance)
    return now.sample(state, step, dice)
