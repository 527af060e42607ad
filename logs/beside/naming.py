"""What another program calls our moves and things: pairs of patterns, read from TOML.

A pattern is a text or a table as the program, or Kronika, writes it, with holes: `pick {card}` and `lay {card}`, or
`{ what = "lay", card = "{card}" }`. What stands in a hole called `card` is a thing of the kind `card`, if the map has
a table `[things.card]` of our names and theirs; `{keep:card}` is a hole called `keep` for such a thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from kronika.core.errors import KronikaError
from kronika.core.places import places
from kronika.core.refused import refused
from kronika.core.toml import BadToml, read_toml
from kronika.core.words import listing, quoted

_HOLE: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")


class Pair(Struct, frozen=True, forbid_unknown_fields=True):
    """The same said twice: as Kronika writes it, and as the program does."""

    ours: Any
    theirs: Any


class Naming(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A map: the names of a program beside ours. What it leaves out is called the same on both sides.

    `things`: by kind, our name and theirs; the kind `seat` is for players, `chance` among them. `move`: moves and
    outcomes, ours in notation or as data; the first pair that fits counts. `effect` and `view`: what the program tells
    of effects, and of the table; where there are any, nothing but these is compared, and all views that fit are taken
    together. `leave`: what is not compared though it is told: `legal`, `turn`, `totals`, `items`, `effects`, `outcome`,
    `views`.
    """

    things: dict[str, dict[str, Any]] = field(default_factory=dict)
    move: tuple[Pair, ...] = ()
    effect: tuple[Pair, ...] = ()
    view: tuple[Pair, ...] = ()
    leave: tuple[str, ...] = ()

    @cached_property
    def _tables(self) -> dict[str, _Things]:
        return {kind: _Things(names) for kind, names in self.things.items()}

    def seat(self, by: int | str) -> Any:
        """What the program calls a seat, or chance."""
        return self._tables["seat"].theirs(by) if "seat" in self._tables else by

    def our_seat(self, by: Any) -> Any:
        """The seat, or `chance`, that the program means."""
        return self._tables["seat"].ours(by) if "seat" in self._tables else by

    def their_move(self, notation: str, do: Any) -> Any:
        """A move as the program writes it; None for one of which the map knows nothing."""
        for pair in self.move:
            found = _found(pair.ours, notation if isinstance(pair.ours, str) else do)
            if found is not None:
                return _filled(pair.theirs, self._said(pair.theirs, found, ours=False))
        return None

    def our_move(self, theirs: Any) -> Any:
        """A move of the program in our notation, or as our data; None for one of which the map knows nothing."""
        if not self.move:
            return theirs
        return next(self._read(self.move, theirs), None)

    def our_effect(self, theirs: Any) -> Any:
        """An effect as we write it; None for one of which the map knows nothing."""
        return next(self._read(self.effect, theirs), None) if self.effect else theirs

    def our_view(self, theirs: Any) -> Any:
        """What a view tells, as we write it."""
        if not self.view:
            return theirs
        return {key: value for found in self._read(self.view, theirs) for key, value in found.items()}

    @cached_property
    def effects(self) -> frozenset[str] | None:
        """The types of effects that the map has; None where it has none, so that all are compared."""
        return frozenset(pair.ours["type"] for pair in self.effect) or None

    def _read(self, pairs: Sequence[Pair], theirs: Any) -> Iterator[Any]:
        for pair in pairs:
            found = _found(pair.theirs, theirs)
            if found is not None:
                yield _filled(pair.ours, self._said(pair.theirs, found, ours=True))

    def _said(self, pattern: Any, found: Mapping[str, Any], *, ours: bool) -> dict[str, Any]:
        """What was found, in our words or in theirs; the kinds are those that the pattern of the program names."""
        kinds = dict(_holes(pattern))
        said = {}
        for name, value in found.items():
            things = self._tables.get(kinds.get(name) or name)
            said[name] = value if things is None else things.ours(value) if ours else things.theirs(value)
        return said


