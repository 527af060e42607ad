"""Games one after another up to the first difference, and what is made of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kronika.core.contract.registry import get_game
from kronika.core.examples.builder import example_toml
from kronika.core.examples.example import read_examples, run_example
from kronika.logs.beside import trial as library
from kronika.logs.beside.comparing import Difference
from kronika.logs.beside.games import Recorded, Shown, example_games, random_games, recorded_games
from kronika.logs.beside.lockstep import LockstepGame, play_in_lockstep
from kronika.logs.beside.naming import NameMap
from kronika.logs.beside.trial import Trial, Verdict, shrink_difference, try_games
from kronika.logs.files.faults import FileError
from kronika.logs.work.simulate import plan, simulate
from support.within import Spoil, engine, gives_a_point, program

TRIAL = Trial(("within",), NameMap(), 1.0)


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts a program of this process beside, with this fault."""

    def put(spoil: Spoil | None = None) -> list[dict[str, Any]]:
        asked: list[dict[str, Any]] = []
        monkeypatch.setattr("kronika.logs.beside.trial.Program", program(spoil, asked))
        return asked

    return put


def lists_too_much(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    """TT-8.2: one card for relic and discard."""
    if ask["type"] == "legal" and answer["moves"][0]["move"].startswith("relic"):
        card = answer["moves"][0]["move"].split()[1]
        answer["moves"] = [*answer["moves"][1:], {"move": f"relic {card} discard {card}"}]


def test_none_follows_one_that_differs(beside: Any) -> None:
    beside(lists_too_much)
    verdicts = [*try_games(TRIAL, random_games(get_game("tides"), 2, {}, 1, 5))]
    assert [(one.item.name, one.events) for one in verdicts] == [("game 1", 11)], "the deal and ten picks"
    assert verdicts[0].difference is not None
    assert verdicts[0].difference.what.startswith("legal.")


def test_the_example_has_the_moves_that_differ_and_passes(beside: Any) -> None:
    beside(lists_too_much)
    [item] = random_games(get_game("tides"), 2, {}, 1, 1)
    [verdict] = try_games(TRIAL, [item])
    best = shrink_difference(TRIAL, verdict)
    assert best is not None
    assert best.example is not None
    assert best.found.decisions == 10, "a relic is chosen after ten picks (TT-2.6)"
    [example] = read_examples(example_toml(best.example))
    assert run_example(example).findings == ()
    assert example.expect.illegal is not None
    assert [one.rule for one in example.expect.illegal] == ["TT-8.2"]
    assert example.expect.legal is not None
    assert len(example.expect.legal) == 1
    assert example.expect.points is None, "it is not about points"


def test_what_is_not_shown_again_has_no_shortest(beside: Any) -> None:
    beside()
    [item] = random_games(get_game("tides"), 2, {}, 1, 1)
    assert shrink_difference(TRIAL, Verdict(item, 39, Difference("turn", "a", "b"))) is None


def test_what_only_other_games_before_bring_about_is_no_shortest(beside: Any) -> None:
    """A point too much behind the twelfth event, and as soon as there was another game in the same process."""
    games = events = 0

    def remembers(ask: dict[str, Any], answer: dict[str, Any]) -> None:
        nonlocal games, events
        games = 0 if ask["type"] == "hello" and ask["id"] == 1 else games + (ask["type"] == "new")
        events = 0 if ask["type"] == "new" else events + (ask["type"] == "play")
        if ask["type"] == "score" and (events >= 12 or games > 1):
            gives_a_point(ask, answer)

    beside(remembers)
    [verdict] = try_games(TRIAL, random_games(get_game("tides"), 2, {}, 1, 1))
    best = shrink_difference(TRIAL, verdict)
    assert best is not None
    assert (verdict.events, best.alone) == (12, False)
    assert len(best.found.session.line.events) == 12
    assert best.example is not None
    assert best.example.expect.points, "of a total the whole sheet is told"


@pytest.mark.parametrize(("name", "each"), [("tides", 1), ("viceroy", 9), ("tigris", 9)])
def test_the_examples_that_come_with_a_game_are_played(beside: Any, name: str, each: int) -> None:
    beside()
    items = example_games(get_game(name))[::each]
    verdicts = [*try_games(TRIAL, items)]
    assert len(verdicts) == len(items) > 6
    assert [one.difference for one in verdicts] == [None] * len(items)
    assert [one.unusable for one in verdicts] == [""] * len(items)


def test_a_program_without_positions_is_not_asked_for_them(beside: Any) -> None:
    def knows_none(ask: dict[str, Any], answer: dict[str, Any]) -> None:
        if ask["type"] == "hello":
            answer["requests"].remove("position")

    asked = beside(knows_none)
    [one] = try_games(TRIAL, [Shown("tides", "EX-1")])
    assert (one.events, one.unusable) == (0, "the program can't begin with a position")
    assert [ask["type"] for ask in asked] == ["hello"]
    beginning, choose = Shown("tides", "EX-1").course()
    assert play_in_lockstep(engine(knows_none), beginning, choose, TRIAL.comparer) == LockstepGame(0, None, begun=False)


def test_recorded_games(tmp_path: Path, beside: Any) -> None:
    beside()
    tides, duel = get_game("tides"), get_game("imhotep")
    for game in (tides, duel):
        assert len([*simulate(plan(game, 2, {}, 3, 2, str(tmp_path / game.name)))]) == 2
    (tmp_path / "bad.jsonl").write_text('{"kronika":2,"game":"tides","rules":1,"players":["Anna"]}\n')
    (tmp_path / "other.jsonl").write_text('{"a":1}\n')
    told: list[str] = []
    items = recorded_games(tides, [str(tmp_path)], told.append)
    assert told == ["2 logs of another game skipped.", "1 file that is not a log skipped."]
    verdicts = [*try_games(TRIAL, items)]
    assert [Path(one.item.name).name for one in verdicts] == ["bad.jsonl", "tides-0001.jsonl", "tides-0002.jsonl"]
    assert "bad.jsonl:1: " in verdicts[0].unusable
    assert [one.events for one in verdicts] == [0, 39, 39]
    with pytest.raises(FileError, match=r"there is no log of viceroy in it\.$"):
        recorded_games(get_game("viceroy"), [str(tmp_path)])
    twice = str(tmp_path / "tides" / "tides-0001.jsonl")
    assert len(recorded_games(tides, [twice, str(tmp_path / "tides"), twice])) == 2, "each once"
    with pytest.raises(FileError, match=r"^<stdin>: a game is read more than once here"):
        recorded_games(tides, ["-"])


def test_a_folder_that_can_not_be_listed_is_reported_when_its_turn_comes(
    tmp_path: Path, refuse_to_list: Callable[[Path], None], beside: Any
) -> None:
    """And the logs beside it are played."""
    beside()
    tides = get_game("tides")
    (tmp_path / "shut").mkdir()
    assert len([*simulate(plan(tides, 2, {}, 3, 1, str(tmp_path / "open")))]) == 1
    refuse_to_list(tmp_path / "shut")
    verdicts = [*try_games(TRIAL, recorded_games(tides, [str(tmp_path)]))]
    assert [(Path(one.item.name).name, one.events) for one in verdicts] == [("tides-0001.jsonl", 39), ("shut", 0)]
    assert verdicts[1].unusable.endswith("shut: cannot list: Permission denied.")


def test_what_can_not_be_read_is_a_game_that_is_not_played(tmp_path: Path, beside: Any) -> None:
    """A folder that can't be listed; and, where logs are handed out with what they hold, one that is gone."""
    beside()
    shut, gone = Recorded("shut", "shut: cannot list: Permission denied."), Recorded(str(tmp_path / "gone.jsonl"))
    [one] = try_games(TRIAL, [shut])
    assert one.unusable == "shut: cannot list: Permission denied."
    [handed] = library._work_items([gone], 0, read=True)
    assert isinstance(handed[1], Verdict)
    assert handed[1].unusable.endswith("gone.jsonl: cannot read: No such file or directory.")


ENGINE = """
import sys
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.pipe.messages import Reader, message_line
from kronika.logs.pipe.requests import REQUESTS
desk, reader = RequestHandler(), Reader(REQUESTS)
for line in sys.stdin.buffer:
    answer = desk.answer(reader.read(line))
    if getattr(answer, "totals", None) and sum(answer.totals) > 100:
        answer = type(answer)(id=answer.id, items=(), totals=(0, 0))
    sys.stdout.buffer.write(message_line(answer))
    sys.stdout.buffer.flush()
"""


def test_jobs_find_the_same_first_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both together do not have more than 75 points in every game: the first that does counts."""
    monkeypatch.setattr(library, "SHARD", 4)
    trial = Trial((sys.executable, "-c", ENGINE), NameMap(leave=("views", "legal")), 60.0)
    items = random_games(get_game("tides"), 2, {}, 1, 9)
    alone, together = ([*try_games(trial, items, jobs)] for jobs in (1, 2))
    assert alone == together
    assert 2 < len(alone) < 9
    assert alone[-1].difference is not None
    assert alone[-1].difference.what.startswith("totals.")


def test_with_pieces_nothing_but_views_is_asked_for(beside: Any) -> None:
    def loses_the_box(ask: dict[str, Any], answer: dict[str, Any]) -> None:
        if ask["type"] == "view":
            answer["view"]["box"] = answer["view"]["box"][:1]

    asked = beside(loses_the_box)
    trial = msgspec.structs.replace(TRIAL, pieces=True)
    [one] = try_games(trial, random_games(get_game("tides"), 2, {}, 1, 1))
    assert {ask["type"] for ask in asked} == {"hello", "new", "play", "view"} | {"close"}
    assert one.difference is not None
    assert one.difference.what.startswith("pieces.referee.")
    assert (one.difference.ours, one.difference.theirs) == ("1 of them", "0 of them")
    assert one.told == {"pieces"}


def test_with_pieces_a_move_that_is_refused_only_ends_the_game(beside: Any) -> None:
    def refuses(ask: dict[str, Any], answer: dict[str, Any]) -> None:
        if ask["type"] == "play" and ask["by"] != "chance":
            answer.clear()
            answer.update(id=ask["id"], type="error", code="illegal", message="no")

    beside(refuses)
    [one] = try_games(msgspec.structs.replace(TRIAL, pieces=True), random_games(get_game("tides"), 2, {}, 1, 1))
    assert (one.events, one.difference) == (2, None)


def test_a_course_is_the_same_each_time() -> None:
    [item] = random_games(get_game("tides"), 2, {"zero_tie": "need_one"}, 4, 1)
    beginning, _ = item.course()
    assert beginning.header.options["zero_tie"] == "need_one"
    courses = [item.course() for _ in range(2)]
    first, again = (choose(start.session()) for start, choose in courses)
    assert first == again
