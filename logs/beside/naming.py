"""The names that another program has for Kronika's moves and things: pairs of patterns, read from TOML.

A pair has a pattern in Kronika's form and one in the program's form: `pick {card}` and `lay {card}`. The text in a hole
called `card` is a thing of the kind `card`, if there is a table `[things.card]` of our names and theirs. `{keep:card}`
is a hole called `keep` for such a thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import join_words, quoted
from kronika.core.basics.toml import BadToml, read_toml
from kronika.core.basics.toml_positions import source_spans
from kronika.logs.beside.patterns import TwoWayNames, fill_partially, fill_pattern, holes, match_pattern
from kronika.logs.pipe.messages import type_of
from kronika.logs.pipe.requests import REQUESTS


class NamePair(Struct, frozen=True, forbid_unknown_fields=True):
    """The same statement in two forms: Kronika's and the program's."""

    ours: Any
    theirs: Any


class MappedRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request in Kronika's form, the form that the program gets, and the way to read its answer.

    `answer` pairs the program's answer (`theirs`) with an answer of ours; without it, the answer needs no translation.
    """

    ours: dict[str, Any]
    theirs: Any
    answer: NamePair | None = None


class NameMap(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A map from Kronika's names to those of a program. Names that it omits are the same in both programs.

    - `things`: by kind, our name and theirs. The kind `seat` is for players and `chance`.
    - `move`: moves and outcomes, ours in notation or as data; the first pair that fits counts.
    - `effect` and `view`: the program's reports of effects and of the table. If there are any, only these are compared,
      and all views that fit are merged.
    - `ask`: requests and answers in the program's form. If there are any, nothing else is asked.
    - `leave`: reports that are not compared: `legal`, `turn`, `totals`, `items`, `effects`, `result`, `views`.
    """

    things: dict[str, dict[str, Any]] = field(default_factory=dict)
    move: tuple[NamePair, ...] = ()
    effect: tuple[NamePair, ...] = ()
    view: tuple[NamePair, ...] = ()
    ask: tuple[MappedRequest, ...] = ()
    leave: tuple[str, ...] = ()

    @cached_property
    def _tables(self) -> dict[str, TwoWayNames]:
        return {kind: TwoWayNames(names) for kind, names in self.things.items()}

    def seat(self, by: int | str) -> Any:
        """The program's name for a seat, or for chance."""
        return self._tables["seat"].theirs(by) if "seat" in self._tables else by

    def our_seat(self, by: Any) -> Any:
        """The seat, or `chance`, for the program's name."""
        return self._tables["seat"].ours(by) if "seat" in self._tables else by

    def their_move(self, notation: str, do: Any) -> Any:
        """A move in the program's form; None if the map has no pair for it."""
        for pair in self.move:
            found = match_pattern(pair.ours, notation if isinstance(pair.ours, str) else do)
            if found is not None:
                return fill_pattern(pair.theirs, self._said(pair.theirs, found, ours=False))
        return None

    def our_move(self, theirs: Any) -> Any:
        """A move of the program in our notation, or as our data; None if the map has no pair for it."""
        if not self.move:
            return theirs
        return next(self._read(self.move, theirs), None)

    def our_effect(self, theirs: Any) -> Any:
        """An effect in our form; None if the map has no pair for it."""
        return next(self._read(self.effect, theirs), None) if self.effect else theirs

    def our_view(self, theirs: Any) -> Any:
        """The content of a view in Kronika's form."""
        if not self.view:
            return theirs
        return {key: value for found in self._read(self.view, theirs) for key, value in found.items()}

    def asks(self, kind: str) -> bool:
        """True if the program may be asked a request of this type."""
        return not self.ask or any(ask.ours["type"] == kind for ask in self.ask)

    def their_request(self, ours: dict[str, Any]) -> tuple[Any, NamePair | None] | None:
        """The request in the program's form, and the pair for its answer if it differs from Kronika's; None if it is
        not asked.
        """
        for ask in self.ask:
            found = match_pattern(ask.ours, ours)
            if found is not None:
                return fill_pattern(ask.theirs, found), ask.answer
        return None if self.ask else (ours, None)

    @cached_property
    def effects(self) -> frozenset[str] | None:
        """The types of effects in the map; None if it has none, so that all are compared."""
        return frozenset(pair.ours["type"] for pair in self.effect) or None

    def _read(self, pairs: Sequence[NamePair], theirs: Any) -> Iterator[Any]:
        for pair in pairs:
            found = match_pattern(pair.theirs, theirs)
            if found is not None:
                yield fill_pattern(pair.ours, self._said(pair.theirs, found, ours=True))

    def _said(self, pattern: Any, found: Mapping[str, Any], *, ours: bool) -> dict[str, Any]:
        """The values that were found, in Kronika's words or in the program's. The kinds are those in the program's
        pattern.
        """
        kinds = dict(holes(pattern))
        said = {}
        for name, value in found.items():
            things = self._tables.get(kinds.get(name) or name)
            said[name] = value if things is None else things.ours(value) if ours else things.theirs(value)
        return said


def translate_answer(pair: NamePair | None, theirs: dict[str, Any]) -> dict[str, Any] | None:
    """An answer of the program in our form; None if it does not fit.

    A value that is null on one side may be a table on the other: so is `result` during the game.
    """
    if pair is None:
        return theirs
    found = match_pattern(pair.theirs, theirs, nulls=True)
    return None if found is None else fill_partially(pair.ours, found)


# -- reading ------------------------------------------------------------------------------------------------------

COMPARED: Final = ("legal", "turn", "totals", "items", "effects", "result", "views")
"""The things that a program may report, as `leave` names them."""


class NameMapError(KronikaError):
    """A map that can't be used; `line` is 1-based."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class UnmappedName(KronikaError):
    """A map that lacks the program's form of something that Kronika must send."""


def read_name_map(text: str) -> NameMap:
    """The map in a TOML text. Raises NameMapError, with the wrong key and its line."""
    try:
        table = read_toml(text)
    except BadToml as error:
        raise NameMapError(error.line, str(error)) from None
    try:
        naming = msgspec.convert(table, NameMap)
    except msgspec.ValidationError:
        found = decode_fault(table, NameMap)
        raise key_error(text, found.path, found.sentence) from None
    for path, why in _faults(naming):
        raise key_error(text, path, why)
    return naming


def key_error(text: str, path: str, why: str) -> NameMapError:
    """An error for a key of the map in this text, with its line."""
    return NameMapError(source_spans(text).find(path).line, f"key {path}: {why}" if path else why)


def _faults(naming: NameMap) -> Iterator[tuple[str, str]]:
    """Yield impossible entries, with their keys."""
    for kind, names in naming.things.items():
        yield from _ambiguous(f"things.{kind}", names)
    for what, pairs in (("move", naming.move), ("effect", naming.effect), ("view", naming.view)):
        for number, pair in enumerate(pairs, 1):
            yield from _pair_faults(f"{what}.{number}", what, pair)
    for number, ask in enumerate(naming.ask, 1):
        yield from _request_faults(f"ask.{number}", ask)
    for number, word in enumerate(naming.leave, 1):
        if word not in COMPARED:
            yield f"leave.{number}", f"{quoted(word)} is none of {', '.join(COMPARED)}."


def _ambiguous(path: str, names: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    seen: dict[str, str] = {}
    for ours, theirs in names.items():
        if isinstance(theirs, (dict, list, bool)):
            yield f"{path}.{ours}", f"{quoted(theirs)} is not a name: give a text or a number."
        elif (other := seen.setdefault(str(theirs), ours)) != ours:
            yield (
                f"{path}.{ours}",
                f"{other} and {ours} are both called {quoted(theirs)}: no one could tell them apart.",
            )


def _pair_faults(path: str, what: str, pair: NamePair) -> Iterator[tuple[str, str]]:
    kinds = (str, dict) if what == "move" else (dict,)
    if not isinstance(pair.ours, kinds):
        yield f"{path}.ours", "it is a table as in a log" + (", or a text in notation." if what == "move" else ".")
    elif what == "effect" and not (isinstance(pair.ours, dict) and isinstance(pair.ours.get("type"), str)):
        yield f"{path}.ours", "it has no `type`: which effect is it?"
    ours, theirs = ({name for name, _ in holes(side)} for side in (pair.ours, pair.theirs))
    if missing := ours - theirs:
        yield f"{path}.theirs", f"{_hole_names(missing)} of ours {'is' if len(missing) == 1 else 'are'} not in it."
    elif what == "move" and (more := theirs - ours):
        yield f"{path}.ours", f"{_hole_names(more)} of theirs {'is' if len(more) == 1 else 'are'} not in it."


def _request_faults(path: str, ask: MappedRequest) -> Iterator[tuple[str, str]]:
    kinds = [type_of(kind) for kind in REQUESTS]
    if ask.ours.get("type") not in kinds:
        yield f"{path}.ours", f"it has no `type` of a request: {', '.join(kinds)}."
    ours, theirs = ({name for name, _ in holes(side)} for side in (ask.ours, ask.theirs))
    if more := theirs - ours:
        yield f"{path}.theirs", f"{_hole_names(more)} {'is' if len(more) == 1 else 'are'} not in ours."
    if ask.answer is not None:
        if not isinstance(ask.answer.ours, dict):
            yield f"{path}.answer.ours", "it is a table, as an answer of `kronika serve`."
        yield from _pair_faults(f"{path}.answer", "answer", ask.answer)


def _hole_names(holes: set[str]) -> str:
    return join_words([f"{{{name}}}" for name in sorted(holes)])
