"""Whole games in which one observation is made impossible: it is refused at once, and none is called proved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core import IllegalAction
from kronika.core.basics.errors import KronikaError, NotProved
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.contract.twins import has_holes, holes
from kronika.core.contract.unseen import OPEN, Move
from kronika.core.sessions.events import Seen
from kronika.core.unseen.session import WitnessSession
from support.unseen import GAMES, again, contents, played, recorded, witnesses

ONE_OF_EACH = ("tides", "ancient_knowledge")
"""The games in which a card that lies open is in no other place."""
WITH_HANDS = [game for game in GAMES if game != "imhotep"]


def lying_open(session: WitnessSession) -> list[Any]:
    """The cards that were last seen to go to the table, by the record alone."""
    last: dict[Any, Any] = {}
    for row in session.completion.rows:
        for one in row.moves:
            if isinstance(one, Move) and one.kind is not None:
                last[one.kind] = one.goal
    return sorted([kind for kind, place in last.items() if place == OPEN], key=str)


def with_one_impossible(game: str, seed: int, witness: str, random: Random) -> Iterator[tuple[WitnessSession, Any]]:
    """The record before some event of which a part is hidden, and that event with a card in it that lies open."""
    whole = recorded(game, 2, seed, witness)
    hidden = [at for at, one in enumerate(whole.line.events) if not isinstance(one.do, Seen) and has_holes(one.do)]
    for at in random.sample(hidden, min(2, len(hidden))):
        before, event = again(whole, at), whole.line.events[at]
        found = again(before)
        found.append(event)
        things = [*found.completion.things[-1][: holes(event.do)]]
        deck = next(of for of in before.completion.supply.values() if things[0] in of)
        if open_ := [card for card in lying_open(before) if card in deck]:
            things[0] = random.choice(open_)
            yield before, replace(event, do=before.completion.hidden.whole(event.do, things))


def refused(game: str, seed: int) -> int:
    random, count = Random(seed), 0
    for before, event in with_one_impossible(game, seed, witnesses(2)[seed % 3], random):
        history = list(before.history)
        with pytest.raises((IllegalAction, KronikaError)) as caught:
            before.do(event.by, event.do)
        assert isinstance(caught.value, IllegalAction)
        assert before.history == history
        count += 1
    recorded.cache_clear()
    played.cache_clear()
    return count


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_a_card_that_lies_open_is_refused_where_it_is_said_to_be_elsewhere(game: str) -> None:
    assert sum(refused(game, seed) for seed in range(1, 4)) > 0


@pytest.mark.long
@pytest.mark.parametrize("game", ONE_OF_EACH)
@pytest.mark.parametrize("first", range(100, 600, 50))
def test_a_thousand_games_with_a_card_in_two_places(game: str, first: int) -> None:
    assert sum(refused(game, seed) for seed in range(first, first + 50)) > 0


# -- more than lies there -------------------------------------------------------------------------------------------


def named_things(session: WitnessSession) -> Iterator[Any]:
    """The things that can be seen: no choice."""
    for kinds in session.completion.supply.values():
        yield from (kind for kind in kinds if isinstance(kind, int | str))


def more_than_lies_there(game: str, seed: int) -> Counter[str]:
    """What becomes of a hand that is laid open, and of one more thing in it than it has, at two points of a game.

    Each of them is made known by `Seen`. The first is true, so it is possible.
    """
    random, found = Random(seed), Counter[str]()
    seats = random.choice([n for n in (2, 3, 4) if n in range(get_game(game).seats[0], get_game(game).seats[1] + 1)])
    true, witness = played(game, seats, seed), random.choice(witnesses(seats))
    whole = recorded(game, seats, seed, witness)
    for at in random.sample(range(1, len(whole.line.events)), 2):
        session = again(whole, at)
        moves = sum(not isinstance(event.do, Seen) for event in session.line.events)
        hands = [(place, +of) for place, of in contents(true, moves).items() if place[0] == "hand"]
        hands = [(place, of) for place, of in hands if of and all(isinstance(kind, int | str) for kind in of)]
        if not hands:
            continue
        (place, seat), there = random.choice(hands)
        laid = tuple(kind for kind, n in sorted(there.items(), key=str) for _ in range(n))
        try:
            session.do(CHANCE, Seen(seat, laid, place))
        except NotProved:
            found["possible, not proved"] += 1
            continue
        found["possible"] += 1
        extra = random.choice(sorted({*named_things(session)}, key=str))
        try:
            session.do(CHANCE, Seen(seat, (extra,) * (there[extra] + 1), place))
        except IllegalAction as refusal:
            found["refused" if refusal.rule else "refused without a rule"] += 1
        except NotProved:
            found["not proved"] += 1
        else:
            found["called possible"] += 1
    recorded.cache_clear()
    played.cache_clear()
    return found


def is_always_refused(game: str, seeds: range) -> Counter[str]:
    found = sum((more_than_lies_there(game, seed) for seed in seeds), Counter[str]())
    assert found["refused"] == found["possible"] > 0
    assert found["possible, not proved"] <= (len(seeds) // 25 if game == "ancient_knowledge" else 0)
    return found


@pytest.mark.parametrize("game", WITH_HANDS)
def test_one_more_than_a_hand_has_is_refused(game: str) -> None:
    is_always_refused(game, range(3))


def test_a_law_that_is_tucked_after_a_hidden_draw_of_another_player_is_possible() -> None:
    """Cyd draws a hidden card, and then law 66 of Anna lies under her third card (VC-4.66)."""
    is_always_refused("viceroy", range(1_084, 1_085))


@pytest.mark.long
@pytest.mark.parametrize("game", WITH_HANDS)
@pytest.mark.parametrize("first", range(1_000, 2_000, 100))
def test_ten_thousand_hands_with_one_more_than_they_have(game: str, first: int) -> None:
    is_always_refused(game, range(first, first + 100))
