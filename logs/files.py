"""Files by name: plain, gzip or zstd, and `-` for standard input and output."""

from __future__ import annotations

import gzip
import io
import os
import sys
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from kronika.logs.faults import FileTrouble

STDIO = "-"
GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


def shown(path: str) -> str:
    """The name of a file in messages."""
    return "<stdin>" if path == STDIO else path


def is_compressed(path: str) -> bool:
    """Does the name say gzip or zstd?"""
    return path.endswith((".gz", ".zst"))


@contextmanager
def trouble(path: str, doing: str) -> Iterator[None]:
    """Turns an operating system's error into a FileTrouble that names the file."""
    try:
        yield
    except OSError as error:
        raise FileTrouble(f"{shown(path)}: cannot {doing}: {error.strerror or error}.") from None


def open_log(path: str) -> IO[bytes]:
    """A log's bytes for reading, decompressed by what the file begins with. Raises FileTrouble."""
    if path == STDIO:
        raw: Any = sys.stdin.buffer
    else:
        with trouble(path, "read"):
            if os.path.isdir(path):
                raise FileTrouble(f"{path}: is a directory, not a log.")
            raw = open(path, "rb")  # noqa: SIM115 - closed by the reader that gets it
    buffered = raw if hasattr(raw, "peek") else io.BufferedReader(raw)
    with trouble(path, "read"):
        magic = buffered.peek(4)[:4]
    if magic.startswith(GZIP_MAGIC):
        return cast(IO[bytes], gzip.GzipFile(fileobj=buffered))
    if magic == ZSTD_MAGIC:
        return io.BufferedReader(_zstd().ZstdDecompressor().stream_reader(buffered, read_across_frames=True))
    return cast(IO[bytes], buffered)


def compress(path: str, data: bytes) -> bytes:
    """`data` as the name asks for. The same data gives the same bytes: gzip's time stamp is left at zero."""
    if path.endswith(".gz"):
        return gzip.compress(data, mtime=0)
    if path.endswith(".zst"):
        return cast(bytes, _zstd().ZstdCompressor(level=19).compress(data))
    return data


def stream_errors() -> tuple[type[Exception], ...]:
    """What a compressed file that is cut short or damaged raises while it is read."""
    zstd = sys.modules.get("zstandard")
    return (EOFError, zlib.error, gzip.BadGzipFile, *((zstd.ZstdError,) if zstd else ()))


def _zstd() -> Any:
    try:
        import zstandard
    except ImportError:
        raise FileTrouble("zstd needs an extra package: pip install 'kronika[zstd]', or use .gz.") from None
    return zstandard


def write_new(path: str, parts: Iterable[bytes], *, replace: bool = False) -> None:
    """Writes a whole file, compressed by name: complete under its name, or not there at all. Raises FileTrouble.

    Unless `replace`, a file that exists is left alone and reported.
    """
    data = compress(path, b"".join(parts))
    if path == STDIO:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    with trouble(path, "write"):
        if target.exists() and not replace:
            raise FileTrouble(f"{path}: exists already; it is left as it is.")
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
            _put(name, path, replace)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _put(name: str, path: str, replace: bool) -> None:
    if replace:
        os.replace(name, path)
        return
    try:
        os.link(name, path)  # unlike a rename it never takes the place of a file that came meanwhile
    except FileExistsError:
        raise FileTrouble(f"{path}: exists already; it is left as it is.") from None
    except OSError:  # a file system without hard links
        os.rename(name, path)
        return
    os.unlink(name)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
