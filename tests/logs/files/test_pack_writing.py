"""A file of many logs, written whole or growing: whatever befalls the disk, nothing acknowledged is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from kronika.logs.files import pack_writing
from kronika.logs.files.faults import FileError
from kronika.logs.files.pack import open_pack
from kronika.logs.files.pack_writing import PackWriter, growing_pack, new_pack
from kronika.logs.replaying.logfile import packed_bytes
from kronika.logs.texts.convert import repair
from support.faults import FAULTS, Disk, Killed
from support.logs import DUEL_MOVES, duel_game

pytestmark = pytest.mark.usefixtures("duel", "small")

LOGS = [(packed_bytes(duel_game(DUEL_MOVES[: n % 8], tags={"n": str(n)})), f"g{n}") for n in range(12)]
"""Logs with their names: some five blocks."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of two or three logs."""
    monkeypatch.setattr(pack_writing, "SIZE", 400)


def logs_in(path: Path) -> list[tuple[bytes, str]]:
    return list(pack_writing.logs_in(open_pack(str(path))))


def grown(path: Path, upto: int = len(LOGS)) -> None:
    """Continue the file with the logs that are missing, as a run that was interrupted does."""
    with growing_pack(str(path)) as writer:
        for log, name in LOGS[writer.logs : upto]:
            writer.add(log, name)


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """The file with all logs."""
    with new_pack(str(tmp_path / "whole.kpack")) as writer:
        for log, name in LOGS:
            writer.add(log, name)
    return (tmp_path / "whole.kpack").read_bytes()


# -- growing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [(12,), (1, 12), (5, 6, 12), tuple(range(1, 13))])
def test_the_bytes_do_not_depend_on_interruptions(tmp_path: Path, whole: bytes, steps: tuple[int, ...]) -> None:
    for upto in steps:
        grown(tmp_path / "a.kpack", upto)
        assert logs_in(tmp_path / "a.kpack") == LOGS[:upto]
    assert (tmp_path / "a.kpack").read_bytes() == whole


def test_a_log_is_safe_when_its_block_is_written(tmp_path: Path) -> None:
    safe = []
    with growing_pack(str(tmp_path / "a.kpack")) as writer:
        for log, name in LOGS:
            writer.add(log, name)
            safe.append(writer.safe)
            assert logs_in(tmp_path / "a.kpack") == LOGS[: writer.safe]
    assert 0 in safe
    assert len(set(safe)) > 3


def test_a_slow_log_does_not_wait_for_its_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_writing, "SECONDS", -1.0)
    with growing_pack(str(tmp_path / "a.kpack")) as writer:
        for number, (log, name) in enumerate(LOGS, 1):
            writer.add(log, name)
            assert writer.safe == number
        assert open_pack(str(tmp_path / "a.kpack")).blocks == len(LOGS)
    assert open_pack(str(tmp_path / "a.kpack")).blocks < len(LOGS)


def test_what_was_added_before_an_error_is_kept(tmp_path: Path) -> None:
    with suppress(ZeroDivisionError), growing_pack(str(tmp_path / "a.kpack")) as writer:
        writer.add(*LOGS[0])
        raise ZeroDivisionError
    assert logs_in(tmp_path / "a.kpack") == LOGS[:1]


def test_a_new_file_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    with suppress(ZeroDivisionError), new_pack(str(tmp_path / "a.kpack")) as writer:
        for log, name in LOGS:
            writer.add(log, name)
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_there_is_one_writer(tmp_path: Path) -> None:
    path = str(tmp_path / "a.kpack")
    with growing_pack(path) as writer:
        writer.add(*LOGS[0])
        with pytest.raises(FileError, match="another program is writing to it"), growing_pack(path, wait=0):
            pass
    assert logs_in(tmp_path / "a.kpack") == LOGS[:1]


def test_a_file_that_is_no_file_of_many_logs_is_left(tmp_path: Path) -> None:
    (tmp_path / "a.kpack").write_bytes(b"KRONIKA\x01")
    with pytest.raises(FileError, match="is not a file of many logs"), growing_pack(str(tmp_path / "a.kpack")):
        pass
    assert (tmp_path / "a.kpack").read_bytes() == b"KRONIKA\x01"
    with pytest.raises(FileError, match="exists already"), new_pack(str(tmp_path / "a.kpack")):
        pass


