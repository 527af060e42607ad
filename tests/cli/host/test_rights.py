"""Who may do what in a hosted game, and what is said to those who may not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kronika.core.basics import limits
from kronika.core.contract.registry import get_game
from kronika.core.sessions.new_header import new_header
from kronika.core.unseen.session import WitnessSession
from kronika.logs.replaying.logfile import LogFile
from kronika.logs.replaying.replay import load
from support.host import NAMES, World, listed, new_log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return new_log(tmp_path / "game.jsonl")


@pytest.fixture
def world(path: Path) -> Iterator[World]:
    with World(path) as found:
        yield found


def test_joining_gives_a_cookie_that_no_script_reads_and_a_list_of_games(world: World) -> None:
    browser = world.browser()
    answer = browser.join(world.links[0]["0"])
    game = world.games[0].id
    assert answer.json == {
        "games": [
            {
                "id": game,
                "title": "Tides of Time: Anna, Bob",
                "viewer": "0",
                "name": "Anna",
                "href": f"/g/{game}?viewer=0",
                "hints": False,
                "analysis": False,
            }
        ]
    }
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    assert browser.ask("GET", "/api/games").json == answer.json


def test_one_tablet_for_several_seats(world: World) -> None:
    browser = world.browser(0, 1)
    assert [game["viewer"] for game in browser.ask("GET", "/api/games").json["games"]] == ["1", "0"]
    for seat, move in (("0", "Anna: pick 9"), ("1", "Bob: pick 15")):
        state = browser.state(viewer=seat)
        assert state["viewer"] == seat
        assert browser.change("moves", state["revision"], move=move, viewer=seat)["accepted"]


def test_a_wrong_an_old_and_no_token(path: Path, world: World) -> None:
    game = world.games[0].id
    stranger = world.browser()
    assert stranger.join("x" * 43).status == 401
    assert stranger.cookie == ""
    anna = world.browser(0)
    with World(path, new_links=True) as later:
        old = later.browser()
        old.cookie = anna.cookie
        for browser in (stranger, old):
            browser.world = later
            for target in (f"/api/g/{game}/state", f"/api/g/{game}/events", "/api/g/other/state"):
                answer = browser.ask("GET", target)
                assert (answer.status, answer.json) == (
                    401,
                    {"message": "Open the link that you have got for this game."},
                )
            move = browser.post(f"/api/g/{game}/moves", {"id": "a", "move": "Anna: pick 9", "revision": 1})
            assert move.status == 401
        assert later.browser(0).state()["viewer"] == "0"


def test_a_foreign_game_and_one_that_is_not_there_are_refused_alike(tmp_path: Path) -> None:
    paths = [new_log(tmp_path / f"{number}.jsonl", seed=number) for number in (1, 2)]
    with World(*paths) as world:
        anna = world.browser(0)
        foreign, none = (anna.ask("GET", f"/api/g/{id}/state?viewer=0") for id in (world.games[1].id, "nothing1"))
        assert foreign == none
        assert foreign.status == 403


def test_a_seat_makes_its_own_moves_alone(world: World, path: Path) -> None:
    anna = world.browser(0)
    refused = [anna.change("moves", 1, move=move) for move in ("Bob: pick 15", "Bob: pick 9", "chance: deal 1 / 2")]
    assert {said["message"] for said in refused} == {
        "You can enter only moves of Anna here; moves of others are refused unread."
    }
    assert anna.ask("GET", f"/api/g/{anna.game}/state?viewer=1").status == 403
    assert anna.ask("GET", f"/api/g/{anna.game}/state?viewer=referee").status == 403
    wrong = anna.change("moves", 1, move="Anna: pick 15")
    assert (wrong["accepted"], wrong["code"], wrong["rule"]) == (False, "illegal", "TT-2.1")
    assert anna.change("moves", 1, move="pick 9") == {"accepted": True, "revision": 2}
    assert len(load(str(path)).history) == 2


@pytest.mark.parametrize("seats", [2, 3])
def test_out_of_turn_it_is_said_whose_turn_it_is(tmp_path: Path, seats: int) -> None:
    """The same for every text without a name, also one that is legal for another: it is not read."""
    with World(new_log(tmp_path / "game.jsonl", "imhotep", seats=seats)) as world:
        scribe = world.browser("referee").state()
        (actor,) = scribe["actors"]
        legal = listed(scribe)[0].partition(": ")[2]
        for seat, name in enumerate(NAMES[:seats]):
            if name != actor:
                other = world.browser(seat)
                refused = [other.change("moves", 1, move=move) for move in (legal, "take", "fly", "")]
                assert [said["message"] for said in refused] == [f"It is not your turn: {actor} may act now."] * 4
                assert {said["code"] for said in refused} == {"forbidden"}


def test_out_of_turn_all_are_named_who_may_act(tmp_path: Path) -> None:
    """Both others choose their first cards at the same time (VC-1.6.6)."""
    with World(new_log(tmp_path / "game.jsonl", "viceroy", seats=3)) as world:
        bob = world.browser(1)
        state = bob.state()
        assert bob.change("moves", 1, move=listed(state)[0])["accepted"]
        said = bob.change("moves", 2, move=listed(state)[1].partition(": ")[2])
        assert said["message"] == "It is not your turn: Anna and Cyril may act now."


def test_out_of_turn_chance_is_due(tmp_path: Path) -> None:
    with World(new_log(tmp_path / "game.jsonl", "tides", seed=None)) as world:
        said = world.browser(0).change("moves", 0, move="pick 9")
        assert said["message"] == "It is not your turn: chance is due."


def test_a_seat_can_not_amend_a_move_that_has_shown_something(world: World, path: Path) -> None:
    """The second of two sealed choices shows the first: who has made it can neither take it back nor amend it."""
    anna, bob, scribe = world.browser(0), world.browser(1), world.browser("referee")
    anna.change("moves", 1, move="pick 9")
    bob.change("moves", 2, move="pick 15")
    wanted = {"record": 3, "move": "pick 10"}
    assert bob.change("undo", 3)["message"] == bob.change("amend", 3, **wanted)["message"]
    assert anna.change("amend", 3, **wanted)["accepted"] is False
    assert len(load(str(path)).history) == 3
    assert scribe.change("amend", 3, **wanted)["accepted"]


def test_a_refusal_in_a_browser_names_no_option_of_the_command_line(world: World) -> None:
    anna, bob = world.browser(0), world.browser(1)
    anna.change("moves", 1, move="pick 9")
    theirs = "Bob can take back only own decisions that nothing has followed. The referee can take back more."
    assert bob.change("undo", 2)["message"] == theirs
    bob.change("moves", 2, move="pick 15")
    shown = "Bob can't take this back: it has shown something that Bob did not know. Only the referee can."
    assert bob.change("undo", 3)["message"] == shown
    amended = anna.change("amend", 3, record=2, move="pick 10")["message"]
    assert amended == "Only the referee can amend record 2: other events follow it."


def test_a_move_that_is_only_asked_about_changes_nothing(world: World, path: Path) -> None:
    anna, bob = world.browser(0), world.browser(1)
    before = path.read_bytes()
    for number, move in enumerate(("pick 9", "Anna: pick 15", "Bob: pick 15", "pick", "chance: deal 1 / 2")):
        id, browser = f"{number}", world.browser(0)
        asked = browser.change("moves", 1, id=id, move=move, ask=True)
        assert path.read_bytes() == before
        assert asked["accepted"] is (number == 0)
        if number:
            assert asked == browser.change("moves", 1, id=id, move=move)
    assert anna.change("moves", 0, move="pick 9", ask=True) == {"accepted": True, "revision": 1}
    assert anna.change("moves", 9, move="pick 9", ask=True)["code"] == "stale"
    assert world.browser("bystander").change("moves", 1, move="pick 9", ask=True)["code"] == "forbidden"
    assert anna.post(f"/api/g/{anna.game}/moves", {"id": "a", "revision": 1, "move": "pick 9", "ask": 1}).status == 400
    assert anna.change("moves", 1, id="0", move="pick 9") == {"accepted": True, "revision": 2}
    assert bob.state()["revision"] == 2


def test_a_spectator_only_watches(world: World) -> None:
    watcher = world.browser("bystander")
    state = watcher.state(since=0)
    assert state["taps"] == []
    assert (state["undo"], state["redo"]) == (False, False)
    for kind, fields in (
        ("moves", {"move": "Anna: pick 9"}),
        ("undo", {}),
        ("redo", {}),
        ("note", {"text": "hello"}),
        ("end", {"reason": "agreed"}),
        ("amend", {"record": 1, "move": "pick 9"}),
    ):
        assert watcher.change(kind, 1, **fields)["message"] == "A spectator only watches."


def test_a_seat_takes_back_its_own_last_decision_and_the_scribe_more(world: World) -> None:
    anna, bob, scribe = world.browser(0), world.browser(1), world.browser("referee")
    assert not anna.state()["undo"]
    anna.change("moves", 1, move="pick 9")
    assert anna.state()["undo"]
    assert not bob.state()["undo"]
    assert bob.change("undo", 2)["code"] == "undo"
    assert anna.change("undo", 2)["revision"] == 3
    assert anna.state()["redo"]
    assert anna.change("redo", 3)["revision"] == 4
    bob.change("moves", 4, move="pick 15")
    assert not anna.state()["undo"]  # Bob's card has been shown
    assert not anna.change("undo", 5)["accepted"]
    assert scribe.state()["undo"]
    assert scribe.change("undo", 5)["accepted"]
    assert scribe.change("undo", 6)["accepted"]
    assert [one["words"] for one in bob.state(since=5)["happened"]] == ["1 event taken back", "1 event taken back"]


def test_a_move_whose_id_a_failure_of_the_machine_has_taken_is_not_made_twice(world: World, path: Path) -> None:
    """Ids do not wait for the disk: the log may have the move, and its id be lost."""
    assert world.browser(0).change("moves", 1, id="a", move="pick 9")["accepted"]
    before = path.read_bytes()
    path.with_name(f".{path.name}.ids").unlink()
    with World(path, new_links=True) as again:
        anna, bob = again.browser(0), again.browser(1)
        assert anna.change("moves", 1, id="a", move="pick 9")["code"] == "forbidden"  # it is not Anna's turn any more
        assert path.read_bytes() == before
        assert bob.change("moves", 1, move="pick 15")["accepted"]
        assert anna.state()["actors"] == ["Anna", "Bob"]
        assert anna.change("moves", 1, id="a", move="pick 6")["code"] == "stale"


def test_a_change_for_a_table_that_looked_different_is_not_made(world: World) -> None:
    anna, bob, scribe = world.browser(0), world.browser(1), world.browser("referee")
    anna.change("moves", 1, move="pick 9")
    assert bob.change("moves", 1, move="pick 15")["accepted"]  # both chose at the same table
    assert scribe.change("undo", 2)["code"] == "stale"  # it would take back another move than the scribe saw
    assert anna.change("moves", 1, move="pick 6")["code"] == "stale"
    assert anna.change("moves", 99, move="pick 6")["code"] == "stale"


def test_the_scribe_enters_outcomes_amends_notes_and_ends(tmp_path: Path) -> None:
    path = new_log(tmp_path / "table.jsonl", seed=None)
    with World(path) as world:
        scribe, anna = world.browser("referee"), world.browser(0)
        assert scribe.state()["due"].startswith("Chance is due: the first hands of Anna and Bob, 5 cards each")
        assert anna.state()["due"] == "Chance is due: the scribe enters the outcome."
        dealt = scribe.change("moves", 0, move="chance: deal 1 2 3 4 5 / 6 7 8 9 10")
        assert dealt == {"accepted": True, "revision": 1}
        scribe.change("moves", 1, move="Anna: pick 1")
        assert anna.change("amend", 2, record=1, move="deal 6 7 8 9 10 / 1 2 3 4 5")["accepted"] is False
        assert scribe.change("amend", 2, record=2, move="pick 2")["accepted"]
        assert anna.change("note", 4, text="a secret")["accepted"]
        assert anna.change("end", 5, reason="agreed", winners=["Anna"])["code"] == "forbidden"
        assert scribe.change("end", 5, reason="resigned", by="Bob", winners=["Anna"])["accepted"]
        state = scribe.state()
        assert state["ended"]
        assert "resigned (Bob), won by Anna" in state["due"]
        assert scribe.change("moves", state["revision"], move="Bob: pick 6")["code"] == "closed"
        assert scribe.change("end", state["revision"], reason=None)["accepted"]


def test_a_note_of_a_player_is_for_that_player_and_the_scribe(world: World) -> None:
    anna, bob, scribe = world.browser(0), world.browser(1), world.browser("referee")
    anna.change("note", 1, text="he has the palace")
    told = {
        who: browser.state(since=1)["happened"][0]["words"]
        for who, browser in {"a": anna, "b": bob, "s": scribe}.items()
    }
    assert "palace" in told["a"]
    assert "palace" in told["s"]
    assert "palace" not in told["b"]


def test_an_id_that_is_used_again_for_another_change_is_not_said_to_be_made(world: World) -> None:
    anna, scribe = world.browser(0), world.browser("referee")
    for _ in range(2):
        assert anna.change("moves", 1, id="1", move="pick 9") == {"accepted": True, "revision": 2}
    assert not anna.change("moves", 1, id="1", move="pick 6")["accepted"]
    assert anna.change("undo", 2, id="1") == {"accepted": True, "revision": 3}
    for revision in (3, 4):  # a program may look again before it sends a change again
        assert scribe.change("note", revision, id="1", text="a word") == {"accepted": True, "revision": 4}


def test_a_player_can_not_fill_the_log(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PLAYER_NOTES", 15)
    anna, bob = world.browser(0), world.browser(1)
    assert anna.change("note", 1, text="ten signs.")["accepted"]
    assert "at most 15 characters" in anna.change("note", 2, text="ten signs.")["message"]
    assert anna.change("note", 2, text="five.")["accepted"]
    assert bob.change("note", 3, text="ten signs.")["accepted"]
    anna.change("moves", 4, move="pick 9")
    monkeypatch.setattr(limits, "RECORDS", 8)
    for kind, more in (("undo", {}), ("redo", {}), ("note", {"text": "a"}), ("amend", {"record": 5, "move": "pick 6"})):
        assert "only the scribe can do this now" in anna.change(kind, 5, **more)["message"]
    assert bob.change("moves", 5, move="pick 15")["accepted"]
    assert world.browser("referee").change("undo", 6)["accepted"]


def test_the_log_of_a_witness_is_recorded_with_what_was_not_seen(tmp_path: Path) -> None:
    path = tmp_path / "seen.jsonl"
    game = get_game("tides")
    LogFile.create(path, WitnessSession.begun(game, new_header(game, NAMES[:2], None, {}, {}), "bystander"))
    with World(path) as world:
        assert sorted(world.links[0]) == ["bystander", "referee"]
        scribe = world.browser("referee")
        assert scribe.change("moves", 0, move="chance: deal ? ? ? ? ? / ? ? ? ? ?")["accepted"]
        assert scribe.change("moves", 1, move="Anna: pick ?")["accepted"]
        state = world.browser("bystander").state(since=0)
        assert (state["revision"], state["taps"]) == (2, [])
        assert len(state["happened"]) == 2
