"""What models send is taken where it is clear, and else refused with an example."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.logs.pipe.mcp.coercion import coerce, strip_marks
from kronika.logs.pipe.mcp.tool_arguments import CheckPosition, Look, New, Play, Rule
from support.mcp import call, read, request, server

pytestmark = pytest.mark.usefixtures("duel")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pick 17", "pick 17"),
        (" `pick 17` ", "pick 17"),
        ("**pick 17**", "pick 17"),
        ("pick 17.", "pick 17"),
        ("`pick 17`.", "pick 17"),
        ('"pick 17."', "pick 17"),
        ("**Anna:** pick 17", "Anna: pick 17"),
        ("Anna: `pick 17`", "Anna: pick 17"),
        ("```\npick 17\n```", "pick 17"),
        ("pick Old Man's Pass", "pick Old Man's Pass"),
        ("'pick Old Man's Pass'", "pick Old Man's Pass"),
        ("1. pick 17", "pick 17"),
        ("- `pick 17`", "pick 17"),
        ("* pick 17", "pick 17"),
        ("2) **pick 17**.", "pick 17"),
        ("17.", "17"),
        ("keep 3. 4", "keep 3. 4"),
        ("...", ""),
        ("`", ""),
        ("'", ""),
    ],
)
def test_a_move_without_what_models_set_around_it(text: str, move: str) -> None:
    assert strip_marks(text) == move


@pytest.mark.parametrize(
    ("kind", "given", "arguments"),
    [
        (Play, {"move": 17}, {"move": "17"}),
        (Play, {"move": 17.0}, {"move": "17"}),
        (Play, {"move": 1.5}, {"move": 1.5}),
        (Play, {"move": True}, {"move": True}),
        (Play, {"move": ["pick 17"]}, {"move": ["pick 17"]}),
        (Play, {"move": None}, {"move": None}),
        (Play, {"move": "pick 17", "session": 1}, {"move": "pick 17", "session": "1"}),
        (Play, {"move": "pick 17", "session": "Session 1"}, {"move": "pick 17", "session": "1"}),
        (Play, {"move": "pick 17", "session": "`session 1`."}, {"move": "pick 17", "session": "1"}),
        (Play, '{"move": "pick 17"}', {"move": "pick 17"}),
        (Play, "pick 17", {}),
        (Look, {"session": None, "seat": 0, "since": "3"}, {"seat": "0", "since": 3}),
        (Look, {"since": "-1"}, {"since": "-1"}),
        (Look, {"since": True}, {"since": True}),
        (New, {"game": "tides", "players": '["Anna", "Bob"]'}, {"game": "tides", "players": ["Anna", "Bob"]}),
        (New, {"game": "tides", "players": "Anna, Bob"}, {"game": "tides", "players": "Anna, Bob"}),
        (New, {"game": "tides", "options": '{"a": true}'}, {"game": "tides", "options": {"a": True}}),
        (New, {"game": "tides", "options": "[1]"}, {"game": "tides", "options": "[1]"}),
        (New, {"game": "tides", "chance": "Auto"}, {"game": "tides", "chance": "auto"}),
        (CheckPosition, {"given": '{"round": 2}', "moves": "[17]"}, {"given": {"round": 2}, "moves": ["17"]}),
        (Rule, {"number": "(TT-2.1)."}, {"number": "TT-2.1"}),
        (Rule, {"nmuber": 3}, {"nmuber": 3}),
    ],
)
def test_arguments_as_the_tool_asks_for_them(kind: Any, given: Any, arguments: Any) -> None:
    assert coerce(given, kind) == arguments


@pytest.mark.parametrize(
    "move", ["`play 4`", "**play 4**", "play 4.", "Anna: play 4", "**Anna:** play 4", "`Anna: play 4`"]
)
def test_a_move_is_made_and_counted_as_one(move: str) -> None:
    at = server(seat="0", seed=1)
    call(at, "new", game="duel")
    assert call(at, "why", move=move, session="Session 1") == {"legal": True, "move": "play 4"}
    assert "code" not in call(at, "play", move=move, session=1)
    (counts,) = call(at, "tally")["games"]
    assert (counts["moves"], counts["illegal"], counts["unreadable"]) == (1, 0, 0)


def test_a_name_that_has_such_marks_is_still_that_player() -> None:
    at = server()
    call(at, "new", game="duel", players=["*Anna*", "Bob."], chance="given")
    call(at, "play", move="chance: prize 3")
    for move in ("*Anna*: play 4", "`Bob.: play 2`"):
        assert "code" not in call(at, "play", move=move), move


def test_what_is_wrong_is_said_of_the_move_that_is_meant() -> None:
    at = server(seat="0", seed=1)
    call(at, "new", game="duel")
    assert call(at, "play", move="`play 5`")["message"] == "You do not hold 5. (DU-2)"
    assert call(at, "play", move="**ply 4**")["message"].startswith("'ply 4' is not a move.")


@pytest.mark.parametrize("move", ["", " ", "``", "..."])
def test_an_empty_move_is_answered_with_what_a_tool_has(move: str) -> None:
    at = server(seat="0", seed=1)
    call(at, "new", game="duel")
    found = call(at, "play", move=move)
    assert (found["code"], found["message"]) == ("field", "Say your move, for example `Anna: MOVE`.")


def test_a_game_is_found_by_its_title_too() -> None:
    at = server()
    for name in ("tides", "Tides", "Tides of Time"):
        assert "code" not in call(at, "new", game=name), name
    assert read(at, "rule", game="TIDES OF TIME", number="`TT-2.1`").startswith("2. ")
    assert call(at, "new", game="Tide of Tims")["code"] == "game"


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        (
            "new",
            {"game": "tides", "players": "Anna, Bob"},
            'players: A list `[…]` is needed, not \'Anna, Bob\'. As in: ["Anna","Bob"].',
        ),
        ("new", {}, '`game` is missing. As in: "tides".'),
        ("play", {"move": {"type": "take"}}, 'move: A text is needed, not a table `{…}`. As in: "Anna: MOVE".'),
        ("look", {"since": -1}, "since: A whole number from 0 to 2147483648 is needed, not -1. As in: 0."),
    ],
)
def test_what_is_not_clear_is_refused_with_an_example(tool: str, arguments: dict[str, Any], message: str) -> None:
    at = server()
    found = call(at, tool, **arguments)
    assert (found["code"], found["message"]) == ("field", message)


def test_arguments_may_be_json_in_a_text() -> None:
    at = server()
    result = request(at, "tools/call", name="new", arguments='{"game": "duel"}')
    assert result["structuredContent"]["session"] == "1"
