"""A log on disk: written as a whole, or appended to under a lock. Its content never changes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from types import TracebackType

from msgspec import UNSET

from kronika.core.basics import limits
from kronika.core.basics.limits import size_text
from kronika.core.sessions.digest import digest
from kronika.core.sessions.events import FORMAT, Entry
from kronika.core.sessions.session import Session
from kronika.logs.files.arguments import PathName, file_name
from kronika.logs.files.disk import FileStamp
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.pack import packed_address
from kronika.logs.files.pack_blocks import MAGIC as MANY
from kronika.logs.files.pack_log import pack_log
from kronika.logs.files.pack_writing import pack_file
from kronika.logs.files.packed import MAGIC, is_pack_name, is_packed_name, pack
from kronika.logs.files.records import header_line, record_line, to_record
from kronika.logs.files.streams import GZIP_MAGIC, STDIO, ZSTD_MAGIC, compress, display_name, is_compressed, os_errors
from kronika.logs.files.upcast import upcast_log, upcast_notice
from kronika.logs.files.writing import WAIT, LockedFile, create_file, open_locked, write_new_file
from kronika.logs.replaying.replay import load


def log_lines(session: Session) -> Iterator[bytes]:
    """Yield a session's log as text: the header, then one record per line."""
    yield header_line(session.header)
    for number, entry in enumerate(session.history, 1):
        yield record_line(to_record(entry, number))


def write_log(path: PathName, session: Session, *, sync: bool = True) -> None:
    """Write a whole log in the form that the name asks for: text or packed (`.kpack`), plain, `.gz` or `.zst`.

    `sync` as in `create_file`. Raises FileError, also for an existing file, which is left as it is, and TypeError for
    an argument that is not a name.
    """
    path = file_name(path)
    write_new_file(path, _parts(path, session), sync=sync)


def log_bytes(path: str, session: Session) -> bytes:
    """The bytes that `write_log` writes."""
    return compress(path, b"".join(_parts(path, session)))


def packed_bytes(session: Session) -> bytes:
    """The bytes of a session's log in a file of many. The log of a witness, which can't be derived, is its text."""
    if session.header.witness is not UNSET:
        return b"".join(log_lines(session))
    return pack_log(session.header, session.game, session.history, digest(session.state))


def log_name(path: str) -> str:
    """The name of a log in a file of many, from its file's name without its endings."""
    name = os.path.basename(path)
    for ending in (".gz", ".zst", ".jsonl", ".kpack", ".txt"):
        name = name.removesuffix(ending)
    return name


def _parts(path: str, session: Session) -> Iterable[bytes]:
    if is_pack_name(path):
        return (pack_file([(packed_bytes(session), "")]),)
    if is_packed_name(path):
        if session.header.witness is not UNSET:
            raise FileError(
                f"{display_name(path)}: what a witness saw has no packed form, which leaves the effects out."
            )
        return pack(session.header, session.game, session.history, digest(session.state))
    return log_lines(session)


