"""What a request handler refuses, and what it does when a game fails."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.bots.lookup import Player
from kronika.core.sessions.events import Ending
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.replaying.logfile import log_lines
from support import duel
from support.logs import DUEL_MOVES, duel_game
from support.pipe import ask, desk, play, refused

pytestmark = pytest.mark.usefixtures("duel")


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


def test_a_game_that_fails_is_reported_and_the_others_go_on() -> None:
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


def test_what_another_seat_stumbles_over_is_reported_to_nobody() -> None:
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
