"""The kits of games, each made once; and kits of one question, of which no more is made than leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from kronika.core import __version__
from kronika.core.contract.registry import get_game
from kronika.logs.kit.forms import KIT, Answer, Entry, Manifest, Question
from kronika.logs.kit.kit_files import kit_files
from kronika.logs.kit.making import Pair, questions


@cache
def files_of(name: str) -> Mapping[str, bytes]:
    """The files of a game's kit, by their names in it."""
    return kit_files(get_game(name))


@cache
def _begun(name: str) -> tuple[list[Pair], Iterator[Pair]]:
    return [], questions(get_game(name))


def pairs_of(name: str) -> Iterator[Pair]:
    """The questions of a game's kit with the referee's answers, each made once, when it is wanted."""
    made, left = _begun(name)
    yield from made
    for pair in left:
        made.append(pair)
        yield pair


def pair_of(name: str, id: str) -> Pair:
    """A question of a game's kit, and the referee's answer."""
    return next(pair for pair in pairs_of(name) if pair[0].id == id)


def write(folder: Path, files: Mapping[str, bytes]) -> Path:
    """A folder with these files."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def brief_kit(folder: Path, question: Question, answer: Answer) -> Path:
    """A kit of one question."""
    pair: tuple[tuple[str, Any], ...] = (("in", question), ("out", answer))
    files = {f"{question.id}-{end}.json": msgspec.json.encode(part) for end, part in pair}
    sums = {name: sha256(data).hexdigest() for name, data in files.items()}
    entry = Entry(question.id, question.about, question.ask)
    manifest = Manifest(KIT, __version__, question.game, "", question.rules, (entry,), sums)
    return write(folder, {**files, "manifest.json": msgspec.json.encode(manifest)})
