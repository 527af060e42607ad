"""The results of a check of many logs, added log by log; of a log without faults only numbers are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from typing import Final

from kronika.logs.corpus.sums import Folded
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.replaying.survey import Survey

UNREADABLE: Final = "unreadable"


class Summary:
    """The logs by game and version of its rules, and the faults, each with the first log that has it.

    `tell` gets the faults in words, in the order of the logs. Pinned logs count, but not as faulty.
    """

    def __init__(self, pinned: Container[str], tell: Notify = no_op) -> None:
        self._pinned = pinned
        self._say = tell
        self.logs = Counter[tuple[str, int]]()
        self.events = Counter[tuple[str, int]]()
        self.faulty = Counter[tuple[str, int]]()
        self.faults = Counter[tuple[str, str]]()
        """Logs by fault and rule; one that can't be read has no rule."""
        self.first: dict[tuple[str, str], str] = {}
        """The first place of each."""

    def add(self, log: Survey | Folded) -> None:
        """One more log, or several valid ones."""
        if isinstance(log, Folded):
            for kind, sums in log.sums.items():
                self.logs[kind] += sums.logs
                self.events[kind] += sums.events
            return
        kind = log.game or "?", log.rules
        self.logs[kind] += 1
        self.events[kind] += log.events
        if not log.ok and log.path not in self._pinned:
            self.faulty[kind] += 1
            self._tell(log)

    def _tell(self, log: Survey) -> None:
        for text in map(str, log.faults) if log.faults else [log.unreadable]:
            self._say(text)
        found: dict[tuple[str, str], str] = {}
        for fault in log.faults:
            for rule in fault.rules or ("",):
                found.setdefault((fault.code, rule), f"{log.path}:{fault.line}")
        for what, where in (found or {(UNREADABLE, ""): log.path}).items():
            self.faults[what] += 1
            self.first.setdefault(what, where)
