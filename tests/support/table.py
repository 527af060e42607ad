"""The interactive table at a terminal: how tests open it, and who sits there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kronika.logs.replaying.logfile import write_log
from support.logs import DUEL_MOVES, duel_game

if TYPE_CHECKING:  # it needs a system with terminals
    from support.terminal import Terminal

Open = Callable[..., "Terminal"]
"""Opens a terminal with a command, and variables of the environment."""


def new_duel(moves: Any = DUEL_MOVES[:1], **more: Any) -> None:
    """Write the log `g.jsonl` of the tiny game."""
    write_log("g.jsonl", duel_game(moves, **more))


CLEARED = "\x1b[2J\x1b[1;1H\x1b[3J"


def sit_down(at: Terminal, name: str) -> None:
    """A player takes the place at the terminal."""
    at.expect(f"{name}, press Enter ")
    at.enter()


def screen(at: Terminal) -> str:
    """What stands on the screen, and above it, since it was last cleared."""
    return at.raw.rpartition(CLEARED)[2]


ANNAS = ("Citadel", "Gods' Bath", "Maze", "Sky Pillars", "Molehill")


BOBS = ("Ancient Divide", "Eye of the North", "Jinn Shackles", "Blood-tear", "Vestibule")
"""The first hands of seed 7, whose cards are 6 8 9 14 16 and 2 10 11 13 15."""
