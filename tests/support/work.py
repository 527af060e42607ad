"""Work for several processes: functions that pickle, and what happens to the processes meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path


def square(number: int) -> int:
    """Some work."""
    return number * number


def die_at_seven(number: int) -> int:
    """Work that kills its process at 7, when what was begun before is done; what comes after 7 waits for that."""
    if number == 7:
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGKILL)
    if number > 7:
        time.sleep(60)
    return number


def die_while_sending_seven(number: int) -> int:
    """As `die_at_seven`, but its process dies when it has sent half of the result."""
    if number == 7:
        time.sleep(0.2)
        Connection._send = _half_and_die  # type: ignore[attr-defined]  # a private method
    if number > 7:
        time.sleep(60)
    return number


def _half_and_die(pipe: Connection, data: bytes) -> None:
    os.write(pipe.fileno(), data[: len(data) // 2])
    os.kill(os.getpid(), signal.SIGKILL)


def wait_in(folder: str) -> None:
    """Work that takes a minute; a file in the folder says that it has begun."""
    Path(folder, str(os.getpid())).touch()
    time.sleep(60)


def ask_a_program(folder: str) -> None:
    """Work that waits for a program of its own, which does not end by itself; a file says which process that is."""
    program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
    try:
        Path(folder, str(program.pid)).touch()
        program.wait()
    finally:
        program.kill()
        program.wait()
