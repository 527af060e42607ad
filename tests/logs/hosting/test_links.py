"""Secret links: what is stored of them, and until when they open a game."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kronika.core.contract.game import BYSTANDER
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.hosting.links import open_links, possible_viewers, seated, token_digest, viewer_of_word, viewer_word
from support.unseen import recorded


def test_a_token_is_not_stored_and_only_its_owner_reads_the_file(tmp_path: Path) -> None:
    links, tokens = open_links(str(tmp_path / "game.jsonl"), [0, 1, BYSTANDER, None])
    assert sorted(tokens) == ["0", "1", "bystander", "referee"]
    assert all(len(token) >= 43 for token in tokens.values())
    assert len({*tokens.values()}) == 4
    file = tmp_path / ".game.jsonl.links"
    assert not any(token in file.read_text() for token in tokens.values())
    assert links.digests == {word: token_digest(token) for word, token in tokens.items()}
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600


def test_links_stay_until_new_ones_are_made(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    first, tokens = open_links(path, [0, None])
    again, none = open_links(path, [0, None])
    assert (again, none) == (first, {})
    more, added = open_links(path, [0, 1, None])
    assert ([*added], more.digests["0"]) == (["1"], first.digests["0"])
    other, new = open_links(path, [0, 1, None], renew=True)
    assert other.game == first.game
    assert {*new.values()}.isdisjoint(tokens.values())
    assert {*other.digests.values()}.isdisjoint(first.digests.values())
    if os.name == "posix":
        assert (tmp_path / ".game.jsonl.links").stat().st_mode & 0o777 == 0o600


def test_the_links_of_a_game_do_not_open_another_one_of_the_same_file_name(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    (first, _), (other, new) = (
        open_links(path, [0, None], of=seated(Session.new("tides", names, seed=7)))
        for names in (["Anna", "Bob"], ["Bob", "Eve"])
    )
    assert [*new] == ["0", "referee"]
    assert {*first.digests.values()}.isdisjoint(other.digests.values())


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"\xff", b'{"game":1,"digests":{}}', b'{"game":"a","digests":{"x":"y"}}', b"[" * 200_000]
)
def test_a_damaged_file_is_said(tmp_path: Path, data: bytes) -> None:
    (tmp_path / ".game.jsonl.links").write_bytes(data)
    if data:
        with pytest.raises(FileError, match="it is damaged"):
            open_links(str(tmp_path / "game.jsonl"), [0])
    else:
        assert open_links(str(tmp_path / "game.jsonl"), [0])[1]


@pytest.mark.parametrize("viewer", [0, 3, BYSTANDER, None])
def test_the_word_of_a_viewer_means_that_viewer(viewer: int | None) -> None:
    assert viewer_of_word(viewer_word(viewer)) == viewer


def test_who_can_get_a_link() -> None:
    """The log of a witness holds what the witness saw, and nothing that another one may look at."""
    assert possible_viewers(Session.new("tides", ["Anna", "Bob"], seed=7)) == [0, 1, BYSTANDER, None]
    assert possible_viewers(recorded("tides", 2, 1)) == [BYSTANDER, None]
    assert possible_viewers(recorded("tides", 2, 1, "Anna")) == [None]
