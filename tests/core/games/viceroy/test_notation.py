"""Moves as people type them, and what is said about what they mistype."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.errors import NotationError
from kronika.core.games.viceroy.actions import (
    DECLINE,
    DONE,
    PASS,
    Bid,
    Choose,
    Claim,
    Deal,
    Discard,
    Draw,
    Drawn,
    FromBox,
    Gems,
    Get,
    Give,
    GiveBack,
    Pay,
    Place,
    Recolour,
    Return,
    Reward,
    Select,
    Sell,
    Start,
    Take,
    Target,
    Tuck,
    TurnUp,
)
from support.viceroy import place

GIVEN: dict[str, Any] = {
    "phase": "select",
    "pyramids": {"Anna": {"1.0": 22, "1.1": {"card": 33, "tokens": ["infinite-blue"]}, "2.0": 3}, "Bob": {"1.0": 7}},
    "hands": {"Anna": [36, 74], "Bob": [40]},
    "gems": {"Anna": "1 blue 2 red"},
    "lanes": {"red": {"below": 50, "above": 51}},
}


def read(text: str, seat: int = 0) -> Any:
    session = place(players=2, **GIVEN)
    return session.game.parse(session.state, seat, text, session.players)


@pytest.mark.parametrize(
    ("text", "do"),
    [
        ("start 32", Start(32)),
        ("start captain keep 5", Start(32, 5)),
        ("bid red", Bid("red")),
        ("bid r", Bid("red")),
        ("BID Attack", Bid("attack")),
        ("bid none", PASS),
        ("pass", PASS),
        ("take red above", Take("red", "above")),
        ("take r b", Take("red", "below")),
        ("take 51", Take("red", "above")),
        ("take Helmsman", Take("red", "above")),
        ("claim above", Claim("above")),
        ("claim nothing", Claim("refuse")),
        ("refuse", Claim("refuse")),
        ("discard red below", Discard("red", "below")),
        ("gems red blue blue", Gems(blue=2, red=1)),
        ("gems 2 blue, 1 red", Gems(blue=2, red=1)),
        ("gem green", Gems(green=1)),
        ("gems none", Gems()),
        ("select 36", Select(36)),
        ("select sniper", Select(36)),
        ("select Kapitán", Select(32)),
        ("select law 74", Select(74)),
        ("select Královská milost", Select(74)),
        ("sell 36", Sell(36)),
        ("place left", Place(1, -1)),
        ("place r", Place(1, 2)),
        ("place 1.-1", Place(1, -1)),
        ("place 3.0 using blue", Place(3, 0, blue=1)),
        ("place 3.0 using 2 blue 1 red", Place(3, 0, blue=2, red=1)),
        ("law 65 replace 22", Target(22)),
        ("law 65 replace 2.0", Target(3)),
        ("law 65 1.1", Target(33)),
        ("law 66 under herbalist", Target(3)),
        ("law 74 tuck 1.0", Target(22)),
        ("replace 22", Target(22)),
        ("under 22", Target(22)),
        ("reward rows", Reward("rows")),
        ("reward 15", Reward("15")),
        ("reward 15 vp", Reward("15")),
        ("draw law", Draw("law")),
        ("draw s", Draw("small")),
        ("law 83 infinite red", Choose("infinite-red")),
        ("law 83 red", Choose("infinite-red")),
        ("law 71 vp", Choose("vp")),
        ("law 84 bonus", Choose("bonus")),
        ("choose gems", Choose("gems")),
        ("law 67 Bob", Pay(1)),
        ("law 67 pay Bob", Pay(1)),
        ("pay bob", Pay(1)),
        ("law 67 decline", DECLINE),
        ("law 67 gems 3 red", Gems(red=3)),
        ("law 67 give 1.1 infinite blue", Give(33, "infinite-blue")),
        ("give 33 infinite-blue", Give(33, "infinite-blue")),
        ("give 33 4 vp", Give(33, "4vp")),
        ("get 7 magic+2", Get(7, "magic+2")),
        ("get 7 blue +4", Get(7, "blue+4")),
        ("get Wanderer gem green", Get(7, "gem-green")),
        ("law 69 take red below", Take("red", "below")),
        ("law 70 return 66", Return(66)),
        ("return 66", Return(66)),
        ("law 72 tuck 36", Tuck(36)),
        ("tuck 36", Tuck(36)),
        ("law 76 gems 2 blue", Gems(blue=2)),
        ("keep", DECLINE),
        ("decline", DECLINE),
        ("done", DONE),
        ("recolour 2.0 green", Recolour(3, "green")),
        ("recolor 3 g", Recolour(3, "green")),
    ],
)
def test_moves(text: str, do: Any) -> None:
    assert read(text) == do


@pytest.mark.parametrize(
    ("text", "do"),
    [
        ("return blue red / green green", GiveBack((("blue", "red"), ("green", "green")))),
        ("deal 3 4 / 5 6", Deal(((3, 4), (5, 6)))),
        ("deal captain, marshal / 5, 6", Deal(((32, 10), (5, 6)))),
        ("turn up 5 9 33 12", TurnUp((5, 9, 33, 12))),
        ("turn 5 9 33 12", TurnUp((5, 9, 33, 12))),
        ("box blue red", FromBox(("blue", "red"))),
        ("card 32", Drawn(32)),
    ],
)
def test_outcomes(text: str, do: Any) -> None:
    assert read(text, -1) == do


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no move"),
        ("bidd red", "bid"),
        ("bid purple", "bid"),
        ("bid", "bid"),
        ("take", "take red above"),
        ("take 40", "not on display"),
        ("take red", "no card"),
        ("gems", "Which gems"),
        ("gems 3", "Which gems"),
        ("gems 17 red", "16 gems"),
        ("gems pink", "colour"),
        ("select", "Which card"),
        ("select 99", "no card"),
        ("select xyzzy", "no card"),
        ("place", "no place"),
        ("place 9.1", "no place"),
        ("place 2", "no place"),
        ("place 3.0 using pink", "colour"),
        ("law", "no law"),
        ("law 5", "no law"),
        ("law 99 gems", "no law"),
        ("law 83 defense", "option"),
        ("law 83 infinite", "can be"),
        ("law 67 Cyril", "player"),
        ("pay chance", "'chance' is not a player"),
        ("give 33", "token"),
        ("give 33 gold", "token"),
        ("law 65 replace 4.0", "No card of yours"),
        ("reward 20", "reward"),
        ("draw big", "deck"),
        ("claim both", "claim"),
        ("recolour 2.0 pink", "colour"),
        ("return", "Which card"),
        ("pass 17 please bid red", "Nothing can stand behind this move: '17 please bid red'."),
        ("keep 5", "Nothing can stand behind this move: '5'."),
        ("done 5", "Nothing can stand behind"),
        ("refuse below", "Nothing can stand behind"),
        ("law 67 decline Bob", "Nothing can stand behind"),
    ],
)
def test_what_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text)
    assert says in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "return blue",
        "deal 1 2 / 3 4 / 5 6 / 7 8 / 9 10",
        "deal 1 2 3 4 5",
        "laws 65 66",
        "turn up",
        "box",
        "box red red red red",
        "card",
    ],
)
def test_outcomes_that_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError):
        read(text, -1)


def test_without_using_infinite_gems_help_only_where_they_must() -> None:
    """The Sniper costs blue, blue, yellow: one blue gem and one blue infinite gem are there."""
    session = place(players=2, **GIVEN)
    for move in ("Bob: pass", "Anna: select 36"):
        session.play(move)
    assert session.read("place left")[1] == Place(1, -1)
    assert session.read("place 2.0")[1] == Place(2, 0, blue=1)


def test_the_lane_may_be_left_out_where_only_one_is_meant() -> None:
    given = {
        "pyramids": {"Anna": {"1.0": 1}},
        "lanes": {"red": {"below": 50, "above": 51}, "blue": {"below": 52}},
        "gems": {"Anna": "red"},
    }
    session = place(**given)
    session.play("bid red")
    session.play("chance: box green")
    assert session.read("take above")[1] == session.read("take a")[1] == Take("red", "above")


def test_every_clause_speaks_of_names_and_cards() -> None:
    session = place(players=2, **GIVEN)
    for move in ("Bob: pass", "Anna: select 36", "Anna: place right"):
        session.play(move)
    clauses = [session.game.describe(effect, session.players) for event in session.line.events for effect in event.then]
    assert clauses == [
        "shown: Anna 36 Sniper",
        "Anna pays 1 blue",
        "Anna lays 36 Sniper at 1.2",
        "Anna gets 3vp on 36 Sniper",
    ]
