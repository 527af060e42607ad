"""What a desk answers to the referee: values by the rules of the tiny game, worked out by hand."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.basics import limits
from kronika.core.sessions.digest import digest
from kronika.core.sessions.session import Session
from kronika.logs.pipe import responses
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.replaying.logfile import log_lines
from support import duel
from support.logs import DUEL_EFFECTS, DUEL_HAND, DUEL_MOVES, TIDES_MOVES, duel_game
from support.pipe import ask, desk, play, refused

pytestmark = pytest.mark.usefixtures("duel")


def test_what_another_seat_does_is_refused_unread() -> None:
    """DU-2: held or not, a move or none: one answer, else the refusals would tell what the other holds."""
    at = desk(seat="Anna")
    ask(at, "new", game="duel")
    for kind in ("play", "check"):
        moves = ("Bob: play 1", "Bob: play 5", "Bob: play 99", "Bob: ply", "chance: prize 1", "chance: x")
        asked = [{"move": move} for move in moves]
        asked += [{"by": by, "do": do} for by in (1, "Bob", "chance") for do in ({"type": "play", "card": 1}, {"x": 1})]
        for fields in asked:
            assert refused(at, kind, session="1", **fields) == (
                "forbidden",
                "by",
                "This connection is for Anna, and moves for nobody else.",
            )


# -- a game from its beginning to its end ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("protocol", "todo"),
    [
        (1, "write the names of protocol 2 (the table of names in CHANGELOG.md, 0.2.0), and say so"),
        (3, "say 2, or use a newer Kronika"),
    ],
)
def test_who_speaks_another_protocol_is_refused_by_name(protocol: int, todo: str) -> None:
    message = f"protocol: it speaks protocol {protocol}, and this is protocol 2: {todo}."
    assert refused(desk(), "hello", protocol=protocol) == ("field", "protocol", message)


def test_who_is_there() -> None:
    welcome = ask(desk(), "hello", id=1, protocol=2, program="tests")
    assert (welcome["id"], welcome["protocol"], welcome["program"]) == (1, 2, "kronika")
    assert "choose" not in welcome["requests"]
    assert {"new", "legal", "play", "save"} <= set(welcome["requests"])
    (tides,) = (game for game in welcome["games"] if game["name"] == "tides")
    assert (tides["title"], tides["seats"], tides["options"]["zero_tie"]) == ("Tides of Time", [2, 2], "win")


def test_a_new_game_stands_before_its_first_chance(at: RequestHandler) -> None:
    assert ask(at, "new", id="b", session="second", game="duel", players=["Eva", "Filip"]) == {
        "type": "session",
        "id": "b",
        "session": "second",
        "game": "duel",
        "rules": 1,
        "players": ["Eva", "Filip"],
        "options": {"joker": False},
        "events": 0,
        "actors": ["chance"],
        "due": "turn up a prize",
        "state": digest(duel.GAME.setup(duel.DuelOptions(), 2)),
    }


def test_a_game_by_notation_tells_what_followed_and_by_which_rule(at: RequestHandler) -> None:
    play(at, "chance: prize 3", "Anna: play 4")
    assert ask(at, "play", session="1", move="Bob: play 2") == {
        "type": "played",
        "events": [
            {
                "by": 1,
                "move": "play 2",
                "effects": [{"type": "shown", "cards": [4, 2], "rule": "DU-2", "text": "Anna shows 4, Bob shows 2"}],
                "do": {"type": "play", "card": 2},
                "state": digest(duel_game(DUEL_MOVES[:3]).state),
            }
        ],
        "actors": [0],
    }


def test_a_whole_game_as_data_is_the_same_as_by_notation(at: RequestHandler) -> None:
    effects = {}
    for number, record in enumerate(DUEL_HAND, 1):
        (event,) = ask(at, "play", session="1", **record)["events"]
        told = [{key: value for key, value in effect.items() if key != "text"} for effect in event["effects"]]
        effects |= {number: told} if told else {}
    assert effects == DUEL_EFFECTS
    log = ask(at, "save", session="1")["log"]
    assert log == b"".join(log_lines(duel_game())).decode()
    assert ask(at, "result", session="1") == {
        "type": "ended",
        "over": True,
        "result": {
            "totals": [3, 2],
            "ranking": [[0], [1]],
            "reason": "three prizes were turned up",
            "rule": "DU-5",
            "tie_break": "",
            "tie_rule": "",
        },
        "winners": [0],
    }
    assert ask(at, "legal", session="1") == {"type": "moves", "moves": [], "actors": []}
    assert ask(at, "score", session="1")["totals"] == [3, 2]


def test_the_outcome_of_a_game_that_goes_on_is_none(at: RequestHandler) -> None:
    assert ask(at, "result", session="1") == {"type": "ended", "over": False}


def test_chance_is_drawn_from_a_seed_after_each_move() -> None:
    at = desk()
    events = [ask(at, "new", game="tides", seed=7)["events"]]
    for move in TIDES_MOVES:
        events.append(len(ask(at, "play", session="1", move=move)["events"]))
    session = Session.new("tides", ("Anna", "Bob"), seed=7)
    for move in TIDES_MOVES:
        session.play(move)
    assert sum(events) == len(session.history)
    assert ask(at, "score", session="1")["totals"] == [60, 60]
    assert ask(at, "save", session="1")["log"] == b"".join(log_lines(session)).decode()


def test_a_seed_is_made_up_where_chance_is_to_be_drawn_from_none() -> None:
    at = desk()
    assert ask(at, "new", game="duel", chance="auto")["events"] == 1
    seed = json.loads(ask(at, "save", session="1")["log"].split("\n")[0])["seed"]
    assert 2**48 <= seed < 2**53
    assert refused(at, "new", game="duel", chance="given", seed=1) == (
        "field",
        "chance",
        "chance: Outcomes that are given need no seed.",
    )


# -- what may be done ----------------------------------------------------------------------------------------------


def test_the_legal_moves_in_each_form(at: RequestHandler) -> None:
    due = ask(at, "legal", session="1")
    assert (due["moves"], due["actors"], due["due"]) == ([], ["chance"], "turn up a prize")
    play(at, "chance: prize 3", "Bob: play 2")
    moves = [{"by": 0, "move": f"play {card}", "do": {"type": "play", "card": card}} for card in (1, 2, 3, 4)]
    for form, keys in (("notation", ("by", "move")), ("data", ("by", "do")), ("both", ("by", "move", "do"))):
        listed = ask(at, "legal", session="1", form=form)["moves"]
        assert listed == [{key: move[key] for key in keys} for move in moves]
    assert ask(at, "legal", session="1", seat="Bob")["moves"] == []
    assert ask(at, "legal", session="1", seat=0)["moves"] == ask(at, "legal", session="1")["moves"]


def test_an_outcome_that_is_due_is_shown_as_it_is_written() -> None:
    legal = ask(desk(), "legal", start={"game": "tigris"})
    assert legal["form"] == "chance: draw Anna red red blue …"


def test_a_move_is_checked_and_nothing_is_played(at: RequestHandler) -> None:
    play(at, "chance: prize 3")
    legal = {"legal": True, "by": 0, "move": "play 4", "do": {"type": "play", "card": 4}}
    for asked in ({"move": "anna: PLAY 4"}, {"by": 0, "do": {"type": "play", "card": 4}}, {"by": 0, "move": "play 4"}):
        assert ask(at, "check", session="1", **asked) == {"type": "checked", **legal}
    assert ask(at, "check", session="1", by=0, do={"type": "play", "card": 5}) == {
        "type": "checked",
        "legal": False,
        "code": "illegal",
        "message": "You do not hold 5. (DU-2)",
        "rule": "DU-2",
    }
    unread = ask(at, "check", session="1", move="Anna: plya 4")
    assert (unread["legal"], unread["code"], unread.get("rule")) == (False, "notation", None)
    assert ask(at, "events", session="1")["count"] == 1


def test_a_move_that_is_refused_has_its_rule_and_changes_nothing(at: RequestHandler) -> None:
    play(at, "chance: prize 3", "Anna: play 4")
    error = ask(at, "play", id=9, session="1", move="Anna: play 3")
    assert error == {
        "type": "error",
        "id": 9,
        "code": "illegal",
        "message": "It is not the time, or not your turn. (DU-1)",
        "rule": "DU-1",
    }
    assert ask(at, "events", session="1")["count"] == 2


def test_who_tries_for_ever_fills_no_memory(at: RequestHandler) -> None:
    for _ in range(100):
        assert refused(at, "play", session="1", move="Anna: take")[0] == "illegal"
    assert at._sessions["1"].refused == []


def test_hints_are_for_programs_too() -> None:
    at = desk()
    ask(at, "new", game="tides", seed=7)
    assert ask(at, "play", session="1", move="Anna: pick 99")["hints"] == ["pick 9"]


@pytest.mark.parametrize(
    ("asked", "code", "field", "says"),
    [
        ({}, "field", "move", "Give a move"),
        ({"move": "Anna: play 4", "by": 1}, "field", "by", "not the player of the move"),
        ({"move": "Anna:"}, "field", "move", "Give a move"),
        ({"move": " "}, "field", "move", "Give a move"),
        ({"move": "play 4", "by": 2}, "field", "by", "There is no seat 2: the seats are 0 to 1."),
        ({"move": "play 4", "by": "Anan"}, "field", "by", "by: There is no player 'Anan'. Did you mean: Anna?"),
        ({"move": "play 4", "by": 0, "do": {"type": "play", "card": 3}}, "field", "do", "not the move in notation"),
        (
            {"by": 0, "do": {"type": "paly", "card": 3}},
            "field",
            "do.type",
            "do.type: 'paly' is not possible: it can be play, take, spare, prize. Did you mean play?",
        ),
        (
            {"by": 0, "do": {"type": "play", "card": 9}},
            "field",
            "do.card",
            "do.card: A whole number from 1 to 5 is needed, not 9.",
        ),
        ({"by": 0, "do": [1]}, "field", "do", "do: A table `{…}` is needed, not a list `[…]`."),
        ({"do": {"type": "play", "card": 4}}, "notation", "", "Anna and Bob may act: name the player"),
        ({"move": "play 4"}, "notation", "", "Anna and Bob may act: name the player"),
        ({"move": "Anan: play 4"}, "notation", "", "There is no player 'Anan'. Did you mean: Anna?"),
    ],
)
def test_a_move_that_cannot_be_meant(
    at: RequestHandler, asked: dict[str, Any], code: str, field: str, says: str
) -> None:
    play(at, "chance: prize 3")
    error = refused(at, "play", session="1", **asked)
    assert error[:2] == (code, field)
    assert says in error[2]


@pytest.mark.parametrize("by", [0, "0", "Anna", "anna"])
def test_whose_move_data_are_is_said_by_seat_or_name(at: RequestHandler, by: int | str) -> None:
    move = {"by": by, "do": {"type": "play", "card": 4}}
    play(at, "chance: prize 3")
    checked = {"type": "checked", "legal": True, "by": 0, "move": "play 4", "do": move["do"]}
    assert ask(at, "check", session="1", **move) == checked
    assert ask(at, "legal", session="1", moves=[move])["actors"] == [1]


# -- sessions ------------------------------------------------------------------------------------------------------


def test_sessions_are_apart_and_their_names_free_again(at: RequestHandler) -> None:
    ask(at, "new", session="b", game="duel")
    play(at, "chance: prize 5", session="b")
    assert ask(at, "events", session="1")["count"] == 0
    assert refused(at, "new", session="b", game="duel")[:2] == ("session", "session")
    assert ask(at, "close", id=1, session="b") == {"type": "closed", "id": 1, "session": "b"}
    assert refused(at, "close", session="b")[:2] == ("session", "session")
    assert ask(at, "new", session="b", game="duel")["events"] == 0
    assert ask(at, "new", game="duel")["session"] == "3"
    ask(at, "close", session="1")
    assert ask(at, "new", game="duel")["session"] == "4"


def test_a_name_that_is_a_number_is_nobody_elses(at: RequestHandler) -> None:
    ask(at, "new", session="2", game="duel")
    assert ask(at, "new", game="duel")["session"] == "3"


def test_sessions_and_records_are_bounded(at: RequestHandler, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(at, "new", game="duel", session="x" * 201)[0] == "limit"
    monkeypatch.setattr(limits, "SESSIONS", 1)
    assert refused(at, "new", game="duel")[0] == "limit"
    monkeypatch.setattr(limits, "CONNECTION_RECORDS", 1)
    play(at, "chance: prize 3")
    assert refused(at, "play", session="1", move="Anna: play 4")[0] == "limit"
    assert ask(at, "events", session="1")["count"] == 1


@pytest.fixture
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "AnalysisConfig", partial(AnalysisConfig, playouts=2))


@pytest.mark.usefixtures("few_playouts")
def test_the_best_moves_of_who_is_to_decide() -> None:
    at = RequestHandler()
    opened = ask(at, "new", game="tides", seed=1)
    found = ask(at, "best", session=opened["session"], iterations=5)
    assert found["type"] == "advice"
    assert [(one["player"], one["legal"], len(one["moves"])) for one in found["best"]] == [
        ("Anna", 5, 5),
        ("Bob", 5, 5),
    ]
    assert [one["seat"] for one in ask(at, "best", session="1", iterations=5, seat="Bob")["best"]] == [1]
    assert ask(at, "best", session="1", iterations=5, at=0) == {"type": "advice", "best": []}
    assert ask(at, "best", session="1", iterations=0)["code"] == "field"


@pytest.mark.usefixtures("few_playouts")
def test_a_seat_is_advised_on_its_own_moves_alone() -> None:
    at = RequestHandler(seat="Bob", seed=1)
    ask(at, "new", game="tides")
    assert [one["player"] for one in ask(at, "best", session="1", iterations=5)["best"]] == ["Bob"]
    assert ask(at, "best", session="1", iterations=5, seat="Anna")["code"] == "forbidden"
