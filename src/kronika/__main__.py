"""`kronika` and `python -m kronika`: the command line."""

from __future__ import annotations

import signal


def main() -> None:
    """The console script. While it imports the commands Ctrl-C just ends the process: there is no traceback to see."""
    before = signal.getsignal(signal.SIGINT)
    heeded = before is signal.default_int_handler  # a shell may have it ignored
    if heeded:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from kronika.cli import main as run  # see above

    if heeded:
        signal.signal(signal.SIGINT, before)
    run()


if __name__ == "__main__":
    main()
