"""Moves as people type them, and what is said about what they mistype."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import NotationError
from kronika.core.contract.game import CHANCE
from kronika.core.games.viceroy import GAME
from kronika.core.games.viceroy.actions import (
    DECLINE,
    DONE,
    PASS,
    Bid,
    Choose,
    Claim,
    Deal,
    DealLaws,
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
        ("sele\t36", Select(36)),
        ("  SELECT \t sniper ", Select(36)),
        ("start 32 KEEP 5", Start(32, 5)),
        ("place 3.0 Using blue", Place(3, 0, blue=1)),
        ("dec", DECLINE),
        ("k", DECLINE),
        ("la 83 red", Choose("infinite-red")),
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
        ("Turn Up 5, Marshal, 33, 12", TurnUp((5, 10, 33, 12))),
        ("laws 65 66 67 / law 68, 69, 70", DealLaws(((65, 66, 67), (68, 69, 70)))),
        ("box blue red", FromBox(("blue", "red"))),
        ("card 32", Drawn(32)),
    ],
)
def test_outcomes(text: str, do: Any) -> None:
    assert read(text, -1) == do


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "The move is empty."),
        ("bidd red", "'bidd' is not a move. Did you mean: bid"),
        ("bid purple", "bid"),
        ("bid", "bid"),
        ("take", "Which card? The form is `take COLOUR below|above`."),
        ("take 40", "not on display"),
        ("take red", "no card"),
        ("gems", "Which gems? The form is `gems GEMS`."),
        ("gems 3", "Which gems? Type `red blue blue`, `2 blue 1 red` or `none`."),
        ("gems 3 2 blue", "There is no colour '2'."),
        ("gems 17 red", "16 gems"),
        ("gems pink", "colour"),
        ("select", "Which card? The form is `select CARD`."),
        ("start 32 keep", "Which card? The form is `start CARD [keep CARD]`."),
        ("select 99", "no card"),
        ("select xyzzy", "no card"),
        ("place", "Which place? The form is `place PLACE [using GEMS]`."),
        ("place 9.1", "not a place"),
        ("place 2", "'2' is not a place. Type left, right, or level and column, as in 2.0."),
        ("place 3.0 using", "Which gems?"),
        ("place 3.0 using pink", "colour"),
        ("law", "Which law? The form is `law LAW CHOICE`."),
        ("law 5", "The law can be 65 to 88, not '5'."),
        ("law 99 gems", "The law can be 65 to 88, not '99'."),
        ("law 83 defense", "There is no option 'defense'."),
        ("law 70", "Which choice? The form is `law LAW CHOICE`."),
        ("law 67", "Which choice? The form is `law LAW CHOICE`."),
        ("law 83 infinite", "can be"),
        ("law 67 Cyril", "player"),
        ("pay chance", "'chance' is not a player"),
        ("give 33", "Which token? The form is `give CARD TOKEN`."),
        ("give 33 gold", "token"),
        ("law 65 replace 4.0", "No card of yours"),
        ("reward 20", "reward"),
        ("draw big", "deck"),
        ("claim both", "claim"),
        ("recolour 2.0 pink", "There is no colour 'pink'."),
        ("recolour green", "Which card, and which colour? The form is `recolour CARD COLOUR`."),
        ("return", "Which card"),
        ("pass 17 please bid red", "'17 please bid red' is not expected here."),
        ("keep 5", "'5' is not expected here."),
        ("done 5", "'5' is not expected here."),
        ("refuse below", "'below' is not expected here."),
        ("law 67 decline Bob", "'Bob' is not expected here."),
        ("law 83 gems 2 blue", "There is no option 'gems 2 blue'."),
        ("sel 5", "'sel' can be select or sell."),
        ("re 5", "'re' can be "),
    ],
)
def test_what_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("return blue", "Name 2 gems here, not 1. The form is `return GEMS / GEMS`."),
        ("deal 1 2 / 3 4 / 5 6 / 7 8 / 9 10", "Name 1 to 4 hands here, not 5."),
        ("deal 1 2 3 4 5", "Name 0 to 4 cards here, not 5. The form is `deal CARDS / CARDS`."),
        ("laws 65 66", "Name 3 cards here, not 2."),
        ("turn up", "Name 1 to 4 cards here, not 0."),
        ("box", "Which gems? The form is `box GEMS`."),
        ("box red red red red", "Name 1 to 3 gems here, not 4."),
        ("card", "Which card? The form is `card CARD`."),
        ("card 32 33", "Name one card here, not two: 32 and 33."),
    ],
)
def test_outcomes_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text, -1)
    assert says in str(error.value)


def test_before_the_set_up_gems_are_returned_no_matter_who_types_it() -> None:
    """VC-1.6.5: that it is not a player's to do is for `check` to say; later a player returns a law."""
    state = GAME.setup(GAME.Options(), 2)
    given_back = GiveBack((("blue", "red"), ("green", "green")))
    for seat in (0, CHANCE):
        assert GAME.parse(state, seat, "return blue red / green green", ("Anna", "Bob")) == given_back


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
