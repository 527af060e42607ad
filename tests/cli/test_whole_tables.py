"""Whole games typed at a table by somebody who sees no hand, with a mistake that is noticed long after."""

from __future__ import annotations

import time
from collections.abc import Iterator
from copy import copy
from pathlib import Path

import pytest

from kronika.core.basics.errors import KronikaError
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.events import Seen, done_text
from kronika.core.unseen.session import WitnessSession
from kronika.logs.replaying.replay import load
from support.cli import fine
from support.terminal import Terminal
from support.unseen import again, recorded

SITTING = 60
"""The most lines that are typed before the recorder leaves the table and comes back."""
LATER = 50
"""The number of events after which the mistake is noticed."""


def typed(session: WitnessSession) -> list[str]:
    """What a person types to record the game."""
    found = []
    for number, (before, event) in enumerate(zip(session.line.states, session.line.events, strict=False), 1):
        move = done_text(session.game, before, event.by, event.do, session.players)
        who = "" if event.by == CHANCE or isinstance(event.do, Seen) else f"{session.players[event.by]}: "
        found.append(f"{who}{move}{session.shows(number)}")
    return found


def mistake(session: WitnessSession) -> tuple[int, str]:
    """The number of an event and another move instead of it, with which the next LATER events are possible too."""
    for n in range(len(session.line.events) // 4, len(session.line.events) - LATER):
        event = session.line.events[n]
        if event.by == CHANCE or isinstance(event.do, Seen):
            continue
        for move in others(again(session, n), session, n):
            return n + 1, move
    raise AssertionError("no such mistake")


def others(before: WitnessSession, session: WitnessSession, n: int) -> Iterator[str]:
    right, event = typed(session)[n], session.line.events[n]
    name = session.players[event.by]
    verb = right.removeprefix(f"{name}: ").split()[0]
    for move in before.legal().get(name, ()):
        if not move.startswith(verb) or "?" in move or right.startswith(f"{name}: {move}"):
            continue
        wrong = copy(before)
        try:
            wrong.play(f"{name}: {move}")
            for later in session.line.events[n + 1 : n + 1 + LATER]:
                wrong.again(later)
        except KronikaError:
            continue
        yield f"{name}: {move}"
        return


class Recorder:
    """Types lines at the table of one log, in several sittings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.screen = ""
        self.slowest = 0.0

    def type(self, lines: list[str]) -> None:
        for first in range(0, len(lines), SITTING):
            self._sit(lines[first : first + SITTING])

    def _sit(self, lines: list[str]) -> None:
        terminal = Terminal("play", "table.jsonl", cwd=self.folder)
        for line in lines:
            terminal.expect("> ", 120)
            begun = time.monotonic()
            terminal.enter(line)
            terminal.expect(line[-20:], 120)
            self.slowest = max(self.slowest, time.monotonic() - begun)
        if load(str(self.folder / "table.jsonl")).actors:
            terminal.expect("> ", 120)
            terminal.enter("quit")
        assert terminal.end(120) == 0
        self.screen += terminal.text


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats", "seed"), [("tigris", 3, 2), ("viceroy", 2, 1), ("ancient_knowledge", 2, 5)])
def test_a_whole_game_is_recorded_at_a_table_without_any_hand(
    game: str, seats: int, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = recorded(game, seats, seed)
    number, wrong = mistake(session)
    lines = typed(session)
    names = [word for name in session.players for word in ("-p", name)]
    fine("new", game, *names, "--witness", "bystander", "--chance", "given", "table.jsonl")
    table = Recorder(tmp_path)
    table.type([*lines[: number - 1], wrong, *lines[number : number + LATER]])
    fine("amend", "table.jsonl", number, lines[number - 1].partition(": ")[2])
    end = next(n for n, state in enumerate(session.line.states) if not session.game.actors(state))
    table.type(lines[number + LATER : end])
    if lines[end:]:  # hands are laid open at the end
        fine("play", "table.jsonl", *lines[end:])
    found = load("table.jsonl")
    assert [event.do for event in found.line.events] == [event.do for event in session.line.events]
    assert [event.then for event in found.line.events] == [event.then for event in session.line.events]
    assert found.result() == again(session).result()
    assert fine("validate", "--strict", "table.jsonl").status == 0
    sheet = fine("score", "table.jsonl").out
    assert all(name in sheet for name in session.players)
    print(f"{game}: {len(lines)} lines, mistake at {number}: {wrong}, slowest {table.slowest:.1f} s\n{sheet}")
