"""Colours where nobody looks at a terminal: `--color` before the variables, and among these the one that forbids."""

from __future__ import annotations

import pytest

from support.cli import run

ESCAPE = "\x1b["


@pytest.mark.parametrize(
    ("words", "env", "coloured"),
    [
        ((), {}, False),
        (("--color", "auto"), {}, False),
        (("--color", "always"), {}, True),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "0"}, False),
        ((), {"CLICOLOR_FORCE": "1"}, True),
        ((), {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ],
)
def test_colours_are_as_they_are_asked_for(words: tuple[str, ...], env: dict[str, str], coloured: bool) -> None:
    done = run(*words, "rules", "tides", "TT-2.6", env=env)
    assert (ESCAPE in done.out) == coloured
    missing = run(*words, "show", "none.jsonl", env=env)
    assert (ESCAPE in missing.err) == coloured


def test_a_wish_is_for_one_command() -> None:
    assert ESCAPE in run("--color", "always", "rules", "tides", "TT-2.6").out
    assert ESCAPE not in run("rules", "tides", "TT-2.6").out
