"""A torn tail is found, cut off, and kept beside the log; nothing else is ever touched."""

from __future__ import annotations

import errno
import gzip
import os
from pathlib import Path
from typing import get_args

import pytest

from kronika.core.sessions.events import Entry
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.files.writing import open_locked
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from kronika.logs.texts import convert as mend
from kronika.logs.texts.convert import Repair, repair, torn_tail
from support.logs import DUEL_MOVES, data_of, duel_game, every_kind, hand_written, tides_game

pytestmark = pytest.mark.usefixtures("duel")


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of repairs: that each reaches the disk is tested with the store."""
    monkeypatch.setattr(os, "fsync", lambda number: None)


def check_every_cut(path: Path, data: bytes, records: int) -> None:
    """Cuts the log at every byte of its last `records` records; it must be whole, or torn and then repaired."""
    ends = [at + 1 for at, byte in enumerate(data) if byte == ord("\n")]
    for cut in range(ends[-1 - records], len(data) + 1):
        path.write_bytes(data[:cut])
        whole = [end for end in ends if end <= cut]
        lines = len(whole) + (cut + 1 in ends)  # a line that lacks nothing but its line break is a line
        report = validate(str(path), strict=True)
        if cut in ends or cut + 1 in ends:
            assert report.faults == (), cut
            assert report.records == lines - 1, cut
            assert repair(str(path)) == Repair(cut, 0, None), cut
            assert path.read_bytes() == data[:cut], cut
            continue
        assert [(fault.line, fault.code) for fault in report.faults] == [(lines + 1, "incomplete")], cut
        saved = path.with_name(f"{path.name}.torn")
        assert repair(str(path)) == Repair(whole[-1], cut - whole[-1], str(saved)), cut
        assert path.read_bytes() == data[: whole[-1]], cut
        assert saved.read_bytes() == data[whole[-1] : cut], cut
        assert validate(str(path), strict=True).faults == (), cut
        saved.unlink()


def test_cut_at_every_byte_of_the_last_two_records(tmp_path: Path) -> None:
    check_every_cut(tmp_path / "game.jsonl", data_of(duel_game()), 2)


def test_cut_at_every_byte_of_an_undo_and_a_redo(tmp_path: Path) -> None:
    check_every_cut(tmp_path / "game.jsonl", data_of(duel_game((*DUEL_MOVES, "undo 2", "redo 2"))), 2)


def test_cut_at_every_byte_of_the_first_two_records(tmp_path: Path) -> None:
    check_every_cut(tmp_path / "game.jsonl", data_of(duel_game(DUEL_MOVES[:2])), 2)


def test_cut_at_every_byte_of_the_end_of_a_game_of_tides(tmp_path: Path) -> None:
    """The last record scores a round: it is long, and holds every effect there is."""
    session = tides_game()
    assert len(session.history[-1].then) > 8
    check_every_cut(tmp_path / "game.jsonl", data_of(session), 2)


@pytest.mark.long
def test_cut_at_every_byte_of_every_kind_of_record(tmp_path: Path) -> None:
    """What is left of a note's text, of a name, of an ending could look like another record."""
    session = every_kind()
    assert {type(entry) for entry in session.history} == set(get_args(Entry))
    check_every_cut(tmp_path / "game.jsonl", data_of(session), len(session.history))


def test_cut_at_every_byte_of_a_hand_written_record(tmp_path: Path) -> None:
    """Numbers that stand last: what is left of them could be numbers too."""
    data = Path(hand_written(tmp_path / "hand.jsonl")).read_bytes() + b'{"undo":11}\n{"redo":10}\n'
    ends = [at + 1 for at, byte in enumerate(data) if byte == ord("\n")]
    for cut in range(ends[-3] + 1, len(data)):
        path = tmp_path / "cut.jsonl"
        path.write_bytes(data[:cut])
        if cut in ends or cut + 1 in ends:
            assert validate(str(path)).ok
        else:
            assert validate(str(path)).faults[0].code == "incomplete"
            assert repair(str(path)).kept in ends[-3:-1]