class _Things:
    """Two-way names of one kind of thing. What is in no table keeps its name."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._theirs = _Words(names)
        self._ours = _Words({str(theirs): _plain(ours) for ours, theirs in names.items()})

    def theirs(self, value: Any) -> Any:
        return self._theirs.said(value)

    def ours(self, value: Any) -> Any:
        return self._ours.said(value)


def _plain(name: str) -> str | int:
    """A key of TOML as data has it: a seat or a card that is a number is one."""
    return int(name) if name.isascii() and name.isdecimal() and str(int(name)) == name else name


class _Words:
    """Words and what to say in their place: in texts, in lists of them, and in tables, keys included."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        self._said = said
        longest_first = sorted(said, key=len, reverse=True)
        self._all = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\w)")

    def said(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {str(self.said(key)): self.said(part) for key, part in value.items()}
        if isinstance(value, list):
            return [self.said(part) for part in value]
        if isinstance(value, (str, int)) and not isinstance(value, bool) and str(value) in self._said:
            return self._said[str(value)]
        if isinstance(value, str):
            return self._all.sub(lambda found: str(self._said[found[0]]), value)
        return value


# -- patterns -----------------------------------------------------------------------------------------------------


def _holes(pattern: Any) -> Iterator[tuple[str, str]]:
    """The holes of a pattern, each with the kind that it names, if it does."""
    if isinstance(pattern, str):
        yield from ((name, kind) for name, kind in _HOLE.findall(pattern))
    elif isinstance(pattern, (dict, list)):
        for part in pattern.values() if isinstance(pattern, dict) else pattern:
            yield from _holes(part)


def _found(pattern: Any, value: Any) -> dict[str, Any] | None:
    """What stands in the holes of a pattern; None where the value does not fit. A table may have more keys."""
    if isinstance(pattern, dict):
        if not isinstance(value, dict) or not pattern.keys() <= value.keys():
            return None
        return _together(_found(part, value[key]) for key, part in pattern.items())
    if isinstance(pattern, list):
        if not isinstance(value, list) or len(pattern) != len(value):
            return None
        return _together(_found(part, one) for part, one in zip(pattern, value, strict=True))
    if not isinstance(pattern, str):
        return {} if pattern == value and isinstance(pattern, bool) == isinstance(value, bool) else None
    if hole := _HOLE.fullmatch(pattern):
        return {hole[1]: value}
    fits = _regex(pattern).fullmatch(value) if isinstance(value, str) else None
    return dict(fits.groupdict()) if fits else None


def _together(parts: Iterator[dict[str, Any] | None]) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    for part in parts:
        if part is None or any(found.get(name, value) != value for name, value in part.items()):
            return None
        found |= part
    return found


def _regex(pattern: str) -> re.Pattern[str]:
    """A text with holes, of which each takes as little as it can; one that comes again is the same."""
    made, at, seen = "", 0, set()
    for hole in _HOLE.finditer(pattern):
        made += re.escape(pattern[at : hole.start()])
        made += f"(?P={hole[1]})" if hole[1] in seen else f"(?P<{hole[1]}>.+?)"
        seen.add(hole[1])
        at = hole.end()
    return re.compile(made + re.escape(pattern[at:]), re.DOTALL)


def _filled(pattern: Any, found: Mapping[str, Any]) -> Any:
    if isinstance(pattern, dict):
        return {key: _filled(part, found) for key, part in pattern.items()}
    if isinstance(pattern, list):
        return [_filled(part, found) for part in pattern]
    if not isinstance(pattern, str):
        return pattern
    if hole := _HOLE.fullmatch(pattern):
        return found[hole[1]]
    return _HOLE.sub(lambda hole: _text(found[hole[1]]), pattern)


def _text(value: Any) -> str:
    return " ".join(map(_text, value)) if isinstance(value, list) else str(value)


# -- reading ------------------------------------------------------------------------------------------------------

COMPARED: Final = ("legal", "turn", "totals", "items", "effects", "outcome", "views")
"""What a program may tell, as `leave` names it."""


class BadNaming(KronikaError):
    """A map that can't be used; `line` is 1-based."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def read_naming(text: str) -> Naming:
    """The map of a TOML text. Raises BadNaming, with the key that is wrong and its line."""
    try:
        table = read_toml(text)
    except BadToml as error:
        raise BadNaming(error.line, str(error)) from None
    try:
        naming = msgspec.convert(table, Naming)
    except msgspec.ValidationError as error:
        found = refused(table, Naming, error)
        raise _bad(text, found.path, f"{found.message}.") from None
    for path, why in _amiss(naming):
        raise _bad(text, path, why)
    return naming


def _bad(text: str, path: str, why: str) -> BadNaming:
    return BadNaming(places(text).find(path).line, f"key {path}: {why}" if path else why)


def _amiss(naming: Naming) -> Iterator[tuple[str, str]]:
    """What can't be meant, with its key."""
    for kind, names in naming.things.items():
        yield from _ambiguous(f"things.{kind}", names)
    for what, pairs in (("move", naming.move), ("effect", naming.effect), ("view", naming.view)):
        for number, pair in enumerate(pairs, 1):
            yield from _amiss_pair(f"{what}.{number}", what, pair)
    for number, word in enumerate(naming.leave, 1):
        if word not in COMPARED:
            yield f"leave.{number}", f"{quoted(word)} is none of {', '.join(COMPARED)}."


def _ambiguous(path: str, names: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    seen: dict[str, str] = {}
    for ours, theirs in names.items():
        if isinstance(theirs, (dict, list, bool)):
            yield f"{path}.{ours}", f"{quoted(theirs)} is no name: give a text or a number."
        elif (other := seen.setdefault(str(theirs), ours)) != ours:
            yield (
                f"{path}.{ours}",
                f"{other} and {ours} are both called {quoted(theirs)}: no one could tell them apart.",
            )


def _amiss_pair(path: str, what: str, pair: Pair) -> Iterator[tuple[str, str]]:
    kinds = (str, dict) if what == "move" else (dict,)
    if not isinstance(pair.ours, kinds):
        yield f"{path}.ours", "it is a table as in a log" + (", or a text in notation." if what == "move" else ".")
    elif what == "effect" and not (isinstance(pair.ours, dict) and isinstance(pair.ours.get("type"), str)):
        yield f"{path}.ours", "it has no `type`: which effect is it?"
    ours, theirs = ({name for name, _ in _holes(side)} for side in (pair.ours, pair.theirs))
    if missing := ours - theirs:
        yield f"{path}.theirs", f"{_named(missing)} of ours {'is' if len(missing) == 1 else 'are'} not in it."
    elif what == "move" and (more := theirs - ours):
        yield f"{path}.ours", f"{_named(more)} of theirs {'is' if len(more) == 1 else 'are'} not in it."


def _named(holes: set[str]) -> str:
    return listing([f"{{{name}}}" for name in sorted(holes)])
