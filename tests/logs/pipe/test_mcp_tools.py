"""The tools of the Model Context Protocol: hand-worked games, refusals, the tally, what is reported rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kronika.core import game_names
from kronika.core.bots.lookup import find_bot
from kronika.core.contract.result import Result
from kronika.core.sessions.digest import digest
from kronika.logs.pipe.mcp.server import Server
from kronika.logs.pipe.mcp.tally import Tally
from support import duel
from support.logs import DUEL_MOVES, duel_game
from support.mcp import call, read, request, server

pytestmark = pytest.mark.usefixtures("duel")

GIVEN = {"game": "duel", "chance": "given"}


def play(at: Server, *moves: str, **more: Any) -> Any:
    for move in moves:
        played = call(at, "play", move=move, **more)
        assert "code" not in played, played
    return played


def counts(at: Server) -> dict[str, int]:
    """The tally of the only game, what is zero left out."""
    (found,) = call(at, "tally")["games"]
    return {name: n for name, n in found.items() if n and name != "game"}


# -- a game ---------------------------------------------------------------------------------------------------------


def test_a_new_game_shows_the_table_and_what_is_due() -> None:
    at = server()
    assert call(at, "new", **GIVEN) == {
        "session": "1",
        "table": "Prize -\nAnna: hand 1 2 3 4, chosen -, won 0\nBob: hand 1 2 3 4, chosen -, won 0",
        "actors": ["chance"],
        "due": "turn up a prize",
    }
    assert play(at, "chance: prize 3")["actors"] == ["Anna", "Bob"]
    assert call(at, "moves")["moves"] == [f"{who}: play {card}" for who in ("Anna", "Bob") for card in (1, 2, 3, 4)]
    assert call(at, "moves", seat="Bob")["moves"] == [f"play {card}" for card in (1, 2, 3, 4)]
    assert read(at, "moves", seat="1").endswith("Legal moves:\nplay 1\nplay 2\nplay 3\nplay 4")


def test_a_whole_game_is_reported_with_its_rules() -> None:
    at = server()
    call(at, "new", **GIVEN)
    assert play(at, *DUEL_MOVES[:3])["happened"] == ["Bob: play 2", "  Anna shows 4, Bob shows 2 (DU-2)"]
    end = play(at, *DUEL_MOVES[3:])
    assert end["happened"] == ["Bob: take", "  Bob takes the prize of 2 (DU-4)"]
    assert end["over"] == "The game is over: three prizes were turned up (DU-5). Totals: Anna 3, Bob 2. Anna wins."
    assert "actors" not in end
    assert call(at, "score") == {
        "items": ["Anna: 3 for prizes, prize 3 (DU-5)", "Bob: 2 for prizes, prize 2 (DU-5)"],
        "totals": {"Anna": 3, "Bob": 2},
        "over": end["over"],
    }
    assert read(at, "score").splitlines()[2] == "Totals: Anna 3, Bob 2."
    assert counts(at) == {"games": 1, "moves": len(DUEL_MOVES), "over": 1}
    assert read(at, "tally") == f"duel: games 1, moves {len(DUEL_MOVES)}, over 1"
    late = call(at, "play", move="Anna: take")
    assert (late["code"], late["message"]) == ("closed", f"{end['over']} No more moves are possible.")
    assert counts(at) == {"games": 1, "moves": len(DUEL_MOVES), "over": 1}


def test_a_shared_end_says_so() -> None:
    at = server()
    call(at, "new", **GIVEN)
    for prize, card in ((2, 4), (3, 3), (5, 2)):  # nobody wins a prize with a card that the other chose too
        end = play(at, f"chance: prize {prize}", f"Anna: play {card}", f"Bob: play {card}")
    assert end["over"].endswith(" Anna and Bob win together: the victory is shared (DU-5).")


def test_what_happened_is_reported_again_from_any_event_on() -> None:
    at = server()
    call(at, "new", **GIVEN)
    play(at, *DUEL_MOVES[:3])
    assert "happened" not in call(at, "look")
    assert call(at, "look", since=2)["happened"] == ["Bob: play 2", "  Anna shows 4, Bob shows 2 (DU-2)"]
    assert call(at, "look", since=0)["happened"][:2] == ["chance: prize 3", "Anna: play 4"]
    assert "Anna: hand 1 2 3, chosen -, won 0" in read(at, "look")


def test_a_seat_learns_what_it_may_know_and_the_others_are_moved() -> None:
    at = server(seat="Anna", seed=4)
    begun = call(at, "new", game="duel")
    assert begun["happened"][1:] == ["Bob: play ?"]
    assert "Bob: hand 1 2 3 4, chosen ?" in begun["table"]
    assert call(at, "moves")["moves"] == [f"play {card}" for card in (1, 2, 3, 4)]
    assert play(at, "play 4")["happened"][0] == "Anna: play 4"
    assert call(at, "look", seat="Bob")["code"] == "forbidden"
    assert call(at, "score", seat="everyone")["code"] == "forbidden"
    assert call(at, "new", game="duel", chance="given")["code"] == "forbidden"
    error = call(at, "new", game="duel", players=["Eva", "Filip"])
    assert (error["code"], error["field"]) == ("setup", "players")


def test_the_referee_shows_the_table_as_a_seat_sees_it() -> None:
    at = server()
    call(at, "new", **GIVEN)
    play(at, "chance: prize 3", "Anna: play 4")
    assert "Anna: hand 1 2 3 4, chosen ?" in call(at, "look", seat="Bob")["table"]
    assert call(at, "look", seat="everyone", since=1)["happened"] == ["Anna: play ?"]
    error = call(at, "look", seat="Eva")
    assert (error["code"], error["field"]) == ("field", "seat")
    assert "moves" not in call(at, "moves", seat="everyone")
    assert call(at, "moves", seat="Anna")["moves"] == []  # she has chosen
    assert read(at, "moves", seat="Anna").endswith("There is no legal move.")


def test_nobody_learns_a_digest_or_a_seed() -> None:
    at = server()
    told = json.dumps([call(at, "new", **GIVEN), *(play(at, move) for move in DUEL_MOVES), call(at, "look", since=0)])
    session = duel_game()
    for state in session.line.states:
        assert digest(state) not in told
    hidden = server(seat="0", seed=90817263544536271)
    told = json.dumps([call(hidden, "new", game=name) for name in game_names()])
    assert "90817263544536271" not in told


# -- several games -------------------------------------------------------------------------------------------------


def test_several_games_are_distinguished_and_one_needs_no_name() -> None:
    at = server()
    assert call(at, "look")["message"] == "No game is open: `new` begins one."
    assert read(at, "new", **GIVEN).startswith("Session 1\n\n"), "the reader must know how to name it"
    assert call(at, "look")["session"] == "1"
    call(at, "new", **GIVEN)
    assert call(at, "look")["message"] == (
        "Several games are open. Say which `session` is meant: 1 (duel) and 2 (duel)."
    )
    play(at, "chance: prize 5", session="2")
    assert call(at, "look", session="1")["table"].startswith("Prize -")
    assert call(at, "look", session="7")["message"].startswith("There is no session '7'. Say which")
    assert call(at, "close", session="1") == {"told": "Session 1 is closed."}
    assert call(at, "look")["table"].startswith("Prize 5")
    assert read(at, "close") == "Session 2 is closed."
    call(at, "new", **GIVEN)
    assert counts(at)["unfinished"] == 3


# -- refusals ------------------------------------------------------------------------------------------------------


def playing(**more: Any) -> Server:
    """A seat in its first turn, with the cards 1 to 4."""
    at = server(seat="Anna", seed=4, **more)
    call(at, "new", game="duel")
    return at


def test_a_refusal_says_why_and_by_which_rule() -> None:
    at = playing()
    assert call(at, "play", move="play 5") == {
        "code": "illegal",
        "message": "You do not hold 5. (DU-2)",
        "rule": "DU-2",
    }
    assert read(at, "play", move="play 5") == "You do not hold 5. (DU-2)"
    unread = call(at, "play", move="ply 4")
    assert (unread["code"], unread["hints"]) == ("notation", ["play 4", "play 3", "play 2"])
    assert call(at, "play", move="Bob: play 1")["code"] == "forbidden"
    assert counts(at) == {"games": 1, "illegal": 3, "unreadable": 1, "unfinished": 1}


def test_why_a_move_is_illegal_can_be_asked_and_nothing_is_done() -> None:
    at = playing()
    before = call(at, "look")
    assert call(at, "why", move="play 5") == {"legal": False, "message": "You do not hold 5. (DU-2)", "rule": "DU-2"}
    assert call(at, "why", move="play 4") == {"legal": True, "move": "play 4"}
    assert read(at, "why", move="Anna: play 4") == "`play 4` is legal."
    assert call(at, "look") == before
    assert counts(at) == {"games": 1, "asked": 3, "unfinished": 1}


LEGAL = ["play 1", "play 2", "play 3", "play 4"]


@pytest.mark.parametrize(
    ("moves", "with_table", "with_refusal"),
    [("never", None, None), ("refused", None, LEGAL), ("asked", None, None), ("always", LEGAL, LEGAL)],
)
def test_legal_moves_are_listed_when_that_is_asked_for(moves: str, with_table: Any, with_refusal: Any) -> None:
    at = playing(moves=moves)
    assert call(at, "look").get("moves") == with_table
    for move in ("play 5", "nonsense"):
        found = call(at, "play", move=move)
        assert found.get("moves") == with_refusal
        named = with_refusal is not None or (moves == "asked" and move == "nonsense")  # then a hint has one
        assert any(legal in json.dumps(found) for legal in LEGAL) == named


def test_where_no_legal_move_is_reported_a_text_that_is_no_move_gets_the_forms_alone() -> None:
    at = server(seat="0", seed=1, moves="never")
    call(at, "new", game="tides")
    found = call(at, "play", move="pick")
    assert found == {
        "code": "notation",
        "message": "This can't be read as a move. Moves are written `pick CARD` as in `pick 17`, "
        "`relic CARD discard CARD` as in `relic 10 discard 16`.",
    }


def test_refused_moves_in_a_row_forfeit_a_game_which_is_not_lost() -> None:
    at = playing(forfeit=2, moves="refused")
    assert "forfeited" not in call(at, "play", move="play 5")
    assert "code" not in call(at, "play", move="play 4")
    assert "moves" in call(at, "play", move="nonsense")
    last = call(at, "play", move="nonsense")
    assert last["forfeited"] is True
    assert last["message"].endswith("The game is forfeited, after 2 refused moves in a row.")
    assert "moves" not in last
    assert call(at, "play", move="play 3")["code"] == "closed"
    assert counts(at) == {"games": 1, "moves": 1, "illegal": 1, "unreadable": 2, "forfeited": 1}
    shown = call(at, "look")
    assert shown["over"] == "The game is forfeited, after 2 refused moves in a row."
    assert "actors" not in shown
    assert "moves" not in shown
    assert call(at, "new", game="duel")["session"] == "2"
    assert counts(at)["unfinished"] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        {"move": "Anna:"},
        {"move": " "},
        {"move": [5]},
        {},
        {"mvoe": "play 4"},
        {"move": "play 4", "session": "1", "x": 1},
    ],
)
def test_a_move_that_cannot_even_be_read_counts_too(arguments: dict[str, Any]) -> None:
    at = playing(forfeit=2)
    assert call(at, "play", **arguments)["code"] == "field"
    assert call(at, "play", **arguments)["forfeited"] is True
    assert counts(at) == {"games": 1, "unreadable": 2, "forfeited": 1}
    assert call(at, "play", **arguments)["code"] in ("field", "closed")
    assert counts(at)["unreadable"] == 2


@pytest.mark.parametrize("arguments", [{"move": "play 4", "session": "9"}, {"move": 5, "session": [1]}])
def test_a_move_in_no_game_counts_in_none(arguments: dict[str, Any]) -> None:
    at = playing()
    assert call(at, "play", **arguments)["code"] in ("session", "field")
    assert call(at, "look", mvoe=1)["code"] == "field"
    assert counts(at) == {"games": 1, "unfinished": 1}


def test_games_are_counted_by_how_they_end() -> None:
    tally = Tally()
    ends = {"won": ((1,), (0,)), "shared": ((0, 1),), "lost": ((0,), (1,)), "unfinished": None, "forfeited": None}
    for how, ranking in ends.items():
        tally.begun("duel")
        if ranking:
            tally.ended("duel", Result((0, 0), ranking, "", ""), 1)
        elif how == "forfeited":
            tally.forfeited("duel")
    (found,) = tally.counts
    assert found.games == 5
    assert [getattr(found, how) for how in ends] == [1] * 5
    tally.begun("other")
    tally.ended("other", Result((3,), ((), (0,)), "", ""), 0)  # alone at the table, and nobody won
    assert tally.counts[1].lost == 1


def test_a_seat_wins_and_it_is_counted() -> None:
    """Bob plays his lowest card each time, 1, 2, 3, against 4, 3 and 2: Anna wins two prizes, and 2 to 5 is most."""
    at = playing(bot=find_bot("first"))
    play(at, "play 4", "take", "play 3", "take", "play 2")
    assert call(at, "look")["over"].endswith("Anna wins.")
    assert counts(at) == {"games": 1, "moves": 5, "won": 1}


def test_what_fails_in_a_game_is_reported_to_the_referee_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("Bob holds 4")

    monkeypatch.setattr(duel.Duel, "notation", fail)
    for at, is_told in ((server(), True), (server(seat="Anna", seed=1), False)):
        found = call(at, "rule", game="duel")
        assert found["code"] == "failed"
        assert ("Bob holds 4" in found["message"]) == is_told


# -- rules and positions -------------------------------------------------------------------------------------------


def test_a_rule_is_reported_with_the_options_in_force_in_the_open_game() -> None:
    at = server()
    call(at, "new", game="tides", options={"zero_tie": "need_one"})
    assert call(at, "rule", number="tt-4.18")["told"].endswith(
        "zero_tie = need_one: whether King's Nest wins a tie at 0:0 or needs at least one symbol (TT-4.18, OQ-1)\n"
    )
    assert "zero_tie = win" in call(at, "rule", number="TT-4.18", game="tides")["told"]
    assert "zero_tie = win" in read(at, "rule", number="TT-4.18", game="tides")
    assert "- zero_tie = need_one:" in call(at, "rule")["told"]
    assert "In force" not in call(at, "rule", number="TT-2.1")["told"]
    assert call(at, "rule", number="TT-2.99")["code"] == "field"
    assert call(server(), "rule", number="TT-2.1")["message"] == "No game is open: `new` begins one."


def test_a_position_is_set_up_and_moves_are_made_in_it() -> None:
    at = server(seat="Bob", seed=1)  # the one who asks says it, so a seat may see all of it
    found = call(at, "check_position", game="duel", given={"won": {"Anna": [5], "Bob": [2]}})
    assert found["totals"] == {"Anna": 5, "Bob": 2}
    assert found["actors"] == ["chance"]
    moves = ["chance: prize 3", "Anna: play 4", "Bob: play 2"]
    found = call(at, "check_position", game="duel", given={"won": {"Anna": [5]}}, moves=moves)
    assert found["happened"][-1] == "  Anna shows 4, Bob shows 2 (DU-2)"
    assert found["moves"] == ["take", "spare"]
    end = call(at, "check_position", game="duel", given={}, moves=DUEL_MOVES)
    assert end["over"].endswith("Anna wins.")
    assert read(at, "check_position", game="duel", given={}).endswith("Totals: Anna 0, Bob 0.")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ({"given": {"won": {"Eva": [5]}}}, "position", "Eva"),
        ({"given": {"win": {}}}, "position", "Did you mean won?"),
        ({"given": {"won": {"Anna": [4]}}}, "position", "the prizes are 2, 3 and 5"),
        ({"given": {}, "moves": ["chance: prize 3", "Anna: play 5"]}, "illegal", "You do not hold 5. (DU-2)"),
        ({"given": {}, "moves": ["Anna: ply"]}, "notation", "is not a move"),
        ({"given": {}, "players": ["Anna"]}, "setup", "2 to 3 players"),
        ({"given": {}, "game": "chess"}, "game", "There is no game called 'chess'."),
    ],
)
def test_what_is_wrong_with_a_position_is_said(arguments: dict[str, Any], code: str, says: str) -> None:
    found = call(server(), "check_position", **{"game": "duel", **arguments})
    assert found["code"] == code
    assert says in found["message"]
    assert found["message"].endswith(" The keys of `given` are: won.") == (code == "position")


def test_the_games_are_listed_with_their_options() -> None:
    at = server()
    listed = {one["game"]: one for one in call(at, "games")["games"]}
    assert set(listed) == set(game_names())
    assert "tides: Tides of Time, 2 players" in read(at, "games")
    assert "  option zero_tie (win or need_one), win by default: whether King's Nest wins" in read(at, "games")
    assert request(at, "initialize", protocolVersion="")["instructions"].count("every player") == 1
