"""What is asked of a program, and what its answers are taken for."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.logs.beside.comparing import Difference
from kronika.logs.beside.lockstep import choose_at_random, choose_recorded, play_in_lockstep
from kronika.logs.beside.naming import NameMap, UnmappedName, read_name_map
from kronika.logs.beside.trial import Trial
from support.within import Spoil, Within, beginning, difference, engine, played

GAME = get_game("tides")


def types(asked: list[dict[str, Any]]) -> list[str]:
    return [ask["type"] for ask in asked]


def asked(spoil: Spoil | None = None, naming: NameMap | None = None, decisions: int = 1) -> list[dict[str, Any]]:
    """The requests of a game with N decisions."""
    beside = engine(spoil, naming)
    play_in_lockstep(beside, beginning(GAME), choose_at_random(1, decisions), lambda session, told: None)
    program: Any = beside._program
    assert isinstance(program, Within)
    return program.asked


def test_what_is_asked_about_an_event() -> None:
    """Legal moves of who may act, the score, the end, and the table as the referee and each seat see it."""
    requests = asked()
    assert types(requests)[:7] == ["hello", "new", "score", "result", "view", "view", "view"], "chance is due"
    assert types(requests)[7:15] == ["play", "legal", "legal", "score", "result", "view", "view", "view"]
    assert types(requests)[15:] == ["play", "legal", "score", "result", "view", "view", "view", "close"]
    assert [ask["id"] for ask in requests] == [*range(1, len(requests) + 1)]
    assert requests[1]["chance"] == "given"
    assert (requests[7]["by"], requests[7]["do"]["type"]) == ("chance", "deal")
    assert requests[7]["move"].startswith("chance: deal ")


def only(*kinds: str) -> Spoil:
    def say(ask: dict[str, Any], answer: dict[str, Any]) -> None:
        if ask["type"] == "hello":
            answer["requests"] = ["new", "play", *kinds]

    return say


def test_nothing_is_asked_that_it_does_not_answer() -> None:
    assert set(types(asked(only("score")))) == {"hello", "new", "play", "score"}
    assert set(types(asked(naming=NameMap(leave=("views", "legal"))))) == {
        *("hello", "new", "play", "score", "result", "close")
    }
    assert "score" in types(asked(naming=NameMap(leave=("items",))))


def test_what_it_turns_out_not_to_have_is_asked_once() -> None:
    def knows_no_views(ask: dict[str, Any], answer: dict[str, Any]) -> None:
        if ask["type"] == "view":
            answer.clear()
            answer.update(id=ask["id"], type="error", code="type", message="?")

    requests = types(asked(knows_no_views, decisions=5))
    assert requests.count("view") == 3, "all that is asked about one event goes out at once"


def test_what_it_does_not_tell_this_time_is_not_compared() -> None:
    def hides_hands(ask: dict[str, Any], answer: dict[str, Any]) -> None:
        if ask["type"] == "view" and ask.get("seat") == 1:
            answer.clear()
            answer.update(id=ask["id"], type="error", code="forbidden", message="?")

    assert played(GAME, hides_hands, choose_at_random(1, 4)).found is None


def test_what_is_answered_behind_a_refusal_is_about_a_game_that_is_not_there() -> None:
    """A program that refuses a move may have no words for the rest of what it was asked at once."""
    refused = False

    def refuses(ask: dict[str, Any], answer: dict[str, Any]) -> None:
        nonlocal refused
        refused = refused or (ask["type"] == "play" and ask["by"] != "chance")
        if refused:
            answer.clear()
            answer.update(id=ask["id"], type="error", code="illegal" if ask["type"] == "play" else "?", message="no")

    found = difference(GAME, refuses, choose_at_random(1, 3))
    assert (found.what, found.theirs) == ("play", "it is refused: no")


def wrong(change: dict[str, Any], kind: str = "play") -> Difference:
    def say(ask: dict[str, Any], answer: dict[str, Any]) -> None:
        if ask["type"] == kind:
            answer.clear()
            answer.update({"id": ask["id"]} | change)

    return difference(GAME, say, choose_at_random(1, 3))


@pytest.mark.parametrize(
    ("kind", "change", "said"),
    [
        ("play", {"id": 0}, "answers `play` under the id 0 in place of 8."),
        ("play", {"events": 3}, "answers `play` what can't be read: events: a list `[…]` is needed, not 3."),
        ("play", {"type": "error", "code": "failed", "message": "oh"}, "with the error 'failed': 'oh'."),
        ("new", {"type": "error", "code": "illegal", "message": "oh"}, "answers `new` with the error 'illegal': 'oh'."),
        ("score", {"totals": [True]}, "totals.1: a whole number, a number or null is needed, not true."),
        ("view", {"view": [1]}, "answers `view` what can't be read: view: a table `{…}` is needed, not a list `[…]`."),
    ],
)
def test_a_wrong_answer_is_named(kind: str, change: dict[str, Any], said: str) -> None:
    found = wrong(change, kind)
    assert found.what == "wrong"
    assert found.theirs.endswith(said)
    assert found.told == found.theirs


@pytest.mark.usefixtures("usual_depth")
def test_lists_in_lists_without_end() -> None:
    deep: list[Any] = []
    for _ in range(900):
        deep = [deep]
    found = wrong({"view": {"hands": deep}}, "view")
    assert (found.what, found.theirs) == ("wrong", "`within`: answers with lists in lists without end.")


def test_an_answer_without_an_id_is_one_to_what_was_asked() -> None:
    def has_no_ids(ask: dict[str, Any], answer: dict[str, Any]) -> None:
        del answer["id"]

    assert played(GAME, has_no_ids, choose_at_random(1, 4)).found is None


def test_an_empty_answer_tells_nothing() -> None:
    def says_nothing(ask: dict[str, Any], answer: dict[str, Any]) -> None:
        if ask["type"] != "hello":
            answer.clear()

    beside = engine(says_nothing)
    done = play_in_lockstep(beside, beginning(GAME), choose_at_random(1), Trial((), NameMap(), 1.0).comparer)
    assert (done.events, done.found, beside.told) == (39, None, set())


def test_more_than_anybody_could_mean_is_not_looked_at() -> None:
    one = {"type": "swapped"}
    assert wrong({"events": [{"effects": [one] * 1001}]}).theirs == "1,001 effects"
    assert wrong({"events": [{"effects": [one] * 1000}]}).theirs.endswith(" and 995 more")
    assert wrong({"moves": ["pick 1"] * 20_001}, "legal").theirs == "listed: `20,001 moves`"
    assert len(wrong({"view": {"deck": ["x"] * 9999}}, "view").theirs) < 600


def test_a_move_that_the_map_does_not_have_is_named() -> None:
    naming = read_name_map('[[move]]\nours = "pick {card}"\ntheirs = "lay {card}"\n')
    beside = engine(naming=naming)
    with pytest.raises(
        UnmappedName, match=r'^there is no \[\[move\]\] for `deal .*`, which as data is `{"type":"deal","hands":'
    ):
        play_in_lockstep(beside, beginning(GAME), choose_at_random(1), lambda session, told: None)


def test_a_legal_move_that_the_map_does_not_have_is_named() -> None:
    """The program calls a move by a name that stands in no pattern."""
    naming = read_name_map(
        '[[move]]\nours = { type = "deal", hands = "{h}" }\ntheirs = { type = "deal", hands = "{h}" }\n'
        '[[move]]\nours = "take {card}"\ntheirs = "lay {card}"\n'
    )
    new = beginning(GAME)
    deal = GAME.sample(new.session().state, Dice(1))
    done = play_in_lockstep(engine(naming=naming), new, choose_recorded([(CHANCE, deal)]), lambda session, told: None)
    assert done.found is not None
    told = done.found.difference.theirs
    assert told.startswith('`within`: lists `"pick ')
    assert told.endswith('"`, for which the map has no [[move]].')