# -- torn and damaged ends --------------------------------------------------------------------------------------------


def test_the_beginning_of_a_block_is_cut_off_by_the_next_writer(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "a.kpack"
    for size in range(8, len(whole), 23):
        path.write_bytes(whole[:size])
        grown(path)
        assert path.read_bytes() == whole, size


def test_damage_in_the_middle_is_left_to_repair(tmp_path: Path, whole: bytes) -> None:
    """A damaged list of logs hides the blocks behind it when the table is gone, too: no writer cuts them off."""
    path = tmp_path / "a.kpack"
    found = open_pack(str(tmp_path / "whole.kpack"))
    data = bytearray(whole[: found.end])
    data[found.row(1)[0] + 30] ^= 1
    path.write_bytes(data)
    with (
        pytest.raises(FileError, match=r"damaged after log \d+: `kronika repair` saves what follows"),
        growing_pack(str(path)),
    ):
        pass
    assert path.read_bytes() == bytes(data)
    done = repair(str(path))
    first = found.row(1)[0]
    assert (done.kept, done.cut, done.saved) == (first, found.end - first, f"{path}.torn")
    assert Path(f"{path}.torn").read_bytes() == bytes(data[first:])
    assert logs_in(path) == LOGS[: found.row(1)[1]]
    assert repair(str(path)).saved is None
    grown(path)
    assert path.read_bytes() == whole


def test_repair_gives_a_table_back(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "a.kpack"
    end = open_pack(str(tmp_path / "whole.kpack")).end
    path.write_bytes(whole[: end + 9])
    assert repair(str(path)).cut == 0
    assert path.read_bytes() == whole


# -- whatever befalls the disk ----------------------------------------------------------------------------------------


@contextmanager
def writing(path: Path, how: str) -> Iterator[PackWriter]:
    with new_pack(str(path)) if how == "new" else growing_pack(str(path)) as writer:
        yield writer


class Campaign:
    """A fault at a call of a writer, by number: the same number is always the same fault."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "disk"
        self.path = self.folder / "a.kpack"
        self.acknowledged = 0

    def start(self, before: int) -> None:
        self.folder.mkdir(exist_ok=True)
        for path in self.folder.iterdir():
            path.unlink()
        if before:
            grown(self.path, before)

    def write(self, how: str) -> None:
        with writing(self.path, how) as writer:
            for log, name in LOGS[writer.logs :]:
                writer.add(log, name)
                self.acknowledged = writer.safe if how == "grow" else 0
        self.acknowledged = len(LOGS)

    def point(self, number: int) -> bool:
        """One fault; true if it met a call."""
        random = Random(f"pack {number}")
        how, before = random.choice((("new", 0), ("grow", 0), ("grow", 4), ("grow", 9)))
        fault = FAULTS[number % len(FAULTS)]
        self.start(before)
        with Disk(self.folder).at_work() as disk:
            self.write(how)
        at = random.randrange(1, len(disk.calls) + 1)
        self.start(before)
        self.acknowledged = before
        disk = Disk(self.folder, at, fault, random.random())
        with disk.at_work(), suppress(Killed, FileError):
            self.write(how)
        if fault == "power":
            disk.lose_power()
        self.check(how)
        return len(disk.calls) >= at

    def check(self, how: str) -> None:
        """All that was acknowledged is there, nothing false is, and the next run ends as if nothing had happened."""
        if self.path.exists():
            found = logs_in(self.path)
            assert found == LOGS[: len(found)]
            assert len(found) >= self.acknowledged
            assert how == "grow" or len(found) == len(LOGS)
        else:
            assert self.acknowledged == 0
        with Disk(self.folder).at_work():
            grown(self.path)
        assert logs_in(self.path) == LOGS
        assert [path.name for path in self.folder.iterdir()] == ["a.kpack"]


QUICK = 10 * len(FAULTS)


def test_a_fault_at_any_call_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path)
    assert sum(map(campaign.point, range(QUICK))) > 0.9 * QUICK


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_many_more_faults_of_a_writer(tmp_path: Path, part: int) -> None:
    campaign = Campaign(tmp_path)
    assert sum(map(campaign.point, range(500 * part + QUICK, 500 * part + QUICK + 500))) > 450
