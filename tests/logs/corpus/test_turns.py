"""Moves by turn, by round and by player, in `find` and `corpus filter`."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.core import Session
from kronika.core.contract.event_query import EventQuery, QueryError
from kronika.logs.corpus.events import find_events
from kronika.logs.corpus.filtering import LogFilter, matching_logs
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.survey import survey
from support.cli import run
from support.logs import tides_game


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = str(tmp_path / "game.jsonl")
    write_log(path, tides_game())
    return path


def decisions(log: str) -> list[tuple[str, str]]:
    """Who decides what in Tides: read off the log by hand, without queries."""
    session = load(log)
    made = [(event.by, event.do) for event in session.line.events if event.by >= 0]
    return [(session.players[by], f"{type(do).__struct_config__.tag} {do.card}") for by, do in made]


def moves(log: str, **sought: object) -> list[str]:
    return [found.move for found in find_events(load(log), EventQuery(**sought))]  # type: ignore[arg-type]


def test_a_turn_is_the_decision_of_its_player_by_number(log: str) -> None:
    made = decisions(log)
    of_anna, of_bob = ([what for who, what in made if who == name] for name in ("Anna", "Bob"))
    for turn in (1, 2, 5):
        assert moves(log, turn=turn, by="Anna") == [f"Anna: {of_anna[turn - 1]}"]
        assert sorted(moves(log, turn=turn)) == [f"Anna: {of_anna[turn - 1]}", f"Bob: {of_bob[turn - 1]}"]
    assert moves(log, turn=18) == []  # 5 picks in each of 3 rounds and 2 relics are 17


def test_a_round_is_that_of_the_game(log: str) -> None:
    """Five picks of two players in each round, and the relics of the break before it is over."""
    assert [len(moves(log, round=number, moves=("pick",))) for number in (1, 2, 3, 4)] == [10, 10, 10, 0]


@pytest.mark.parametrize("by", ["Anna", "anna", "0"])
def test_a_player_is_named_or_numbered(log: str, by: str) -> None:
    found = moves(log, by=by)
    assert found
    assert all(move.startswith("Anna: ") for move in found)


def test_a_pattern_may_begin_at_the_move_or_at_the_name(log: str) -> None:
    (name, first), *_ = decisions(log)
    assert f"{name}: {first}" in moves(log, moves=(f"^{first}$",), turn=1)
    assert f"{name}: {first}" in moves(log, moves=(f"^{name}: {first}$",), turn=1)


def test_who_or_what_cannot_be_there_is_said(log: str) -> None:
    with pytest.raises(QueryError, match=r"there is no player 'Ana'\. Did you mean Anna\?"):
        moves(log, by="Ana")
    with pytest.raises(QueryError, match="the game has no numbered rounds"):
        list(find_events(Session.new("tigris", ["Anna", "Bob"], seed=1), EventQuery(round=1)))


def test_first_moves_are_known_without_reading_the_log(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = survey("", log)
    made = decisions(log)
    assert found.openings == tuple(next(what for who, what in made if who == name) for name in ("Anna", "Bob"))
    first = found.openings[1]
    monkeypatch.setattr("kronika.logs.corpus.filtering.load_full", lambda path: pytest.fail("it was read"))
    wanted = LogFilter(move=f"^{first}$", turn=1)
    assert list(matching_logs("", [found], wanted)) == [found]
    assert list(matching_logs("", [found], LogFilter(move=f"^{first}$", turn=1, by="Anna"))) == []
    assert list(matching_logs("", [found], LogFilter(move=f"^bob: {first}$", turn=1, by="1"))) == [found]


def test_other_turns_are_looked_up_in_the_log(log: str) -> None:
    found = survey("", log)
    second = [what for who, what in decisions(log) if who == "Bob"][1]
    for turn, by, listed in (
        (2, "Bob", True),
        (2, "", True),
        (1, "Bob", False),
        (3, "Bob", False),
        (2, "Cyril", False),
    ):
        wanted = LogFilter(move=f"^{second}$", turn=turn, by=by)
        assert bool(list(matching_logs("", [found], wanted))) is listed


def test_as_typed(log: str, tmp_path: Path) -> None:
    (name, first), *_ = decisions(log)
    done = run("find", log, "--move", f"^{first}$", "--turn", 1, "--by", name, "--format", "json")
    assert done.status == 0
    assert f'"move": "{name}: {first}"' in done.out
    listed = run("corpus", "filter", tmp_path, "--move", f"^{first}$", "--turn", 1)
    assert listed.out == f"{log}\n"
    assert run("corpus", "filter", tmp_path, "--move", f"^{first}$", "--round", 3).out == ""
    assert run("corpus", "filter", tmp_path, "--turn", 1).status == 2
    assert run("find", log, "--turn", 0).status == 2
