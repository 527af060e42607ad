"""Events held against what is sought: each case worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core import get_game
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.event_query import EventQuery, QueryError, Within, read_effect, read_move
from kronika.core.examples.comparing import no_such_source
from kronika.core.examples.event_matcher import EventMatcher, position_contains
from kronika.core.sessions.events import FORMAT, Header
from kronika.core.sessions.session import Session
from support import duel
from support.logs import DUEL_MOVES, duel_game, played

NEST = (
    *("chance: deal 1 2 3 5 6 / 4 7 13 14 15", "Anna: pick 1", "Bob: pick 7", "Anna: pick 4", "Bob: pick 5"),
    *("Anna: pick 2", "Bob: pick 13", "Anna: pick 14", "Bob: pick 6", "Anna: pick 3", "Bob: pick 15"),
)
"""The first round of Tides, reckoned in `tests/logs/replaying/test_whatif.py`: 7 for card 2, by King's Nest."""


def tides() -> Session:
    return played(Session(get_game("tides"), Header(FORMAT, "tides", 1, ("Anna", "Bob"))), NEST)


def numbers(session: Session, **sought: Any) -> list[int]:
    """The events, from 1, that are as sought."""
    seeker = EventMatcher(session.game, session.players, EventQuery(**sought))
    states = session.line.states
    return [
        n
        for n, (before, event, after) in enumerate(zip(states, session.line.events, states[1:], strict=False), 1)
        if seeker.match(before, event, after)
    ]


# -- what an event is ---------------------------------------------------------------------------------------------


def test_an_effect_with_fields() -> None:
    game = duel_game()
    assert numbers(game, effects=({"type": "won"},)) == [4, 11]
    assert numbers(game, effects=({"type": "won", "prize": 2},)) == [11]
    assert numbers(game, effects=({"type": "won", "seat": "Anna"},)) == [4]
    assert numbers(game, effects=({"seat": "Anna", "prize": 2},)) == []
    assert numbers(game, effects=({"type": "shown", "cards": {"has": [4]}},)) == [3, 10]


def test_a_rule_that_acts_that_pays_or_that_ends_the_game() -> None:
    game = duel_game()
    assert numbers(game, rules=("DU-2",)) == [3, 7, 10]
    assert numbers(game, rules=("DU-5",)) == [4, 11]  # two prizes pay; the second one ends the game too
    spared = duel_game((*DUEL_MOVES[:-1], "Bob: spare"))
    assert numbers(spared, rules=("DU-5",)) == [4, 11]  # the end alone
    assert numbers(spared, scores=("prizes",)) == [4]


def test_what_pays() -> None:
    assert numbers(tides(), scores=("round 1",)) == [11]
    assert numbers(tides(), scores=("2 Ancient Divide",)) == [11]
    assert numbers(tides(), scores=("7",)) == []  # on the sheet of Bob, and worth nothing
    assert numbers(tides(), rules=("TT-4.5",)) == [11]


def test_a_move() -> None:
    game = duel_game()
    assert numbers(game, moves=("play 4",)) == [2, 9 + 1]
    assert numbers(game, moves=("^ANNA: .*4$",)) == [2]
    assert numbers(game, moves=("prize",)) == []  # an outcome of chance is not a move


def test_all_hold_for_one_event() -> None:
    game = duel_game()
    shown = {"type": "shown"}
    assert numbers(game, effects=(shown,), moves=("^bob",)) == [3, 10]
    assert numbers(game, effects=(shown,), moves=("^bob", "4$")) == [10]
    assert numbers(game, effects=(shown, {"type": "won"})) == []
    assert numbers(game, rules=("DU-4", "DU-5"), effects=({"type": "won", "prize": 3},)) == [4]


def test_what_it_was_found_for() -> None:
    game = duel_game()
    states, event = game.line.states, game.line.events[3]
    for sought, effects, points in (
        (EventQuery(rules=("DU-5",)), (), [3]),
        (EventQuery(rules=("DU-4",)), event.then, []),
        (EventQuery(moves=("take",)), event.then, []),
    ):
        match = EventMatcher(game.game, game.players, sought).match(states[3], event, states[4])
        assert match is not None
        assert (match.effects, [item.points for item in match.items]) == (effects, points)


# -- what can't be meant ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sought", "why"),
    [
        (EventQuery(rules=("TT-4.55",)), "there is no rule 'TT-4.55'. Did you mean TT-4.5?"),
        (EventQuery(effects=({"type": "scord"},)), "effect, type: there is no effect 'scord'. Did you mean scored?"),
        (EventQuery(effects=({"type": "scored", "seat": "Ana"},)), "no player 'Ana'. Did you mean Anna?"),
        (EventQuery(effects=({"type": "scored", "points": "x"},)), "points: 'x' is neither a number nor a player"),
        (EventQuery(scores=("Molehil",)), "no source of points is called 'Molehil'. Did you mean Molehill?"),
        (EventQuery(moves=("(",)), "'(' is not a regular expression: missing )"),
        (EventQuery(position=Within("duel", {}, ("A", "B"))), "the position is of duel."),
        (EventQuery(position=Within("tides", {}, ("A",))), "the position is of 1 players, and here are 2."),
    ],
)
def test_what_can_be_in_no_game(sought: EventQuery, why: str) -> None:
    with pytest.raises(QueryError) as refused:
        EventMatcher(get_game("tides"), ("Anna", "Bob"), sought)
    assert why in str(refused.value)


