"""The questions of a kit and the referee's answers; a game always gets the same ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction, KronikaError, NotationError
from kronika.core.contract.game import CHANCE
from kronika.core.contract.moves import split_move
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.example import Example, read_examples, start_example
from kronika.core.examples.example import Step as Moment
from kronika.core.examples.expectations import Expect
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.logs.kit.forms import Answer, Ask, By, Counted, Divided, Move, Question, State, Step, Tried
from kronika.logs.kit.sample_games import SampleGame, more_sample_games, sample_games
from kronika.logs.texts.examples import shipped_examples

Pair = tuple[Question, Answer]
T = TypeVar("T")

_COUNTED: Final = 4
"""The number of positions of a game for which continuations are counted; the first decision is one of them."""
_MAX_DEPTH: Final = 6
"""The most decisions in a counted continuation."""
_MAX_BRANCHING: Final = 500
"""The most continuations that are followed to count those that are one decision longer."""
_MAX_VIEWS: Final = 6
"""The most positions of a game in which the views of all seats are asked for."""
_REFUSED: Final = 3
"""The most refusals by one rule at one table."""
_TRIED: Final = 60
"""The number of positions of a game in which moves of other moments are tried, and of the tries in each."""


def questions(game: AnyGame) -> Iterator[Pair]:
    """Yield all questions of a kit with their answers, numbered within each kind."""
    shipped = [example for example in read_examples(shipped_examples(game)) if example.game == game.name]
    played = list(sample_games(game))
    yield from _numbered("examples", (_example(game, one) for one in shipped))
    refused = [pair for one in shipped for pair in _forbidden(game, one)]
    yield from _numbered("refusals", [*refused, *(_refusals(table) for table in played)])
    yield from _numbered("perft", (_perft(table) for table in played))
    yield from _numbered("views", (_views(table) for table in played))
    yield from _numbered("games", [*map(_game, played), *map(_brief_game, more_sample_games(game, played))])


def _numbered(kind: str, pairs: Iterable[Pair | None]) -> Iterator[Pair]:
    there = (pair for pair in pairs if pair is not None)
    for number, (question, answer) in enumerate(there, 1):
        yield replace(question, id=f"{kind}/{number:03}"), answer


def seat_to_by(seat: int) -> By:
    """A seat as logs and kits write it."""
    return "chance" if seat == CHANCE else seat


def by_to_seat(by: By) -> int:
    """The seat for its form in logs and kits."""
    return CHANCE if by == "chance" else by


# -- questions ----------------------------------------------------------------------------------------------------


def _asked(session: Session, about: str, ask: Ask, at: Sequence[int]) -> Question:
    """A question about a session, up to the last state that is asked about."""
    head, steps = session.header, tuple(_steps(session)[: at[-1]])
    return Question("", about, ask, head.game, head.rules, head.players, head.options, steps=steps, at=tuple(at))


def _steps(session: Session) -> list[Step]:
    """The events of a session."""
    game, line, names = session.game, session.line, session.players
    return [
        Step(seat_to_by(event.by), event.do, game.format(before, event.by, event.do, names))
        for before, event in zip(line.states, line.events, strict=False)
    ]


def _game(table: SampleGame) -> Pair:
    """A whole game, with every state."""
    session = table.session
    question = _asked(session, f"a whole game: {table.about}", "states", range(len(session.line.states)))
    return question, _every_state(session)


def _brief_game(table: SampleGame) -> Pair:
    """A whole game with something that no other game has; its legal moves are only counted."""
    question, answer = _game(table)
    return replace(question, about=f"one more game: {table.about}"), Answer(tuple(map(_brief_state, answer.states)))


def _brief_state(state: State) -> State:
    assert state.legal is not UNSET
    return replace(state, legal=tuple(Counted(len(moves)) for moves in state.legal if isinstance(moves, tuple)))


def _example(game: AnyGame, example: Example) -> Pair | None:
    """A worked example: its position, every move of it, and all results."""
    session = _begun(game, example)
    if session is None or not _played(session, example, len(example.when)):
        return None
    question = _asked(session, _named(example), "states", range(len(session.line.states)))
    return _with_position(question, session, example), _every_state(session)


def _forbidden(game: AnyGame, example: Example) -> Iterator[Pair]:
    """Yield questions about the legal and illegal moves that a worked example names, for each place that names some."""
    for number, expect in _expectations(example):
        tried = [*(one.move for one in expect.illegal or ()), *(expect.legal or ())]
        session = _begun(game, example)
        if not tried or session is None or not _played(session, example, number):
            continue
        tries = tuple(step for step in (_read(session, move) for move in tried) if step is not None)
        if tries:
            now = len(session.line.events)
            question = replace(_asked(session, _named(example), "tries", [now]), tries=(tries,))
            yield _with_position(question, session, example), Answer((_answered(session, session.state, tries),))


def _expectations(example: Example) -> Iterator[tuple[int, Expect]]:
    """Yield the expectations of an example, each with the number of moves before it."""
    for number, moment in enumerate(example.when, 1):
        if isinstance(moment, Moment):
            yield number, moment.expect
    yield len(example.when), example.expect


def _begun(game: AnyGame, example: Example) -> Session | None:
    """The session at the beginning of an example, before all its moves; None for one that can't be set up."""
    try:
        return start_example(replace(example, before=[]), game)
    except KronikaError:
        return None


