"""A hosted log: read and changed by several people at once, and by other programs."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from threading import RLock
from typing import Any, Final

from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.writing import WAIT
from kronika.logs.hosting.journal import Journal
from kronika.logs.hosting.links import seated
from kronika.logs.replaying.logfile import LogFile

TRIES: Final = 5
"""Times that a change is made again because another program wrote right before."""

Change = Callable[[Session], object]
"""Changes a session, or raises KronikaError; a session that it has left half changed is read again."""


class HostedGame:
    """A log that several people read and change. Hold `lock` while you read its `session`.

    `listeners` are called after each change, by the thread that made or found it. `memo` holds values that are true
    until the next change.
    """

    def __init__(self, path: str, *, wait: float = WAIT, tell: Notify = no_op) -> None:
        """Open the log at `path`, and draw the chance that is due if it has a seed. Raises FileError, LogError."""
        self.path = path
        self.lock = RLock()
        self.listeners: list[Callable[[], object]] = []
        self.memo: dict[Any, Any] = {}
        self._wait, self._tell = wait, tell
        self._journal = Journal(path)
        self._unsaved = False
        self._open()
        self.session.resolve_chance()
        self._file.save()

    @property
    def session(self) -> Session:
        """The game as it is on the disk. After a change by another program it is another object."""
        return self._file.session

    @property
    def revision(self) -> int:
        """The number of records on the disk: every change adds some, an undo too."""
        return self._file.stored

    def refresh(self) -> bool:
        """Read what another program has written. Return true if there is anything. Raises FileError, LogError."""
        with self.lock:
            if not self._unsaved and not self._file.changed():
                return False
            self._open()
            self._changed()
        return True

    def try_out(self, act: Change) -> int:
        """Make a change in a copy of the game alone, and return the revision. Raises the error of `act`, FileError,
        LogError.
        """
        with self.lock:
            self.refresh()
            act(copy(self.session))
            return self.revision

    def change(self, act: Change, id: str = "") -> int:
        """Make a change, and return the revision after it once it is on the disk.

        One with an `id` is made once, however often it is asked for, even after a restart. Raises the error of `act`,
        or FileError; the game is then unchanged.
        """
        with self.lock:
            for _ in range(TRIES):
                self.refresh()
                if (id and self._journal.is_made(id, self.session.history)) or self._made(act, id):
                    return self.revision
        raise FileError(f"{self.path}: other programs write to it all the time; nothing was changed.")

    def _made(self, act: Change, id: str) -> bool:
        """Make a change and save it. Return false if another program wrote in between: nothing was changed then."""
        before, self._unsaved = self.revision, True
        try:
            act(self.session)
            self.session.resolve_chance()
            if id and len(self.session.history) > before:
                self._journal.add(id, self.session.history[before], before + 1)
            self._file.save()
        except FileError:
            mine = self.session.history[before:]
            self.refresh()
            if not mine or (self.revision == before):
                raise
            return self.session.history[before : before + len(mine)] == mine  # else it was written all the same
        except Exception:
            self._unsaved = len(self.session.history) > before
            raise
        self._unsaved = False
        if self.revision > before:
            self._changed()
        return True

    def _open(self) -> None:
        file = LogFile.open(self.path, wait=self._wait, tell=self._tell)
        who = seated(file.session)
        if who != getattr(self, "_seated", who):
            raise FileError(f"{self.path}: another game is in its place. Start `kronika host` again.")
        self._file, self._seated = file, who
        self._unsaved = False
        self.session.chance = "given" if self.session.header.seed is None else "auto"

    def _changed(self) -> None:
        self.memo.clear()
        for listener in self.listeners:
            listener()
