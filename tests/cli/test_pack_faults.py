"""Whatever befalls the disk while logs within a file of many are moved, copied or rewritten: no log is lost.

A log may be in two files after a fault, never in none. What is half is not a log, and the same command again goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

import pytest

from kronika.core.sessions.digest import digest
from kronika.logs.files.pack import open_pack
from kronika.logs.files.pack_log import pack_log
from kronika.logs.files.pack_writing import logs_in, new_pack
from kronika.logs.replaying.replay import load
from support.faults import FAULTS, Disk
from support.logs import DUEL_MOVES, duel_game
from support.scenes import KILLED, LEFT, Run, Scene, run, start

pytestmark = pytest.mark.usefixtures("duel")

Logs = dict[str, Counter[str]]
"""The logs in each file of many below the working directory, by what no command here may change of them."""


def stored(number: int, *, stale: bool = False) -> tuple[bytes, str]:
    """A log of the tiny game: three of each game, with other tags. A stale one has a wrong digest."""
    session = duel_game(DUEL_MOVES[: number % 4 + 2], tags={"n": str(number)})
    seal = digest(session.state)
    return pack_log(session.header, session.game, session.history, "0000" + seal[4:] if stale else seal), f"g{number}"


@cache
def some_logs(first: int, last: int, stale: int = 0) -> bytes:
    """A file of these logs in blocks of two or three."""
    with TemporaryDirectory() as folder, patch("kronika.logs.files.pack_writing.SIZE", 400):
        with new_pack(f"{folder}/x.kpack", sync=False) as writer:
            for number in range(first, last):
                writer.add(*stored(number, stale=bool(stale and number % stale == 0)))
        assert open_pack(f"{folder}/x.kpack").blocks > 1
        return Path(f"{folder}/x.kpack").read_bytes()


def before(random: Random, stale: int = 0) -> dict[str, bytes]:
    """Two files of many logs."""
    middle = random.randrange(5, 8)
    return {"a.kpack": some_logs(0, middle, stale), "b.kpack": some_logs(middle, 12, stale)}


def a_move(random: Random) -> Scene:
    return Scene(("corpus", "dedupe", "a.kpack", "b.kpack", "--move", "to"), (), before(random))


def a_move_elsewhere(random: Random) -> Scene:
    return Scene(("corpus", "dedupe", "a.kpack", "--move", "new/er/to"), (), before(random))


def a_copy(random: Random) -> Scene:
    return Scene(("corpus", "filter", "a.kpack", "b.kpack", "--unfinished", "--copy", "to"), (), before(random))


def an_acceptance(random: Random) -> Scene:
    return Scene(("corpus", "accept", ".", "--yes"), (), before(random, random.randrange(2, 4)))


def an_index(random: Random) -> Scene:
    return Scene(("corpus", "index", "a.kpack", "b.kpack", "--catalog", "known"), (), before(random))


SCENES: tuple[Callable[[Random], Scene], ...] = (a_move, a_move_elsewhere, a_copy, an_acceptance, an_index)


def known(log: bytes) -> str:
    """The number of a log, and its decisions, which no command here changes."""
    session = load("a.kpack", log)
    return f"{session.present.tags} {[event.do for event in session.line.events]}"


def logs() -> Logs:
    """All logs that are there. A file that is damaged or cut short fails the test."""
    found = {}
    for path in sorted(Path().rglob("*.kpack")):
        pack = open_pack(str(path))
        assert not pack.unread, path
        found[str(path)] = Counter(known(log) for log, _ in logs_in(pack))
    return found


def total(found: Logs) -> Counter[str]:
    return sum(found.values(), Counter())


class Right(NamedTuple):
    """A run that nothing befalls: how it ended, how many calls it made, and the logs before and after."""

    status: int
    calls: int
    before: Logs
    after: Logs


def clean(scene: Scene, folder: Path) -> Right:
    start(scene, folder)
    before = logs()
    with Disk(folder).at_work() as disk:
        done = run(scene.words)
    assert done.status == 0, (scene.words, done)
    assert disk.calls, scene
    return Right(done.status, len(disk.calls), before, logs())


def check(right: Right, done: Run) -> None:
    """No log is lost, and each file is as it was or as it should be."""
    assert "Traceback" not in done.err
    assert done.status in (0, 1, 3, KILLED)
    found = logs()
    assert not total(right.before) - total(found)
    for path, held in found.items():
        assert held in (right.before.get(path), right.after.get(path)), path
    if done.status == 0:
        assert found == right.after


def go_on(scene: Scene, right: Right) -> None:
    """The same command again: it ends the work, or says that copies are there already."""
    begun = logs()
    made = set(begun) - set(right.before)
    again = run(scene.words)
    if made and begun != right.after:
        assert again.status in (0, 1, 3)
        assert again.status != 3 or any(path in again.err for path in made), again
        assert not total(right.before) - total(logs())
    elif not made:
        assert again.status == 0, again
        assert logs() == right.after
        assert not [path for path in Path().rglob("*") if path.name.endswith(LEFT)]


class Campaign:
    """Faults at calls of commands, by number: the same number is always the same fault."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.room: tuple[int, Scene, Right] | None = None
        self.befell: dict[str, int] = dict.fromkeys(FAULTS, 0)

    def point(self, number: int) -> None:
        """One fault at one call of one command."""
        random, place = Random(f"pack {number}"), number // EACH
        if self.room is None or self.room[0] != place:
            scene = SCENES[place % len(SCENES)](Random(f"scene {place}"))
            self.room = place, scene, clean(scene, self.folder)
        _, scene, right = self.room
        fault = FAULTS[number % len(FAULTS)]
        at = random.randrange(1, right.calls + 1 + (fault == "power"))
        start(scene, self.folder)
        disk = Disk(self.folder, at, fault, random.random())
        with disk.at_work():
            done = run(scene.words)
        if fault == "power":
            disk.lose_power()
        self.befell[fault] += len(disk.calls) >= at
        try:
            check(right, done)
            with Disk(self.folder).at_work():  # nothing befalls it, and nobody waits for the real disk
                go_on(scene, right)
        except AssertionError as error:
            call = disk.calls[at - 1] if at <= len(disk.calls) else "end"
            raise AssertionError(f"{number}: {fault} at {at}, {call}, of {scene.words}: {done}: {error}") from error


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Blocks of two or three logs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kronika.logs.files.pack_writing.SIZE", 400)
    return Campaign(tmp_path / "disk")


EACH = len(FAULTS)
"""Faults of a command before it is another one."""
QUICK = range(EACH * len(SCENES))


def test_no_log_within_a_file_of_many_is_lost(campaign: Campaign) -> None:
    for number in QUICK:
        campaign.point(number)
    assert min(campaign.befell.values()) >= len(SCENES)


@pytest.mark.long
@pytest.mark.parametrize("part", range(30))
def test_many_more_faults(campaign: Campaign, part: int) -> None:
    """1,050 points."""
    first = len(QUICK) * (1 + part)
    for number in range(first, first + len(QUICK)):
        campaign.point(number)
