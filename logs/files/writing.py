"""Writing files: the one place where a byte of a log reaches the disk.

A file is made once (`create_file`, or in parts by `growing_file`), grows in place by one line or by a block of logs
(`LockedFile.append`), or is rewritten as a whole (`LockedFile.replace`). Every writer of a file holds its lock, and has
checked right before that it is still as it was read. Anything longer than one line or block goes into a scratch file
beside the target, which takes its place when it is safe on the disk: so a kill at any moment leaves all or nothing.

Windows renames and removes no file that is open, so there a file is closed right before. Changes by another program in
between are not lost. While it has the target open, the target can't be replaced; and any writer that opens the target
removes the scratch file first, so that there is nothing left to take the target's place.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType

from kronika.core.basics import limits
from kronika.core.basics.limits import size_text
from kronika.logs.files import disk
from kronika.logs.files.disk import UNCHANGED, FileStamp
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.scratch import FLAGS, create_scratch, is_scratch_name, remove_leftovers, remove_scratch
from kronika.logs.files.streams import STDIO, compress, is_device, os_errors, os_reason, typed_path

WAIT = 2.0
"""Time for which a writer waits for another one, in seconds."""


class WrittenError(FileError):
    """An error after which the file is written all the same."""


class LockedFile:
    """A file that is open for writing and locked. As a context manager, it closes the file and releases the lock.

    An error of the system in the block becomes a FileError that says what is on the disk.
    """

    def __init__(self, path: str, target: str, fd: int, doing: str, tell: Notify = no_op) -> None:
        """`path` is the name for messages, `target` the file that it leads to, `doing` the action for error messages.

        `tell` gets a sentence if an action has a side effect. `unsure` is what is said if nobody knows how much was
        appended; by default it is for logs.
        """
        self.path = path
        self.target = target
        self.fd = fd
        self.doing = doing
        self.tell = tell
        self.unsure = f"How much of it was appended is not known: `kronika validate {typed_path(path)}` shows it."
        self.undone = UNCHANGED
        self.done = ""
        self.seen = disk.file_stamp(fd)
        disk.keep(fd)

    def __enter__(self) -> LockedFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.close()
        except OSError as failure:
            error = error or failure
        if isinstance(error, OSError):
            raise self.failure(error) from None

    def close(self) -> None:
        """Close the file, which releases the lock."""
        fd, self.fd = self.fd, -1
        if fd >= 0:
            disk.close(fd)

    def close_quietly(self) -> None:
        """Close the file, if an open file can't be renamed here; elsewhere it stays locked, so that nobody comes in
        between.
        """
        if not disk.RENAMES_OPEN:
            self.close()

    def failure(self, error: OSError) -> FileError:
        """An error of the system in words, with what is on the disk."""
        if self.done:
            return WrittenError(f"{self.path}: it was {self.done}, but then something failed: {os_reason(error)}.")
        return FileError(f"{self.path}: cannot {self.doing}: {os_reason(error)}. {self.undone}")

    def read(self) -> bytes:
        """All bytes of the file. Raises FileError if they are more than a log can have."""
        _refuse_size(self.path, self.seen.size, self.undone)
        return disk.read(self.fd, 0)

    def check(self, seen: FileStamp) -> None:
        """Raises FileError unless the name still leads to this file and the file is unchanged since `seen`."""
        if not disk.is_same_file(self.target, self.fd) or disk.file_stamp(self.fd) != seen:
            undone = self.undone[0].lower() + self.undone[1:]
            raise FileError(f"{self.path}: another program has written to it meanwhile; {undone}")

    def append(self, data: bytes, *, wait: bool = True) -> None:
        """Append in place and wait for the disk; after an error the file is cut back to its old length.

        Without `wait` the data outlives a kill of this process, and not a failure of the machine. What was appended
        before stays, and is no longer what an error is about.
        """
        undone = "Nothing more was appended." if self.done else "Nothing was appended."
        self.doing, self.undone, self.done = "append", undone, ""
        self.check(self.seen)
        try:
            os.lseek(self.fd, 0, os.SEEK_END)
            write_all(self.fd, data)
            if wait:
                os.fsync(self.fd)
        except BaseException:
            self._truncate_back()
            self.undone = undone
            raise
        self.done = "appended"
        self.seen = disk.file_stamp(self.fd)

    def cut(self, size: int) -> None:
        """Cut off an end that can be derived again, or that was never acknowledged. The next append waits for the
        disk.
        """
        self.check(self.seen)
        os.ftruncate(self.fd, size)
        self.seen = disk.file_stamp(self.fd)

    def add(self, data: bytes) -> None:
        """Write at the end of a file in the making, without waiting for the disk."""
        write_all(self.fd, data)

    def truncate(self, size: int, save: Callable[[bytes], str]) -> None:
        """Cut the file to its first bytes, after `save` has saved the others, and wait for the disk.

        `save` returns a clause that is true until the cut is made.
        """
        self.doing, self.undone = "repair", "Nothing was cut off."
        self.check(self.seen)
        self.undone = f"Nothing was cut off{save(disk.read(self.fd, size))}."
        os.ftruncate(self.fd, size)
        self.done = "cut"
        self.seen = disk.file_stamp(self.fd)
        os.fsync(self.fd)

    def replace(self, data: bytes | Iterable[bytes], doing: str = "write", done: str = "rewritten") -> None:
        """Put a file with this content, whole or in parts, in the place of this one; its permissions stay.

        Other names of the file (hard links) keep the old content: `tell` reports that.
        """
        self.doing, names = doing, os.fstat(self.fd).st_nlink
        with _scratch(self.path, self.target, 0o600, doing) as new:
            new.undone = self.undone
            for part in (data,) if isinstance(data, bytes) else data:
                new.add(part)
            _sync(new)
            _copy_permissions(os.fstat(self.fd), new)
            self.check(self.seen)
            new.close_quietly()  # first: who has the target once it is let go of finds the scratch file without a lock
            self.close_quietly()
            _place(new, self.target, os.replace)
            new.done = self.done = done
            self.seen = new.seen
            if names > 1:
                self.tell(
                    f"{self.path}: the file had {names} names (hard links). It was {done} under this one alone: the "
                    "others keep what was there before."
                )
            disk.fsync_name(self.target)

    def unlink(self) -> None:
        """Remove the name, once the content is safe under another one. The lock keeps others out."""
        self.check(self.seen)
        self.close_quietly()
        os.unlink(self.target)
        self.done = "taken away"
        disk.fsync_name(self.target)

    def _truncate_back(self) -> None:
        self.undone = self.unsure
        os.ftruncate(self.fd, self.seen.size)
        os.fsync(self.fd)


def open_locked(path: str, doing: str = "write", wait: float = WAIT, tell: Notify = no_op) -> LockedFile:
    """Open a file and take its lock, waiting up to `wait` seconds; `tell` as in `LockedFile`.

    Raises FileError if it does not exist, is not a regular file, or another process keeps the lock.
    """
    deadline = time.monotonic() + wait
    while True:
        with os_errors(path, doing, UNCHANGED):
            target = os.path.realpath(path)
            kind = disk.kind_of(target)
        if kind:
            raise FileError(f"{path}: is {kind}, not a file to write to.")
        if not disk.RENAMES_OPEN:
            remove_leftovers(target)  # once the target is open, a second name of it would not go
        with os_errors(path, "write" if doing == "read" else doing, UNCHANGED):
            fd = os.open(target, FLAGS)
            try:
                disk.lock(fd, path, deadline)
                if disk.is_same_file(target, fd):  # else it was replaced while we waited
                    remove_leftovers(target, fd)
                    return LockedFile(path, target, fd, doing, tell)
            except BaseException:
                disk.close_quietly(fd)
                raise
            os.close(fd)


def read_unlocked(path: str, wait: float = WAIT) -> bytes:
    """The content of a file while nobody writes to it; on a disk without locks, its current content. Raises
    FileError.
    """
    with os_errors(path, "read", UNCHANGED), open(path, "rb", buffering=0) as file:
        disk.lock(file.fileno(), path, time.monotonic() + wait, needed=False)
        _refuse_size(path, os.fstat(file.fileno()).st_size, UNCHANGED)
        return disk.read(file.fileno(), 0)


def create_file(path: str, data: bytes, *, sync: bool = True, private: bool = False) -> FileStamp:
    """Make a file with this content: complete under its name, or not at all.

    A caller that makes many files sets `sync` to false and calls `fsync_folder` at the end. A `private` file can be
    read by its owner alone. Raises FileError, also for an existing file, which is left as it is.
    """
    with growing_file(path, sync=sync, private=private) as new:
        new.add(data)
    return new.seen


@contextlib.contextmanager
def growing_file(path: str, *, sync: bool = True, private: bool = False) -> Iterator[LockedFile]:
    """A file in the making, which gets its name when the block ends without an error. `sync` and `private` as in
    `create_file`.

    Raises FileError, also for an existing file, which is left as it is.
    """
    refuse_name(path)
    if os.path.lexists(path):
        remove_leftovers(path)
        raise exists_error(path)
    with _scratch(path, path, 0o600 if private else 0o666, "write") as new:
        yield new
        _sync(new)
        try:
            _place(new, path, os.link)  # unlike a rename it never takes the place of a file that came meanwhile
        except FileExistsError:
            raise exists_error(path) from None
        except OSError:  # a file system without hard links
            if os.path.lexists(path):
                raise
            _place(new, path, os.rename)
        new.done = "written"
        with contextlib.suppress(FileNotFoundError):
            os.unlink(new.target)
        if sync:
            disk.fsync_name(path)


def create_first(path: str, data: bytes) -> bool:
    """Make a file as `create_file` does. Return false if it exists, or another program is faster.

    Raises FileError.
    """
    if os.path.lexists(path):
        return False
    try:
        create_file(path, data)
    except WrittenError:
        raise
    except FileError:
        if not os.path.exists(path):
            raise
        return False
    return True


def fsync_folder(folder: str) -> None:
    """Waits until the names of all files in a folder are on the disk. Raises FileError."""
    try:
        disk.fsync_name(os.path.join(folder, ""))
    except OSError as error:
        what = "the files were written, but the disk may not have their names"
        raise FileError(f"{folder}: {what}: {os_reason(error)}.") from None


def write_new_file(path: str, parts: Iterable[bytes], *, sync: bool = True) -> None:
    """Write a whole file, compressed by name: complete under its name, or not at all.

    `sync` as in `create_file`. Raises FileError, also for an existing file, which is left as it is.
    """
    data = compress(path, b"".join(parts))
    if path == STDIO:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        create_file(path, data, sync=sync)


def _refuse_size(path: str, size: int, undone: str) -> None:
    if size > limits.LOG:
        most = size_text(limits.LOG)
        raise FileError(f"{path}: has {size_text(size)}; a file that is written to has at most {most}. {undone}")


def exists_error(path: str) -> FileError:
    """The error for a name that exists already."""
    with contextlib.suppress(OSError):
        if kind := disk.kind_of(path):
            return FileError(f"{path}: exists already, and is {kind}; it is left as it is.")
    return FileError(f"{path}: exists already; it is left as it is.")


def refuse_name(path: str) -> None:
    """Raises FileError for a name that no new file may have, on any system."""
    name = os.path.basename(path)
    if is_device(name):
        raise FileError(f"{path}: under Windows a file of this name is a device; choose another. {UNCHANGED}")
    if is_scratch_name(name):
        raise FileError(f"{path}: a file of this name is removed by the next writer; choose another. {UNCHANGED}")


# -- the scratch file -----------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _scratch(path: str, target: str, mode: int, doing: str) -> Iterator[LockedFile]:
    """An empty locked file beside the target; it is removed at the end unless it was placed."""
    with os_errors(path, doing, UNCHANGED):
        new = _open_scratch(path, target, mode, doing)
    with new:
        try:
            yield new
        except BaseException:
            if not new.done:
                with contextlib.suppress(OSError):
                    new.close_quietly()
                    os.unlink(new.target)
            raise


def _open_scratch(path: str, target: str, mode: int, doing: str) -> LockedFile:
    name, fd = create_scratch(path, target, mode)
    try:
        return LockedFile(path, name, fd, doing)
    except BaseException:
        remove_scratch(name, fd)
        raise


def _sync(new: LockedFile) -> None:
    os.fsync(new.fd)
    new.seen = disk.file_stamp(new.fd)


def write_all(fd: int, data: bytes) -> None:
    """Write all bytes, in as many pieces as the system takes them. Raises OSError."""
    left = memoryview(data)
    while left:
        left = left[os.write(fd, left) :]


def _copy_permissions(old: os.stat_result, new: LockedFile) -> None:
    with contextlib.suppress(OSError, AttributeError):  # who may not give it away keeps it
        os.chown(new.target, -1, old.st_gid)
    os.chmod(new.target, stat.S_IMODE(old.st_mode))


def _place(new: LockedFile, target: str, move: Callable[[str, str], None]) -> None:
    new.close_quietly()
    try:
        move(new.target, target)
    except OSError:
        # Network disks report an error for what was done.
        if new.fd < 0 or not disk.is_same_file(target, new.fd):
            raise
