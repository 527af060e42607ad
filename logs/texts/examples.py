"""Examples as sessions: an example in a text by its key, and the texts of examples that come with a game."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from typing import Final

from msgspec import Struct

from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import join_words, quoted, suggestion
from kronika.core.contract.registry import AnyGame, game_names, get_game, usable_games
from kronika.core.examples.example import Example, ExampleError, find_line, has_examples, read_examples, run_example
from kronika.core.rulebook.spec import shipped_text
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name
from kronika.logs.files.walk import files_below
from kronika.logs.texts.script import read_text, text_of

_MOVE: Final = re.compile(r"when\.\d+")
"""Matches the key of a finding that a move is refused."""
_NONE: Final = "example = []"

Warn = Callable[[str], None]
"""Takes a sentence about a game that can't be loaded."""


def shipped_examples(game: AnyGame) -> str:
    """The text of the examples that come with a game, in `kronika.fixtures` or in its package; empty if there are
    none.
    """
    own = files("kronika.fixtures").joinpath("examples", f"{game.name}.toml")
    return own.read_text(encoding="utf-8") if own.is_file() else shipped_text(game, "examples.toml") or _NONE


class Source(Struct, frozen=True):
    """A file of examples: its name and its text."""

    name: str
    text: str


Placed = tuple[Source, int, Example]
"""An example, the file that contains it, and its index there."""


def example_sources(names: Sequence[str], warn: Warn, *, skip_others: bool = False) -> Iterator[Source]:
    """Yield the named files, those of a named game or folder, or without a name those of every game.

    In a folder, every `.toml` with an example counts, at any depth. With `skip_others`, a named file without one is
    skipped, too. Raises FileError.
    """
    for name in names:
        if os.path.isdir(name):
            yield from _below(name)
            continue
        text = text_of(name, shipped_examples)
        if not skip_others or has_examples(text):
            yield Source(name, text)
    if not names:
        yield from _shipped(warn)


def read_all(names: Sequence[str], warn: Warn) -> Iterator[Placed]:
    """Yield every example of these sources, each with its file and its index there. Raises FileError, ExampleError."""
    for source in example_sources(names, warn):
        for index, one in enumerate(_read(source.text, display_name(source.name))):
            yield source, index, one


def _below(folder: str) -> Iterator[Source]:
    there = files_below(folder, lambda name: name.endswith(".toml") and not name.startswith("."))
    for why in there.unlisted.values():
        raise FileError(why)
    found = [Source(path, text) for path in there.paths if has_examples(text := read_text(path))]
    if not found:
        raise FileError(f"{display_name(folder)}: there is no file with an [[example]] in it.")
    yield from found


def _shipped(warn: Warn) -> Iterator[Source]:
    """The examples of every game: Kronika's own in `kronika.fixtures`, others as `examples.toml` in their package."""
    entries = {entry.name: entry for entry in files("kronika.fixtures").joinpath("examples").iterdir()}
    own = sorted(name for name in entries if name.endswith(".toml"))
    for name in own:
        yield Source(name, entries[name].read_text(encoding="utf-8"))
    for game in usable_games(warn, besides=[name.removesuffix(".toml") for name in own]):
        if text := shipped_text(game, "examples.toml"):
            yield Source(f"{game.name}/examples.toml", text)


def ids_at(where: str, sign: str) -> list[str]:
    """The ids of the examples in a file (before a `#`) or of a game (before a `/`); empty if it has none."""
    try:
        if sign == "/":
            text = shipped_examples(get_game(where)) if where in game_names() and not os.path.lexists(where) else _NONE
        else:
            text = read_text(where)
        return [one.id for one in read_examples(text)]
    except KronikaError:
        return []


def play_example(text: str, key: str, where: str) -> Session:
    """The session of an example after its moves; `where` names the text. Raises ExampleError, KronikaError without
    such an example.
    """
    examples = _read(text, where)
    index = _index(examples, key, where)
    run = run_example(examples[index])
    for finding in run.findings:
        if run.session is None or _MOVE.fullmatch(finding.key):
            line = find_line(text, index, finding.key)
            raise ExampleError(line, f"{where}:{line}: {finding.key}: {finding.got}")
    assert run.session is not None
    return run.session


def example_of(text: str, key: str, where: str) -> Example:
    """An example as it is written; `where` names the text. Raises ExampleError, KronikaError without such an
    example.
    """
    examples = _read(text, where)
    return examples[_index(examples, key, where)]


def has_id(one: Example, key: str) -> bool:
    """True if a key names this example: its id, which may contain a slash, or GAME/ID, where GAME is the beginning
    of the game's name.
    """
    game, _, rest = key.casefold().partition("/")
    return one.id.casefold() == key.casefold() or (one.id.casefold() == rest and one.game.startswith(game))


def _read(text: str, where: str) -> list[Example]:
    try:
        return read_examples(text)
    except ExampleError as error:
        raise ExampleError(error.line, f"{where}:{error.line}: {error}") from None


def _index(examples: list[Example], key: str, where: str) -> int:
    """The index of the example that a key names. Raises KronikaError unless there is exactly one."""
    found = [at for at, one in enumerate(examples) if has_id(one, key)]
    if not found:
        there = suggestion(key.rpartition("/")[2], [one.id for one in examples])
        raise KronikaError(f"{where}: There is no example {quoted(key)}.{there}")
    if len(found) > 1:
        several = join_words([f"{examples[at].game}/{examples[at].id}" for at in found], "or")
        raise KronikaError(f"{where}: {quoted(key)} can be {several}.")
    return found[0]
