"""Whatever befalls the disk or the program, at any call: nothing acknowledged is lost, and what is said is true."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

import kronika.cli.commands.record
import kronika.cli.plots.rendering
import kronika.cli.table.chance
import kronika.cli.table.clock
import kronika.logs.beside.trial
import kronika.logs.work.training
from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Entry
from kronika.logs.corpus.accept import Proposal, accept
from kronika.logs.files.faults import LogError
from kronika.logs.replaying.logfile import LogFile
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import convert, repair, seal
from kronika.logs.work.citations import confirm
from support.cli import PROGRAM
from support.commands_that_write import (
    SCENES,
    some_weights,
)
from support.faults import FAULTS, Disk
from support.logs import DUEL_MOVES, data_of, duel_game
from support.scenes import KILLED, LEFT, Run, Scene, run, start
from support.within import program

pytestmark = pytest.mark.usefixtures("duel")

PROMPT = "chance> "

Content = bytes | None


# -- running them -----------------------------------------------------------------------------------------------------


def forgets_what_is_shown(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    """A fault of a program beside, in each game: cards that are shown are no effect. A game may have no prize won."""
    if ask["type"] == "play":
        for event in answer["events"]:
            event["effects"] = [effect for effect in event["effects"] if effect["type"] != "shown"]


def content(path: str) -> Content:
    """What a file holds. A last line that lacks nothing but its line break is a line."""
    if not os.path.exists(path):
        return None
    data = Path(path).read_bytes()
    return data + b"\n" if path.endswith(".jsonl") and data[-1:] == b"}" else data


class Clean(NamedTuple):
    """A run that nothing befalls: its calls; what the targets were before and after each save; how far it was at each
    prompt."""

    calls: list[str]
    saved: list[list[Content]]
    asked: list[int]


def clean(scene: Scene, folder: Path) -> Clean:
    start(scene, folder)
    saved = [[content(path) for path in scene.targets]]
    asked: list[int] = []
    prompt, append = kronika.cli.table.chance.ask, LogFile.append

    def look() -> None:
        now = [content(path) for path in scene.targets]
        if now != saved[-1]:
            saved.append(now)

    def watched_prompt(words: str) -> str:
        look()
        asked.append(len(saved) - 1)
        return prompt(words)

    def watched_append(file: LogFile, entries: Sequence[Entry]) -> None:
        append(file, entries)
        look()

    with (
        patch("kronika.cli.table.chance.ask", watched_prompt),
        patch.object(LogFile, "append", watched_append),
        Disk(folder).at_work() as disk,
    ):
        done = run(scene.words, scene.stdin)
    assert done.status == 0, (scene, done)
    assert disk.calls, f"{scene} writes nothing"
    look()
    return Clean(disk.calls, saved, asked)


# -- what must hold ---------------------------------------------------------------------------------------------------


def said(path: str, err: str) -> str:
    """What the messages say that is on the disk under this name, or in its folder: nothing, done, unknown, no word."""
    for line in err.replace(PROMPT, "").splitlines():  # nobody typed a line break after the last prompt
        if line.removeprefix("error: ").removeprefix("./").partition(": ")[0] in (path, os.path.dirname(path)):
            if ": it was " in line:
                return "done"
            if "othing was " in line or "left as it is" in line:
                return "nothing"
            if "is not known" in line:
                return "unknown"
    return ""


def check(scene: Scene, right: Clean, disk: Disk, done: Run) -> None:
    """What is on the disk, and what was said about it."""
    assert "Traceback" not in done.err
    assert "standard output" not in done.err
    assert done.status in (0, 3, KILLED) or (done.status == 1 and scene.words[0] == "corpus")
    words = [said(path, done.err) for path in scene.targets]
    if done.status in (1, 3):
        assert any(words) or "cannot create" in done.err or "the disk may not have their names" in done.err
    for path, word, states in zip(scene.targets, words, possible(right, done), strict=True):
        found = content(path)
        if done.status == 0:
            assert found == states[-1]
        if word == "done":
            assert found in states[1:] or len(states) == 1
        if word == "nothing":
            assert found in states[:-1] or len(states) == 1
        if word == "unknown":
            assert disk.fault == "gone"


ON = ("simulate", "match", "tournament")
"""Commands that go on where they were: given again they end as if nothing had happened."""
AGAIN = (
    "new",
    "branch",
    "convert",
    "import",
    "example",
    "kit",
    "ci-example",
    "stats",
    "page",
    "standings",
    "puzzle",
    "train",
    *ON,
)
"""Commands that can be given again at once."""


def possible(right: Clean, done: Run) -> list[list[Content]]:
    """What each target may hold: what it did at the last prompt, or after a later save."""
    prompts = done.err.count(PROMPT)
    rows = right.saved[right.asked[prompts - 1] if prompts else 0 :]
    return [list(states) for states in zip(*rows, strict=True)]


def go_on_after(scene: Scene, right: Clean, done: Run) -> None:
    """The next writer mends what is half, and nothing that was acknowledged is gone; then nothing is left behind."""
    for path in scene.targets:
        if path.endswith(".jsonl") and os.path.exists(path):
            assert run(("repair", path)).status == 0
    if scene.words[0] == "repair":
        whole, torn = right.saved[-1]
        assert content("g.jsonl") == whole
        assert torn in [content(str(name)) for name in Path().glob("g.jsonl.torn*")]
        return
    found = [content(path) for path in scene.targets]
    for one, states in zip(found, possible(right, done), strict=True):
        assert one in states
    untouched = found == right.saved[0]
    if scene.words[0] == "rules" and not untouched:  # nothing is left to be confirmed: another writer comes by
        confirm(get_game("tides"), (), *scene.targets)
        assert [content(path) for path in scene.targets] == found
    if untouched or scene.words[0] in AGAIN or "--baseline" in scene.words:
        again = run(scene.words, scene.stdin)
        if untouched or scene.words[0] in ON:
            assert again.status == 0
            assert [content(path) for path in scene.targets] == right.saved[-1]
    if untouched or scene.words[0] not in ("beside", "find"):  # which write several files, and none again
        assert not [path for path in Path().rglob("*") if path.name.endswith(LEFT)]


class Campaign:
    """Faults at calls of commands, by number: the same number is always the same fault."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.room: tuple[Scene, Clean] | None = None
        self.place = (-1, -1)
        self.befell: dict[str, int] = dict.fromkeys(FAULTS, 0)

    def point(self, number: int) -> None:
        """One fault at one call of one command."""
        random = Random(f"fault {number}")
        place = divmod(number // EACH, len(SCENES))
        if place != self.place or self.room is None:
            scene = SCENES[place[1]](Random(f"scene {place}"))
            self.place, self.room = place, (scene, clean(scene, self.folder))
        scene, right = self.room
        fault = FAULTS[number % len(FAULTS)]
        at = random.randrange(1, len(right.calls) + 1 + (fault == "power"))
        start(scene, self.folder)
        disk = Disk(self.folder, at, fault, random.random())
        with disk.at_work():
            done = run(scene.words, scene.stdin)
        if fault == "power":
            disk.lose_power()
        self.befell[fault] += len(disk.calls) >= at
        try:
            check(scene, right, disk, done)
            with Disk(self.folder).at_work():  # nothing befalls it, and nobody waits for the real disk
                go_on_after(scene, right, done)
        except AssertionError as error:
            call = right.calls[at - 1] if at <= len(right.calls) else "end"
            raise AssertionError(f"{number}: {fault} at {at}, {call}, of {scene.words}: {done}") from error


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kronika.logs.work.training, "train", some_weights)
    monkeypatch.setattr(kronika.logs.beside.trial, "Program", program(forgets_what_is_shown))
    # The same time in each run of a scene, and a plot in no time.
    monkeypatch.setattr(kronika.cli.table.clock, "now", lambda: "2026-11-28T17:00:03Z")
    monkeypatch.setattr(kronika.cli.plots.rendering, "svg", lambda plot, theme: f"<svg>{plot.title}</svg>")
    return Campaign(tmp_path / "disk")


