"""The shortest game that shows a difference: other games cut off, decisions left out."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.logs.beside import shrinking
from kronika.logs.beside.lockstep import (
    Chooser,
    FoundDifference,
    choose_at_random,
    choose_if_legal,
    choose_recorded,
    play_in_lockstep,
)
from kronika.logs.beside.naming import NameMap
from kronika.logs.beside.shrinking import shrink
from kronika.logs.beside.trial import Trial
from kronika.logs.work.simulate import play_random
from support.logs import DUEL_MOVES, duel_game
from support.within import Spoil, beginning, engine

pytestmark = pytest.mark.usefixtures("duel")
COMPARER = Trial((), NameMap(), 1.0).comparer


def forgets_the_five(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    """DU-4: that the prize of 5 is won."""
    if ask["type"] == "play":
        for event in answer["events"]:
            event["effects"] = [effect for effect in event["effects"] if effect.get("prize") != 5]


def dies_of_a_second_four(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    """Refuses the 4 of anyone who shows it last."""
    if ask["type"] == "play" and ask["do"].get("card") == 4 and answer["events"][0]["effects"]:
        answer.clear()
        answer.update(id=ask["id"], type="error", code="illegal", message="no")


def first_found(spoil: Spoil, choose: Chooser | None = None) -> FoundDifference:
    """The first random game, or this one, that shows a difference."""
    for number in range(100):
        played = play_in_lockstep(
            engine(spoil), beginning(get_game("duel")), choose or choose_at_random(number), COMPARER
        )
        if played.found:
            return played.found
    raise AssertionError("no difference")


def names_nobody(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    """DU-2: that somebody may act when somebody has chosen."""
    if ask["type"] == "play" and ask["by"] != "chance":
        answer["actors"] = []


def cards(found: FoundDifference) -> list[Any]:
    return [event.do for event in found.session.line.events if event.by != CHANCE]


def test_three_decisions_win_a_five() -> None:
    found = first_found(forgets_the_five)
    best, tried = shrink(engine(forgets_the_five), found, COMPARER)
    assert found.difference.like(best.difference)
    assert best.difference.rules == ("DU-4",)
    assert best.decisions == 3
    assert best.session.line.events[0].do.value == 5
    assert tried > 0


def test_decisions_are_left_out_that_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game that was played, with no other game tried: both play their 4, no matter who has played what before."""
    monkeypatch.setattr(shrinking, "MAX_FAILED_TRIES", 0)
    session = duel_game(
        (
            "chance: prize 2",
            "Anna: play 1",
            "Bob: play 2",
            "Bob: take",
            "chance: prize 3",
            "Anna: play 2",
            "Bob: play 3",
        )
    )
    for move in ("Bob: take", "chance: prize 5", "Anna: play 3", "Bob: play 4"):
        session.play(move)
    whole = [(event.by, event.do) for event in session.line.events]
    found = first_found(dies_of_a_second_four, choose_recorded(whole))
    assert found.decisions == 8
    best, tried = shrink(engine(dies_of_a_second_four), found, COMPARER)
    assert best.decisions == 2
    assert [do.card for do in cards(best)][1] == 4
    assert 0 < tried < 40
    assert shrink(engine(dies_of_a_second_four), best, COMPARER) == (best, 2), "neither half can be left out"


def test_where_one_decision_shows_it_only_the_game_without_it_is_left_to_be_tried() -> None:
    found = first_found(names_nobody)
    assert found.decisions == 1
    assert shrink(engine(names_nobody), found, COMPARER) == (found, 1)


def test_a_program_that_fails_otherwise_meanwhile_does_not_pass_for_the_same() -> None:
    """The shortest has to show what was found, and not just anything."""
    found = first_found(forgets_the_five)

    def says_other_things(ask: dict[str, Any], answer: dict[str, Any]) -> None:
        if ask["type"] == "score":
            answer["totals"][0] += 1

    best, _ = shrink(engine(says_other_things), found, COMPARER)
    assert best is found


def test_no_more_is_tried_than_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrinking, "SECONDS", -1.0)
    found = first_found(forgets_the_five)
    assert shrink(engine(forgets_the_five), found, COMPARER) == (found, 0)


def test_wishes_are_kept_as_far_as_they_can_be() -> None:
    """What is not legal is left out; a decision of somebody who may not act is made by who may."""
    session = duel_game(())
    game = session.game
    wished = duel_game(DUEL_MOVES)
    deeds = [(event.by, event.do) for event in wished.line.events]
    choose = choose_if_legal([deed for deed in deeds if deed != deeds[1]])
    while (deed := choose(session)) is not None:
        by, do = deed
        game.check(session.state, by, do)
        session.do(by, do)
    assert len(session.line.events) < len(deeds) + 2
    assert choose(session) is None


def test_random_games_are_those_of_simulate() -> None:
    """A game that shows something can be made again by its number."""
    game = get_game("duel")
    whole = play_random(game, 2, {}, 5)
    session = beginning(game).session()
    choose = choose_at_random(5)
    while (deed := choose(session)) is not None:
        session.do(*deed)
    assert session.line.events == whole.line.events


def test_a_game_that_is_cut_off_has_n_decisions_and_the_chance_before() -> None:
    session = beginning(get_game("duel")).session()
    choose = choose_at_random(5, 2)
    while (deed := choose(session)) is not None:
        session.do(*deed)
    assert sum(event.by != CHANCE for event in session.line.events) == 2