def test_a_torn_log_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(duel_game())[:-5])
    with pytest.raises(LogError, match="incomplete"):
        load(str(path))


@pytest.mark.parametrize("cut", [1, 20, 60, -2])
def test_of_a_torn_header_nothing_can_be_kept(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(duel_game(()))[:cut])
    with pytest.raises(LogError) as caught:
        repair(str(path))
    assert (caught.value.fault.line, caught.value.fault.code) == (1, "incomplete")
    assert path.read_bytes() == data_of(duel_game(()))[:cut]
    assert os.listdir(tmp_path) == ["game.jsonl"]


def test_a_header_that_lacks_only_its_line_break_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(duel_game(()))[:-1])
    assert validate(str(path), strict=True).ok
    assert repair(str(path)).saved is None


@pytest.mark.parametrize("tail", [b"\x00" * 512, b'{"n":5,' + b"\x00" * 100, b'{"n":5,"by":"ch\xc3', b"{"])
def test_what_a_power_cut_may_leave(tmp_path: Path, tail: bytes) -> None:
    whole = data_of(duel_game(DUEL_MOVES[:4]))
    path = tmp_path / "game.jsonl"
    path.write_bytes(whole + tail)
    assert repair(str(path)) == Repair(len(whole), len(tail), f"{path}.torn")
    assert path.read_bytes() == whole
    assert (tmp_path / "game.jsonl.torn").read_bytes() == tail


def test_earlier_savings_are_not_overwritten(tmp_path: Path) -> None:
    whole = data_of(duel_game(DUEL_MOVES[:4]))
    path = tmp_path / "game.jsonl"
    for tail, name in ((b'{"n', "game.jsonl.torn"), (b'{"b', "game.jsonl.torn-2"), (b'{"u', "game.jsonl.torn-3")):
        path.write_bytes(whole + tail)
        assert repair(str(path)).saved == str(tmp_path / name)
    assert [(tmp_path / f"game.jsonl.torn{end}").read_bytes() for end in ("", "-2", "-3")] == [b'{"n', b'{"b', b'{"u']


def test_the_same_bytes_are_saved_once(tmp_path: Path) -> None:
    """An earlier run saved them and came no further."""
    whole = data_of(duel_game(DUEL_MOVES[:4]))
    path, saved = tmp_path / "game.jsonl", tmp_path / "game.jsonl.torn"
    path.write_bytes(whole + b'{"n')
    saved.write_bytes(b'{"n')
    assert repair(str(path)) == Repair(len(whole), 3, str(saved))
    assert sorted(os.listdir(tmp_path)) == ["game.jsonl", "game.jsonl.torn"]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            "link",
            "{torn}: cannot write: No space left on device. Nothing was changed. "
            "{log}: nothing was cut off; it is as it was.",
        ),
        (
            "ftruncate",
            "{log}: cannot repair: No space left on device. Nothing was cut off; the torn bytes are in {torn} too.",
        ),
    ],
)
def test_between_its_two_files_it_says_what_was_done_to_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, says: str
) -> None:
    def full(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    torn = data_of(duel_game(DUEL_MOVES[:4])) + b'{"n'
    path = tmp_path / "game.jsonl"
    path.write_bytes(torn)
    with monkeypatch.context() as patched:
        for name in {call, "rename"} if call == "link" else {call}:
            patched.setattr(os, name, full)
        with pytest.raises(FileError) as error:
            repair(str(path))
    assert str(error.value) == says.format(log=path, torn=f"{path}.torn")
    assert path.read_bytes() == torn
    assert repair(str(path)).saved == f"{path}.torn"
    assert sorted(os.listdir(tmp_path)) == ["game.jsonl", "game.jsonl.torn"]


def test_a_log_that_is_whole_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(duel_game()))
    before = path.stat()
    assert repair(str(path)) == Repair(before.st_size, 0, None)
    assert path.stat() == before
    assert torn_tail(str(path), path.read_bytes()) is None
    assert os.listdir(tmp_path) == ["game.jsonl"]


