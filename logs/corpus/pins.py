"""The list of logs that are pinned: kept although the rules no longer replay them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress

import msgspec
from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.toml import BadToml, read_toml
from kronika.logs.files.addresses import file_of
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.sources import Stored, stored_log, stored_logs
from kronika.logs.files.streams import read_whole
from kronika.logs.files.walk import path_to_text, text_to_path
from kronika.logs.files.writing import create_first, open_locked

PINS = "kronika-pins.toml"


class Pin(Struct, frozen=True, forbid_unknown_fields=True):
    """A log that is kept although it no longer replays: the version of the rules it belongs to, and the reason.

    `content` is the digest of a log within a file of many, in hexadecimal: the pin belongs to the log with this
    content, at any place in the file. Empty for a file of one log.
    """

    rules: int
    why: str
    content: str = ""


def pin_log(folder: str, path: str, rules: int, why: str) -> Pin:
    """The pin of the log at this path from a folder. Raises FileError."""
    address = os.path.join(folder, path)
    found = stored_log(address) if file_of(address) != address else Stored(address)
    return Pin(rules, why, found.content.hex() if found.content else "")


def present_pins(folder: str, pins: Mapping[str, Pin]) -> dict[str, Pin]:
    """The pins by the current paths of their logs, which may have moved within a file of many.

    A pin is omitted if its log is no longer in its file.
    """
    found = {path: pin for path, pin in pins.items() if not pin.content}
    by_file: dict[str, dict[str, Pin]] = {}
    for path, pin in pins.items():
        if pin.content:
            by_file.setdefault(path.rpartition("#")[0] or path, {})[pin.content] = pin
    for file, by_content in by_file.items():
        with suppress(FileError):  # it is gone
            for log in stored_logs([os.path.join(folder, file)]):
                pinned = by_content.get(log.content.hex()) if log.content else None
                if pinned is not None:
                    found[os.path.relpath(log.address, folder or os.curdir)] = pinned
    return found


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
        file.replace(_text_of({**present_pins(folder, _pins_in(path, file.read())), **pins}))


def _pins_in(path: str, data: bytes) -> dict[str, Pin]:
    try:
        table = read_toml(data.decode())
    except UnicodeDecodeError:
        raise FileError(f"{path}: is not a list of pins: it is not UTF-8.") from None
    except BadToml as error:
        raise FileError(f"{path}: is not a list of pins: {error}") from None
    try:
        pins = msgspec.convert(table, dict[str, Pin])
    except msgspec.ValidationError:
        why = decode_fault(table, dict[str, Pin]).told
        raise FileError(f"{path}: is not a list of pins: {why}") from None
    return {text_to_path(name): pin for name, pin in pins.items()}


def _text_of(pins: Mapping[str, Pin]) -> bytes:
    text = (
        "# Logs that are kept although the current rules no longer replay them.\n"
        "# `kronika corpus accept --pin` rewrites this file: other comments are lost.\n"
    )
    for path, pin in sorted(pins.items()):
        text += f"\n[{_quoted(path_to_text(path))}]\nrules = {pin.rules}\nwhy = {_quoted(path_to_text(pin.why))}\n"
        text += f"content = {_quoted(pin.content)}\n" if pin.content else ""
    return text.encode()


def _quoted(text: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which TOML wants escaped too.
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")
