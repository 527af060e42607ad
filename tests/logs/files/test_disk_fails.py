"""A disk that can't be read on: wherever it begins to fail, that is said, and in which line."""

from __future__ import annotations

import io
from typing import Any

import pytest

from kronika.logs.files import streams as files
from kronika.logs.files.faults import Fault, FileError, LogError
from kronika.logs.files.packed import pack
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from support.logs import data_of, tides_game

SESSION = tides_game(tags={"place": "two\nlines"})
TEXT = data_of(SESSION)
PACKED = b"".join(pack(SESSION.header, SESSION.game, SESSION.history, SESSION.line.events[-1].state))
BROKEN = PACKED.index(b"two\nlines") + 4
"""A line break in the packed header, which is no end of anything."""
HEADER = TEXT.index(b"\n") + 1


class Failing(io.RawIOBase):
    """A file of which the disk gives N bytes and then no more."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, target: Any) -> int:
        if not (size := self._data.readinto(target)):
            raise OSError(5, "Input/output error")
        return size


@pytest.mark.parametrize(
    ("data", "ends", "more"),
    [
        (TEXT, (0, 1, HEADER - 1, HEADER, HEADER + 9, len(TEXT) // 2, len(TEXT) - 1, len(TEXT)), 2),
        (PACKED, (0, 1, 8, 9, BROKEN, BROKEN + 4, BROKEN + 9, len(PACKED) // 2, len(PACKED) - 1, len(PACKED)), 3),
    ],
    ids=["text", "packed"],
)
def test_a_disk_that_fails_in_the_midst_of_a_log(
    monkeypatch: pytest.MonkeyPatch, data: bytes, ends: tuple[int, ...], more: int
) -> None:
    """In its header, then nothing is known of the game; or behind so much of it. The last is behind header, records
    and what ends a packed log."""
    told: list[Fault] = []
    for end in ends:
        monkeypatch.setattr(
            files, "open", lambda *rest, end=end: io.BufferedReader(Failing(data[:end]), 64), raising=False
        )
        if end < (HEADER if data == TEXT else BROKEN + 5):
            with pytest.raises(FileError, match=r"^g: cannot read: Input/output error\.$"):
                validate("g")
            continue
        told.extend(validate("g").faults)
        with pytest.raises(LogError, match="cannot be read on"):
            load("g")
    assert {(one.path, one.code, one.message) for one in told} == {
        ("g", "syntax", "the file cannot be read on: [Errno 5] Input/output error")
    }
    lines = [one.line for one in told]
    assert lines == sorted(lines)
    assert lines[-1] == len(SESSION.history) + more
