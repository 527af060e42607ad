"""Whole games that are recorded by a witness, and full games that agree with the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from kronika.core import NotationError
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.contract.twins import agrees
from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Trade
from kronika.core.sessions.events import Seen
from kronika.core.unseen.session import WitnessSession, completed
from support.known import is_known
from support.unseen import GAMES, again, played, recorded, witnesses

# -- whole games --------------------------------------------------------------------------------------------------


def tables(game: str) -> Iterator[tuple[int, str]]:
    fewest, most = get_game(game).seats
    for seats in range(fewest, most + 1):
        for witness in witnesses(seats):
            yield seats, witness


def is_recorded(game: str, seats: int, seed: int, witness: str, *, bot: bool) -> None:
    """All reports are as they were, the same line by line and as a whole; the score is that of the true game."""
    true, session = played(game, seats, seed, bot=bot), recorded(game, seats, seed, witness, bot=bot)
    events = [event for event in session.line.events if not isinstance(event.do, Seen)]
    rows = zip(true.line.states, true.line.events, events, strict=False)
    for before, event, seen in rows:
        assert seen.do == session.game.redacted(before, event.by, event.do, session.witness)
        assert seen.then == session.completion.seen_effects(event.then)
        assert agrees(seen.do, event.do)
    assert len(events) == len(true.line.events)
    assert again(session).completion.now == session.completion.now
    assert session.result() == true.result()
    full = completed(session)
    assert [*map(str, full.score())] == [*map(str, true.score())]


CASES = [(game, *table) for game in GAMES for table in tables(game)]


@pytest.mark.parametrize(("game", "seats", "witness"), CASES)
def test_a_game_that_was_seen_in_part(game: str, seats: int, witness: str) -> None:
    for seed, bot in ((1, False), (2, True)):
        is_recorded(game, seats, seed, witness, bot=bot)


STRETCH = 20
"""The number of games of one long test, which so takes less than two minutes."""


@pytest.mark.long
@pytest.mark.parametrize("first", range(10, 1010, STRETCH))
@pytest.mark.parametrize(("game", "seats", "witness"), CASES)
def test_a_thousand_games_that_were_seen_in_part(game: str, seats: int, witness: str, first: int) -> None:
    """A stretch of them at random, and for each tenth of them one that likely moves have made."""
    for seed in range(first, first + STRETCH):
        is_recorded(game, seats, seed, witness, bot=False)
        if not seed % 10:
            is_recorded(game, seats, seed, witness, bot=True)
        recorded.cache_clear()
        played.cache_clear()


# -- what is known ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats", "witness"), [case for case in CASES if case[1] < 4 and case[2] in ("Anna", "bystander")]
)
def test_what_is_shown_as_known_is_true(game: str, seats: int, witness: str) -> None:
    """In the true game, and in another one that agrees with the record."""
    is_known(played(game, seats, 4), recorded(game, seats, 4, witness), samples=0)


@pytest.mark.long
@pytest.mark.parametrize("seed", [4, 640_100, 640_101, 5_300_000, 5_300_001])
@pytest.mark.parametrize(("game", "seats", "witness"), CASES)
def test_what_is_shown_as_known_is_true_in_two_hundred_games(game: str, seats: int, witness: str, seed: int) -> None:
    true, session = played(game, seats, seed), recorded(game, seats, seed, witness)
    is_known(true, session, samples=200, seed=seed)
    recorded.cache_clear()


class _LaidOpen(Exception):
    """The move would turn things up, and it is for the witness to say which."""


def _play(session: WitnessSession, move: str) -> None:
    try:
        session.play(move)
    except NotationError as error:
        if "lays open" in str(error):
            raise _LaidOpen from None
        raise


@pytest.mark.parametrize("game", GAMES)
def test_a_move_that_is_listed_can_be_played_and_one_that_was_played_is_listed(game: str) -> None:
    session = recorded(game, 2, 5)
    for n in range(3, len(session.line.events) - 1, max(1, len(session.line.events) // 6)):
        event = session.line.events[n]
        if event.by == CHANCE:
            continue
        then = again(session, n)
        listed = then.legal()[then.players[event.by]]
        assert then.game.format(then.state, event.by, event.do, then.players) in listed
        for move in listed[:: max(1, len(listed) // 10)]:
            with suppress(_LaidOpen):
                _play(again(session, n), f"{then.players[event.by]}: {move}")


# -- a whole game of it -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_full_game_agrees_with_what_was_seen(game: str) -> None:
    session = recorded(game, 2, 6)
    for seed in (None, 1, 2):
        full = completed(session, seed)
        assert full.witness is None
        assert "bystander" in full.tags["assumed"]
        assert [event.by for event in full.line.events] == [
            event.by for event in session.line.events if not isinstance(event.do, Seen)
        ]


@pytest.mark.parametrize("witness", ["bystander", "Anna"])
@pytest.mark.parametrize("game", GAMES)
def test_things_lie_in_the_full_game_as_every_row_says(game: str, witness: str) -> None:
    """After every record: what moves is there, and what was seen of a hand is in it."""
    session = again(recorded(game, 2, 5, witness), 0)
    for event in recorded(game, 2, 5, witness).line.events:
        session.append(event)
        assert lies_as_seen(session)


def lies_as_seen(session: WitnessSession) -> bool:
    there: dict[Any, Counter[Any]] = {place: Counter(of) for place, of in session.completion.supply.items()}
    moved = iter([thing for of in session.completion.things for thing in of])
    for one in [one for row in session.completion.rows for one in row.moves]:
        match one:
            case Move(source, goal, kind):
                thing = next(moved) if kind is None else kind
                there.setdefault(source, Counter())[thing] -= 1
                there.setdefault(goal, Counter())[thing] += 1
                if source != OPEN and there[source][thing] < 0:
                    return False
            case Trade(here, other):
                there[here], there[other] = there.get(other, Counter()), there.get(here, Counter())
            case Holds(place, kinds, least):
                if sum(there.get(place, Counter())[kind] for kind in kinds) < least:
                    return False
            case Lacks(place, kinds, most):
                if sum(there.get(place, Counter())[kind] for kind in kinds) > most:
                    return False
    return True
