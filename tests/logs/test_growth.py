"""Inputs made to take long: twice the size takes at most 2.3 times as long, and no size takes much memory."""

from __future__ import annotations

import gc
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import process_time

import pytest

from support.oversized import OVERSIZED

pytestmark = pytest.mark.usefixtures("duel")

DOUBLINGS = 5
GROWTH = 2.3
ATTEMPTS = 4
LEAST = 0.0005
"""Seconds that are too short to be compared."""
MEMORY = 200 << 20


def seconds(name: str, size: int, folder: Path) -> float:
    work = OVERSIZED[name][1](size, folder)
    times = []
    gc.disable()  # it looks at all that the tests before have left
    try:
        for _ in range(5):
            start = process_time()
            work()
            times.append(process_time() - start)
            if times[0] > 0.05:  # long enough to be right
                break
    finally:
        gc.enable()
    return median(times)


@pytest.mark.parametrize("name", OVERSIZED)
def test_time_grows_with_the_size_alone(tmp_path: Path, name: str) -> None:
    smallest = OVERSIZED[name][0]
    for _ in range(ATTEMPTS):  # what else the machine does can make it grow, but not each time
        first = max(LEAST, seconds(name, smallest, tmp_path))
        last = seconds(name, smallest << DOUBLINGS, tmp_path)
        if (growth := (last / first) ** (1 / DOUBLINGS)) < GROWTH:
            return
    pytest.fail(f"{growth:.2f} times the time for twice the size: {first:.4f} and {last:.4f} s")


STATUS = Path("/proc/self/status")
MEASURE = r"""
import re, sys
from pathlib import Path
from support.oversized import OVERSIZED
for name, (smallest, made) in OVERSIZED.items():
    made(smallest << int(sys.argv[2]), Path(sys.argv[1]))()
    most = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[1]
    print(int(most) << 10, name)
"""
"""The most memory so far, after each of them. What `getrusage` gives begins with that of the parent process."""


@pytest.mark.long
@pytest.mark.skipif(not STATUS.exists(), reason="memory is read from /proc")
def test_no_size_takes_much_memory(tmp_path: Path, duel: dict[str, str]) -> None:
    command = [sys.executable, "-c", MEASURE, str(tmp_path), str(DOUBLINGS)]
    done = subprocess.run(command, env=duel, capture_output=True, text=True, check=True, timeout=300)
    rows = [(int(size), name) for size, _, name in (line.partition(" ") for line in done.stdout.split("\n") if line)]
    assert len(rows) == len(OVERSIZED)
    assert rows[-1][0] < MEMORY, [name for (before, _), (size, name) in pairwise(rows) if size > before + (10 << 20)]
