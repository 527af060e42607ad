"""Checking a folder of logs, in parallel and resumable, and the list of logs that are pinned."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import partial

import msgspec
from msgspec import Struct

from kronika.core.toml import BadToml, read_toml
from kronika.logs.corpus.journal import Journal, program_print
from kronika.logs.faults import FileTrouble
from kronika.logs.files import trouble
from kronika.logs.pool import in_order
from kronika.logs.survey import Survey, find_logs, survey
from kronika.logs.writing import write_new

JOURNAL = ".kronika-corpus.sqlite"
PINS = "kronika-pins.toml"


class Pin(Struct, frozen=True, forbid_unknown_fields=True):
    """A log that is kept although it no longer replays: the version of its game's rules it belongs to, and why."""

    rules: int
    why: str


class Corpus(Struct, frozen=True):
    """What a check of a folder found: every log surveyed, in order of path; which of them are pinned."""

    logs: tuple[Survey, ...]
    pinned: dict[str, Pin] = {}

    def faulty(self) -> list[Survey]:
        """The logs with faults, pinned ones left out."""
        return [log for log in self.logs if not log.ok and log.path not in self.pinned]


def check(folder: str, *, jobs: int = 1, strict: bool = False, journal: str | None = None) -> Iterator[Survey]:
    """Surveys every log below a folder, in order of path; goes on where a killed check of it stopped.

    The journal lies in the folder unless another file is named. Raises FileTrouble.
    """
    if not os.path.isdir(folder):
        raise FileTrouble(f"{folder}: is not a folder.")
    paths = [os.path.relpath(path, folder) for path in find_logs([folder])]
    work = f"{program_print()} strict={strict}"
    with Journal(journal or os.path.join(folder, JOURNAL), work) as done:
        known = {path: found for path in paths if (found := done.get(folder, path)) is not None}
        fresh = in_order(partial(survey, folder, strict=strict), [path for path in paths if path not in known], jobs)
        for path in paths:
            found = known.get(path)
            if found is None:
                found = next(fresh)
                done.put(folder, found)
            yield found


def read_pins(folder: str) -> dict[str, Pin]:
    """The pinned logs of a folder, by path. Raises FileTrouble when the list can't be read."""
    path = os.path.join(folder, PINS)
    if not os.path.exists(path):
        return {}
    with trouble(path, "read"), open(path, encoding="utf-8") as file:
        try:
            return msgspec.convert(read_toml(file.read()), dict[str, Pin])
        except (BadToml, msgspec.ValidationError, UnicodeDecodeError) as error:
            raise FileTrouble(f"{path}: is no list of pins: {error}.") from None


def write_pins(folder: str, pins: Mapping[str, Pin]) -> None:
    """Writes the list of pinned logs, whole or not at all. Raises FileTrouble."""
    text = "# Logs that are kept although the present rules no longer replay them.\n"
    for path, pin in sorted(pins.items()):
        text += f"\n[{_quoted(path)}]\nrules = {pin.rules}\nwhy = {_quoted(pin.why)}\n"
    write_new(os.path.join(folder, PINS), [text.encode()], replace=True)


def _quoted(text: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which TOML wants escaped too.
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")