def _played(session: Session, example: Example, number: int) -> bool:
    """Plays the first moves of an example; returns true if they could be played."""
    try:
        for moment in [*example.before, *example.when[:number]]:
            session.play(moment.move if isinstance(moment, Moment) else moment)
    except KronikaError:
        return False
    return True


def _named(example: Example) -> str:
    source = f" ({example.source})" if example.source else ""
    return f"{example.id}: {example.title}{source}"


def _with_position(question: Question, session: Session, example: Example) -> Question:
    """The question with the position that the game begins with, if it is not the set-up."""
    if example.given is None:
        return question
    table = session.game.view(session.line.states[0], None)
    return replace(question, given=example.given, table=table)


def _read(session: Session, move: str) -> Step | None:
    """A move to try; None if it can't be read as a move at all."""
    try:
        seat, do = session.read(move)
    except NotationError:
        return None
    return Step(seat_to_by(seat), do, _notation(session, session.state, seat, do, split_move(move, session.players)[1]))


def _notation(session: Session, state: Any, seat: int, do: Any, text: str) -> str:
    """The text, if it means this move here; else empty."""
    try:
        return text if session.game.parse(state, seat, text, session.players) == do else ""
    except NotationError:
        return ""


def _refusals(table: SampleGame) -> Pair | None:
    """Moves of other moments and of other seats, tried at one table: they are refused by as many rules as can be
    found.
    """
    session, dice, rules = table.session, Dice(table.about, "refusals"), Counter[str]()
    made = _steps(session)
    tries: dict[int, tuple[Step, ...]] = {}
    for number in _evenly_spread(_decisions(session), _TRIED):
        found = []
        for _ in range(_TRIED):
            step = _tried_here(session, number, dice.choice(made), dice)
            why = _refused(session, session.line.states[number], step.by, step.do)
            if why is not None and rules[why.rule] < _REFUSED:
                rules[why.rule] += 1
                found.append(step)
        if found:
            tries[number] = (*found, made[number])
    if not tries:
        return None
    question = replace(_asked(session, f"moves tried: {table.about}", "tries", [*tries]), tries=(*tries.values(),))
    states = (_answered(session, session.line.states[number], group) for number, group in tries.items())
    return question, Answer(tuple(states))


def _tried_here(session: Session, number: int, step: Step, dice: Dice) -> Step:
    """A step of another moment, to be tried after `number` events, sometimes by another seat or chance."""
    seats: list[By] = [seat_to_by(seat) for seat in (CHANCE, *range(len(session.players)))]
    by = step.by if dice.below(4) else dice.choice(seats)
    text = _notation(session, session.line.states[number], by_to_seat(by), step.do, step.move)
    return Step(by, step.do, text)


def _perft(table: SampleGame) -> Pair:
    """The numbers of ways to make the next decisions, from the first one and from others during a game."""
    session = table.session
    there = _decisions(session)
    at = [there[round(part * len(there) / _COUNTED)] for part in range(_COUNTED)]
    at = list(dict.fromkeys(at))
    states = tuple(_counted(session, session.line.states[number]) for number in at)
    depth = tuple(len(state.counts or ()) for state in states)
    question = replace(_asked(session, f"ways to continue: {table.about}", "perft", at), depth=depth)
    return question, Answer(states)


