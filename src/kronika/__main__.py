"""Entry point of the command line, for `kronika` and `python -m kronika`."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line. While the commands are being imported, Ctrl-C ends the process without a traceback."""
    before = signal.getsignal(signal.SIGINT)
    heeded = before is signal.default_int_handler  # a shell may have set it to be ignored
    if heeded:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from kronika.cli import main as run  # imported after the signal is set

    if heeded:
        signal.signal(signal.SIGINT, before)
    run()


if __name__ == "__main__":
    main()
