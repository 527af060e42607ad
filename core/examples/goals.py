"""Comparison of the best moves that an example names with those that a complete search finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from kronika.core.basics.errors import IllegalAction, KronikaError
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.moves import seat_name
from kronika.core.examples.expectations import Finding, Goal
from kronika.core.examples.solver import MAX_PROOF_POSITIONS, Solution, UnsolvableError, lead_text, solve
from kronika.core.sessions.session import Session

Moves = Sequence[tuple[int, Any]]
"""Actions, each with its seat, as two players may have the same action."""


def compare_goal(session: Session, goal: Goal) -> Iterator[Finding]:
    """A finding if the goal differs from the best moves at the end of a session; one at most.

    A position that can't be searched completely, and a move of the goal that is not legal, are findings, too.
    """
    try:
        solution = solve(session.game, session.state, session.players, MAX_PROOF_POSITIONS, _solved(session, goal))
    except UnsolvableError as error:
        yield Finding("goal", "an endgame that can be searched completely", f"{error}")
        return
    meant: list[tuple[int, Any]] = []
    for number, move in enumerate(goal.best, 1):
        try:
            meant.append(session.read(move))
            session.check(*meant[-1])
        except KronikaError as error:
            rules = (error.rule,) if isinstance(error, IllegalAction) else ()
            yield Finding(f"goal.best.{number}", f"the move `{move}`", str(error), rules)
            return
    best = [(solution.seat, do) for do in solution.best]
    if {*meant} != {*best}:
        yield Finding("goal.best", _moves(session, meant) or "at least one move", _solution_text(session, solution))
    elif goal.lead is not None and goal.lead != solution.most.lead:
        yield Finding("goal.lead", _lead(session, goal.lead), _solution_text(session, solution))


def _solved(session: Session, goal: Goal) -> int | None:
    """The seat that makes the first move of the goal, None if it can't be read.

    The goal is about the choice of this seat if several may choose now.
    """
    try:
        return session.read(goal.best[0])[0] if goal.best else None
    except KronikaError:
        return None


def _solution_text(session: Session, solution: Solution) -> str:
    """The best moves, the lead that they secure, and the number of positions searched."""
    best = _moves(session, [(solution.seat, do) for do in solution.best])
    return f"{best}, {_lead(session, solution.most.lead)}; {pluralize(solution.positions, 'position')} searched"


def _moves(session: Session, moves: Moves) -> str:
    return "; ".join(_of_seat(session, seat, [do for _, do in own]) for seat, own in groupby(moves, itemgetter(0)))


def _of_seat(session: Session, seat: int, actions: Sequence[Any]) -> str:
    written = [session.game.format(session.state, seat, do, session.players) for do in actions]
    return f"{seat_name(seat, session.players)}: {join_words([f'`{move}`' for move in written], 'or')}"


def _lead(session: Session, lead: int) -> str:
    return lead_text(lead, len(session.players))
