"""The log format of Kronika: records, files, validation, comparison. It prints nothing.

>>> from kronika.core import Session
>>> from kronika.logs import load, save, validate
>>> save("game.jsonl", Session.new("tides", players=["Anna", "Bob"], seed=7))
>>> validate("game.jsonl").faults
()
>>> load("game.jsonl").totals()
{'Anna': 0, 'Bob': 0}
"""

from __future__ import annotations

if __name__ != "kronika.logs":
    raise ImportError("This folder is the package kronika.logs: import that.")

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kronika.logs.compare import Diff
    from kronika.logs.compare import diff_logs as diff
    from kronika.logs.faults import Fault, FileTrouble, LogError
    from kronika.logs.mend import Repair, convert, repair, seal
    from kronika.logs.replay import Report, load, validate
    from kronika.logs.store import LogFile
    from kronika.logs.store import write_log as save

_HOMES = {
    "Diff": "compare",
    "Fault": "faults",
    "FileTrouble": "faults",
    "LogError": "faults",
    "LogFile": "store",
    "Repair": "mend",
    "Report": "replay",
    "convert": "mend",
    "diff": "compare:diff_logs",
    "load": "replay",
    "repair": "mend",
    "save": "store:write_log",
    "seal": "mend",
    "validate": "replay",
}

__all__ = [
    "Diff",
    "Fault",
    "FileTrouble",
    "LogError",
    "LogFile",
    "Repair",
    "Report",
    "convert",
    "diff",
    "load",
    "repair",
    "save",
    "seal",
    "validate",
]

if not TYPE_CHECKING:  # a checker of types is to see a misspelt name

    def __getattr__(name: str) -> Any:
        from kronika.core.lazy import found

        return found(__name__, _HOMES, name)


def __dir__() -> list[str]:
    return __all__
