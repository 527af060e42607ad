"""Real tables, recorded as a person does it: chance entered by hand at 80x24, left with Ctrl-C, Ctrl-D and a kill.

After every line that is accepted it is looked for on the disk, before anything else is typed.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from kronika.core.sessions.events import Ending, Note, Undo
from kronika.core.sessions.session import Session
from kronika.logs.replaying.replay import load

pytest.importorskip("pty")

from support.cli import fine, run
from support.terminal import Terminal

LOG = "game.jsonl"
SCREEN = {"COLUMNS": "80", "LINES": "24"}


class Recorder:
    """Somebody at a terminal who writes a game down."""

    def __init__(self, here: Path) -> None:
        self.here = here
        self.at: Terminal | None = None
        self.records = 0

    def sit_down(self, *words: str) -> None:
        """Begins a log, or goes on with it."""
        self.at = Terminal(*words, env=SCREEN, cwd=self.here)

    def go_on(self) -> None:
        """Goes on with the log."""
        self.sit_down("play", LOG)

    @property
    def terminal(self) -> Terminal:
        assert self.at is not None
        return self.at

    def enter(self, who: str, line: str) -> str:
        """Types a line at a prompt, which is accepted; what stood on the screen since the last one."""
        shown = self.terminal.expect(f"\n{who}> ")
        self.terminal.enter(line)
        self.records += 1
        self.terminal.expect(f"\n{self.records:>4}  ")
        assert len(load(str(self.here / LOG)).history) == self.records, "it is on the disk"
        return shown

    def ask(self, who: str, words: str, answer: str) -> None:
        """Types words that are no move; they are answered, and nothing is written."""
        self.terminal.expect(f"\n{who}> ")
        before = (self.here / LOG).read_bytes()
        self.terminal.enter(words)
        self.terminal.expect(answer)
        assert (self.here / LOG).read_bytes() == before

    def refused(self, who: str, line: str, why: str) -> None:
        """Types a line that is refused."""
        self.ask(who, line, why)

    def say(self, *words: str) -> str:
        """Another command on the log, at a shell; nothing that was there is changed. What it told."""
        before = (self.here / LOG).read_bytes()
        done = fine(words[0], self.here / LOG, *words[1:])
        assert (self.here / LOG).read_bytes().startswith(before)
        self.records = len(load(str(self.here / LOG)).history)
        return done.err

    def interrupt(self) -> None:
        """Ctrl-C."""
        assert self.terminal.press_until_the_end("\x03") == 130
        self.look_at_the_screen()

    def close(self) -> None:
        """Ctrl-D."""
        assert self.terminal.press_until_the_end("\x04") == 0
        self.look_at_the_screen()

    def kill(self) -> None:
        """The power goes."""
        self.terminal.process.send_signal(signal.SIGKILL)
        self.terminal.process.wait()
        os.close(self.terminal.master)
        self.look_at_the_screen()

    def look_at_the_screen(self) -> None:
        """Nothing is wider than it, and nothing of Python is on it."""
        text = self.terminal.text.replace("^C", "")  # a key that is pressed until the end shows many times
        assert "Traceback" not in text
        assert max(map(len, text.split("\n"))) <= 80
        self.at = None

    def end(self) -> Session:
        """The log as it came out, without a fault."""
        fine("validate", self.here / LOG)
        return load(str(self.here / LOG))


@pytest.fixture
def recorder(here: Path) -> Iterator[Recorder]:
    one = Recorder(here)
    yield one
    if one.at is not None:
        with contextlib.suppress(ProcessLookupError, OSError):
            one.at.process.kill()
            one.at.process.wait()
            os.close(one.at.master)


def test_tigris_with_four_players(recorder: Recorder) -> None:
    """TE-1.4: six tiles each, then who begins; TE-2.1: two actions; TE-9.2: hands are filled up to six."""
    it = recorder
    it.sit_down("new", "tigris", "-p", "Anna", "-p", "Bob", "-p", "Cyril", "-p", "Dana", LOG)
    it.enter("chance", "red red red blue blue green")
    it.ask("chance", "?", "explains every move and outcome.")
    it.refused("chance", "red blue", "6 tiles must be drawn, not 2. (TE-1.4)")
    it.enter("chance", "draw bob black black blue blue green green")
    it.interrupt()

    it.go_on()
    assert "6 tiles from the bag for Cyril" in " ".join(it.enter("chance", "red red blue blue blue green").split())
    it.enter("chance", "red red red green blue blue")  # wrong: one of the blue ones is black
    it.enter("chance", "undo")
    it.enter("chance", "temple temple temple market farm settlement")
    it.enter("chance", "Cyril")
    it.kill()

    it.go_on()
    assert "Cyril, take an action: for example `" in " ".join(it.enter("Cyril", "king B1").split())
    it.ask("Cyril", "board Bob", "Bob (Bull)")
    it.ask("Cyril", "board all", "Dana (Lion)")
    it.enter("Cyril", "red B3")
    it.refused("chance", "blue blue", "1 tile must be drawn, not 2. (TE-9.2)")
    it.enter("chance", "blue")
    it.close()

    it.go_on()
    it.enter("Dana", "priest F2")
    it.enter("Dana", "farmer G3")
    it.enter("Anna", "trader A2")
    it.ask("Anna", "moves", "  end")
    it.enter("Anna", "end")
    it.ask("Bob", "score", "total")
    it.close()

    game = it.end()
    assert [event.by for event in game.line.events] == [-1, -1, -1, -1, -1, 2, 2, -1, 3, 3, 0, 0]
    assert game.line.events[3].do == game.read("chance: draw Dana red red red green blue black")[1]
    assert len(game.history) == 14  # an outcome and its undo more
    assert tuple(map(tuple, game.state.hands)) == ((3, 0, 2, 1), (0, 2, 2, 2), (1, 0, 4, 1), (3, 1, 1, 1))
    assert tuple(game.state.bag) == (47 - 8, 30 - 3, 36 - 9, 30 - 5)


def test_imhotep_with_a_wrong_round_card(recorder: Recorder) -> None:
    """IM-2.1: what was turned up was 4331; it is noticed three moves later. Then Bob has another name, and leaves."""
    it = recorder
    it.sit_down("new", "imhotep", "-p", "Anna", "-p", "Bob", LOG)
    it.enter("chance", "Bob")
    it.refused("chance", "4421", "These are: 4322, 4331, 4321, 4221,")
    it.enter("chance", "4322")
    it.kill()
    it.go_on()
    it.refused("chance", "sail lever hammer", "4 cards")
    it.enter("chance", "sail lever hammer chisel")
    it.enter("Bob", "load 4:1")
    it.enter("Anna", "load 3:1")
    it.enter("Bob", "load 4:3")
    it.refused("Anna", "amend 2 4331", f"Use `kronika amend {LOG}` for that")
    it.interrupt()

    told = it.say("amend", "2", "4331")
    assert "taken back:    2  chance: round 4322\n4 later events replayed as records 9 to 12.\n" in told
    assert "In different notation: 11 `load 3a:1` for `load 3:1`.\n" in told  # there are two ships of 3 now
    it.say("note", "--at", "5", "--mark", "?", "the larger one was free")
    assert it.say("rename", "Bob=Bára") == "  14  set: players Anna, Bára\n"
    it.go_on()
    it.enter("Anna", "take")
    it.close()
    it.say("end", "--reason", "abandoned", "--by", "Bára")
    closed = run("play", it.here / LOG, "take")
    assert closed.status == 1
    assert "abandoned (Bára)" in closed.err
    it.say("end", "--reopen")
    it.go_on()
    it.enter("Bára", "take")  # came back for one move
    it.close()
    it.say("end", "--reason", "abandoned", "--by", "Bára", "--result", "Anna")

    game = it.end()
    assert [len(ship) for ship in game.state.ships] == [4, 3, 3, 1]
    assert [event.by for event in game.line.events] == [-1, -1, -1, 1, 0, 1, 0, 1]
    assert (game.header.players, game.players) == (("Anna", "Bob"), ("Anna", "Bára"))
    assert game.ending == Ending("abandoned", 1, (0,))
    assert len(game.history) == 19  # 6; an undo and 5; note, name, move; end, open, move, end
    assert game.history[6] == Undo(5)


def test_ancient_knowledge_with_notes(recorder: Recorder) -> None:
    """Notes come from another program while the table is open: what is typed then is done all the same."""
    it = recorder
    it.sit_down("new", "ancient_knowledge", "-p", "Anna", "-p", "Bob", LOG)
    it.enter("chance", "Bob")
    it.enter("chance", "T1 T2 T3")
    it.enter("chance", "T4 T5 T6")
    it.refused("chance", "T7 T8 T9", "of level I")
    it.enter("chance", "T28 T29 T30")
    it.interrupt()

    it.go_on()
    it.enter("chance", "C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 / M1 M2 M3 M4 M5 M6 M7 M8 M9 M10")
    it.say("note", "--author", "Anna", "--mark", "?!", "Bob thinks for ten minutes.")
    it.enter("Anna", "C1 C2 C3 C4 C5 C6")
    it.enter("Bob", "M1 M2 M3 M4 M5 M6")
    it.kill()

    it.go_on()
    it.enter("Bob", "search")
    assert "1 builder card for Bob" in " ".join(it.enter("chance", "C11").split())
    it.close()
    it.say("note", "--at", "9", "six megaliths")
    it.say("note", "--at", "0", "the second game of the evening")
    game = it.end()
    assert [entry for entry in game.history if isinstance(entry, Note)] == [
        Note("Bob thinks for ten minutes.", author="Anna", mark="?!"),
        Note("six megaliths", on=9),
        Note("the second game of the evening", on=0),
    ]
    assert game.line.events[-1].do == game.read("chance: draw C11")[1]
    assert [event.by for event in game.line.events] == [-1, -1, -1, -1, -1, 0, 1, 1, -1]
