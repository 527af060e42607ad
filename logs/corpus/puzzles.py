"""Puzzles from played games: positions with one best move, proved by a search of the rest of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.errors import KronikaError, PositionError
from kronika.core.basics.text import pluralize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.moves import seat_name
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.builder import draft_example
from kronika.core.examples.example import Example, run_example
from kronika.core.examples.expectations import Expect, Goal
from kronika.core.examples.solver import (
    MAX_PROOF_POSITIONS,
    POSITIONS,
    EndValue,
    Solution,
    UnsolvableError,
    end_values,
    solve,
)
from kronika.core.sessions.session import Session
from kronika.logs.corpus.skipping import Unread, WorkItem
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.files.streams import display_name
from kronika.logs.replaying.replay import load_full

MIN_MOVES: Final = 3
"""A puzzle has at least this number of moves to choose from."""
MAX_MOVES: Final = 40
"""A puzzle has at most this number of moves to choose from."""


class Choice(Struct, frozen=True):
    """A legal move, and its result if all play their best from there on."""

    move: str
    worth: EndValue


class Puzzle(Struct, frozen=True):
    """A position with one best move, as an example with a goal; it is the turn of `seat`, which has these `choices`."""

    example: Example
    seat: str
    choices: tuple[Choice, ...]
    positions: int


def find_puzzle(session: Session, name: str, source: str = "", positions: int = POSITIONS) -> Puzzle | None:
    """The puzzle of a game, or None: the earliest position with one best decision that is not trivial.

    At most `positions` positions are searched for each decision. The search goes backwards from the end of the game,
    and stops at the first decision that takes more.
    """
    found = None
    for begin, solution in _solved(session, positions):
        if _has_one_answer(solution) and not _is_trivial(session.game, session.line.states[begin], solution):
            found = begin, solution
    return None if found is None else _puzzle(session, *found, name, source)


def _has_one_answer(solution: Solution) -> bool:
    """True if there is one best move, or several that do the same in another order, and enough worse ones."""
    best, moves = len(solution.best), len(solution.actions)
    return MIN_MOVES <= moves <= MAX_MOVES and (best == 1 or (solution.one_end and best <= moves // 2))


def _solved(session: Session, positions: int) -> Iterator[tuple[int, Solution]]:
    """Yield the decisions of a game from its end backwards, with the number of events before each, while they can be
    solved.
    """
    line = session.line
    for begin in range(len(line.events) - 1, -1, -1):
        if line.events[begin].by == CHANCE:
            return
        try:
            yield begin, solve(session.game, line.states[begin], session.players, positions)
        except UnsolvableError:
            return


def _is_trivial(game: AnyGame, state: Any, solution: Solution) -> bool:
    """True if taking each time the move that pays most at once leads to the same result: the puzzle would be
    trivial.
    """
    seat = solution.seat
    while actors := game.actors(state):
        by = actors[0]
        after = [game.apply(state, by, do)[0] for do in game.actions(state, by)]
        state = max(after, key=lambda state: game.totals(state)[by])
    result = game.result(state)
    assert result is not None, "nobody may act"
    return end_values(result, game.teams(state.options, game.seat_count(state)))[seat] == solution.most


def _puzzle(session: Session, begin: int, solution: Solution, name: str, source: str) -> Puzzle | None:
    state = session.line.states[begin]
    who = seat_name(solution.seat, session.players)
    choices = _choices(session, state, solution)
    best = [f"{who}: {choice.move}" for choice in choices if choice.worth == solution.most]
    try:
        drafted = draft_example(session, begin, name, source)
    except PositionError:
        return None
    example = replace(
        drafted,
        title=f"{who} to move, {pluralize(len(choices), 'move')}: {_question(len(best))} best?",
        when=[],
        expect=Expect(),
        goal=Goal(best, solution.most.lead),
        unconfirmed=False,
    )
    return Puzzle(example, who, choices, solution.positions)


def _question(best: int) -> str:
    return "which one is" if best == 1 else "which are"


def find_puzzle_remotely(log: WorkItem[Puzzle], positions: int) -> Puzzle | str:
    """The puzzle of a work item, or the reason why its log can't be read; empty if it has none."""
    path, data = log.path, log.data
    if isinstance(data, Unread):
        return data.why
    try:
        session = load_full(path, data)
    except (FileError, LogError) as error:
        return str(error)
    return find_puzzle(session, "P-1", display_name(path), positions) or ""


def puzzle_of_example(example: Example) -> Puzzle:
    """An example with a goal as a puzzle. Raises KronikaError if it has no goal, or is not solved as it says."""
    run = run_example(example)
    session, goal = run.session, example.goal
    if session is None or goal is None or run.findings:
        found = next((f"{one.key}: expected {one.expected}, got {one.got}" for one in run.findings), "it has no goal")
        raise KronikaError(f"{example.id} is not proved: {found}{'' if found[-1] in '.?' else '.'}")
    solution = solve(session.game, session.state, session.players, MAX_PROOF_POSITIONS, session.read(goal.best[0])[0])
    return Puzzle(
        example,
        seat_name(solution.seat, session.players),
        _choices(session, session.state, solution),
        solution.positions,
    )


def _choices(session: Session, state: Any, solution: Solution) -> tuple[Choice, ...]:
    """The moves of a position as text, each with its result."""
    return tuple(
        Choice(session.game.format(state, solution.seat, do, session.players), worth)
        for do, worth in zip(solution.actions, solution.worth, strict=True)
    )
