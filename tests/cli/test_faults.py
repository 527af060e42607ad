"""Whatever befalls the disk or the program, at any call: nothing acknowledged is lost, and what is said is true."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

import kronika.cli.commands.record
import kronika.cli.plots.rendering
import kronika.cli.table.chance
import kronika.cli.table.clock
import kronika.logs.beside.trial
import kronika.logs.work.training
from kronika.core.basics.chance import Dice
from kronika.core.bots.learned import Fit, Provenance, Weights
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Ending, Entry
from kronika.core.sessions.session import Session
from kronika.logs.corpus.accept import Proposal, accept
from kronika.logs.files.faults import LogError
from kronika.logs.files.pack_writing import pack_file
from kronika.logs.replaying.logfile import LogFile, packed_bytes
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import convert, repair, seal
from kronika.logs.texts.game_text import game_text
from kronika.logs.tournament.plan import Entrant, Tournament
from kronika.logs.tournament.running import open_or_create
from kronika.logs.tournament.running import run as play_all
from kronika.logs.work.citations import confirm
from kronika.logs.work.training import Learned
from support.bga_tigris import TigrisArchive
from support.cli import PROGRAM
from support.duel import PRIZES
from support.faults import FAULTS, Disk
from support.logs import DUEL_MOVES, data_of, duel_game, tides_game
from support.scenes import KILLED, LEFT, Run, Scene, run, start
from support.unseen import played
from support.within import program

pytestmark = pytest.mark.usefixtures("duel")

PROMPT = "chance> "

Content = bytes | None


# -- the commands that write ------------------------------------------------------------------------------------------


def some_game(random: Random, events: int) -> Session:
    """Random legal moves of the tiny game; chance is given."""
    session = duel_game((), ("Anna", "Bob"))
    while len(session.history) < events and session.actors:
        go_on(session, random)
    return session


def go_on(session: Session, random: Random) -> str:
    """One more random event; the move as it is typed."""
    seat = random.choice(session.actors)
    dice = Dice(random.randrange(1 << 30))
    do = session.game.sample(session.state, dice) if seat == CHANCE else session.game.pick(session.state, seat, dice)
    name = "chance" if seat == CHANCE else session.players[seat]
    text = f"{name}: {session.game.format(session.state, seat, do, session.players)}"
    session.do(seat, do)
    return text


def some_moves(session: Session, random: Random, most: int) -> list[str]:
    """Up to N moves that go on from here."""
    moves = []
    while len(moves) < most and session.actors:
        moves.append(go_on(session, random))
    return moves


def a_new(random: Random) -> Scene:
    return Scene(
        ("new", "tides", "-p", "A", "-p", "B", "--seed", str(random.randrange(99)), "g.jsonl"), ("g.jsonl",), {}
    )


def a_new_asking(random: Random) -> Scene:
    words = ("new", "imhotep", "-p", "A", "-p", "B", "--chance", "ask", "g.jsonl")
    dealt = Session.new("imhotep", ("A", "B"), seed=random.randrange(99))
    texts = [
        dealt.game.format(dealt.at(n), CHANCE, event.by and event.do, dealt.players)
        for n, event in enumerate(dealt.line.events)
    ]
    assert len(texts) == 3
    return Scene(words, ("g.jsonl",), {}, "\n".join(texts))


def a_play(random: Random) -> Scene:
    session = some_game(random, random.randrange(8))
    before = data_of(session)
    if random.random() < 0.2:
        before = before[:-1]
    return Scene(("play", "g.jsonl", *some_moves(session, random, 1)), ("g.jsonl",), {"g.jsonl": before})


def a_play_script(random: Random) -> Scene:
    session = some_game(random, random.randrange(6))
    before = data_of(session)
    script = "\n".join(some_moves(session, random, random.randrange(2, 9))).encode()
    words = ("play", "g.jsonl", "--script", "s.txt")
    return Scene(words, ("g.jsonl",), {"g.jsonl": before, "s.txt": script})


def a_play_asking(random: Random) -> Scene:
    """Chance is due before the moves, between them, or after."""
    session = some_game(random, random.choice((0, 1)))
    before = data_of(session)
    moves = some_moves(session, random, random.randrange(3, 10))
    answers = [move for move in moves if move.startswith("chance")]
    if session.actors == (CHANCE,):
        answers.append(go_on(session, random))
    script = "\n".join(move for move in moves if not move.startswith("chance")).encode()
    words = ("play", "g.jsonl", "--chance", "ask", "--script", "s.txt")
    return Scene(words, ("g.jsonl",), {"g.jsonl": before, "s.txt": script}, "\n".join(answers))


def a_play_beside(random: Random) -> Scene:
    """Bob's moves are a bot's; they stand or fall with the move that is typed."""
    session = some_game(random, 1)
    while session.actors == (1,):
        session = some_game(random, 1)
    before = data_of(session)
    card = random.choice(session.state.hands[0])
    return Scene(("play", "g.jsonl", f"Anna: play {card}", "--bot", "Bob=first"), ("g.jsonl",), {"g.jsonl": before})


def an_undo(random: Random) -> Scene:
    return Scene(("undo", "g.jsonl"), ("g.jsonl",), {"g.jsonl": data_of(some_game(random, random.randrange(2, 9)))})


def a_redo(random: Random) -> Scene:
    session = some_game(random, random.randrange(4, 9))
    session.undo_events(random.randrange(3, 5))
    return Scene(("redo", "g.jsonl"), ("g.jsonl",), {"g.jsonl": data_of(session)})


def a_branch(random: Random) -> Scene:
    before = {"a.jsonl": data_of(some_game(random, 8))}
    target = random.choice(("g.jsonl", "g.jsonl.gz", "g.kpack"))
    return Scene(("branch", "a.jsonl", "--at", str(random.randrange(6)), target), (target,), before)


def a_seal(random: Random) -> Scene:
    before = re.sub(rb',"state":"\w+"|,"then":\[.*\]', b"", data_of(some_game(random, random.randrange(1, 9))))
    return Scene(("seal", "g.jsonl"), ("g.jsonl",), {"g.jsonl": before})


def a_repair(random: Random) -> Scene:
    data = data_of(some_game(random, random.randrange(2, 9)))
    cut = random.randrange(2, len(data) - data.rindex(b"\n", 0, -1) - 1)
    return Scene(("repair", "g.jsonl"), ("g.jsonl", "g.jsonl.torn"), {"g.jsonl": data[:-cut]})


def a_convert(random: Random) -> Scene:
    target = random.choice(("g.jsonl", "g.jsonl.gz", "g.kpack", "g.kpack.gz"))
    return Scene(("convert", "a.jsonl", target), (target,), {"a.jsonl": data_of(some_game(random, 9))})


def an_amend(random: Random) -> Scene:
    """Another first prize: what followed is played again as far as it can be."""
    session = some_game(random, random.randrange(1, 9))
    if random.random() < 0.5:
        session.note("so", on=1)
    other = random.choice([prize for prize in PRIZES if prize != session.history[0].do.value])
    words = ("amend", "g.jsonl", "1", f"prize {other}", "--truncate")
    return Scene(words, ("g.jsonl",), {"g.jsonl": data_of(session)})


def a_remark(random: Random) -> Scene:
    """What is said beside the game: a line, or two with the time."""
    words = random.choice(
        (
            *(("note", "g.jsonl", "--at", "0", "so"), ("note", "g.jsonl", "--mark", "!")),
            *(("tag", "g.jsonl", "Event=Club"), ("rename", "g.jsonl", "Anna=Bob", "Bob=Anna")),
        )
    )
    return Scene(words, ("g.jsonl",), {"g.jsonl": data_of(some_game(random, random.randrange(9)))})


def an_end(random: Random) -> Scene:
    """An ending, or an opening again, with the time: two lines."""
    session = some_game(random, random.randrange(8))
    if random.random() < 0.3:
        session.set(ending=Ending("agreed"))
        return Scene(("end", "g.jsonl", "--reopen"), ("g.jsonl",), {"g.jsonl": data_of(session)})
    words = ("end", "g.jsonl", "--reason", "resigned", "--by", "Bob", "--clock")
    return Scene(words, ("g.jsonl",), {"g.jsonl": data_of(session)})


def a_plot(random: Random) -> Scene:
    before = {"a.jsonl": data_of(some_game(random, 4))}
    return Scene(("stats", "a.jsonl", "--plot", "p.svg"), ("p.svg",), before)


def a_join(random: Random) -> Scene:
    """Several logs into one file, which is made whole or not at all."""
    before = {f"{name}.jsonl": data_of(some_game(random, random.randrange(8))) for name in "abc"}
    return Scene(("convert", *before, "all.kpack"), ("all.kpack",), before)


def a_text(random: Random) -> Scene:
    """The text of a game is written, or a log of it."""
    session = some_game(random, 9)
    if random.random() < 0.5:
        return Scene(("convert", "a.jsonl", "g.txt"), ("g.txt",), {"a.jsonl": data_of(session)})
    words = random.choice((("convert", "a.txt"), ("new", "duel", "--script", "a.txt")))
    return Scene((*words, "g.jsonl"), ("g.jsonl",), {"a.txt": game_text(session).encode()})


def an_import(random: Random) -> Scene:
    """The log of an archive is written, or its copy without names."""
    session = played("tigris", 2, random.randrange(3))
    before = {"saved.json": TigrisArchive(session, (0,)).json()}
    words, made = random.choice((((), "saved.jsonl"), (("--anonymise",), "saved-anonymous.json")))
    return Scene(("import", "bga", "saved.json", *words), (made,), before)


def an_accept(random: Random) -> Scene:
    logs = {f"{name}.jsonl": data_of(some_game(random, random.randrange(2, 9))) for name in "gh"}
    stale = {name: re.sub(rb'"state":"\w{4}', b'"state":"0000', data) for name, data in logs.items()}
    return Scene(("corpus", "accept", ".", "--yes"), tuple(logs), stale)


def a_simulate(random: Random) -> Scene:
    words = ("simulate", "duel", "-n", "2", "--seed", str(random.randrange(99)), "--out", "x")
    words += ("--bots", "first,random") * random.randrange(2)
    return Scene(words, ("x/duel-0001.jsonl", "x/duel-0002.jsonl"), {})


def a_match(random: Random) -> Scene:
    session = duel_game(())
    moves = some_moves(session, random, 6)
    text = f'[[match]]\nname = "g"\ngame = "duel"\nplayers = ["Anna", "Bob"]\nmoves = {moves}\n'
    text += f"expect.totals.Anna = {session.totals()['Anna']}\n"
    return Scene(("match", "m.toml", "--out", "x"), ("x/g.jsonl",), {"m.toml": text.encode()})


def a_beside(random: Random) -> Scene:
    """The program beside forgets what happens in every game, so that there is always something to write."""
    words = ("beside", "duel", "-n", "1", "--seed", str(random.randrange(99)), "--out", "g.jsonl", "--out", "e.toml")
    return Scene((*words, "--", "within"), ("g.jsonl", "e.toml"), {})


def an_example(random: Random) -> Scene:
    before = {"g.jsonl": data_of(some_game(random, random.randrange(2, 9)))}
    return Scene(("example", "from", "g.jsonl", "--at", "1", "--out", "e.toml"), ("e.toml",), before)


def a_find(random: Random) -> Scene:
    games = {"g.jsonl": data_of(duel_game()), "h.jsonl": data_of(some_game(random, random.randrange(8)))}
    words = ("find", "g.jsonl", "h.jsonl", "--effect", "won", "-n", "2", "--out", "d", "--example", "e.toml")
    return Scene(words, ("d/001-g-4.svg", "d/002-g-11.svg", "e.toml"), games)


def a_kit(random: Random) -> Scene:
    """A folder of many files, in one step: two of them stand for all."""
    files = ("k/manifest.json", "k/games/001-out.json")
    return Scene(("kit", "duel", "--out", "k"), files, {})


def a_ci_example(random: Random) -> Scene:
    """A folder of many files, in one step: hidden ones and those below stand for all."""
    return Scene(("ci-example", "c"), ("c/.gitattributes", "c/.github/workflows/kronika.yml", "c/games.json"), {})


def a_tournament(random: Random) -> Scene:
    """The logs of two games, and what is played."""
    files = ("t/tournament.json", "t/0000001.jsonl", "t/0000002.jsonl")
    return Scene(("tournament", "--game", "duel", "--bot", "random", "--bot", "first", "--out", "t"), files, {})


def an_audit(random: Random) -> Scene:
    """Rules are confirmed, in a list that is new or has others."""
    before = {"c.toml": b'"TT-1.1" = "0000000000000000"\n"TT-9.9" = "gone"\n'} if random.random() < 0.7 else {}
    return Scene(("rules", "audit", "tides", "--accept", "--confirmed", "c.toml"), ("c.toml",), before)


def a_page(random: Random) -> Scene:
    """A page of a game, of two, of examples, or of standings."""
    logs = {f"{name}.jsonl": data_of(some_game(random, random.randrange(2, 9))) for name in "ab"}
    example = b'[[example]]\nid = "A"\ngame = "duel"\nexpect.totals.Anna = 0\n'
    puzzle = example.replace(b"expect.totals.Anna = 0", b'goal.best = ["take"]\nbefore = [%s]' % TO_THE_LAST_PRIZE)
    words = random.choice(
        (
            *(("page", "a.jsonl"), ("page", "a.jsonl", "b.jsonl")),
            *(("example", "check", "e.toml"), ("example", "show", "e.toml#A")),
            *(("standings", "."), ("puzzle", "p.toml")),
        )
    )
    return Scene(
        (*words, "--out", "p.html"), ("p.html",), {**logs, "e.toml": example, "p.toml": puzzle, **some_tournament()}
    )


def an_evening(random: Random) -> Scene:
    """The pages of a folder of games, in one step."""
    logs = {f"{name}.jsonl": data_of(some_game(random, random.randrange(2, 9))) for name in "ab"}
    return Scene(("page", ".", "--out", "e"), ("e/a.html", "e/b.html", "e/index.html"), logs)


def a_drawing(random: Random) -> Scene:
    """Pictures of the examples of a file, in one step."""
    example = '[[example]]\nid = "{}"\ngame = "duel"\nexpect.totals.Anna = 0\n'
    before = {"e.toml": "".join(map(example.format, "AB")).encode()}
    return Scene(("example", "draw", "e.toml", "--out", "d"), ("d/duel-A.svg", "d/duel-B.svg"), before)


TO_THE_LAST_PRIZE = b"""
"chance: prize 2", "Anna: play 2", "Bob: play 1", "Anna: take",
"chance: prize 3", "Anna: play 1", "Bob: play 3", "Bob: take",
"chance: prize 2", "Anna: play 4", "Bob: play 2",
"""


@cache
def some_tournament() -> dict[str, bytes]:
    """Two games of a tournament, and what is played."""
    bots = [Entrant(name, name) for name in ("random", "first")]
    with TemporaryDirectory() as folder:
        list(play_all(open_or_create(folder, Tournament("cup", "duel", bots))))
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def an_analysis(random: Random) -> Scene:
    """A copy with notes; verdicts are kept line by line, and gone on with."""
    before = {"a.jsonl": data_of(some_game(random, random.randrange(2, 9)))}
    words = ("analyse", "a.jsonl", "--bot", "first", "--playouts", "2", "--notes", "n.jsonl")
    return Scene(words, ("n.jsonl",), before)


def a_baseline(random: Random) -> Scene:
    """Logs of one file of many and of others are checked; the verdicts are kept."""
    logs = {f"{name}.jsonl": data_of(some_game(random, random.randrange(2, 9))) for name in "ab"}
    packed = pack_file([(packed_bytes(some_game(random, 3)), str(number)) for number in range(4)])
    target = random.choice(("v.gz", "v.json", "v.zst"))
    return Scene(("corpus", "check", ".", "--baseline", target), (target,), {**logs, "c.kpack": packed})


def a_training(random: Random) -> Scene:
    """Weights of a game, which are learned elsewhere."""
    return Scene(("train", "tides", "a.jsonl", "--out", "w.toml"), ("w.toml",), {"a.jsonl": data_of(tides_game(()))})


SCENES: tuple[Callable[[Random], Scene], ...] = (
    *(a_new, a_new_asking, a_play, a_play_script, a_play_asking, a_play_beside, an_undo, a_redo, a_branch, a_seal),
    *(a_repair, a_convert, a_text, an_accept, a_simulate, a_match, an_example, an_amend, a_remark, an_end, a_plot),
    *(a_kit, a_tournament, an_audit, a_page, a_beside, a_find, an_analysis, a_ci_example),
    *(an_evening, a_drawing, an_import, a_join, a_baseline, a_training),
)


def some_weights(game: object, sessions: Iterable[object], seed: int) -> Learned:
    """What is learned from no game."""
    fits = (Fit(0, 0, 0, 0, 0),) * 3
    assert list(sessions)
    return Learned(Weights("tides", 1, {}, {}, Provenance(0, 0, 0, "", seed, "", fits, ())), 1)


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
