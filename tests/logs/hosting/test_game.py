"""A hosted log: changes that are made once, changes by other programs, and what is on the disk after a failure."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from kronika.core.basics.errors import IllegalAction
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.hosting.game import HostedGame
from kronika.logs.replaying.logfile import LogFile
from kronika.logs.replaying.replay import load


@pytest.fixture
def path(tmp_path: Path) -> str:
    found = str(tmp_path / "game.jsonl")
    LogFile.create(found, Session.new("tides", ["Anna", "Bob"], seed=7))
    return found


def moves_of(path: str) -> list[str]:
    """The decisions in a log, as they are typed."""
    session = load(path)
    pairs = zip(session.line.states, session.line.events, strict=False)
    names = session.players
    return [
        f"{names[event.by]}: {session.game.format(before, event.by, event.do, names)}"
        for before, event in pairs
        if event.by >= 0
    ]


def playing(move: str) -> Any:
    return lambda session: session.play(move)


def test_a_change_is_on_the_disk_when_it_is_made(path: str) -> None:
    game = HostedGame(path)
    assert game.revision == 1
    assert game.change(playing("Anna: pick 9"), "a") == 2
    assert moves_of(path) == ["Anna: pick 9"]
    assert game.change(playing("Bob: pick 15"), "b") == 3
    assert len(load(path).history) == 3


def test_an_id_is_made_once_and_after_a_restart_too(path: str) -> None:
    game = HostedGame(path)
    for _ in range(2):
        assert game.change(playing("Anna: pick 9"), "a") == 2
    again = HostedGame(path)
    assert again.change(playing("Anna: pick 9"), "a") == 2
    assert moves_of(path) == ["Anna: pick 9"]
    with pytest.raises(IllegalAction):
        again.change(playing("Anna: pick 9"), "another")


def test_a_change_that_is_sent_to_a_second_server_is_made_once(path: str) -> None:
    one, other = HostedGame(path), HostedGame(path)
    for game in (one, other, one):
        assert game.change(lambda session: session.note("a word"), "a") == 2
    assert len(load(path).history) == 2


def test_another_game_in_the_place_of_a_log_is_not_shown_by_the_links_of_the_first(path: str) -> None:
    game = HostedGame(path)
    Path(path).unlink()
    LogFile.create(path, Session.new("tides", ["Bob", "Anna"], seed=8))
    with pytest.raises(FileError, match="another game is in its place"):
        game.refresh()
    with pytest.raises(FileError, match="another game is in its place"):
        game.change(playing("Bob: pick 9"), "a")
    assert [*game.session.players] == ["Anna", "Bob"]


def test_what_is_tried_out_leaves_the_game_as_it_is(path: str) -> None:
    game = HostedGame(path)
    before = Path(path).read_bytes()
    assert game.try_out(playing("Anna: pick 9")) == 1
    with pytest.raises(IllegalAction):
        game.try_out(playing("Anna: pick 15"))
    assert (game.revision, Path(path).read_bytes()) == (1, before)
    assert game.change(playing("Anna: pick 16"), "a") == 2


def test_an_undo_is_made_once_and_does_not_bring_its_move_back(path: str) -> None:
    game = HostedGame(path)
    game.change(playing("Anna: pick 9"), "a")
    for _ in range(2):
        assert game.change(lambda session: session.undo(), "u") == 3
    assert HostedGame(path).change(playing("Anna: pick 9"), "a") == 3
    assert moves_of(path) == []


def test_an_id_whose_change_was_lost_in_a_kill_is_made_when_it_is_sent_again(path: str) -> None:
    before = Path(path).read_bytes()
    HostedGame(path).change(playing("Anna: pick 9"), "a")
    Path(path).write_bytes(before)  # the id was written, the move was not
    assert HostedGame(path).change(playing("Anna: pick 9"), "a") == 2
    assert moves_of(path) == ["Anna: pick 9"]


def test_a_refused_change_leaves_nothing_behind(path: str) -> None:
    game = HostedGame(path)

    def half(session: Session) -> None:
        session.play("Anna: pick 9")
        session.play("Anna: pick 9")

    with pytest.raises(IllegalAction):
        game.change(half, "a")
    assert game.change(playing("Anna: pick 16"), "b") == 2
    assert moves_of(path) == ["Anna: pick 16"]


def test_a_full_disk_is_said_and_nothing_is_counted_as_made(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = HostedGame(path)

    def full(self: LogFile) -> None:
        raise FileError("No space left on device.")

    with monkeypatch.context() as now:
        now.setattr(LogFile, "save", full)
        with pytest.raises(FileError, match="No space"):
            game.change(playing("Anna: pick 9"), "a")
    assert game.revision == 1
    assert game.change(playing("Anna: pick 9"), "a") == 2
    assert moves_of(path) == ["Anna: pick 9"]


def test_what_another_program_writes_is_read_and_told(path: str) -> None:
    game, told = HostedGame(path), list[int]()
    game.listeners.append(lambda: told.append(game.revision))
    other = LogFile.open(path)
    other.session.play("Anna: pick 9")
    other.save()
    assert game.refresh()
    assert (told, game.revision) == ([2], 2)
    assert not game.refresh()
    assert game.change(playing("Bob: pick 15"), "b") == 3
    assert told == [2, 3]


def test_a_program_that_writes_in_between_is_not_overwritten(path: str) -> None:
    game, times = HostedGame(path), list[int]()

    def act(session: Session) -> None:
        if not times:  # between the look at the log and the save
            other = LogFile.open(path)
            other.session.play("Anna: pick 9")
            other.save()
        times.append(1)
        session.play("Bob: pick 15")

    assert game.change(act, "b") == 3
    assert moves_of(path) == ["Anna: pick 9", "Bob: pick 15"]
    assert len(times) == 2


def test_many_threads_make_each_change_once(path: str) -> None:
    game = HostedGame(path)

    def remark(number: int) -> None:
        for _ in range(2):
            game.change(lambda session: session.note(f"note {number}"), f"n{number}")

    threads = [Thread(target=remark, args=(number % 6,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    texts = sorted(entry.text for entry in load(path).history[1:])  # type: ignore[union-attr]  # all are notes
    assert texts == [f"note {number}" for number in range(6)]
