"""Whole games in which one observation is made impossible: it is refused at once, and none is called proved."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core import IllegalAction
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.twins import has_holes, holes
from kronika.core.contract.unseen import OPEN, Move
from kronika.core.sessions.events import Seen
from kronika.core.unseen.session import WitnessSession
from support.unseen import again, played, recorded, witnesses

ONE_OF_EACH = ("tides", "ancient_knowledge")
"""The games in which a card that lies open is in no other place."""


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
