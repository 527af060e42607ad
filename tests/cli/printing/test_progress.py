"""How far long work is, as it is reported where nobody looks on."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest

from kronika.cli.printing import progress as told
from kronika.cli.printing.output import print_note


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands at the last of these numbers."""
    times = [1000.0]
    monkeypatch.setattr(told, "monotonic", lambda: times[-1])
    return times


def passing(clock: list[float], *steps: float) -> Iterator[int]:
    for number, step in enumerate(steps):
        clock.append(clock[-1] + step)
        yield number


def test_a_line_a_minute(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    """Items of 25 seconds: after the third 75 seconds are gone, and three items later 150."""
    items = passing(clock, *[25.0] * 10)
    assert list(told.progress(items, 10, "playing")) == list(range(10))
    assert capsys.readouterr() == (
        "",
        "playing: 3 of 10, 2.4/min, about 3 min left.\n"
        "playing: 6 of 10, 2.4/min, about 100 s left.\n"
        "playing: 9 of 10, 2.4/min, about 25 s left.\n",
    )


def test_what_takes_less_than_a_minute_says_nothing(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    assert len(list(told.progress(passing(clock, *[0.59] * 100), 100, "playing"))) == 100
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("done", "seconds", "rate"),
    [
        (0, 0, "0.0/h"),
        (5000, 2, "2,500/s"),
        (3, 2, "1.5/s"),
        (30, 60, "30/min"),
        (30, 1200, "1.5/min"),
        (1, 1800, "2.0/h"),
    ],
)
def test_a_rate(done: int, seconds: float, rate: str) -> None:
    assert told._rate(done, seconds) == rate


@pytest.mark.parametrize(
    ("seconds", "span"), [(0, "0 s"), (119, "119 s"), (180, "3 min"), (7300, "2 h"), (9e5, "250 h")]
)
def test_a_span(seconds: float, span: str) -> None:
    assert told._duration(seconds) == span


def test_results_that_are_printed_are_their_own_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for stream in (sys.stderr, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert list(told.progress(iter("ab"), 2, "playing", told=True)) == ["a", "b"]
    assert capsys.readouterr() == ("", "")
    assert list(told.progress(iter("ab"), 2, "playing")) == ["a", "b"]
    assert "playing" in capsys.readouterr().err


def test_what_is_noted_meanwhile_goes_below_the_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A word in the midst of long work, as that a cluster has no worker left, is a line of its own on a terminal."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for number in told.progress(range(3), 3, "playing"):
        if number == 1:
            print_note("Nobody works.", "warning")
    print_note("Done.")
    lines = capsys.readouterr().err.splitlines()
    assert "warning: Nobody works." in [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
    assert lines[-1] == "Done."
