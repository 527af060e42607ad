"""What an example says is best, held against the rest of the game searched whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kronika.core.errors import IllegalAction, KronikaError
from kronika.core.expected import Finding, Goal
from kronika.core.moves import seat_name
from kronika.core.session import Session
from kronika.core.solving import Solution, Unsolved, solve
from kronika.core.words import count, listing


def compare_goal(session: Session, goal: Goal) -> Iterator[Finding]:
    """What differs between the goal and what is best at the end of a session."""
    try:
        solution = solve(session.game, session.state, session.players)
    except Unsolved as error:
        yield Finding("goal", "a rest of the game that can be searched whole", f"{error}")
        return
    meant: list[Any] = []
    for number, move in enumerate(goal.best, 1):
        try:
            seat, do = session.read(move)
            session.check(seat, do)
        except KronikaError as error:
            rules = (error.rule,) if isinstance(error, IllegalAction) else ()
            yield Finding(f"goal.best.{number}", f"the move `{move}`", str(error), rules)
            return
        meant.append(do)
    if not meant or any(do not in solution.best for do in meant) or any(do not in meant for do in solution.best):
        yield Finding("goal.best", _moves(session, solution.seat, meant), _said(session, solution))
    elif goal.lead is not None and goal.lead != solution.most.lead:
        yield Finding("goal.lead", _lead(goal.lead), _said(session, solution))


def _said(session: Session, solution: Solution) -> str:
    """What is best, and what it leads to."""
    best = _moves(session, solution.seat, solution.best)
    return f"{best}, {_lead(solution.most.lead)}; {count(solution.positions, 'position')} searched"


def _moves(session: Session, seat: int, actions: Sequence[Any]) -> str:
    if not actions:
        return "at least one move"
    written = [session.game.format(session.state, seat, do, session.players) for do in actions]
    return f"{seat_name(seat, session.players)}: {listing([f'`{move}`' for move in written], 'or')}"


def _lead(points: int) -> str:
    return f"{count(abs(points), 'point')} {'ahead' if points >= 0 else 'behind'}"