def test_a_game_that_does_not_describe_positions() -> None:
    with pytest.raises(QueryError, match="that position can't be described by keys"):
        EventMatcher(
            duel.GAME, ("Anna", "Bob"), EventQuery(position=Within("duel", {"won": {"Anna": [3]}}, ("Anna", "Bob")))
        )


def test_a_position_that_can_not_be() -> None:
    wrong = Within("tides", {"hands": {"Anna": [99]}}, ("Anna", "Bob"))
    with pytest.raises(KronikaError, match="99"):
        EventMatcher(get_game("tides"), ("Anna", "Bob"), EventQuery(position=wrong))


# -- positions ----------------------------------------------------------------------------------------------------


def within(**given: Any) -> Within:
    return Within("tides", given, ("Eva", "Jan"))


def test_a_position_that_has_at_least_this_no_matter_who_plays() -> None:
    game = tides()
    two = {"kingdoms": {"Eva": [4, 1], "Jan": [7, 5]}, "hands": {"Eva": [13, 14, 15], "Jan": [2, 3, 6]}}
    # Hands have been swapped by then, so that Anna holds 2 3 6.
    assert numbers(game, position=within(**two)) == []
    two["hands"] = {"Eva": [2, 3, 6], "Jan": [13, 14, 15]}
    assert numbers(game, position=within(**two)) == [6]
    assert numbers(game, position=within(**two), moves=("pick 2",)) == [6]


def test_only_what_is_named_of_a_position_counts() -> None:
    hands = {"Eva": [1, 2, 3, 5, 6], "Jan": [4, 7, 13, 14, 15]}
    assert numbers(tides(), position=within(hands=hands)) == [2]  # Bob's pick comes while Anna's lies face down
    assert numbers(tides(), position=within(hands=hands, box=[])) == [2]
    assert numbers(tides(), position=within(hands={"Eva": hands["Jan"], "Jan": hands["Eva"]})) == []


def test_a_list_is_in_another_whatever_its_order() -> None:
    assert position_contains([1, 2], [2, 3, 1])
    assert not position_contains([1, 1], [1, 2])
    assert position_contains({"a": {"b": []}}, {"a": {"b": [1], "c": 2}, "d": 0})
    assert not position_contains({"a": 1}, {"b": 1})
    assert position_contains([["A"], ["B"]], [["A", "C"], ["B"], ["D"]])
    assert not position_contains([["B"]], [["A"], ["B"]])  # lists of lists are places: ships, rounds
    assert not position_contains("red", "blue")


def test_a_drawn_map_is_in_another_where_each_sign_lies() -> None:
    assert position_contains("  A B\n1 T .\n2 ~ .\n", "  A B\n1 T X\n2 S .\n")
    assert not position_contains("  A B\n1 T .\n2 . .\n", "  A B\n1 T* .\n2 . .\n")
    assert not position_contains("  A B\n1 T .\n", "  A B\n1 . T\n")


def test_a_position_of_tigris() -> None:
    game = get_game("tigris")
    tiles = {"red": ["F5", "G5"]}
    at = Header(FORMAT, "tigris", game.rules_version, ("Lion", "Bull"))
    begun = game.position(
        game.Given(tiles={**tiles, "blue": ["E1"]}, leaders={"Lion": {"king": "F4"}}), _options(), at.players
    )
    session = played(Session(game, at, start=begun), ("Lion: end",))
    assert numbers(session, position=Within("tigris", {"tiles": tiles}, at.players)) == [1]
    assert numbers(session, position=Within("tigris", {"tiles": {"red": ["F5", "H5"]}}, at.players)) == []
    king = {"Lion": {"king": "F4"}}
    assert numbers(session, position=Within("tigris", {"tiles": tiles, "leaders": king}, at.players)) == [1]


def _options() -> Any:
    return get_game("tigris").Options()


# -- what is typed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("scored", {"type": "scored"}),
        (" scored  colour=red points=2 ", {"type": "scored", "colour": "red", "points": 2}),
        ("points=2", {"points": 2}),
        ("what=wrath of the pharaoh points=-5", {"what": "wrath of the pharaoh", "points": -5}),
        ('shown cards={"has": [4, 2]} gem=true', {"type": "shown", "cards": {"has": [4, 2]}, "gem": True}),
        ("scored card=", {"type": "scored", "card": ""}),
        ("scored text=a==b", {"type": "scored", "text": "a==b"}),
    ],
)
def test_an_effect_is_read(text: str, effect: dict[str, Any]) -> None:
    assert read_effect(text) == effect


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'' is not an effect: write `TYPE KEY=VALUE …`"),
        ("won prize 3", "'won prize 3' is not an effect"),
        ("won prize=2 prize=3", "The effect 'won prize=2 prize=3' has 'prize' twice."),
    ],
)
def test_what_is_no_effect(text: str, why: str) -> None:
    with pytest.raises(QueryError) as refused:
        read_effect(text)
    assert why in str(refused.value)


def test_a_move_is_read_without_regard_to_case() -> None:
    assert read_move("^anna").is_in("ANNA: take")
    with pytest.raises(QueryError, match="is not a regular expression"):
        read_move("a{99999999999999999999}")


def test_what_may_pay_is_no_reason_to_refuse() -> None:
    """One known word is enough; of what nothing pays under it is said so."""
    game = get_game("viceroy")
    assert no_such_source(game, "blue circle below 8 Paladin") == ""
    assert no_such_source(game, "cathedral").startswith("no source of points is called 'cathedral'.")
