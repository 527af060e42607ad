"""Logs for the tests: a whole game of the tiny game written by hand, one of Tides of Time, and ways to spoil them."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from kronika.core.basics.text import lines_of
from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session
from kronika.logs.replaying.amend import amend, plan_amendment
from kronika.logs.replaying.logfile import log_lines
from support import duel
from support.playouts import ROOT

DUEL_MOVES = (
    *("chance: prize 3", "Anna: play 4", "Bob: play 2", "Anna: take"),
    *("chance: prize 5", "Bob: play 3", "Anna: play 3"),
    *("chance: prize 2", "Anna: play 1", "Bob: play 4", "Bob: take"),
)
"""Anna wins the 3 with 4 against 2, nobody the 5 with 3 against 3, Bob the 2 with 4 against 1: the end is 3 to 2."""

DUEL_HEADER = {"kronika": 2, "game": "duel", "rules": 1, "players": ["Anna", "Bob"]}

DUEL_HAND: tuple[dict[str, Any], ...] = (
    {"by": "chance", "do": {"type": "prize", "value": 3}},
    {"by": 0, "do": {"type": "play", "card": 4}},
    {"by": 1, "do": {"type": "play", "card": 2}},
    {"by": 0, "do": {"type": "take"}},
    {"by": "chance", "do": {"type": "prize", "value": 5}},
    {"by": 1, "do": {"type": "play", "card": 3}},
    {"by": 0, "do": {"type": "play", "card": 3}},
    {"by": "chance", "do": {"type": "prize", "value": 2}},
    {"by": 0, "do": {"type": "play", "card": 1}},
    {"by": 1, "do": {"type": "play", "card": 4}},
    {"by": 1, "do": {"type": "take"}},
)
"""The same game as a person would write its log: nothing derived."""

DUEL_EFFECTS: dict[int, list[dict[str, Any]]] = {
    3: [{"type": "shown", "cards": [4, 2], "rule": "DU-2"}],
    4: [{"type": "won", "seat": 0, "prize": 3, "rule": "DU-4"}],
    7: [{"type": "shown", "cards": [3, 3], "rule": "DU-2"}],
    10: [{"type": "shown", "cards": [1, 4], "rule": "DU-2"}],
    11: [{"type": "won", "seat": 1, "prize": 2, "rule": "DU-4"}],
}
"""What the rules derive, by the number of the record."""

TIDES_MOVES = tuple(
    line
    for line in lines_of((ROOT / "fixtures" / "scripts" / "tides-demo.txt").read_text(encoding="utf-8"))
    if line and not line.startswith("#")
)
"""A whole game of Tides of Time with seed 7."""
DX1 = (
    "chance: deal 17 13 14 18 1 / 2 6 9 3 7",
    *("Anna: pick 17", "Bob: pick 2", "Anna: pick 3", "Bob: pick 18", "Anna: pick 13", "Bob: pick 6"),
    *("Anna: pick 7", "Bob: pick 1", "Anna: pick 14", "Bob: pick 9"),
)
"""A first round from a real table: the kingdoms are those of the SPEC's DX-1, worth 0 and 18."""


def duel_game(moves: Iterable[str] = DUEL_MOVES, players: Sequence[str] = ("Anna", "Bob"), **more: Any) -> Session:
    """A session of the tiny game; chance is given unless there is a seed."""
    more.setdefault("chance", "auto" if more.get("seed") is not None else "given")
    return played(Session.new(duel.GAME, players, **more), moves)


def tides_game(moves: Iterable[str] = TIDES_MOVES, players: Sequence[str] = ("Anna", "Bob"), **more: Any) -> Session:
    """A session of Tides of Time with seed 7."""
    return played(Session.new(get_game("tides"), players, **{"seed": 7, **more}), moves)


def remarked() -> Session:
    """The tiny game with something said of it at several places."""
    session = duel_game(())
    for number, move in enumerate(DUEL_MOVES):
        session.play(move.replace("Bob", session.players[1]))
        if number == 1:
            session.note("she holds the 1 too", author="Anna", mark="!")
        if number == 3:
            session.set(players=["Anna", "Bea"], tags={"Event": "Club", "Site": None})
            session.note(data={"clock": [31.5, None]}, on=2)
        if number == 6:
            session.set(ending=Ending("resigned", 1, (0,), "late"))
            session.set(ending=None)
    session.note("a close one", on=0)
    return session


def every_kind() -> Session:
    """The tiny game with a record of each kind there is, each with all that it can say; it is closed at the end."""
    session = duel_game(DUEL_MOVES[:2])
    session.note('she holds the 1 too – or not? {} \\ "č👩"', author="Bára", mark="?!")
    session.note(
        "two\nlines", on=0, data={"clock": "2026-11-28T17:00:03Z", "left": [31.5, None, -1, {"stopped": True}]}
    )
    session.set(players=["Anna", "Bára"], tags={"Event": "Finále", "Round": "3"})
    session.set(tags={"Event": None})
    session.play("Bára: play 3")
    session.note(mark="!!", on=7)
    session.undo(2)
    session.redo()
    session.play("Bára: play 2")
    session.set(ending=Ending("abandoned"))
    session.set(ending=None)
    amend(session, plan_amendment(session, 2, "play 3"))
    session.set(players=["Eva", "Bára"], tags={"Site": "Brno"}, ending=Ending("resigned", 1, (0,), "late: “so”"))
    return session


def played(session: Session, moves: Iterable[str]) -> Session:
    """Plays moves, `undo` and `redo` into a session."""
    for move in moves:
        word, _, number = move.partition(" ")
        if word in ("undo", "redo"):
            getattr(session, word)(int(number or 1))
        else:
            session.play(move)
    return session


def data_of(session: Session) -> bytes:
    """A session's log as text."""
    return b"".join(log_lines(session))


def lines_of(session: Session) -> list[dict[str, Any]]:
    """A session's log as decoded lines."""
    return [json.loads(line) for line in log_lines(session)]


def write(path: Path, lines: Iterable[Any]) -> str:
    """Writes lines, given as data or as they are, and gives the file's name."""
    texts = (line if isinstance(line, str) else json.dumps(line, separators=(",", ":")) for line in lines)
    path.write_bytes("".join(f"{text}\n" for text in texts).encode())
    return str(path)


def hand_written(path: Path) -> str:
    """The log of the tiny game with nothing derived in it."""
    return write(path, [DUEL_HEADER, *DUEL_HAND])


def waits_for_disk(monkeypatch: pytest.MonkeyPatch, folder: Path) -> list[int | str]:
    """What is waited for from now on, in its order: "file", or for a folder how many files are in this one by then."""
    sync, waits = os.fsync, list[int | str]()

    def call(fd: int) -> None:
        waits.append(len(os.listdir(folder)) if stat.S_ISDIR(os.fstat(fd).st_mode) else "file")
        sync(fd)

    monkeypatch.setattr(os, "fsync", call)
    return waits
