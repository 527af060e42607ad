"""What a verdict on a log depends on besides the log: the program itself, and the games that are installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import msgspec

from kronika.core.registry import GROUP, module_of


def work_of(*, strict: bool) -> bytes:
    """What a survey depends on besides the log: the sources of the program and of all games, and how it is made."""
    return blake2b(f"{program_print()} strict={strict}".encode(), digest_size=8).digest()


@cache
def program_print() -> str:
    """A digest of the program: what other sources, or another Python, have found is not to be mixed with these."""
    sums = blake2b(f"{sys.version_info[:2]} {msgspec.__version__}".encode(), digest_size=8)
    for package in ("kronika.core", "kronika.logs"):
        for source in _sources(package):
            sums.update(source)
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        sums.update(f"{point.name}={point.value}".encode())
        module = module_of(point)
        if module and not module.startswith("kronika.core."):
            for source in _sources(module.partition(".")[0]):
                sums.update(source)
    return sums.hexdigest()


def _sources(package: str) -> Iterator[bytes]:
    spec = find_spec(package)
    folders = (spec and spec.submodule_search_locations) or ()
    paths = [path for folder in folders for ending in ("py", "toml") for path in Path(folder).rglob(f"*.{ending}")]
    if spec and spec.origin and not folders:
        paths = [Path(spec.origin)]
    for path in sorted(paths):
        yield path.name.encode("utf-8", "surrogateescape") + path.read_bytes()