EACH = 2 * len(FAULTS)
"""Faults of a command before it gets another log."""
QUICK = range(EACH * len(SCENES))


def test_a_fault_at_any_call_loses_nothing(campaign: Campaign) -> None:
    for number in QUICK:
        campaign.point(number)
    assert min(campaign.befell.values()) > 20


def test_a_new_list_is_not_said_to_be_unchanged(campaign: Campaign) -> None:
    """The disk is gone when the new list of confirmed rules has its name, and that name is waited for."""
    scene = Scene(("rules", "audit", "tides", "--accept", "--confirmed", "c.toml"), ("c.toml",), {})
    calls = clean(scene, campaign.folder).calls
    at = len(calls) - calls[::-1].index("fsync")
    start(scene, campaign.folder)
    with Disk(campaign.folder, at, "gone").at_work():
        done = run(scene.words)
    assert done.err == "error: c.toml: it was written, but then something failed: Input/output error.\n"
    assert content("c.toml")


@pytest.mark.long
@pytest.mark.parametrize("part", range(40))
def test_many_more_faults(campaign: Campaign, part: int) -> None:
    first = len(QUICK) * (1 + part)
    for number in range(first, first + len(QUICK)):
        campaign.point(number)
    assert sum(campaign.befell.values()) > 0.8 * len(QUICK)  # but for power that is lost after the end, each met a call


# -- with real processes ----------------------------------------------------------------------------------------------

DIE = """
import os, signal, sys
name, number = sys.argv.pop(1), int(sys.argv.pop(1))
real = getattr(os, name)
def call(*args, **more):
    global number
    number -= 1
    if not number:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*args, **more)
setattr(os, name, call)
from kronika.cli import main
main()
"""
"""A command that is killed at a call of that name, by number."""

