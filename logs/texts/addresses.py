"""Addresses of games for viewing: a log, one of many in a file, an example in a file, or one that comes with a game.

The address in a file is `PATH#KEY`; an existing file of that whole name has priority. KEY is the place or the name of a
log in a `.kpack`, else the id of an example, or GAME/ID if a file has several games.
An example is shown after its moves; record 0 is its position.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from kronika.core.basics.errors import KronikaError
from kronika.core.basics.printable import printable
from kronika.core.contract.registry import game_names, get_game
from kronika.core.sessions.session import Session
from kronika.logs.files.addresses import split_address
from kronika.logs.files.faults import FileError
from kronika.logs.files.pack import is_pack
from kronika.logs.files.streams import display_name, typed_path
from kronika.logs.files.walk import is_log_name
from kronika.logs.replaying.replay import load

if TYPE_CHECKING:
    from kronika.core.examples.example import Example


def load_addressed(address: str) -> Session:
    """The session of a log, or of an example after its moves.

    Raises FileError, LogError, ExampleError, and KronikaError for an example that does not exist.
    """
    if not is_example(address):
        if address.endswith(".toml") and os.path.isfile(address):
            where = display_name(address)
            one, listed = typed_path(f"{where}#ID"), f"`kronika example list {typed_path(where)}`"
            raise FileError(f"{where}: is not a log. An example of it is {one}: {listed}.")
        return load(address)
    from kronika.logs.texts.examples import play_example  # a tenth of the start-up, and only needed for an example

    return play_example(*_text_and_key(address))


def example_at(address: str) -> Example:
    """The example at an address, as it is written. Raises the errors of `load_addressed`, and KronikaError for a
    log.
    """
    if not is_example(address):
        raise KronikaError(
            f"{display_name(address)}: is not an example: FILE#ID, or GAME/ID for one that comes with a game."
        )
    from kronika.logs.texts.examples import example_of  # as above

    return example_of(*_text_and_key(address))


def _text_and_key(address: str) -> tuple[str, str, str]:
    """The text that contains an example, its key there, and the name of the text."""
    from kronika.logs.texts.examples import shipped_examples  # as above
    from kronika.logs.texts.script import read_text

    if parts := split_address(address):
        return read_text(parts[0]), parts[1], display_name(parts[0])
    game, _, key = address.partition("/")
    return shipped_examples(get_game(game)), key, game


def is_example(address: str) -> bool:
    """True if the address names an example, as opposed to a log. Raises FileError for an address of an example in a
    log.
    """
    if (parts := split_address(address)) is None:
        game, slash, _ = address.partition("/")
        return bool(slash) and not os.path.lexists(address) and game in game_names()
    if is_pack(parts[0]):
        return False
    if is_log_name(parts[0]):
        name = display_name(parts[0])
        why = f"is a log, and has no examples: omit `#{printable(parts[1])}`"
        raise FileError(f"{name}: {why}; `kronika show {typed_path(name)} --at N` shows a moment of a game.")
    return True


def check_log(address: str) -> None:
    """Raises FileError for an example where a log is required."""
    if is_example(address):
        parts = split_address(address)
        file = f" {typed_path(display_name(parts[0]))}" if parts else ""
        raise FileError(f"{display_name(address)}: is an example, not a log: `kronika example check{file}` runs it.")


def address_of(path: str, n: int) -> str:
    """The address of a record of a log, as arguments of `kronika show`."""
    return f"{printable(typed_path(path))} --at {n}"
