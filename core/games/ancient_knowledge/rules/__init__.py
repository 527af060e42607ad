"""The rules: which players may act, which actions are legal and why others are not, and what each action does.

If a step waits, the topmost one is due (see `steps`); if none does, the players whose turn it is may act (see `turn`).
Each kind of step is defined in one module of this package; this module combines them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.contract.pending import StepKind, StepKinds
from kronika.core.games.ancient_knowledge.actions import Do
from kronika.core.games.ancient_knowledge.effects import Effect
from kronika.core.games.ancient_knowledge.rules import (
    answers,
    aside,
    creating,
    digging,
    discarding,
    knowledge,
    learning,
    moving,
    opening,
    opponents,
    partners,
    peeking,
    phases,
    piles,
)
from kronika.core.games.ancient_knowledge.rules.phases import settle_turns
from kronika.core.games.ancient_knowledge.rules.turn import BEGINS, options, refuse
from kronika.core.games.ancient_knowledge.state import ACTION, DONE, State, Turn
from kronika.core.games.ancient_knowledge.table import Table, lay_out, turn_of

STEPS: Final[StepKinds[State, Table]] = StepKinds(
    {
        **opening.DUES,
        **piles.DUES,
        **answers.DUES,
        **phases.DUES,
        **creating.DUES,
        **discarding.DUES,
        **knowledge.DUES,
        **moving.DUES,
        **learning.DUES,
        **digging.DUES,
        **opponents.DUES,
        **aside.DUES,
        **peeking.DUES,
    }
)

Applied = tuple[State, tuple[Effect, ...]]

# -- who may act ------------------------------------------------------------------------------------------------


def actors(state: State) -> tuple[int, ...]:
    """Return the seats that may act now; in the team variant, with those that may exchange a card."""
    deciding = _deciding(state)
    return tuple(sorted((*deciding, *partners.exchangers(state, deciding)))) if state.options.teams else deciding


def _deciding(state: State) -> tuple[int, ...]:
    if state.stack:
        step = state.stack[-1]
        return STEPS.due(step).seats(state, step)
    return tuple([turn.seat for turn in state.turns if turn.phase != DONE])


def actions(state: State, seat: int) -> Sequence[Do]:
    """Return every legal action of a player's seat; none if the seat may not act."""
    deciding = _deciding(state)
    if seat == CHANCE or deciding == (CHANCE,):
        return ()
    if seat not in deciding:
        return partners.options(state, seat) if seat in actors(state) else ()
    if state.stack:
        step = state.stack[-1]
        return STEPS.due(step).options(state, step, seat)
    return options(state, seat)


# -- what is legal ----------------------------------------------------------------------------------------------


def check(state: State, seat: int, do: Do) -> None:
    """Raise IllegalAction unless this action or outcome is legal now."""
    if state.stack:
        step = state.stack[-1]
        if STEPS.due(step).check(state, step, seat, do):
            return
    else:
        begun = BEGINS.get(type(do))
        if begun is not None:
            for turn in state.turns:
                if turn.seat == seat and turn.phase == begun[0]:
                    begun[1](state, seat, do)
                    return
    _check_aside(state, seat, do)


def _check_aside(state: State, seat: int, do: Do) -> None:
    """Check an exchange between partners, which is possible beside what is due; refuse everything else."""
    if type(do) in partners.EXCHANGES:
        partners.check(state, seat, do, partners.exchangers(state, _deciding(state)))
    elif state.stack:
        _refuse_step(state, seat, STEPS.due(state.stack[-1]))
    else:
        turn = turn_of(state, seat)
        if turn is None:
            _refuse_turn(state)
        else:
            refuse(turn, do)


def _refuse_step(state: State, seat: int, due: StepKind[State, Table]) -> None:
    """Raise IllegalAction that says who must decide or, to a player who must, that this is not an answer."""
    seats = due.seats(state, state.stack[-1])
    if seat in seats:
        raise IllegalAction(due.rule, f"You can't do that now: the next step is to {due.what}.")
    facts = {"seats": list(seats)}
    if seats == (CHANCE,):
        raise IllegalAction("AK-2.11", f"You can't do that now: chance must {due.what}.", facts)
    on_turn = [turn.seat for turn in state.turns]
    if not on_turn:
        raise IllegalAction(due.rule, f"It is for {{seats}} to {due.what}.", facts, seats=seats)
    if seat not in on_turn:
        raise IllegalAction(
            "AK-2.1", f"It is the turn of {{seats}}: the next step is to {due.what}.", facts, seats=on_turn
        )
    if not set(seats) & set(on_turn):
        rule = "AK-8.2f" if state.options.teams else "AK-2.12"
        raise IllegalAction(rule, f"The turn waits for {{seats}} to {due.what}.", facts, seats=seats)
    raise IllegalAction("AK-8.2a", f"It is for {{seats}} to {due.what} first.", facts, seats=seats)


def _refuse_turn(state: State) -> None:
    if not state.turns:
        raise IllegalAction("AK-7.2", "The game is over.")
    seats = [turn.seat for turn in state.turns if turn.phase != DONE]
    raise IllegalAction("AK-2.1", "It is the turn of {seats}.", {"seats": seats}, seats=seats)


# -- what it does -----------------------------------------------------------------------------------------------


def apply(state: State, seat: int, do: Do) -> Applied:
    """Return the state after a checked action or outcome, and its effects."""
    table = lay_out(state)
    begin(table, seat, do)
    return settle(table)


def begin(table: Table, seat: int, do: Do) -> None:
    """Carry out a checked action or outcome by itself. `settle` resolves what follows from it."""
    if table.offers and type(do) in partners.EXCHANGES:
        partners.apply(table, seat, do)
    elif table.stack:
        STEPS.answer(table, seat, do)
    else:
        turn = table.turns[0]
        if turn.seat != seat:
            turn = table.turns[1]
        if turn.phase == ACTION:
            table.set_turn(Turn(seat, ACTION, turn.actions - 1, b"", 0, turn.skip))
        BEGINS[type(do)][2](table, seat, do)


def settle(table: Table) -> Applied:
    """Resolve steps and turns until a player must decide, chance is due, or the game is over.

    Return the state then, and all effects.
    """
    while not STEPS.settle(table) and not settle_turns(table):
        pass
    if any(table.offers):
        partners.lapse(table)
    return table.state(), tuple(table.effects)


# -- chance -----------------------------------------------------------------------------------------------------


def sample(state: State, dice: Dice) -> Do:
    """Return a random outcome of the chance event that is due."""
    step = state.stack[-1]
    outcome: Do = STEPS.due(step).draw(state, step, dice)
    return outcome