DEATHS = (
    *((command, name, 1) for command in ("play", "amend") for name in ("write", "fsync", "replace")),
    *(("play", name, 2) for name in ("fsync", "close")),
    *(("seal", name, 1) for name in ("write", "fsync", "chmod", "replace")),
    ("undo", "fsync", 1),
)


@pytest.mark.parametrize(("command", "name", "number"), DEATHS)
def test_a_real_kill(tmp_path: Path, duel: dict[str, str], command: str, name: str, number: int) -> None:
    log = tmp_path / "g.jsonl"
    sealed = data_of(duel_game(DUEL_MOVES[:4]))
    before = sealed if command != "seal" else sealed.replace(b'{"n":2,', b"{", 1)
    log.write_bytes(before)
    done = {
        "play": data_of(duel_game()),
        "seal": sealed,
        "undo": data_of(duel_game((*DUEL_MOVES[:4], "undo"))),
        "amend": data_of(duel_game((*DUEL_MOVES[:4], "undo 2", "Bob: play 1", "Anna: take"))),
    }[command]
    (tmp_path / "s.txt").write_text("\n".join(DUEL_MOVES[4:]))
    more = {"play": ("--script", "s.txt"), "amend": ("3", "play 1")}.get(command, ())
    words = [sys.executable, "-c", DIE, name, str(number), command, "g.jsonl", *more]
    killed = subprocess.run(words, env=duel, cwd=tmp_path, capture_output=True, check=False, timeout=60)
    assert killed.returncode == -signal.SIGKILL, killed
    assert log.read_bytes() in (before, done)
    with LogFile.open(str(log)) as file:
        file.session.undo()
        file.save()
    assert validate(str(log), strict=command != "seal").ok
    assert sorted(os.listdir(tmp_path)) == ["g.jsonl", "s.txt"]


def test_commands_that_come_at_once_queue_up(tmp_path: Path, duel: dict[str, str]) -> None:
    log = tmp_path / "g.jsonl"
    log.write_bytes(data_of(duel_game()))
    words = [sys.executable, "-c", PROGRAM, "undo", "g.jsonl", "--wait", "60"]
    at_once = [subprocess.Popen(words, env=duel, cwd=tmp_path, stderr=subprocess.DEVNULL) for _ in range(4)]
    assert [one.wait(60) for one in at_once] == [0, 0, 0, 0]
    assert log.read_bytes() == data_of(duel_game((*DUEL_MOVES, "undo", "undo", "undo", "undo")))


WRITER = """
import sys
from kronika.logs.files.faults import FileError
from kronika.logs.files.pack_writing import pack_file
from kronika.logs.replaying.logfile import LogFile, packed_bytes
done = 0
while done < int(sys.argv[2]):
    try:
        with LogFile.open(sys.argv[1], keep=done % 2 > 0, wait=60) as file:
            session = file.session
            words = ["redo", "undo", "redo"] if session.line.undone else ["undo"]
            words = words[: 1 + done % 3]
            for word in words:
                getattr(session, word)()
            file.save()
    except FileError as error:
        assert "meanwhile; nothing was appended" in str(error), error
        continue
    done += len(words)
    print(len(words), flush=True)
"""
"""Writes on and on, one line or three, and says each time how many are there: acknowledged."""


def against_a_writer(folder: Path, env: dict[str, str], events: int) -> dict[str, int]:
    """Seals, accepts, repairs and converts a log while another process writes to it; how often each came through."""
    log = str(folder / "g.jsonl")
    Path(log).write_bytes(data_of(duel_game()))
    proposal = Proposal("g.jsonl", "duel", 1, "rules", "")
    works: dict[str, Callable[[], object]] = {
        "seal": lambda: seal(log, log, wait=60),
        "accept": lambda: accept(str(folder), proposal, wait=60),
        "repair": lambda: repair(log, wait=60),
        "convert": lambda: convert(log, str(folder / f"{sum(done.values())}.jsonl")),
    }
    done = dict.fromkeys(works, 0)
    words = [sys.executable, "-c", WRITER, log, str(events)]
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE) as writer:
        while writer.poll() is None:
            for name, work in works.items():
                try:
                    work()
                except LogError as error:  # who reads without a lock may see half a line
                    if (name, error.fault.code) != ("convert", "incomplete"):
                        raise
                else:
                    done[name] += 1
        assert writer.stdout
        acknowledged = sum(map(int, writer.stdout.read().split()))
        assert writer.returncode == 0
    report = validate(log, strict=True)
    assert report.faults == ()
    assert report.records == 11 + acknowledged
    assert acknowledged >= events
    return done


def test_who_rewrites_a_log_loses_nothing_of_a_writer(tmp_path: Path, duel: dict[str, str]) -> None:
    assert min(against_a_writer(tmp_path, duel, 60).values()) > 0


@pytest.mark.long
def test_who_rewrites_a_log_loses_nothing_of_a_writer_for_long(tmp_path: Path, duel: dict[str, str]) -> None:
    assert min(against_a_writer(tmp_path, duel, 1500).values()) > 20