def _views(table: SampleGame) -> Pair:
    """The views of each seat, throughout a game."""
    session = table.session
    at = _evenly_spread(range(len(session.line.states)), _MAX_VIEWS)
    seats = range(len(session.players))
    states = (session.line.states[number] for number in at)
    answer = Answer(tuple(State(views=tuple(session.game.view(state, seat) for seat in seats)) for state in states))
    return _asked(session, f"what each seat may know: {table.about}", "views", at), answer


def _decisions(session: Session) -> list[int]:
    """The numbers of events after which a seat decides."""
    return [number for number, event in enumerate(session.line.events) if event.by != CHANCE]


def _evenly_spread(items: Sequence[T], most: int) -> list[T]:
    """At most `most` of the items, evenly spread, including the first and the last."""
    if len(items) <= most:
        return list(items)
    return [items[round(at * (len(items) - 1) / (most - 1))] for at in range(most)]


# -- answers ------------------------------------------------------------------------------------------------------


def _answered(session: Session, state: Any, tries: Sequence[Step]) -> State:
    """A state that says for each of these moves whether it is legal."""
    refusals = (_refused(session, state, step.by, step.do) for step in tries)
    return State(tries=tuple(Tried(True) if one is None else Tried(False, one.rule, one.reason) for one in refusals))


def _refused(session: Session, state: Any, by: By, do: Any) -> IllegalAction | None:
    """The refusal of a move; None if it is legal."""
    try:
        session.game.check(state, by_to_seat(by), do)
    except IllegalAction as error:
        error.name(session.players)
        return error
    return None


def _every_state(session: Session) -> Answer:
    """Every state of a session."""
    numbers: dict[bytes, int] = {}
    moves: list[Move] = []
    events: list[Event | None] = [None, *session.line.events]
    states = []
    for event, state in zip(events, session.line.states, strict=True):
        states.append(_state_answer(session, event, state, numbers, moves))
    states[-1] = replace(states[-1], items=session.score())
    return Answer(tuple(states), tuple(moves))


def _state_answer(
    session: Session, event: Event | None, state: Any, numbers: dict[bytes, int], moves: list[Move]
) -> State:
    game, result = session.game, session.game.result(state)
    return State(
        actors=(*map(seat_to_by, game.actors(state)),),
        totals=game.totals(state),
        legal=tuple(
            tuple(_number(session, state, seat, do, numbers, moves) for do in game.actions(state, seat))
            for seat in range(len(session.players))
        ),
        effects=UNSET if event is None else event.then,
        result=UNSET if result is None else result,
        winners=UNSET if result is None else result.winners,
    )


def _number(session: Session, state: Any, seat: int, do: Any, numbers: dict[bytes, int], moves: list[Move]) -> int:
    """The index of a move in the answer's list. A new move is added to it.

    The same data may have another notation in another position: then it is another entry.
    """
    text = session.game.format(state, seat, do, session.players)
    key = msgspec.json.encode((do, text))
    if key not in numbers:
        numbers[key] = len(moves)
        moves.append(Move(do, text))
    return numbers[key]


def _counted(session: Session, state: Any) -> State:
    """The numbers of ways to make one decision, two decisions, and so on while few continuations must be followed,
    and those after each first move of the deepest level.
    """
    game, seat = session.game, session.game.actors(state)[0]
    counts = [len(game.actions(state, seat))]
    while 0 < counts[-1] <= _MAX_BRANCHING and len(counts) < _MAX_DEPTH:
        counts.append(count_continuations(game, state, len(counts) + 1))
    if not counts[-1]:
        counts.pop()
    divide = tuple(
        Divided(
            do,
            game.format(state, seat, do, session.players),
            count_continuations(game, game.apply(state, seat, do)[0], len(counts) - 1),
        )
        for do in game.actions(state, seat)
    )
    return State(counts=tuple(counts), divide=divide)


def count_continuations(game: AnyGame, state: Any, decisions: int) -> int:
    """The number of ways to make `decisions` decisions in a row, without chance between them.

    If several seats may act, the first decides. The number is 0 if chance is due or the game is over.
    """
    if not decisions:
        return 1
    actors = game.actors(state)
    if not actors or actors[0] == CHANCE:
        return 0
    listed = game.actions(state, actors[0])
    if decisions == 1:
        return len(listed)
    return sum(count_continuations(game, game.apply(state, actors[0], do)[0], decisions - 1) for do in listed)
