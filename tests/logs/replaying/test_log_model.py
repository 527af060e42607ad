"""A log under all that can happen to it, against a model: the list of its lines."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import CannotUndo, GameEnded, KronikaError
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.sessions.events import Ending
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import LogError
from kronika.logs.replaying.amend import amend, plan_amendment
from kronika.logs.replaying.logfile import LogFile
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import convert, repair
from support import duel

GAMES: dict[str, AnyGame] = {"duel": duel.GAME, "tides": get_game("tides")}


class LogMachine(RuleBasedStateMachine):
    """`lines` is what the file must hold; `session` mirrors it in memory and never sees the disk."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="kronika-"))
        self.path = self.folder / "game.jsonl"

    @initialize(name=st.sampled_from(("tides", "duel")), seed=st.integers(0, 1000))
    def start(self, name: str, seed: int) -> None:
        session = Session.new(GAMES[name], ("Anna", "Bob"), seed=seed, chance="given")
        self.file = LogFile.create(str(self.path), session)
        self.lines = self.path.read_bytes().splitlines(keepends=True)
        assert len(self.lines) == 1

    # -- what happens -------------------------------------------------------------------------------------------

    @rule(data=st.data(), moves=st.integers(1, 4))
    def play(self, data: st.DataObject, moves: int) -> None:
        """Some legal moves or outcomes in one append."""
        session = self.file.session
        for _ in range(moves):
            if not session.actors:
                break
            by = data.draw(st.sampled_from(session.actors))
            if by == CHANCE:
                session.do(by, session.game.sample(session.state, Dice(data.draw(st.integers(0, 99)))))
            else:
                session.do(by, data.draw(st.sampled_from(session.game.actions(session.state, by))))
        self._save()

    @rule(decisions=st.integers(1, 4), single=st.booleans())
    def undo(self, decisions: int, single: bool) -> None:
        self._take_back("undo", decisions, single)

    @rule(decisions=st.integers(1, 4), single=st.booleans())
    def redo(self, decisions: int, single: bool) -> None:
        self._take_back("redo", decisions, single)

    def _take_back(self, what: str, number: int, single: bool) -> None:
        try:
            getattr(self.file.session, f"{what}_events" if single else what)(number)
        except (CannotUndo, GameEnded):
            return
        self._save()

    @rule(data=st.data())
    def say(self, data: st.DataObject) -> None:
        """A note, a tag, other names, an ending or none: the game is as it was."""
        session = self.file.session
        state, records = session.state, len(session.history)
        what = data.draw(st.sampled_from(("note", "tag", "rename", "end", "open")))
        if what == "note":
            session.note("so", on=data.draw(st.none() | st.integers(0, records)))
        elif what == "tag":
            session.set(tags={"Event": data.draw(st.none() | st.just("Club"))})
        elif what == "rename":
            session.set(players=session.players[::-1])
        else:
            session.set(ending=Ending("resigned", 1, (0,)) if what == "end" else None)
        assert session.state == state
        self._save()

    @rule(data=st.data())
    def amend(self, data: st.DataObject) -> None:
        """Another legal move in the place of one in force; what can't follow any more is left out."""
        session = self.file.session
        at = data.draw(st.integers(0, max(0, len(session.line.events) - 1)))
        before = session.line.events[at : at + 1]
        others = [
            do for event in before for do in session.game.actions(session.line.states[at], event.by) if do != event.do
        ]
        if session.ending or not others:
            return
        do, by = data.draw(st.sampled_from(others)), before[0].by
        text = session.game.format(session.line.states[at], by, do, session.players)
        amend(session, plan_amendment(session, in_force(session)[at], text))
        assert (session.line.events[at].by, session.line.events[at].do) == (by, do)
        self._save()

    @rule()
    def refused(self) -> None:
        """A move that is not a move leaves no trace."""
        with pytest.raises(KronikaError):
            self.file.session.play("0: jump over the moon")
        self._save()

    @rule()
    def reopen(self) -> None:
        self.file = LogFile.open(str(self.path))
        assert self.file.session.warnings == ()

    @precondition(lambda self: len(self.lines) > 1)
    @rule(back=st.one_of(st.integers(1, 2), st.integers(1, 600)))
    def cut_and_repair(self, back: int) -> None:
        """A power cut: the file ends somewhere in its records; what was whole must be there after repair."""
        data = b"".join(self.lines)
        cut = max(len(self.lines[0]), len(data) - back)
        self.path.write_bytes(data[:cut])
        kept, size = [], 0
        for line in self.lines:
            if size + len(line) - 1 > cut:
                break
            kept.append(line)
            size += len(line)
        whole = cut in (size, size - 1)
        faults = validate(str(self.path), strict=True).faults
        if whole:
            assert faults == ()
        else:
            assert [(fault.line, fault.code) for fault in faults] == [(len(kept) + 1, "incomplete")]
            with pytest.raises(LogError) as caught:
                LogFile.open(str(self.path))
            assert caught.value.fault == faults[0]
        done = repair(str(self.path))
        assert (done.cut == 0) == whole
        if done.saved:
            assert Path(done.saved).read_bytes() == data[size:cut]
            Path(done.saved).unlink()
        self.file = LogFile.open(str(self.path))
        self.lines = kept
        self.missing_break = cut == size - 1

    @rule(ending=st.sampled_from((".kpack", ".kpack.gz", ".jsonl.gz", ".jsonl.zst")))
    def through_another_form(self, ending: str) -> None:
        there, back = self.folder / f"there{ending}", self.folder / "back.jsonl"
        convert(str(self.path), str(there))
        convert(str(there), str(back))
        assert back.read_bytes() == b"".join(self.lines)
        there.unlink()
        back.unlink()

    # -- what holds ---------------------------------------------------------------------------------------------

    missing_break = False

    def _save(self) -> None:
        before = self.path.read_bytes()
        self.file.save()
        after = self.path.read_bytes()
        if after == before:
            return
        assert after.startswith(before)
        assert after.endswith(b"\n")
        self.missing_break = False
        self.lines.extend(after[len(b"".join(self.lines)) :].splitlines(keepends=True))

    def _data(self) -> bytes:
        return self.path.read_bytes() + (b"\n" if self.missing_break else b"")

    @invariant()
    def the_file_holds_the_lines(self) -> None:
        if hasattr(self, "lines"):
            assert self._data() == b"".join(self.lines)
            assert [line[:6] for line in self.lines[1:4]] == [b'{"n":%d' % n for n in range(1, len(self.lines))][:3]

    @invariant()
    def the_log_is_right_and_replays_to_the_same_state(self) -> None:
        if not hasattr(self, "lines"):
            return
        report = validate(str(self.path), strict=True)
        assert report.faults == ()
        assert report.records == len(self.lines) - 1 == len(self.file.session.history)
        assert report.events == len(self.file.session.line.events)
        assert LogFile.open(str(self.path)).session.state == self.file.session.state

    def teardown(self) -> None:
        shutil.rmtree(self.folder)


LogMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestLog = pytest.mark.usefixtures("duel")(LogMachine.TestCase)
