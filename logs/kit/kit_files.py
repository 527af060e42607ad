"""A kit as files: made for a game, and read back."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from kronika.core import __version__
from kronika.core.basics import limits
from kronika.core.basics.decode_errors import json_decode_fault
from kronika.core.basics.nesting import decoded
from kronika.core.basics.text import pluralize
from kronika.core.contract.registry import AnyGame
from kronika.logs.files import disk
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name, os_errors
from kronika.logs.kit.forms import KIT, Answer, Ask, Counted, Entry, Manifest, Question
from kronika.logs.kit.making import questions

LIST: Final = "manifest.json"
_TEMPLATES: Final = ("README.md", "engine.js", "engine.py", "runner.js", "runner.py")
"""Files that every kit has besides its questions."""
_WORD: Final = re.compile(r"\{(\w+)\}")


def kit_files(game: AnyGame) -> dict[str, bytes]:
    """The files of a game's kit, by their names in it: the same bytes for the same versions of program and rules."""
    found: dict[str, bytes] = {}
    entries = []
    for question, answer in questions(game):
        entries.append(Entry(question.id, question.about, question.ask))
        found[f"{question.id}-in.json"] = _lines(question)
        found[f"{question.id}-out.json"] = _lines(answer)
    for name in _TEMPLATES:
        text = files("kronika.fixtures").joinpath("kit", name).read_text("utf-8")
        found[name] = (_filled(text, game, entries) if name == "README.md" else text).encode()
    sums = {name: sha256(data).hexdigest() for name, data in sorted(found.items())}
    manifest = Manifest(KIT, __version__, game.name, game.title, game.rules_version, tuple(entries), sums)
    return {**found, LIST: msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"}


def _filled(text: str, game: AnyGame, entries: list[Entry]) -> str:
    """The README of the kit; its words in braces are replaced by the data of this game."""
    kinds = Counter(entry.id.partition("/")[0] for entry in entries)
    words = {
        **{kind: pluralize(kinds[kind], "question") for kind in ("examples", "refusals", "perft", "views", "games")},
        "name": game.name,
        "title": game.title,
        "version": __version__,
        "rules": str(game.rules_version),
    }
    return _WORD.sub(lambda found: words.get(found[1], found[0]), text)


def _lines(value: Struct) -> bytes:
    """A Struct as JSON, with a line for each of its fields and for each entry of a list of tables."""
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return b"{\n" + b",\n".join(b'"%s": %s' % (key.encode(), _part(part)) for key, part in plain.items()) + b"\n}\n"


def _part(part: Any) -> bytes:
    if not isinstance(part, (list, tuple)) or not part or not isinstance(part[0], (dict, list, tuple)):
        return msgspec.json.encode(part)
    return b"[\n" + b",\n".join(map(msgspec.json.encode, part)) + b"\n]"


# -- reading ------------------------------------------------------------------------------------------------------


class Kit:
    """A kit on the disk. Raises FileError for a folder that is not a kit, or has changed since it was made."""

    def __init__(self, path: str) -> None:
        """Read the list of the kit's files."""
        self.path = path
        where = os.path.join(path, LIST)
        if not os.path.isfile(where):
            raise FileError(
                f"{display_name(path)}: is not a kit: it has no {LIST}. `kronika kit GAME --out DIR` makes one."
            )
        data = read_bounded(where)
        self.manifest: Manifest = _decoded(where, data, Manifest)
        if self.manifest.kit != KIT:
            made = f"of form {self.manifest.kit}, made by kronika {self.manifest.kronika}"
            raise FileError(
                f"{display_name(path)}: a kit {made}; this is {__version__}, which reads form {KIT}. Make it again."
            )

    def pairs(self) -> Iterator[tuple[Question, Mapping[str, Any]]]:
        """Yield every question with the referee's answer, as plain data."""
        for entry in self.manifest.questions:
            question: Question = self._read(f"{entry.id}-in.json", Question)
            answer: Answer = self._read(f"{entry.id}-out.json", Answer)
            if (question.game, question.rules) != (self.manifest.game, self.manifest.rules):
                raise FileError(f"{display_name(self.path)}: {entry.id}-in.json is of another game, or of other rules.")
            if not _has_all_parts(question, answer):
                raise FileError(
                    f"{display_name(self.path)}: {entry.id}-out.json is not an answer to {entry.id}-in.json."
                )
            yield question, msgspec.to_builtins(answer)

    def _read(self, name: str, kind: Any) -> Any:
        where = os.path.join(self.path, name)
        data = read_bounded(where)
        if sha256(data).hexdigest() != self.manifest.files.get(name):
            raise FileError(f"{display_name(where)}: is not as it was made: its SHA-256 is not that in {LIST}.")
        return _decoded(where, data, kind)


_NEEDED: Final[dict[Ask, tuple[str, ...]]] = {
    "states": ("actors", "totals", "legal"),
    "tries": ("tries",),
    "perft": ("counts", "divide"),
    "views": ("views",),
}
"""Parts that the referee's state always has, by the kind of question."""


def _has_all_parts(question: Question, answer: Answer) -> bool:
    """True if the answer has a state for each one that is asked for, with all its parts, for each player and each
    try.
    """
    at, seats = question.at, len(question.players)
    if len(answer.states) != len(at) or not all(0 <= n <= len(question.steps) for n in at):
        return False
    tries = question.tries or ((),) * len(at)
    moves = len(answer.moves or ())
    return len(tries) == len(at) and all(
        all(getattr(state, part) is not UNSET for part in _NEEDED[question.ask])
        and all(len(part) == seats for part in (state.totals, state.legal, state.views) if part is not UNSET)
        and len(state.tries or ()) == len(tried)
        and all(n < moves for legal in state.legal or () if not isinstance(legal, Counted) for n in legal)
        for state, tried in zip(answer.states, tries, strict=True)
    )


def _decoded(path: str, data: bytes, kind: Any) -> Any:
    try:
        return decoded(data, kind)
    except (msgspec.MsgspecError, UnicodeError):
        raise FileError(
            f"{display_name(path)}: is not a file of a kit: {json_decode_fault(data, kind).clause}."
        ) from None


def read_bounded(path: str) -> bytes:
    """All bytes of a file. Raises FileError if it can't be read, or is larger than a log may be."""
    with os_errors(path, "read"):
        if kind := disk.kind_of(path):
            raise FileError(f"{display_name(path)}: is {kind}, not a file to read.")
        with open(path, "rb") as file:
            data = file.read(limits.LOG + 1)
    if len(data) > limits.LOG:
        raise FileError(f"{display_name(path)}: has more than {limits.size_text(limits.LOG)}.")
    return data
