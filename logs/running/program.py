"""The running program: Kronika, the installed games, a user's bots.

Only the sources that a process has loaded count, not the current files on the disk. If a source was written after its
package was loaded, it is named, and results found meanwhile are not reliable.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial
from hashlib import blake2b, file_digest
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Final

import msgspec
from msgspec import Struct

from kronika.core import __version__
from kronika.core.basics.import_times import IMPORTED_AT, note_import, package_of
from kronika.core.contract.registry import GROUP, module_of
from kronika.logs.running.command_files import command_files

OWN: Final = "kronika"
WORKING: Final = ("kronika.core", "kronika.logs", "kronika.cli")
"""The packages of Kronika whose functions are sent to workers."""
GAMES: Final = "kronika.core.games."
MODULE: Final = "the module "
"""The prefix for the name of a module that contains a bot, or is in the same folder."""
FILE: Final = "the file "
"""The prefix for the path, from the working folder, of a program's file."""

_GAME: Final = re.compile(r"\bcore[/\\]games[/\\]\w+[/\\]")
"""Matches the path of a source of a game that comes with Kronika: it counts as part of that game."""

Source = tuple[str, str]
"""A file: its path within its package, and its location."""


class Program(Struct, frozen=True):
    """A program that can be compared with another: its versions, and a digest of each part by its name.

    `changed_source` is a source that was written after it was loaded: then the program's behaviour is not known.
    """

    versions: dict[str, str]
    parts: dict[str, str]
    changed: str = ""


def this_program(bots: Iterable[str] | None = None) -> Program:
    """The running program, with these parts of bots, or by default with all that were named."""
    found = {part: digest for part in (_bots() if bots is None else bots) if (digest := _bot(part))}
    modules = [part.removeprefix(MODULE) for part in found if part.startswith(MODULE)]
    return Program(_versions(), {**program_digests(), **found}, changed_source(modules))


def bots_of(program: Program) -> list[str]:
    """The parts of a program that are a user's bots."""
    return [part for part in program.parts if part.startswith((MODULE, FILE))]


def differences(here: Program, there: Program) -> list[str]:
    """The differences between a program elsewhere and the one here, in words; empty if they are the same."""
    versions = [
        f"{name} is {there.versions.get(name, 'missing')} there and {version} here"
        for name, version in here.versions.items()
        if there.versions.get(name) != version
    ]
    return versions or [
        f"{part} {_how(here.parts.get(part), there.parts.get(part))}"
        for part in sorted({*here.parts, *there.parts})
        if here.parts.get(part) != there.parts.get(part)
    ]


def _how(here: str | None, there: str | None) -> str:
    if there is None:
        return "is not there"
    return "is there and not here" if here is None else "is another there"


# -- what verdicts are kept under -------------------------------------------------------------------------------


def survey_dependencies(*, strict: bool) -> bytes:
    """A digest of everything but the log that a survey depends on: the sources of the program and of all games, and
    `strict`.
    """
    return blake2b(f"{program_digest()} strict={strict}".encode(), digest_size=8).digest()


def program_digest() -> str:
    """A digest of the program. If it has changed on the disk meanwhile, the digest equals no other."""
    alone = (os.getpid(), IMPORTED_AT[OWN]) if changed_source() else None
    return blake2b(msgspec.json.encode((_versions(), program_digests(), alone)), digest_size=8).hexdigest()


# -- Kronika and games ------------------------------------------------------------------------------------------


def _versions() -> dict[str, str]:
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"kronika": __version__, "Python": python, "msgspec": msgspec.__version__}


@cache
def program_digests() -> dict[str, str]:
    """The digests of Kronika and of each game, computed once; in a worker process, before anything else."""
    return {name: _digest(part.about, part.sources) for name, part in _digests().items()}


def changed_source(modules: Sequence[str] = ()) -> str:
    """A source of Kronika, of a game or of these modules that was written after its package was loaded, or is
    missing.
    """
    known = [(part.package, part.sources) for part in _digests().values()]
    known.extend((module, _sources(module)) for module in modules)
    late = (
        path for package, sources in known for _, path in sources if _written(path) > IMPORTED_AT[package_of(package)]
    )
    return next(late, "")


class _Part(Struct):
    """A part of every installation: the package that loads it, its version, its sources."""

    package: str
    about: str
    sources: list[Source]


@cache
def _digests() -> dict[str, _Part]:
    own = [source for package in WORKING for source in _sources(package) if not _GAME.search(source[1])]
    found = {OWN: _Part(OWN, "", own)}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        if module := module_of(point):
            note_import(module)
            package = package_of(module)
            part = found.setdefault(f"the game {point.name}", _Part(package, "", []))
            part.about += f" {point.value}"
            part.sources += _sources(module if module.startswith(GAMES) else package)
    return found


# -- the user's bots --------------------------------------------------------------------------------------------


def _bots() -> list[str]:
    """The modules of bots, the modules in the same folders, and the files of programs."""
    return [*(MODULE + name for name in _modules()), *(FILE + path for path in command_files())]


def _modules() -> list[str]:
    games = {part.package for part in _digests().values()}
    if not {*IMPORTED_AT} - games:
        return []
    for name, module in [*sys.modules.items()]:
        if "." not in name and _home(module) == os.getcwd():
            note_import(name)
    return sorted({*IMPORTED_AT} - games - {"__main__"})


def _home(module: object) -> str:
    """The folder of a package or a module; empty if there is none."""
    path = getattr(module, "__file__", None) or ""
    return os.path.dirname(os.path.dirname(path) if hasattr(module, "__path__") else path)


def _bot(part: str) -> str:
    """The digest of a bot; empty if it does not exist here."""
    if part.startswith(FILE):
        path = part.removeprefix(FILE)
        return _file_digest(os.path.abspath(path), _written(path)) if os.path.isfile(path) else ""
    module = part.removeprefix(MODULE)
    note_import(module)
    return _module_digest(module, IMPORTED_AT[module])


@lru_cache(64)
def _module_digest(module: str, _moment: int) -> str:
    sources = _sources(module)
    return _digest("", sources) if sources else ""


@lru_cache(64)
def _file_digest(path: str, _written: int) -> str:
    with open(path, "rb") as file:
        return file_digest(file, partial(blake2b, digest_size=8)).hexdigest()


# -- files ------------------------------------------------------------------------------------------------------


def _sources(package: str) -> list[Source]:
    """The sources of a package, or of a single module."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        return []
    if spec.submodule_search_locations is None:
        return [(os.path.basename(spec.origin), spec.origin)] if spec.origin and os.path.isfile(spec.origin) else []
    found: list[Source] = []
    for folder in spec.submodule_search_locations:
        paths = [os.path.join(place, file) for place, _, files in os.walk(folder) for file in files]
        sources = filter(lambda path: path.endswith((".py", ".toml")), paths)
        found += sorted((os.path.relpath(path, folder).replace(os.sep, "/"), path) for path in sources)
    return found


def _digest(about: str, sources: Iterable[Source]) -> str:
    sums = blake2b(about.encode(), digest_size=8)
    for name, path in sources:
        with open(path, "rb") as file:
            data = file.read()
        sums.update(f"{name} {len(data)}\n".encode("utf-8", "surrogateescape") + data)
    return sums.hexdigest()


def _written(path: str) -> int:
    """The time at which a file was written or placed, in nanoseconds since 1970; later than any other if it is
    missing.
    """
    try:
        found = os.stat(path)
    except OSError:
        return sys.maxsize
    return max(found.st_mtime_ns, found.st_ctime_ns)
