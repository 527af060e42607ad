"""The ids of changes: kept through restarts, in a file that does not grow for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.core.basics import limits
from kronika.core.sessions.events import Note
from kronika.logs.hosting.journal import Journal

HISTORY = [Note(f"note {number}") for number in range(10)]


def test_an_id_counts_as_made_if_its_record_is_in_its_place(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    journal = Journal(path)
    journal.add("a", HISTORY[3], 4)
    for found in (journal, Journal(path)):
        assert found.is_made("a", HISTORY)
        assert not found.is_made("a", HISTORY[:3])
        assert not found.is_made("a", [*HISTORY[:3], Note("another")])
        assert not found.is_made("b", HISTORY)


def test_the_beginning_of_a_line_that_a_kill_has_left_is_forgotten(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    Journal(path).add("a", HISTORY[0], 1)
    file = tmp_path / ".game.jsonl.ids"
    before = file.read_bytes()
    Journal(path).add("b", HISTORY[2], 3)
    file.write_bytes(file.read_bytes()[:-1])
    assert len(file.read_bytes()) > len(before)
    found = Journal(path)
    found.add("c", HISTORY[1], 2)
    assert [Journal(path).is_made(id, HISTORY) for id in "abc"] == [True, False, True]


def test_two_servers_of_a_log_share_its_ids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEPT_IDS", 4)
    path = str(tmp_path / "game.jsonl")
    one, other = Journal(path), Journal(path)
    for number in range(8):
        (one, other)[number % 2].add(f"{number}", HISTORY[number], number + 1)
        assert one.is_made(f"{number}", HISTORY)
        assert other.is_made(f"{number}", HISTORY)
    other.add("8", HISTORY[8], 9)  # the file is shortened
    assert [one.is_made(f"{number}", HISTORY) for number in range(9)] == [False] * 4 + [True] * 5


def test_only_the_latest_ids_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEPT_IDS", 4)
    journal = Journal(str(tmp_path / "game.jsonl"))
    for number in range(10):
        journal.add(f"{number}", HISTORY[number], number + 1)
    assert (tmp_path / ".game.jsonl.ids").read_bytes().count(b"\n") <= 8
    made = [Journal(str(tmp_path / "game.jsonl")).is_made(f"{number}", HISTORY) for number in range(10)]
    assert made[-4:] == [True] * 4
    assert not any(made[:2])
