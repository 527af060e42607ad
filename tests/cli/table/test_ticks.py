"""The ticks that make readline notice a signal leave what it prints as it is."""

from __future__ import annotations

import pytest

pytest.importorskip("pty")

from support.terminal import Terminal

PROMPTS = 200
_PROGRAM = f"""
import readline
from kronika.cli.printing import terminal

terminal._WAKE_SECONDS = 0.00005  # a tick falls into nearly every prompt
with terminal.restoring_terminal():
    for _ in range({PROMPTS}):
        input("Anna> ")
"""


def test_no_tick_takes_a_letter_from_the_prompt_or_from_what_is_typed() -> None:
    """A write to a terminal that a signal interrupts is lost with its letters, unless the system begins it again."""
    at = Terminal(program=_PROGRAM)
    for _ in range(PROMPTS):
        at.expect("Anna> ", 5)
        at.enter("board")
    assert at.end() == 0
    assert at.text.count("Anna> board\n") == PROMPTS
