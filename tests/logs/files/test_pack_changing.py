"""A file of many logs with some of them changed or taken out: the others keep their bytes, even damaged ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.logs.files import pack_writing
from kronika.logs.files.faults import FileError
from kronika.logs.files.pack import open_pack
from kronika.logs.files.pack_blocks import MAGIC
from kronika.logs.files.pack_changing import change_logs
from kronika.logs.files.pack_writing import logs_in, new_pack
from kronika.logs.replaying.logfile import packed_bytes
from support.logs import DUEL_MOVES, duel_game

pytestmark = pytest.mark.usefixtures("duel")

LOGS = [(packed_bytes(duel_game(DUEL_MOVES[: n % 8], tags={"n": str(n)})), f"g{n}") for n in range(12)]
OTHER = packed_bytes(duel_game(DUEL_MOVES[:3], tags={"n": "other"}))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Twelve logs in blocks of two or three."""
    monkeypatch.setattr(pack_writing, "SIZE", 400)
    with new_pack(str(tmp_path / "a.kpack")) as writer:
        for log, name in LOGS:
            writer.add(log, name)
    return tmp_path / "a.kpack"


def stored(path: Path) -> list[tuple[bytes, str]]:
    return list(logs_in(open_pack(str(path))))


def test_logs_are_changed_in_their_places(file: Path) -> None:
    asked: list[tuple[int, bytes]] = []

    def change(place: int, log: bytes) -> bytes:
        asked.append((place, log))
        return OTHER

    change_logs(str(file), {2, 7}, change)
    assert asked == [(2, LOGS[1][0]), (7, LOGS[6][0])]
    assert stored(file) == [(OTHER, name) if at in (1, 6) else (log, name) for at, (log, name) in enumerate(LOGS)]
    assert open_pack(str(file)).has_table


def test_blocks_without_a_changed_log_keep_their_bytes(file: Path) -> None:
    before = open_pack(str(file))
    blocks = [before.stored(number) for number in range(before.blocks)]
    changed = before.find(7)[0]
    change_logs(str(file), {7}, lambda place, log: OTHER)
    after = open_pack(str(file))
    kept = [after.stored(number) == blocks[number] for number in range(after.blocks)]
    assert kept == [number != changed for number in range(before.blocks)]


def test_logs_are_taken_out_and_the_others_move_up(file: Path) -> None:
    gone = {1, 2, 3, 4, 12}
    change_logs(str(file), gone, lambda place, log: None)
    assert stored(file) == [log for place, log in enumerate(LOGS, 1) if place not in gone]
    assert open_pack(str(file)).place("g5") == 2  # only g4 is left before it


def test_all_logs_may_be_taken_out(file: Path) -> None:
    change_logs(str(file), range(1, 13), lambda place, log: None)
    assert stored(file) == []
    assert open_pack(str(file)).has_table


def test_an_error_of_the_change_leaves_the_file_as_it_was(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(FileError, match="no room"):
        change_logs(str(file), {7}, lambda place, log: (_ for _ in ()).throw(FileError("no room")))
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == ["a.kpack"]


def test_a_damaged_block_keeps_its_bytes_and_is_refused_where_it_would_change(file: Path) -> None:
    first = open_pack(str(file)).block(0)
    data = bytearray(file.read_bytes())
    data[len(MAGIC) + 50] ^= 1  # in the list of the first block
    file.write_bytes(data)
    change_logs(str(file), {12}, lambda place, log: OTHER)
    changed = file.read_bytes()
    assert changed[: first.end] == data[: first.end]
    with pytest.raises(FileError, match="damaged"):
        change_logs(str(file), {1}, lambda place, log: OTHER)
    assert file.read_bytes() == changed


def test_a_torn_file_is_left_to_repair(file: Path) -> None:
    torn = file.read_bytes()[: open_pack(str(file)).end - 5]
    file.write_bytes(torn)
    with pytest.raises(FileError, match="kronika repair"):
        change_logs(str(file), {1}, lambda place, log: OTHER)
    assert file.read_bytes() == torn
