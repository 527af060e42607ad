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
    from kronika.logs.files.faults import Fault, FileError, LogError
    from kronika.logs.replaying.compare import Diff
    from kronika.logs.replaying.compare import diff_logs as diff
    from kronika.logs.replaying.logfile import LogFile
    from kronika.logs.replaying.logfile import write_log as save
    from kronika.logs.replaying.replay import Report, load, validate
    from kronika.logs.texts.convert import Repair, convert, repair, seal

_HOMES = {
    "Diff": "replaying.compare",
    "Fault": "files.faults",
    "FileError": "files.faults",
    "LogError": "files.faults",
    "LogFile": "replaying.logfile",
    "Repair": "texts.convert",
    "Report": "replaying.replay",
    "convert": "texts.convert",
    "diff": "replaying.compare:diff_logs",
    "load": "replaying.replay",
    "repair": "texts.convert",
    "save": "replaying.logfile:write_log",
    "seal": "texts.convert",
    "validate": "replaying.replay",
}

__all__ = [
    "Diff",
    "Fault",
    "FileError",
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
        from kronika.core.basics.lazy import load_attribute

        return load_attribute(__name__, _HOMES, name)


def __dir__() -> list[str]:
    return __all__
