"""Folders that come with Kronika, to be written out as a start for the user."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable


def shipped(folder: str) -> Iterator[tuple[tuple[str, ...], bytes]]:
    """The files of a folder of `kronika.fixtures`, including hidden ones: the path of each in the folder, and its
    content.
    """
    yield from _under(files("kronika.fixtures").joinpath(folder))


def _under(folder: Traversable, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.strip("_").endswith("cache"):
            continue  # a cache of pytest, mypy, ruff or Python, in a checkout
        if entry.is_dir():
            yield from _under(entry, (*path, entry.name))
        else:
            yield (*path, entry.name), entry.read_bytes()
