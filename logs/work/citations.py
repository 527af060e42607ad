"""Finds citations of the numbered rules of a game: in its code, its other rules, its examples, and folders of tests
and logs.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from functools import partial
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.text import lines_of
from kronika.core.basics.toml import BadToml, read_toml
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.coverage import examples_by_rule
from kronika.core.examples.example import read_examples, run_example
from kronika.core.rulebook.changes import digest_of
from kronika.core.rulebook.spec import Rule, cited_in, package_folder, rules_of, shipped_text
from kronika.core.sessions.coverage import Coverage
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.streams import display_name
from kronika.logs.files.walk import files_below, find_logs, is_log_name
from kronika.logs.files.writing import create_first, open_locked
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.examples import shipped_examples
from kronika.logs.texts.script import read_text
from kronika.logs.work.pool import map_in_order

CONFIRMED: Final = "confirmed.toml"
"""The file in a game's package with the digest of each rule's words at its last confirmation."""
_NO_CODE: Final = ("uncited.toml", "examples.toml", CONFIRMED)
"""Files of the package that name rules without following them, or are checked in another way."""

Kind = Literal["code", "rule", "example", "refusing example", "test", "log"]


class Citation(Struct, frozen=True):
    """A place that cites a rule: a file of code or of tests with the lines, a rule, an example, a log."""

    kind: Kind
    where: str
    lines: tuple[int, ...] = ()


Citations = dict[str, list[Citation]]
"""Citations by the number of the rule, in the order of the kinds."""


def citations(
    game: AnyGame, tests: Iterable[str] = (), logs: Iterable[str] = (), jobs: int = 1, tell: Notify = no_op
) -> Citations:
    """All citations of each rule: in the game's package and its examples, and in folders of tests and of logs.

    Numbers are searched for as text: in `TT-4.5 to TT-4.9` both ends count, and nothing between. A log cites the rules
    of its effects and its score; one that can't be read is reported and skipped. Raises FileError for a missing folder,
    WorkerDied.
    """
    found: Citations = {}
    for rule, citation in (
        *_in_package(game),
        *_in_rules(rules_of(game), game.rule_prefix),
        *_in_examples(game),
        *_in_tests(game, tests),
        *_in_logs(game, list(logs), jobs, tell),
    ):
        found.setdefault(rule, []).append(citation)
    return found


def _in_package(game: AnyGame) -> Iterator[tuple[str, Citation]]:
    home = package_folder(game)
    for name, file in _files(home, "") if home else ():
        yield from _in_text(game, "code", name, file.read_text(encoding="utf-8"))


def _files(folder: Traversable, above: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{above}{entry.name}"
        if entry.is_dir():
            yield from _files(entry, f"{name}/")
        elif entry.name.endswith((".py", ".toml")) and name not in _NO_CODE:
            yield name, entry


def _in_text(game: AnyGame, kind: Kind, name: str, text: str) -> Iterator[tuple[str, Citation]]:
    lines: dict[str, dict[int, None]] = {}
    for number, line in enumerate(lines_of(text), 1):
        for rule in cited_in(game.rule_prefix).findall(line):
            lines.setdefault(rule, {})[number] = None
    for rule, there in lines.items():
        yield rule, Citation(kind, name, tuple(there))


def _in_rules(rules: Iterable[Rule], prefix: str) -> Iterator[tuple[str, Citation]]:
    for rule in rules:
        for number in dict.fromkeys(cited_in(prefix).findall(rule.text)):
            if number != rule.number:
                yield number, Citation("rule", rule.number)


def _in_examples(game: AnyGame) -> Iterator[tuple[str, Citation]]:
    runs = [run_example(example) for example in read_examples(shipped_examples(game))]
    for rule, shown_by in examples_by_rule(runs).items():
        yield from ((rule, Citation("example", one)) for one in shown_by.accepting)
        yield from ((rule, Citation("refusing example", one)) for one in shown_by.refusing)


def _in_tests(game: AnyGame, folders: Iterable[str]) -> Iterator[tuple[str, Citation]]:
    for folder in folders:
        if not os.path.isdir(folder):
            raise FileError(f"{display_name(folder)}: there is no such folder.")
        for path in files_below(folder, lambda name: not is_log_name(name)).paths:
            with suppress(FileError):  # it is not text, and cites nothing
                yield from _in_text(game, "test", display_name(path), read_text(path))


def _in_logs(game: AnyGame, folders: list[str], jobs: int, tell: Notify) -> Iterator[tuple[str, Citation]]:
    if not folders:
        return
    with closing(map_in_order(partial(_log, game.name), find_logs(folders).paths, jobs, tell)) as results:
        for path, rules in results:
            if isinstance(rules, str):
                tell(rules)
                continue
            yield from ((rule, Citation("log", display_name(path))) for rule in rules)


def _log(game: str, path: str) -> tuple[str, list[str] | str]:
    """The rules that a log of this game cites, or the reason why they are not known."""
    cited = Coverage()
    try:
        report = validate(path, coverage=cited)
    except FileError as error:
        return path, str(error)
    if report.game == game and report.faults:
        return path, str(report.faults[0])
    return path, sorted(cited.rules()) if report.game == game else []


# -- what is confirmed --------------------------------------------------------------------------------------------

Why = Literal["words", "new", "gone"]


class UnconfirmedRule(Struct, frozen=True):
    """A rule whose citations must be checked.

    Its words have changed since it was confirmed; it was never confirmed; or it is gone, but was confirmed or is cited.
    """

    number: str
    why: Why
    citations: tuple[Citation, ...]


def audit(game: AnyGame, cited: Mapping[str, Collection[Citation]], file: str | None = None) -> list[UnconfirmedRule]:
    """The rules that are not as they were confirmed, in the order of the SPEC, then those that are gone.

    The confirmed digests are in a file, or else in the game's package. Raises FileError if the file is not such a list.
    """
    known, now = confirmed(game, file), digests(game)
    why: dict[str, Why] = {
        number: "words" if number in known else "new" for number, digest in now.items() if known.get(number) != digest
    }
    sections = {number.rpartition(".")[0] for number in now}  # `IM-2` is a section, and may be cited all the same
    why.update(dict.fromkeys(sorted({*known, *cited} - now.keys() - sections), "gone"))
    return [UnconfirmedRule(number, reason, tuple(cited.get(number, ()))) for number, reason in why.items()]


def digests(game: AnyGame) -> dict[str, str]:
    """The digest of each rule's words, by its number."""
    return {rule.number: digest_of(rule) for rule in rules_of(game)}


