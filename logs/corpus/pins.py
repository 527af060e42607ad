"""The list of logs that are pinned: kept although the rules no longer replay them."""

from __future__ import annotations

import os
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.toml import BadToml, read_toml
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.streams import read_whole
from kronika.logs.files.walk import path_to_text, text_to_path
from kronika.logs.files.writing import create_first, open_locked

PINS = "kronika-pins.toml"


class Pin(Struct, frozen=True, forbid_unknown_fields=True):
    """A log that is kept although it no longer replays: the version of the rules it belongs to, and the reason."""

    rules: int
    why: str


def read_pins(folder: str) -> dict[str, Pin]:
    """The pinned logs of a folder, by path. Raises FileError if the list can't be read."""
    path = os.path.join(folder, PINS)
    if not os.path.lexists(path):
        return {}
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe would be waited for
        raise FileError(f"{path}: is not a list of pins: it is not a file.")
    return _pins_in(path, read_whole(path, limits.TEXT, "a list of pins"))


def write_pins(folder: str, pins: Mapping[str, Pin], tell: Notify = no_op) -> None:
    """Add to the list of pinned logs, completely or not at all. Pins that others have added meanwhile stay. Raises
    FileError.

    The list is rewritten, and comments are lost, which `tell` reports; it works as in `writing.LockedFile`.
    """
    path = os.path.join(folder, PINS)
    if create_first(path, _text_of(pins)):
        return
    with open_locked(path, tell=tell) as file:
        file.replace(_text_of({**_pins_in(path, file.read()), **pins}))


def _pins_in(path: str, data: bytes) -> dict[str, Pin]:
    try:
        table = read_toml(data.decode())
        pins = msgspec.convert(table, dict[str, Pin])
    except UnicodeDecodeError:
        raise FileError(f"{path}: is not a list of pins: it is not UTF-8.") from None
    except (BadToml, msgspec.ValidationError) as error:
        why = error if isinstance(error, BadToml) else decode_fault(table, dict[str, Pin]).told
        raise FileError(f"{path}: is not a list of pins: {why}") from None
    return {text_to_path(name): pin for name, pin in pins.items()}


def _text_of(pins: Mapping[str, Pin]) -> bytes:
    text = (
        "# Logs that are kept although the current rules no longer replay them.\n"
        "# `kronika corpus accept --pin` rewrites this file: other comments are lost.\n"
    )
    for path, pin in sorted(pins.items()):
        text += f"\n[{_quoted(path_to_text(path))}]\nrules = {pin.rules}\nwhy = {_quoted(path_to_text(pin.why))}\n"
    return text.encode()


def _quoted(text: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which TOML wants escaped too.
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")
