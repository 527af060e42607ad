"""Whatever befalls the disk while a folder is made or filled: all of it or nothing, true words, and a way on.

Folders that are made as a whole are there or are not; those that are filled game by game hold whole games. What is
said is true of every name below the working directory, folders and scratch files too.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from kronika.core.sessions.session import Session
from kronika.logs.datasets.forms import Made
from kronika.logs.files.folders import create_folder, refuse_occupied
from support.faults import FAULTS, Disk
from support.logs import DUEL_MOVES, data_of, duel_game
from support.scenes import KILLED, LEFT, Run, Scene, run, start

pytestmark = pytest.mark.usefixtures("duel")

Tree = dict[str, bytes | None]
"""Every name below a folder, with what a file holds; a folder holds None."""

NOTHING = "Nothing was changed."
IS_THERE = "is a folder with something in it"
AT_ONCE = ("kit", "ci-example", "new-game", "page", "example", "dataset")
"""Commands that make a folder as a whole; the others fill one."""
SAME_AGAIN = ("ci-example", "new-game")
"""Of these such as have no long work, so that they look at a folder that is there."""


def a_place(random: Random) -> str:
    """A new folder, or one in folders that are not there either."""
    return random.choice(("d", "new/d", "new/er/d"))


def example() -> bytes:
    return b"".join(b'[[example]]\nid = "%s"\ngame = "duel"\nexpect.totals.Anna = 0\n' % name for name in (b"A", b"B"))


def a_kit(random: Random) -> Scene:
    return Scene(("kit", "duel", "--out", a_place(random)), (), {})


def a_ci_example(random: Random) -> Scene:
    return Scene(("ci-example", a_place(random)), (), {})


def a_new_game(random: Random) -> Scene:
    return Scene(("new-game", "for_sale", a_place(random)), (), {})


def an_evening(random: Random) -> Scene:
    logs = {f"{name}.jsonl": data_of(duel_game(DUEL_MOVES[: random.randrange(2, 9)])) for name in "ab"}
    return Scene(("page", ".", "--out", a_place(random)), (), logs)


def a_drawing(random: Random) -> Scene:
    return Scene(("example", "draw", "e.toml", "--out", a_place(random)), (), {"e.toml": example()})


def a_simulation(random: Random) -> Scene:
    words = ("simulate", "duel", "-n", "2", "--seed", str(random.randrange(99)), "--out", a_place(random))
    return Scene((*words, *("--packed",) * random.randrange(2)), (), {})


def some_matches(random: Random) -> Scene:
    session = duel_game(DUEL_MOVES[: random.randrange(2, 9)])
    text = f'game = "duel"\nplayers = ["Anna", "Bob"]\nmoves = {[*DUEL_MOVES[: len(session.history)]]}\n'
    text += f"expect.totals.Anna = {session.totals()['Anna']}\n"
    text = "".join(f'[[match]]\nname = "{name}"\n{text}' for name in "xy")
    return Scene(("match", "m.toml", "--out", a_place(random)), (), {"m.toml": text.encode()})


def a_tournament(random: Random) -> Scene:
    words = ("tournament", "--game", "duel", "--bot", "random", "--bot", "first", "--seed", str(random.randrange(99)))
    return Scene((*words, "--out", a_place(random)), (), {})


def an_export(random: Random) -> Scene:
    logs = {f"{name}.jsonl": data_of(duel_game(DUEL_MOVES[: random.randrange(2, 9)])) for name in "ab"}
    return Scene(("corpus", "export", *logs, "--to", a_place(random), "--form", "csv"), (), logs)


def a_data_set(random: Random) -> Scene:
    return Scene(("dataset", "a.jsonl", "--out", a_place(random)), (), {"a.jsonl": data_of(duel_game(DUEL_MOVES[:5]))})


SCENES: tuple[Callable[[Random], Scene], ...] = (
    *(
        a_kit,
        a_ci_example,
        a_new_game,
        an_evening,
        a_drawing,
        a_simulation,
        some_matches,
        a_tournament,
        an_export,
        a_data_set,
    ),
)


def tree(folder: Path) -> Tree:
    """All that is there now."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def but_scratch(found: Tree) -> Tree:
    """Without what a kill may leave for the next one to sweep, and the folders in which there is nothing else."""
    kept = {name: data for name, data in found.items() if not any(part.endswith(LEFT) for part in Path(name).parts)}
    full = {str(parent) for name, data in kept.items() if data is not None for parent in Path(name).parents}
    return {name: data for name, data in kept.items() if data is not None or name in full}


class Right(NamedTuple):
    """A run that nothing befalls: how many calls, and what there was before and after."""

    calls: int
    before: Tree
    after: Tree