def test_a_fault_further_up_is_not_repaired(tmp_path: Path) -> None:
    """Even where the tail is torn too: what stands after a broken line may be needed to understand it."""
    first, *rest = data_of(duel_game()).splitlines(keepends=True)
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join((first, b"garbage\n", *rest))[:-10])
    before = path.read_bytes()
    with pytest.raises(LogError) as caught:
        repair(str(path))
    assert (caught.value.fault.line, caught.value.fault.code) == (2, "syntax")
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["game.jsonl"]


def test_an_illegal_move_is_no_reason_to_leave_a_torn_tail(tmp_path: Path) -> None:
    """Repair looks at the form alone."""
    path = tmp_path / "game.jsonl"
    whole = data_of(duel_game(())) + b'{"by":0,"do":{"type":"take"}}\n'
    path.write_bytes(whole + b'{"by"')
    assert repair(str(path)).cut == 5
    assert path.read_bytes() == whole


def test_streams_are_not_repaired(tmp_path: Path) -> None:
    names = ["g.jsonl.gz", "g.jsonl.zst", "g.kpack.gz"]
    for name in names:
        path = tmp_path / name
        write_log(str(path), duel_game())
        path.write_bytes(path.read_bytes()[:-3])
        before = path.read_bytes()
        with pytest.raises(FileError, match="only a plain text log and a file of many logs can be repaired"):
            repair(str(path))
        assert path.read_bytes() == before
    with pytest.raises(FileError, match="<stdin>: only a plain text log and a file of many logs can be repaired"):
        repair("-")
    assert sorted(os.listdir(tmp_path)) == sorted(names)


@pytest.mark.parametrize("kind", ["gzip", "packed"])
def test_a_compressed_or_packed_log_under_another_name_is_not_repaired(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "game.jsonl"
    write_log(str(tmp_path / "g.kpack.gz"), duel_game())
    packed = gzip.decompress((tmp_path / "g.kpack.gz").read_bytes())
    data = gzip.compress(data_of(duel_game())) if kind == "gzip" else packed
    path.write_bytes(data[:-3])
    with pytest.raises(FileError, match="only a plain text log and a file of many logs can be repaired"):
        repair(str(path))
    assert path.read_bytes() == data[:-3]


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot read: No such file"):
        repair(str(tmp_path / "none.jsonl"))
    with pytest.raises(FileError, match="is a directory"):
        repair(str(tmp_path))


def test_a_repaired_log_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(duel_game())[:-7])
    repair(str(path))
    file = LogFile.open(str(path))
    file.session.play("take")
    file.save()
    assert path.read_bytes() == data_of(duel_game())


def test_a_log_that_is_being_written_is_not_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a line of another program looks torn, and is whole a moment later."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(duel_game())[:-7])
    look = mend.torn_tail

    def look_and_grow(name: str, data: bytes) -> int | None:
        torn = look(name, data)
        path.write_bytes(data_of(duel_game()))
        return torn

    monkeypatch.setattr(mend, "torn_tail", look_and_grow)
    with pytest.raises(FileError) as caught:
        repair(str(path))
    assert str(caught.value) == f"{path}: another program has written to it meanwhile; nothing was cut off."
    assert path.read_bytes() == data_of(duel_game())
    assert os.listdir(tmp_path) == ["game.jsonl"]


def test_a_log_that_is_locked_is_not_cut(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(duel_game())[:-7])
    with open_locked(str(path)), pytest.raises(FileError) as caught:
        repair(str(path), wait=0)
    assert str(caught.value) == f"{path}: another program is writing to it; nothing was changed."
    assert path.read_bytes() == data_of(duel_game())[:-7]
