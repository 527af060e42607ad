"""A tournament on the disk: resumed, broken off, with bots that do what they may not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kronika.core import game_names
from kronika.core.basics.chance import Dice
from kronika.core.bots import BOTS, Turn
from kronika.logs.files.faults import FileError
from kronika.logs.files.scratch import scratch_name
from kronika.logs.replaying.replay import load
from kronika.logs.tournament.plan import Entrant, Sprt, Tournament, TournamentError, check_tournament
from kronika.logs.tournament.running import has_tournament, open_or_create, run


def cup(*bots: str, game: str = "tides", **more: Any) -> Tournament:
    return check_tournament(Tournament("cup", game, [Entrant(bot.title(), bot) for bot in bots], **more))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture
def bots() -> Iterator[dict[str, Any]]:
    """The bots there are, to which a test may add."""
    before = dict(BOTS)
    yield BOTS
    BOTS.clear()
    BOTS.update(before)


@pytest.mark.parametrize("game", ["tides", "imhotep", "tigris", "viceroy", "ancient_knowledge"])
def test_both_seatings_have_the_same_deal(game: str, tmp_path: Path) -> None:
    """What falls before the first decision is the same."""
    found = list(run(open_or_create(str(tmp_path), cup("random", "first", game=game))))
    assert [one.number for one in found] == [1, 2]
    one, other = (load(str(tmp_path / f"000000{number}.jsonl")) for number in (1, 2))
    assert one.players == other.players[::-1] == ("Random", "First")
    begun = [[event.do for event in log.line.events[: _first_decision(log)]] for log in (one, other)]
    assert begun[0] == begun[1]
    assert one.tags["bot First"] == "first"


def _first_decision(log: Any) -> int:
    return next(at for at, event in enumerate(log.line.events) if event.by >= 0)


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    tournament = cup("random", "first", games=6)
    assert len(list(run(open_or_create(str(whole), tournament)))) == 6
    games = run(open_or_create(str(broken), tournament))
    next(games)
    games.close()
    assert len(contents(broken)) == 2
    (broken / "0000005.jsonl").write_bytes((whole / "0000005.jsonl").read_bytes())
    assert list(run(open_or_create(str(broken), tournament))) == list(has_tournament(str(whole)))
    assert contents(broken) == contents(whole)


@pytest.mark.parametrize("played", [1, 2], ids=["broken off", "to its end"])
def test_whatever_ends_it_the_games_that_were_reported_are_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: int
) -> None:
    """Their names too: a log is written without waiting for its name, so that is waited for at the end."""
    settled: list[str] = []
    monkeypatch.setattr("kronika.logs.files.disk.fsync_name", settled.append)
    hall = open_or_create(str(tmp_path / "cup"), cup("random", "first"))
    assert settled == [str(tmp_path / "cup"), str(tmp_path / "cup" / "tournament.json")]
    games = run(hall)
    assert len([*islice(games, played)]) == played
    assert len(settled) == 2
    games.close()
    assert settled[2:] == [os.path.join(tmp_path, "cup", "")]


def test_what_a_kill_has_left_beside_the_files_is_removed(tmp_path: Path) -> None:
    """Killed between the two names of a new file."""
    list(run(open_or_create(str(tmp_path), cup("random", "first"))))
    before = contents(tmp_path)
    for name in before:
        os.link(tmp_path / name, scratch_name(str(tmp_path / name)))
    assert len(list(run(open_or_create(str(tmp_path), cup("random", "first"))))) == 2
    assert contents(tmp_path) == before


@pytest.mark.parametrize("game", game_names())
def test_a_tournament_of_any_game_is_known_again(game: str, tmp_path: Path) -> None:
    """Options that have several values are tuples in a game and lists in a file."""
    halls = [open_or_create(str(tmp_path), cup("random", "first", game=game)) for _ in range(2)]
    assert halls[0].plan.tournament == halls[1].plan.tournament


def test_more_games_go_on_too_and_anything_else_is_another_tournament(tmp_path: Path) -> None:
    assert len(list(run(open_or_create(str(tmp_path), cup("random", "first"))))) == 2
    assert len(list(run(open_or_create(str(tmp_path), cup("random", "first", games=4))))) == 4
    with pytest.raises(
        TournamentError, match=r"another tournament is played there: seed is 1, not 2\. Choose another f"
    ):
        open_or_create(str(tmp_path), cup("random", "first", seed=2))


def test_a_decided_test_leaves_the_same_files_for_any_number_of_jobs(tmp_path: Path) -> None:
    tournament = cup("first", "random", games=200, sprt=Sprt(0, 200))
    one, two = tmp_path / "one", tmp_path / "two"
    list(run(open_or_create(str(one), tournament)))
    list(run(open_or_create(str(two), tournament), 2))
    assert 10 < len(contents(one)) < 200
    assert contents(one) == contents(two)


def test_a_damaged_log_is_named(tmp_path: Path) -> None:
    list(run(open_or_create(str(tmp_path), cup("random", "first"))))
    path = tmp_path / "0000002.jsonl"
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(TournamentError, match=r"0000002.jsonl: line \d+: .* Delete it to play the game again\."):
        list(run(open_or_create(str(tmp_path), cup("random", "first"))))


@pytest.mark.parametrize("folder", ["a", "b"], ids=["of this tournament", "of another one"])
def test_the_log_of_another_game_does_not_count_in_its_place(tmp_path: Path, folder: str) -> None:
    for name, seed in (("a", 1), ("b", 2)):
        list(run(open_or_create(str(tmp_path / name), replace(cup("random", "first", seed=seed), name=name))))
    path = tmp_path / "a" / "0000002.jsonl"
    path.write_bytes((tmp_path / folder / ("0000001.jsonl" if folder == "a" else "0000002.jsonl")).read_bytes())
    with pytest.raises(TournamentError) as refusal:
        list(has_tournament(str(tmp_path / "a")))
    assert str(refusal.value).startswith(f"{path}: is not game 2 of this tournament.")


def test_nobody_waits_for_a_pipe_in_the_place_of_a_log(tmp_path: Path) -> None:
    list(run(open_or_create(str(tmp_path), cup("random", "first"))))
    path = tmp_path / "0000002.jsonl"
    path.unlink()
    os.mkfifo(path)
    for games in (has_tournament(str(tmp_path)), run(open_or_create(str(tmp_path), cup("random", "first")))):
        with pytest.raises(FileError) as refusal:
            list(games)
        why = "is a named pipe, not a log. Delete it to play the game again."
        assert str(refusal.value) == f"{path}: {why}"


def test_an_empty_log_is_named_with_its_folder(tmp_path: Path) -> None:
    list(run(open_or_create(str(tmp_path), cup("random", "first"))))
    path = tmp_path / "0000002.jsonl"
    path.write_bytes(b"")
    with pytest.raises(TournamentError) as refusal:
        list(has_tournament(str(tmp_path)))
    why = "line 1: the log is empty: the first line must be its header. Delete it to play the game again."
    assert str(refusal.value) == f"{path}: {why}"


def test_a_log_under_another_number_is_refused(tmp_path: Path) -> None:
    list(run(open_or_create(str(tmp_path), cup("random", "first"))))
    (tmp_path / "0000001.jsonl").replace(tmp_path / "0000002.jsonl")
    with pytest.raises(TournamentError, match="is not game 2 of this tournament"):
        list(run(open_or_create(str(tmp_path), cup("random", "first"))))


def _dies(turn: Turn, dice: Dice) -> Any:
    raise ZeroDivisionError("by hand")


def _plays_for_another(turn: Turn, dice: Dice) -> Any:
    return turn.game.sample(turn.game.setup(turn.game.Options(), 2), dice)


def _resigns(turn: Turn, dice: Dice) -> Any:
    return None


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (_dies, "The bot 'bad' of Bad failed: ZeroDivisionError: by hand (test_running.py, line "),
        (_plays_for_another, "The bot 'bad' of Bad made an illegal move: "),
        (_resigns, "The bot 'bad' of Bad gave no move: "),
    ],
)
def test_a_bot_that_does_what_it_may_not_has_lost(bot: Any, why: str, tmp_path: Path, bots: dict[str, Any]) -> None:
    bots["bad"] = bot
    found = list(run(open_or_create(str(tmp_path), cup("bad", "random"))))
    assert [one.players[one.fault] for one in found if one.fault is not None] == ["Bad", "Bad"]
    assert all(one.why.startswith(why) for one in found)
    assert [one.ranking for one in found] == [((1,), (0,)), ((0,), (1,))]


def test_a_game_without_end_goes_by_points(tmp_path: Path) -> None:
    found = list(run(open_or_create(str(tmp_path), cup("random", "first", game="tigris", maxmoves=5))))
    assert [(one.decisions, one.adjudicated, one.fault) for one in found] == [(5, True, None)] * 2
    assert load(str(tmp_path / "0000001.jsonl")).ending is not None


def test_openings(tmp_path: Path) -> None:
    list(run(open_or_create(str(tmp_path / "first"), cup("random", "first"))))
    log = tmp_path / "opening.jsonl"
    lines = (tmp_path / "first" / "0000001.jsonl").read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:8]))
    list(run(open_or_create(str(tmp_path / "second"), cup("first", "random", openings=[str(log)]))))
    opened, played = load(str(log)), load(str(tmp_path / "second" / "0000002.jsonl"))
    assert [event.do for event in played.line.events[:7]] == [event.do for event in opened.line.events]
    assert played.tags["opening"] == str(log)
    with pytest.raises(TournamentError, match="does not begin with a new game of Imhotep for 2 with these options"):
        open_or_create(str(tmp_path / "third"), cup("first", "random", game="imhotep", openings=[str(log)]))
    with pytest.raises(TournamentError, match="the game is at its end"):
        open_or_create(
            str(tmp_path / "fourth"), cup("first", "random", openings=[str(tmp_path / "first" / "0000001.jsonl")])
        )
