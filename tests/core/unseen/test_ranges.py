"""Bounds on what lies in hidden places: sound in every game, tight where they were worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.sessions.events import Seen
from kronika.core.sessions.session import Session
from kronika.core.unseen.ranges import contents_lines, possible_contents
from kronika.core.unseen.session import WitnessSession, completed, seen_by
from support.unseen import GAMES, again, contents, played, recorded

DRAWN = ("draw Anna 6", "draw Bob 6", "start Anna")


def tigris(witness: str, *moves: str) -> WitnessSession:
    session = seen_by(Session.new("tigris", ("Anna", "Bob"), chance="given"), witness)
    for move in moves:
        session.play(move)
    return session


def lines(session: WitnessSession) -> list[str]:
    return list(contents_lines(possible_contents(session, session.state), session.players))


def test_two_of_six_tiles_were_seen() -> None:
    """The four others may be of any colour: two red ones are sure, and six are possible."""
    session = tigris("bystander", *DRAWN, "seen Bob hand red red")
    assert lines(session)[1] == "Bob's hand, 6: red 2 to 6, black 0 to 4, blue 0 to 4, green 0 to 4"


def test_a_hand_that_is_known_is_not_listed() -> None:
    session = tigris("Anna", "draw Anna red red blue blue green black", "draw Bob 6", "start Anna")
    assert [line.split(",")[0] for line in lines(session)] == ["Bob's hand"]


def test_a_tile_that_is_played_later_was_there_before() -> None:
    session = tigris("bystander", *DRAWN, "Anna: blue C7")
    (anna, _) = possible_contents(session, session.line.states[3])
    assert [(one.thing, one.least, one.most) for one in anna.things if one.thing == "blue"] == [("blue", 1, 6)]


def test_single_cards_are_listed_by_name() -> None:
    """Of eighteen cards Bob sees his five: five of the thirteen others are in Anna's hand (TT-1.5)."""
    session = seen_by(Session.new("tides", ("Anna", "Bob"), chance="given"), "Bob")
    session.play("deal ? ? ? ? ? / 12 3 6 7 13")
    (line,) = lines(session)
    assert line.startswith("Anna's hand, 5: 5 of 1 ")
    assert len(line.split(", ")) == 14
    session.play("seen Anna hand 17")
    assert lines(session)[0].startswith("Anna's hand, 5: 17 Roof of the World; 4 of 1 ")


def test_a_long_list_of_single_cards_is_counted() -> None:
    """A bystander of Tides knows none of the eighteen cards (TT-1.5): a line says how many are possible."""
    session = seen_by(Session.new("tides", ("Anna", "Bob"), chance="given"), "bystander")
    session.play("deal 5 / 5")
    assert lines(session)[0] == "Anna's hand, 5: 5 of 18 that are possible"
    (anna, _) = possible_contents(session, session.state)
    assert [(one.least, one.most) for one in anna.things] == [(0, 1)] * 18


@pytest.mark.parametrize("witness", ["bystander", "Anna"])
@pytest.mark.parametrize("game", GAMES)
def test_no_game_that_agrees_is_outside_the_bounds(game: str, witness: str) -> None:
    is_within_bounds(game, witness, every=150)


@pytest.mark.long
@pytest.mark.parametrize("witness", ["bystander", "Anna"])
@pytest.mark.parametrize("game", GAMES)
def test_no_game_that_agrees_is_outside_the_bounds_at_any_time(game: str, witness: str) -> None:
    is_within_bounds(game, witness, every=9)


def is_within_bounds(game: str, witness: str, *, every: int) -> None:
    """The true game, and others drawn from all that agree with the record so far."""
    true, whole = played(game, 2, 6), recorded(game, 2, 6, witness)
    for at in range(3, len(whole.line.events), every):
        session = again(whole, at)
        moves = sum(not isinstance(event.do, Seen) for event in session.line.events)
        worlds = [contents(true, moves), *(contents(completed(session, seed), moves) for seed in range(3))]
        for one in possible_contents(session, session.state):
            bounds = {thing.thing: (thing.least, thing.most) for thing in one.things}
            for world in worlds:
                there = {word(session, kind): n for kind, n in world[one.place, one.seat].items() if n}
                assert sum(there.values()) == one.size
                assert all(least <= there.get(thing, 0) <= most for thing, (least, most) in bounds.items())
                assert there.keys() <= bounds.keys()


def word(session: WitnessSession, kind: Any) -> str:
    """A thing as bounds name it: one of which there are several by its kind alone."""
    supply = session.completion.supply.values()
    return session.completion.hidden.word(kind) if sum(of.get(kind, 0) for of in supply) == 1 else str(kind)