class LogFile:
    """A text log that is open for appending. Its current content is in `session`.

    With `keep`, it keeps the log's lock until it has saved or its context ends: nobody else can write in between.
    Without it, a save takes the lock, and is refused if somebody has written since.

    A save writes the current format: the first save to an older log rewrites it as a whole. `tell` gets a sentence
    about that, and about other names (hard links) of a file that was rewritten.
    """

    def __init__(
        self,
        path: str,
        session: Session,
        seen: FileStamp,
        wait: float = WAIT,
        held: LockedFile | None = None,
        tell: Notify = no_op,
    ) -> None:
        self.path = path
        self.session = session
        self._seen = seen
        self._wait = wait
        self._held = held
        self._tell = tell
        self._stored = len(session.history)
        self._time = self._written_at()

    @classmethod
    def create(cls, path: PathName, session: Session, *, wait: float = WAIT) -> LogFile:
        """Write a new log with the content of the session. Raises FileError if it exists already; TypeError."""
        path = file_name(path)
        refuse_unappendable(path)
        return cls(path, session, create_file(path, b"".join(log_lines(session))), wait)

    @classmethod
    def open(
        cls,
        path: PathName,
        *,
        wait: float = WAIT,
        keep: bool = False,
        tell: Notify = no_op,
    ) -> LogFile:
        """Load a log to continue it. With `keep` its lock is kept; `wait` is the time to wait for a lock, in seconds.

        Raises FileError, LogError if it does not replay, or TypeError for an argument that is not a name.
        """
        path = file_name(path)
        refuse_unappendable(path)
        with ExitStack() as stack:
            held = stack.enter_context(open_locked(path, "read", wait, tell))
            data = held.read()
            refuse_unappendable(path, data)
            file = cls(path, load(path, data), held.seen, wait, held if keep else None, tell)
            if keep:
                stack.pop_all()
            return file

    def __enter__(self) -> LogFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.close()
        except FileError:
            if error is None:  # else that is the thing to say
                raise

    def close(self) -> None:
        """Release the lock, if it is held. Raises FileError."""
        held, self._held = self._held, None
        if held is not None:
            with held:
                pass

    def changed(self) -> bool:
        """True if another program has written to the log since, or replaced it. Raises FileError."""
        with os_errors(self.path, "read"):
            now = os.stat(self.path)
        return (now.st_dev, now.st_ino, now.st_size) != self._seen[:3] or now.st_mtime_ns != self._time

    def _written_at(self) -> int:
        """When the file was written last: a new file may have the number and the length of the one before."""
        try:
            return os.stat(self.path).st_mtime_ns
        except OSError:
            return -1  # then `changed` says why

    def _repr_svg_(self) -> str:
        return self.session._repr_svg_()

    def _repr_html_(self) -> str:
        return self.session._repr_html_()

    @property
    def unsaved(self) -> int:
        """The number of entries of the history that are not on the disk."""
        return len(self.session.history) - self._stored

    @property
    def stored(self) -> int:
        """The number of entries of the history that are on the disk."""
        return self._stored

    def save(self) -> None:
        """Append the new entries of the session: all or nothing, even if the program is killed on the way.

        Raises FileError if another program has written meanwhile, or the write fails; the message says what is on the
        disk.
        """
        self.append(self.session.history[self._stored :])

    def append(self, entries: Sequence[Entry]) -> None:
        """Append these entries of the session's history. See `save`."""
        if not entries:
            return
        lines = b"".join(record_line(to_record(entry, n)) for n, entry in enumerate(entries, self._stored + 1))
        held, self._held = self._held or open_locked(self.path, "append", self._wait, self._tell), None
        with held:
            held.undone = "Nothing was appended."
            held.check(self._seen)
            older, before = self.session.stored, held.read()
            if older < FORMAT:
                before = upcast_log(before, older, self.session)
            if not before.endswith(b"\n"):  # a last line that is whole but for its line break was loaded: it counts
                lines = b"\n" + lines
            if len(before) + len(lines) > limits.LOG:
                most = size_text(limits.LOG)
                raise FileError(f"{self.path}: a log has at most {most}, and there is no room. {held.undone}")
            try:
                if len(entries) == 1 and older >= FORMAT:
                    held.append(lines)
                else:
                    held.replace(before + lines, "append", "appended")
            finally:
                if held.done:  # even where something failed afterwards
                    self._seen = held.seen
                    self._time = self._written_at()
                    self._stored += len(entries)
                    self.session.stored = max(older, FORMAT)
            if older < FORMAT:
                self._tell(upcast_notice(self.path, older))


def refuse_unappendable(path: str, data: bytes = b"") -> None:
    """Raises FileError for a log that can be read but not appended to: compressed, packed, or a pipe.

    It checks the name, and the bytes if they are known.
    """
    if not is_plain(path, data):
        raise FileError(f"{display_name(path)}: only a plain text log can grow; `kronika convert` makes one of it.")


def is_plain(path: str, data: bytes = b"") -> bool:
    """True if the name and the bytes are those of a plain text log. Compressed and packed ones are not, nor is `-`."""
    named = path != STDIO and not is_compressed(path) and not is_packed_name(path) and packed_address(path) is None
    return named and not data.startswith((MAGIC, MANY, GZIP_MAGIC, ZSTD_MAGIC))
