"""The progress of long work: a bar on a terminal, or else a line every minute, as in the log of a CI job."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import click

from kronika.cli.printing.output import print_note, unfinished_line
from kronika.core.basics.errors import Terminated

ItemT = TypeVar("ItemT")

REPORT_SECONDS = 60.0
"""Time between two lines, in seconds."""
BAR_WIDTH = 24
"""Columns of the bar: with label, remaining time and rate it fits into 80."""
STEPS = 1_000
"""The most times that a bar is drawn."""
UNITS = (("s", 1), ("min", 60), ("h", 3600))
"""Units of time, with their lengths in seconds."""


KeptText = Callable[[Mapping[str, Any]], str]
"""Makes a clause about the results kept after an interruption, from the options of the command. Empty if none."""


def nothing_kept(given: Mapping[str, Any]) -> str:
    """For a command that keeps nothing before everything is done."""
    return ""


def kept_in_out(given: Mapping[str, Any]) -> str:
    """For a command that writes the log of a game into the folder `--out` when the game is over."""
    return f"the games that were over are in {given['out']}" if given["out"] else ""


def kept_in_catalog(given: Mapping[str, Any]) -> str:
    """For a command that keeps verdicts by the content of logs."""
    return "what was found is in the catalog"


@contextmanager
def interruption_notice(kept: KeptText = nothing_kept) -> Iterator[None]:
    """After an interruption by Ctrl-C or from outside, report the results kept and the command to continue with."""
    try:
        yield
    except (KeyboardInterrupt, Terminated):
        clause = kept(click.get_current_context().params)
        how = "To continue" if clause else "To start again"
        print_note(f"Interrupted: {clause or 'nothing is kept'}. {how}: {shlex.join(('kronika', *sys.argv[1:]))}")
        raise


def one(item: object) -> int:
    """The size of an item that stands for itself."""
    return 1


def progress(
    items: Iterable[ItemT], total: int, label: str, *, told: bool = False, size: Callable[[ItemT], int] = one
) -> Iterator[ItemT]:
    """Yield the items; on standard error show the progress, the rate, and the remaining time.

    `told` is true if each item is printed as it comes; a terminal that shows them then has no bar. `size` is how many
    of the total an item is.
    """
    if total < 2:
        yield from items
    elif not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield from _with_lines(items, total, label, size)
    elif told and sys.stdout.isatty():
        yield from items
    else:
        yield from _with_bar(items, total, label, size)


def _with_bar(items: Iterable[ItemT], total: int, label: str, size: Callable[[ItemT], int]) -> Iterator[ItemT]:
    began = monotonic()
    bar: Any = click.progressbar(
        length=total,
        label=label,
        file=sys.stderr,
        width=BAR_WIDTH,
        update_min_steps=max(1, total // STEPS),
        item_show_func=lambda _: _rate(bar.pos, monotonic() - began) if bar.pos else None,
    )
    with bar, unfinished_line():
        for item in items:
            yield item
            bar.update(size(item))


def _with_lines(items: Iterable[ItemT], total: int, label: str, size: Callable[[ItemT], int]) -> Iterator[ItemT]:
    began = last = monotonic()
    done = 0
    for item in items:
        yield item
        done += size(item)
        now = monotonic()
        if now - last >= REPORT_SECONDS and done < total:
            last = now
            left = (now - began) * (total - done) / done
            print_note(f"{label}: {done:,} of {total:,}, {_rate(done, now - began)}, about {_duration(left)} left.")


def _rate(done: int, seconds: float) -> str:
    """The rate, per shortest unit of time with at least one item: `1,234/s`, `5.0/min`."""
    each = done / max(seconds, 1)
    unit, long = next((unit for unit in UNITS if each * unit[1] >= 1), UNITS[-1])
    return f"{each * long:,.0f}/{unit}" if each * long >= 10 else f"{each * long:.1f}/{unit}"


def _duration(seconds: float) -> str:
    """A time in the longest unit of which it has at least two: `90 s`, `15 min`, `7 h`."""
    unit, long = next((unit for unit in UNITS[::-1] if seconds >= 2 * unit[1]), UNITS[0])
    return f"{seconds / long:.0f} {unit}"
