"""At 80 x 24, what happened since the last prompt is on the screen, or a line says how to see it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pty")

from kronika.cli.printing.events import redact_record
from kronika.cli.table.screen import AGAIN
from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.terminal import Terminal

ROWS, COLUMNS = 24, 80
GAMES = ("ancient_knowledge", "imhotep", "tides", "tigris", "viceroy")
NAMES = ("Anna", "Bob", "Cyril", "Dana")


def screens(folder: Path, game: str, seed: int, prompts: int, seats: int = 2) -> Iterator[tuple[str, Session, range]]:
    """The screen at each prompt of Anna among bots, who plays at random; the session; what happened since the last."""
    names, log, chosen = NAMES[:seats], folder / f"{game}{seed}.jsonl", random.Random(seed)
    write_log(str(log), Session.new(game, names, seed=seed))
    bots = [word for name in names[1:] for word in ("--bot", f"{name}=random")]
    at = Terminal("play", log.name, *bots, env={"COLUMNS": f"{COLUMNS}", "LINES": f"{ROWS}"}, cwd=folder)
    told = 0
    try:
        for _ in range(prompts):
            try:
                at.expect("Anna> ", 60)
            except AssertionError:
                assert "The game is over" in at.text
                return
            session = load(str(log))
            yield "\n".join(at.text.split("\n")[-ROWS:]), session, range(told + 1, len(session.history) + 1)
            told = len(session.history)
            at.enter(chosen.choice(session.legal()["Anna"]))
    finally:
        at.process.kill()
        at.end()


def check(folder: Path, game: str, seed: int, prompts: int, seats: int = 2) -> int:
    """Look at each screen; how often all of it was there without the line."""
    whole = 0
    for screen, session, numbers in screens(folder, game, seed, prompts, seats):
        lines, shown = screen.split("\n"), " ".join(screen.split())
        assert max(map(len, lines)) <= COLUMNS, max(lines, key=len)
        moves = [redact_record(session, number, 0).move for number in numbers if session.history[number - 1].by >= 0]
        assert AGAIN in shown or all(move in shown for move in moves), f"{moves} of {game} {seed}:\n{screen}"
        whole += AGAIN not in shown
    return whole


@pytest.mark.parametrize("game", ["tigris", "viceroy"])
def test_what_others_did_is_on_the_screen(tmp_path: Path, game: str) -> None:
    check(tmp_path, game, 1, 4, seats=3)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_in_twenty_games_what_others_did_is_on_the_screen(tmp_path: Path, game: str) -> None:
    """With two, three and four players."""
    most = get_game(game).seats[1]
    whole = [check(tmp_path, game, seed, 40, min(most, 2 + seed % 3)) for seed in range(20)]
    assert sum(whole) > 0