def clean(scene: Scene, folder: Path) -> Right:
    start(scene, folder)
    before = tree(folder)
    with Disk(folder).at_work() as disk:
        done = run(scene.words)
    assert done.status == 0, (scene.words, done)
    return Right(len(disk.calls), before, tree(folder))


def check(scene: Scene, right: Right, fault: str, done: Run, found: Tree) -> None:
    """All or nothing, and true words about it."""
    assert "Traceback" not in done.err
    assert done.status in (0, 3, KILLED)
    plain = but_scratch(found)
    if scene.words[0] in AT_ONCE:
        assert plain in (right.before, right.after)
    else:
        assert right.before.items() <= plain.items() <= right.after.items()
    if done.status == 0:  # a scratch folder that could not be taken away is swept by the next one
        assert plain == right.after
    if done.status != 3:
        return
    last = done.err.splitlines()[-1]
    if last.endswith(NOTHING):
        name = last.removeprefix("error: ").split(": ")[0]
        assert (
            name not in found or found[name] == right.before.get(name, b"") or (fault == "gone" and found[name] is None)
        )
        if scene.words[0] in AT_ONCE:
            assert plain == right.before
            assert found == right.before or fault == "gone"
    else:
        assert ": it was " in last or "the disk may not have their names" in last, last
        assert plain != right.before
        assert scene.words[0] not in AT_ONCE or found == right.after or fault == "gone"


def go_on(scene: Scene, right: Right, folder: Path, found: Tree) -> None:
    """The same command again ends as if nothing had happened, and nothing is left behind."""
    again = run(scene.words)
    whole = scene.words[0] in AT_ONCE and but_scratch(found) == right.after
    if whole and scene.words[0] not in SAME_AGAIN:
        assert again.status == 3
        assert IS_THERE in again.err
    else:
        assert again.status == 0, again
    assert tree(folder) == right.after


class Campaign:
    """Faults at calls of commands, by number: the same number is always the same fault."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.room: tuple[int, Scene, Right] | None = None
        self.befell: dict[str, int] = dict.fromkeys(FAULTS, 0)

    def point(self, number: int) -> None:
        """One fault at one call of one command."""
        random, place = Random(f"folder {number}"), number // EACH
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
        found = tree(self.folder)
        try:
            check(scene, right, fault, done, found)
            with Disk(self.folder).at_work():  # nothing befalls it, and nobody waits for the real disk
                go_on(scene, right, self.folder, found)
        except AssertionError as error:
            call = disk.calls[at - 1] if at <= len(disk.calls) else "end"
            raise AssertionError(f"{number}: {fault} at {at}, {call}, of {scene.words}: {done}: {error}") from error


def some_files(*names: object) -> dict[str, bytes]:
    return {"README.md": b"a", "games/001-in.json": b"b", "games/001-out.json": b"c" * 9000, "runner.js": b""}


def a_set(logs: object, out: str, *more: object) -> Made:
    """A data set without its tables, which are made elsewhere."""
    refuse_occupied(out)
    content = Path(__file__)
    create_folder(out, {"train.kpack": content, "train/logs.parquet": b"PAR1", "README.md": b"a"})
    return Made({}, {}, ())


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """What is written into the folders is made in no time."""

    def page(session: Session, *more: object, **named: object) -> str:
        return f"<p>{session.players}"

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kronika.logs.datasets.making.make_dataset", a_set)
    monkeypatch.setattr("kronika.logs.kit.kit_files.kit_files", some_files)
    monkeypatch.setattr("kronika.cli.page.game_night.page", page)
    monkeypatch.setattr("kronika.cli.commands.example_draw._picture", lambda *more: b"<svg/>")
    return Campaign(tmp_path / "disk")


EACH = len(FAULTS)
"""Faults of a command before it is another one."""
QUICK = range(EACH * len(SCENES))


def test_a_folder_is_made_whole_or_not_at_all(campaign: Campaign) -> None:
    for number in QUICK:
        campaign.point(number)
    assert min(campaign.befell.values()) >= len(SCENES)


@pytest.mark.long
@pytest.mark.parametrize("part", range(72))
def test_many_more_faults(campaign: Campaign, part: int) -> None:
    """4,032 points."""
    first = len(QUICK) * (1 + part)
    for number in range(first, first + len(QUICK)):
        campaign.point(number)


def test_a_folder_is_made_in_the_place_of_an_empty_one_or_not_at_all(campaign: Campaign) -> None:
    """It stays where the new one does not come."""
    scene = Scene(("ci-example", "d"), (), {})
    calls = clean(scene, campaign.folder).calls
    for at in range(1, calls + 1, 7):
        start(scene, campaign.folder)
        os.mkdir("d")
        with Disk(campaign.folder, at, "ENOSPC").at_work():
            done = run(scene.words)
        assert done.status == 0 or tree(campaign.folder) == {"d": None} or ": it was " in done.err, (at, done)
    shutil.rmtree(campaign.folder)
