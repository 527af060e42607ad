"""The formats of archives: one table, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import did_you_mean, join_words, quoted
from kronika.logs.imports.bga import reader
from kronika.logs.imports.bga.ancient import facts as ancient_facts
from kronika.logs.imports.bga.ancient import mapper as ancient_mapper
from kronika.logs.imports.bga.ancient import needs as ancient_needs
from kronika.logs.imports.bga.anonymous import anonymised
from kronika.logs.imports.bga.tigris import claims as tigris_claims
from kronika.logs.imports.bga.tigris import mapper as tigris_mapper
from kronika.logs.imports.bga.tigris import start as tigris_start
from kronika.logs.imports.claims import Actual
from kronika.logs.imports.notices import Archive, Person
from kronika.logs.imports.recording import Recording


class Mapper(Protocol):
    """A mapper: it plays the notifications of one game into a recording."""

    @property
    def dropped(self) -> int:
        """The number of notifications that were taken back by others."""
        ...

    def run(self) -> None:
        """Map all notifications. Raises LogError."""
        ...


class Mapped(Struct, frozen=True):
    """A game of a format.

    `kinds` are the kinds of notifications that are mapped. `options` returns the options of an archive, `people` its
    players in the order of play, `is_full` whether it shows every hand. `actual` returns claims by the rules.
    """

    game: str
    kinds: frozenset[str]
    options: Callable[[Archive], dict[str, Any]]
    people: Callable[[Archive], Sequence[Person]]
    is_full: Callable[[Archive], bool]
    mapper: Callable[[Recording], Mapper]
    actual: Actual


class Format(Struct, frozen=True):
    """A format of archives of another platform: its name, title, kinds of files, reader, and the games that are mapped.

    `anonymise` returns the bytes of a copy without names.
    """

    name: str
    title: str
    files: str
    read: Callable[[str, bytes], Archive]
    anonymise: Callable[[Archive], bytes]
    games: Sequence[Mapped]


BGA: Final = Format(
    "bga",
    "Board Game Arena",
    "the JSON of a game's log, a list of packets, or the page of a replay",
    reader.read,
    anonymised,
    (
        Mapped(
            "tigris",
            frozenset(tigris_mapper.KINDS),
            tigris_start.options_of,
            tigris_start.people_of,
            tigris_start.is_full,
            tigris_mapper.Mapper,
            tigris_claims.actual,
        ),
        Mapped(
            "ancient_knowledge",
            frozenset(ancient_facts.KINDS),
            ancient_mapper.options_of,
            ancient_mapper.people_of,
            ancient_mapper.is_full,
            ancient_mapper.Mapper,
            ancient_needs.actual,
        ),
    ),
)
FORMATS: Final = {one.name: one for one in (BGA,)}
"""Every format, by name."""


def find_format(name: str) -> Format:
    """The format of that name. Raises KronikaError."""
    if name not in FORMATS:
        known = join_words([f"`{one}`" for one in FORMATS], "or")
        raise KronikaError(f"There is no format {quoted(name)}.{did_you_mean(name, FORMATS)} It can be {known}.")
    return FORMATS[name]
