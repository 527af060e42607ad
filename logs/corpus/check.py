"""Checking a folder of logs, in parallel and resumable, and the list of logs that are pinned."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from functools import partial

import msgspec
from msgspec import Struct

from kronika.core import limits
from kronika.core.toml import BadToml, read_toml
from kronika.logs.catalog import LARGEST, Catalog, content_of
from kronika.logs.faults import FileTrouble
from kronika.logs.files import trouble
from kronika.logs.pool import Tell, in_order, silent
from kronika.logs.survey import Survey, renamed, survey
from kronika.logs.walk import Logs, find_logs, name_text, text_name
from kronika.logs.writing import write_new

PINS = "kronika-pins.toml"


class Pin(Struct, frozen=True, forbid_unknown_fields=True):
    """A log that is kept although it no longer replays: the version of its game's rules it belongs to, and why."""

    rules: int
    why: str


class Corpus(Struct, frozen=True):
    """What a check of a folder found: every log surveyed, in order of path; which of them are pinned.

    `unlisted` are the folders that could not be listed, each with a sentence that says why.
    """

    logs: tuple[Survey, ...]
    pinned: dict[str, Pin] = {}
    unlisted: dict[str, str] = {}

    def faulty(self) -> list[Survey]:
        """The logs with faults, pinned ones left out."""
        return [log for log in self.logs if not log.ok and log.path not in self.pinned]


def logs_in(folder: str) -> Logs:
    """The logs below a folder, by their paths from there. Raises FileTrouble when it is none, or has none."""
    if not os.path.isdir(folder):
        raise FileTrouble(f"{folder}: is not a folder.")
    found = find_logs([folder])
    return Logs(tuple(os.path.relpath(path, folder) for path in found.paths), found.unlisted)


def check(
    folder: str,
    paths: Sequence[str],
    *,
    jobs: int = 1,
    strict: bool = False,
    catalog: Catalog | None = None,
    tell: Tell = silent,
) -> Generator[Survey, None, None]:
    """Surveys logs of a folder, in the order of their paths from there. Raises WorkerDied.

    With a catalog, which must be for the same kind of check, what it has is not surveyed again: so a check goes on
    where a killed one stopped.
    """
    with closing(in_order(partial(_examine, folder, strict, catalog), paths, jobs, tell)) as results:
        for found, content in results:
            if catalog is not None and content is not None:
                catalog.put(content, found)
            yield found


def _examine(folder: str, strict: bool, catalog: Catalog | None, path: str) -> tuple[Survey, bytes | None]:
    """A log's survey, and what it is to be kept under unless the catalog has it; the file is read once."""
    data = _data(os.path.join(folder, path)) if catalog is not None else None
    if catalog is None or data is None:
        return survey(folder, path, strict), None
    content = content_of(data)
    known = catalog.get(content)
    return (survey(folder, path, strict, data), content) if known is None else (renamed(known, path), None)


def _data(path: str) -> bytes | None:
    """What a file holds; None if it is too large to be held, or can't be read, which surveying it tells."""
    try:
        with open(path, "rb", buffering=0) as file:
            return file.readall() if os.fstat(file.fileno()).st_size <= LARGEST else None
    except OSError:
        return None


def read_pins(folder: str) -> dict[str, Pin]:
    """The pinned logs of a folder, by path. Raises FileTrouble when the list can't be read."""
    path = os.path.join(folder, PINS)
    if not os.path.lexists(path):
        return {}
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe would be waited for
        raise FileTrouble(f"{path}: is no list of pins: it is no file.")
    with trouble(path, "read"), open(path, encoding="utf-8") as file:
        try:
            pins = msgspec.convert(read_toml(file.read(limits.TOML + 1)), dict[str, Pin])
        except (BadToml, msgspec.ValidationError, UnicodeDecodeError) as error:
            raise FileTrouble(f"{path}: is no list of pins: {error}.") from None
    return {text_name(name): pin for name, pin in pins.items()}


def write_pins(folder: str, pins: Mapping[str, Pin]) -> None:
    """Writes the list of pinned logs, whole or not at all. Raises FileTrouble."""
    text = "# Logs that are kept although the present rules no longer replay them.\n"
    for path, pin in sorted(pins.items()):
        text += f"\n[{_quoted(name_text(path))}]\nrules = {pin.rules}\nwhy = {_quoted(name_text(pin.why))}\n"
    write_new(os.path.join(folder, PINS), [text.encode()], replace=True)


def _quoted(text: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which TOML wants escaped too.
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")