def confirmed(game: AnyGame, file: str | None = None) -> dict[str, str]:
    """The confirmed digests; empty if there is no such list. Raises FileError."""
    if file is None:
        return _read(f"{game.name}/{CONFIRMED}", shipped_text(game, CONFIRMED))
    return _read(file, read_text(file)) if os.path.lexists(file) else {}


def confirm(game: AnyGame, numbers: Collection[str], file: str | None = None, tell: Notify = no_op) -> None:
    """Confirm these rules as they are now; those that are gone are removed. The file is written completely or not at
    all.

    Rules that others have confirmed meanwhile stay; comments are lost; `tell` as in `writing.LockedFile`. Raises
    FileError.
    """
    path, now = file or _place(game), digests(game)
    new = {number: now[number] for number in numbers if number in now}
    if create_first(path, _written(game, new)):
        return
    with open_locked(path, tell=tell) as held:
        known = _read(path, held.read().decode("utf-8", "replace"))
        kept = {number: digest for number, digest in known.items() if number not in numbers}
        held.replace(_written(game, {**kept, **new}))


def _place(game: AnyGame) -> str:
    home = package_folder(game)
    if not isinstance(home, Path):
        raise FileError(f"{game.name}: has no folder of its own in which {CONFIRMED} could be written.")
    return str(home / CONFIRMED)


def _read(path: str, text: str) -> dict[str, str]:
    try:
        table = read_toml(text)
    except BadToml as error:
        raise FileError(f"{display_name(path)}: is not a list of confirmed rules: {error}") from None
    try:
        return msgspec.convert(table, dict[str, str])
    except msgspec.ValidationError:
        why = decode_fault(table, dict[str, str]).told
        raise FileError(f"{display_name(path)}: is not a list of confirmed rules: {why}") from None


def _written(game: AnyGame, known: Mapping[str, str]) -> bytes:
    order = {number: place for place, number in enumerate(digests(game))}
    lines = (
        f'"{number}" = "{known[number]}"\n' for number in sorted(known, key=lambda one: order.get(one, len(order)))
    )
    head = (
        "# The digest of each rule's words as they were when all that cites it was last held against them.\n"
        f"# `kronika rules audit {game.name} --accept` rewrites this file: other comments are lost.\n\n"
    )
    return (head + "".join(lines)).encode()
