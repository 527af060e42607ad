"""What a desk answers to the referee: values by the rules of the tiny game, worked out by hand."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.basics import limits
from kronika.core.basics.text import lines_of
from kronika.core.bots.lookup import Player
from kronika.core.sessions.digest import digest
from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session
from kronika.logs.pipe import responses
from kronika.logs.pipe.answers import CODES
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.replaying.logfile import log_lines
from support import duel
from support.logs import DUEL_EFFECTS, DUEL_HAND, DUEL_HEADER, DUEL_MOVES, TIDES_MOVES, duel_game
from support.pipe import ask, desk

pytestmark = pytest.mark.usefixtures("duel")

START = {"game": "duel"}


@pytest.fixture
def at() -> RequestHandler:
    """A desk with a session of the tiny game, chance given."""
    found = desk()
    assert ask(found, "new", game="duel")["session"] == "1"
    return found


def refused(desk: RequestHandler, kind: str, **fields: Any) -> tuple[str, str, str]:
    """The code, the field and the message of an error."""
    error = ask(desk, kind, **fields)
    assert error.pop("type") == "error", error
    assert error["code"] in CODES
    return error["code"], error.get("field", ""), error["message"]


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


def play(desk: RequestHandler, *moves: str, session: str = "1") -> Any:
    for move in moves:
        played = ask(desk, "play", session=session, move=move)
        assert played["type"] == "played", played
    return played


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


def test_an_outcome_that_is_due_is_told_how_it_is_written() -> None:
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


def test_whoever_tries_for_ever_fills_no_memory(at: RequestHandler) -> None:
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


# -- looking ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "says"),
    [
        ("chance", "seat: Chance has no seat."),
        (7, "seat: There is no player '7'. There are Anna and Bob."),
        (-1, "seat: There is no player '-1'. There are Anna and Bob."),
        ("", "seat: There is no player ''. There are Anna and Bob."),
        ("Bbo", "seat: There is no player 'Bbo'. Did you mean: Bob?"),
    ],
)
@pytest.mark.parametrize("kind", ["view", "events", "render", "score", "legal"])
def test_a_viewer_who_is_not_there_is_a_wrong_field(at: RequestHandler, kind: str, seat: int | str, says: str) -> None:
    code, field, message = refused(at, kind, session="1", seat=seat)
    assert (code, field) == ("field", "seat")
    assert message.startswith(says)


def test_everyone_are_all_at_the_table_whatever_a_player_is_called() -> None:
    """Players choose their names, and a program shows them all what everyone may know."""
    at = desk()
    ask(at, "new", game="duel", players=["Everyone", "Bob"])
    play(at, "chance: prize 3", "Everyone: play 4")
    assert ask(at, "view", session="1", seat="everyone")["view"]["sealed"] == ["?", ""]
    assert ask(at, "events", session="1", seat="Everyone", since=1)["events"][0]["move"] == "play ?"
    assert ask(at, "view", session="1", seat=0)["view"]["sealed"] == ["4", ""]


def test_a_seat_is_shown_and_told_what_it_may_know(at: RequestHandler) -> None:
    play(at, "chance: prize 3", "Anna: play 4")
    assert ask(at, "view", session="1", seat="Anna")["view"]["sealed"] == ["4", ""]
    assert ask(at, "view", session="1", seat=1)["view"]["sealed"] == ["?", ""]
    assert ask(at, "view", session="1", seat="everyone")["view"]["viewer"] == -2
    assert ask(at, "view", session="1")["view"]["viewer"] is None
    told = ask(at, "events", session="1", seat="Bob", since=1)
    assert told == {"type": "happened", "events": [{"by": 0, "move": "play ?", "effects": []}], "count": 2}
    assert ask(at, "events", session="1", since=1)["events"][0]["do"] == {"type": "play", "card": 4}


def test_the_table_as_text_and_as_a_picture(at: RequestHandler) -> None:
    text = ask(at, "render", start={"game": "tides"}, seat=0, width=60)["text"]
    assert "Anna" in text
    assert max(map(len, lines_of(text))) <= 60
    picture = ask(at, "render", start={"game": "tides"}, form="svg")["text"]
    assert picture.startswith("<svg ")
    assert picture.endswith("</svg>\n")


def test_a_picture_with_boards_side_by_side_in_colours_asked_for(at: RequestHandler) -> None:
    def picture(**more: Any) -> str:
        return str(ask(at, "render", start={"game": "tides"}, form="svg", **more)["text"])

    def width(text: str) -> int:
        return int(text.partition('viewBox="0 0 ')[2].split()[0])

    assert width(picture(columns=2)) == 2 * width(picture())
    assert "prefers-color-scheme" in picture()
    assert "prefers-color-scheme" not in picture(theme="dark")
    assert refused(at, "render", start={"game": "tides"}, form="svg", theme="drak")[1] == "theme"


def test_how_moves_are_written() -> None:
    verbs = ask(desk(), "notation", game="tides")
    assert {"form": "pick CARD", "example": "pick 17", "synonyms": [], "chance": False}.items() <= verbs["verbs"][
        0
    ].items()
    assert verbs["written"]


# -- games that are kept elsewhere -------------------------------------------------------------------------------


def test_a_question_about_a_game_that_is_kept_elsewhere() -> None:
    at = desk()
    moves = ["chance: prize 3", {"by": 0, "do": {"type": "play", "card": 4}}, "Bob: play 2"]
    assert ask(at, "legal", start=START, moves=moves)["moves"] == [
        {"by": 0, "move": "take"},
        {"by": 0, "move": "spare"},
    ]
    (event,) = ask(at, "play", start=START, moves=moves, move="take")["events"]
    assert event["effects"][0]["prize"] == 3
    assert ask(at, "score", start={**START, "given": {"won": {"Bob": [5]}}})["totals"] == [0, 5]
    assert ask(at, "events", start=START, moves=moves)["count"] == 3


def test_the_move_that_cannot_be_made_is_named() -> None:
    moves = ["chance: prize 3", "Anna: play 4", "Anna: play 3"]
    error = ask(desk(), "view", start=START, moves=moves)
    assert (error["code"], error["rule"], error["field"]) == ("illegal", "DU-1", "moves.3")
    assert error["message"].startswith("moves.3: It is not the time")
    assert refused(desk(), "view", start=START, moves=[{"by": 0, "do": {}}])[:2] == ("field", "moves.1")


def test_moves_on_top_of_a_session_leave_it_as_it_was(at: RequestHandler) -> None:
    play(at, *DUEL_MOVES[:4])
    assert ask(at, "score", session="1", moves=DUEL_MOVES[4:])["totals"] == [3, 2]
    assert ask(at, "events", session="1")["count"] == 4
    assert ask(at, "view", session="1", at=2)["view"]["sealed"] == ["4", ""]
    (event,) = ask(at, "play", session="1", at=2, move="Bob: play 3")["events"]
    assert event["effects"][0]["cards"] == [4, 3]
    assert ask(at, "events", session="1")["count"] == 4
    assert refused(at, "view", session="1", at=5) == ("field", "at", "at: There are 4 events in force.")
    assert refused(at, "view", start=START, moves=["chance: prize 3"], at=1)[2] == "at: There are 0 events in force."
    ask(at, "undo", session="1", events=3)
    assert refused(at, "view", session="1", at=5)[2] == "at: There is 1 event in force."


def test_a_session_or_a_start_and_not_both(at: RequestHandler) -> None:
    for both in ({}, {"session": "1", "start": START}):
        assert refused(at, "view", **both)[:2] == ("field", "session")


# -- taking back, keeping, reading --------------------------------------------------------------------------------


def test_moves_are_taken_back_and_restored(at: RequestHandler) -> None:
    play(at, *DUEL_MOVES[:4])
    assert ask(at, "undo", session="1")["events"] == 3
    assert ask(at, "undo", session="1", decisions=2)["events"] == 1
    assert ask(at, "redo", session="1", events=2)["events"] == 3
    assert ask(at, "redo", session="1")["events"] == 4
    assert refused(at, "redo", session="1") == ("undo", "", "Cannot restore 1 decision: 0 taken back.")
    assert refused(at, "undo", session="1", events=0) == (
        "field",
        "events",
        "events: A whole number from 1 to 2147483648 is needed, not 0.",
    )
    assert refused(at, "undo", session="1", events=1, decisions=1)[:2] == ("field", "events")


def test_a_log_comes_back_as_it_was_saved(at: RequestHandler) -> None:
    play(at, *DUEL_MOVES[:4])
    ask(at, "undo", session="1")
    log = ask(at, "save", session="1")["log"]
    assert ask(at, "load", session="again", log=log)["events"] == 3
    assert ask(at, "save", session="again")["log"] == log


def test_a_log_with_a_seed_is_drawn_on_and_one_without_is_not() -> None:
    at = desk()
    ask(at, "new", game="tides", seed=7)
    log = ask(at, "save", session="1")["log"]
    ask(at, "load", session="2", log=log)
    for move in TIDES_MOVES[:2]:
        ask(at, "play", session="2", move=move)
    assert ask(at, "load", session="3", log=log, chance="given")["actors"] == [0, 1]
    bare = "\n".join(map(json.dumps, (DUEL_HEADER, *DUEL_HAND[:1])))
    assert ask(at, "load", session="4", log=bare)["actors"] == [0, 1]
    assert refused(at, "load", log=bare, chance="auto")[0] == "setup"


def test_the_faults_of_a_log_are_told() -> None:
    at = desk()
    wrong = "\n".join(map(json.dumps, (DUEL_HEADER, DUEL_HAND[0], DUEL_HAND[3])))
    report = ask(at, "validate", log=wrong)
    assert (report["ok"], report["records"], report["events"]) == (False, 2, 1)
    (fault,) = report["faults"]
    assert (fault["line"], fault["code"], fault["rules"]) == (3, "illegal", ["DU-1"])
    assert refused(at, "load", log=wrong)[0] == "log"
    whole = "\n".join(map(json.dumps, (DUEL_HEADER, *DUEL_HAND)))
    report = ask(at, "validate", log=whole)
    assert (report["ok"], report["result"]["totals"]) == (True, [3, 2])
    assert {fault["code"] for fault in ask(at, "validate", log=whole, strict=True)["faults"]} == {"unsealed"}


def test_a_log_that_differs_in_what_is_derived_is_loaded_with_a_warning(at: RequestHandler) -> None:
    header, record = log_lines(duel_game(DUEL_MOVES[:1]))
    spoilt = {**json.loads(record), "state": "0" * 16}
    standing = ask(at, "load", log=header.decode() + json.dumps(spoilt))
    assert standing["events"] == 1
    (warning,) = standing["warnings"]
    assert warning.startswith("log:2: digest ")


def test_files_are_those_of_the_folder_that_is_open_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    at = desk(files=str(tmp_path / "in"))
    ask(at, "new", game="tides", seed=7)
    assert ask(at, "save", session="1", path="a.jsonl") == {"type": "log", "path": "a.jsonl"}
    assert ask(at, "load", session="2", path="a.jsonl")["events"] == 1
    assert ask(at, "validate", path="a.jsonl")["ok"]
    assert refused(at, "save", session="1", path="a.jsonl")[0] == "file"
    (tmp_path / "secret.jsonl").write_text("")
    (tmp_path / "in" / "link.jsonl").symlink_to(tmp_path / "secret.jsonl")
    for path in ("../secret.jsonl", str(tmp_path / "in" / "a.jsonl"), "link.jsonl", "a\0b", ".", "/dev/zero"):
        for kind in ("load", "validate"):
            assert refused(at, kind, path=path)[0] == "file", path
    assert refused(at, "save", session="1", path="../b.jsonl")[0] == "file"
    assert sorted(found.name for found in tmp_path.iterdir()) == ["in", "secret.jsonl"]


@pytest.mark.parametrize(
    "path",
    [
        *(".bashrc", ".jsonl", ".hidden.jsonl", ".git/hooks/a.jsonl", "x/../.git/a.jsonl", "sub/.a.kpack"),
        *("conftest.py", "Makefile", "a.json", "a.jsonl.bak", "a.txt", "a", "away/a.jsonl", "kept.jsonl", "./.a.jsonl"),
    ],
)
def test_files_have_the_names_of_logs_and_are_not_hidden(tmp_path: Path, path: str) -> None:
    """Nor is what a link leads to."""
    for folder in ("x", "sub", ".git/hooks"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "away").symlink_to(".git")
    (tmp_path / "kept.jsonl").symlink_to(".git/kept")
    before = sorted(tmp_path.rglob("*"))
    at = desk(files=str(tmp_path))
    ask(at, "new", game="tides", seed=7)
    says = "a log there ends in .jsonl or .kpack, perhaps with .gz or .zst, and is not hidden."
    for kind, fields in (("save", {"session": "1"}), ("load", {}), ("validate", {})):
        answer = ask(at, kind, path=path, **fields)
        assert (answer["code"], answer["message"].partition(": ")[2]) == ("file", says)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("path", ["a.jsonl", "sub/a.kpack.gz", "./sub/../b.jsonl.gz"])
def test_logs_are_saved_below_the_folder(tmp_path: Path, path: str) -> None:
    (tmp_path / "sub").mkdir()
    at = desk(files=str(tmp_path))
    ask(at, "new", game="tides", seed=7)
    assert ask(at, "save", session="1", path=path)["path"] == path
    assert ask(at, "validate", path=path)["ok"]


def test_without_a_folder_there_are_no_files(at: RequestHandler) -> None:
    for kind, fields in (("load", {}), ("validate", {}), ("save", {"session": "1"})):
        assert refused(at, kind, path="a.jsonl", **fields)[:2] == ("forbidden", "path")
    for both in ({}, {"log": "x", "path": "y"}):
        assert refused(at, "load", **both)[:2] == ("field", "log")


def test_a_game_that_begins_with_a_position_has_no_log(at: RequestHandler) -> None:
    standing = ask(at, "position", session="p", game="duel", given={"won": {"Anna": [5], "Bob": [3]}})
    assert (standing["events"], standing["actors"]) == (0, ["chance"])
    assert ask(at, "score", session="p")["totals"] == [5, 3]
    play(at, "chance: prize 3", session="p")
    assert refused(at, "save", session="p")[0] == "refused"
    assert refused(at, "position", game="duel", given={"wno": {}})[0] == "position"
    assert "Did you mean won?" in refused(at, "position", game="duel", given={"wno": {}})[2]


def test_chance_is_drawn_after_a_position_too_if_there_is_a_seed(at: RequestHandler) -> None:
    given = {"won": {"Anna": [5], "Bob": [3]}}
    drawn = ask(at, "position", game="duel", given=given, seed=1)
    assert (drawn["events"], drawn["actors"]) == (1, [0, 1])
    (prize,) = ask(at, "events", session=drawn["session"])["events"]
    assert prize["do"]["value"] in (2, 3)  # the 5 and a 3 are won
    assert refused(at, "position", game="duel", given=given, seed=1, chance="given")[:2] == ("field", "chance")


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


# -- what goes wrong -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fields", "code", "says"),
    [
        ("new", {"game": "tdies"}, "game", "Did you mean tides?"),
        ("new", {"game": "duel", "players": ["Anna"]}, "setup", "Duel is for 2 to 3 players, not 1."),
        ("new", {"game": "duel", "players": ["Anna", "anna"]}, "setup", "same name"),
        ("new", {"game": "duel", "options": {"jkoer": True}}, "setup", "Did you mean joker?"),
        ("new", {"game": "duel", "tags": {"a": "b" * 1001}}, "setup", "1,000"),
        ("new", {"game": "duel", "tags": {str(n): "x" * 1000 for n in range(1100)}}, "setup", "at most 1 MiB"),
        ("view", {"session": "2"}, "session", "There is no session '2'. There is 1."),
        ("cancel", {"request": 5}, "", ""),
        ("choose", {}, "field", "`session` is missing."),
        ("notation", {"game": "chess"}, "game", "chess"),
    ],
)
def test_what_is_refused_says_why(at: RequestHandler, kind: str, fields: dict[str, Any], code: str, says: str) -> None:
    answer = ask(at, kind, **fields)
    assert answer.get("code", "") == code
    assert says in answer.get("message", "")


def test_a_bot_is_asked_and_not_the_desk(at: RequestHandler) -> None:
    asked = {
        "session": "1",
        "game": "duel",
        "players": [],
        "options": {},
        "seat": 0,
        "view": 0,
        "events": [],
        "legal": [],
        "rules": 1,
        "seed": 5,
    }
    assert refused(at, "choose", **asked) == ("type", "type", "`choose` is asked of bots, not here.")


class Broken(duel.Duel):
    """A game whose author has left a mistake in it."""

    def apply(self, state: Any, seat: int, do: Any) -> Any:
        raise ZeroDivisionError("\x1b[31m division")


def test_a_game_that_fails_is_told_of_and_the_others_go_on() -> None:
    games = {"duel": duel.GAME, "broken": Broken()}
    at = RequestHandler(find=games.__getitem__)
    for name in games:
        ask(at, "new", session=name, game=name)
    code, _, message = refused(at, "play", session="broken", move="chance: prize 3")
    assert code == "failed"
    assert message == r"kronika itself failed (ZeroDivisionError: \x1b[31m division). Please report it."
    play(at, "chance: prize 3", session="duel")
    assert ask(at, "events", session="broken")["count"] == 0


class Unlucky(duel.Duel):
    """A game that fails when the second prize is to be turned up."""

    def sample(self, state: Any, dice: Any) -> Any:
        if len(state.prizes) < 5:
            raise ZeroDivisionError
        return super().sample(state, dice)


def test_of_a_move_after_which_the_program_fails_nothing_has_happened() -> None:
    game = Unlucky()
    at = RequestHandler(find=lambda name: game)
    ask(at, "new", game="duel", seed=1)
    play(at, "Anna: play 4", "Bob: play 2")
    assert refused(at, "play", session="1", move="Anna: take")[0] == "failed"
    assert ask(at, "events", session="1")["count"] == 3
    assert ask(at, "legal", session="1")["moves"] == [{"by": 0, "move": "take"}, {"by": 0, "move": "spare"}]


def test_what_another_seat_stumbles_over_is_told_to_nobody() -> None:
    at = desk(seat="0", bot=Player("five", lambda turn, dice: duel.Play(5)))
    assert refused(at, "new", game="duel") == (
        "failed",
        "",
        "The bot that moves for Bob has failed: the game can't continue.",
    )
    assert refused(at, "view", session="1")[0] == "session"


def test_an_ended_game_takes_no_move(at: RequestHandler) -> None:
    session = duel_game(DUEL_MOVES[:1])
    session.set(ending=Ending("agreed", winners=(0, 1)))
    log = b"".join(log_lines(session)).decode()
    assert ask(at, "load", session="ended", log=log)["actors"] == []
    for kind in ("check", "play", "undo"):
        move = {} if kind == "undo" else {"move": "Anna: play 4"}
        assert refused(at, kind, session="ended", **move)[0] == "closed"
    assert ask(at, "result", session="ended") == {
        "type": "ended",
        "over": True,
        "ending": {"why": "agreed", "winners": [0, 1]},
    }
    assert ask(at, "check", session="ended", at=1, move="Anna: play 4")["legal"]


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
