"""Patterns with holes, and the words that fill them: they translate a program's words into Kronika's.

A pattern is a text or a table with holes: `lay {card}`, or `{ what = "lay", card = "{card}" }`. A hole takes any text
at its place. `{keep:card}` is a hole called `keep` that holds a thing of the kind `card`. A table may have more keys
than its pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

_HOLE: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")


def holes(pattern: Any) -> Iterator[tuple[str, str]]:
    """The holes of a pattern, each with its kind, if it has one."""
    if isinstance(pattern, str):
        yield from ((name, kind) for name, kind in _HOLE.findall(pattern))
    elif isinstance(pattern, (dict, list)):
        for part in pattern.values() if isinstance(pattern, dict) else pattern:
            yield from holes(part)


def match_pattern(pattern: Any, value: Any, *, nulls: bool = False) -> dict[str, Any] | None:
    """The values in the holes of a pattern; None if the value does not fit. A table may have more keys.

    With `nulls` a nested table may be null; the values of its holes are then null.
    """
    if isinstance(pattern, dict):
        if not isinstance(value, dict) or not pattern.keys() <= value.keys():
            return None
        return _merged(
            {name: None for name, _ in holes(part)}
            if nulls and value[key] is None and isinstance(part, dict)
            else match_pattern(part, value[key], nulls=nulls)
            for key, part in pattern.items()
        )
    if isinstance(pattern, list):
        if not isinstance(value, list) or len(pattern) != len(value):
            return None
        return _merged(match_pattern(part, one) for part, one in zip(pattern, value, strict=True))
    if not isinstance(pattern, str):
        return {} if pattern == value and isinstance(pattern, bool) == isinstance(value, bool) else None
    if hole := _HOLE.fullmatch(pattern):
        return {hole[1]: value}
    return _match_text(pattern, value) if isinstance(value, str) else None


def _merged(parts: Iterator[dict[str, Any] | None]) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    for part in parts:
        if part is None or any(found.get(name, value) != value for name, value in part.items()):
            return None
        found |= part
    return found


def _match_text(pattern: str, text: str) -> dict[str, Any] | None:
    """Fit a text to a pattern. Each hole takes the text before the next fixed words of the pattern, without
    backtracking.
    """
    begin, *rest = _HOLE.split(pattern)
    if not text.startswith(begin) or not rest:
        return {} if text == pattern else None
    ends = [*zip(rest[::3], rest[2::3], strict=True)]
    found: list[dict[str, Any]] = []
    at = len(begin)
    for number, (name, words) in enumerate(ends, 1):
        last = number == len(ends)
        end = len(text) - len(words) if last else text.find(words, at + 1)
        if end <= at or not text.startswith(words, end):
            return None
        found.append({name: text[at:end]})
        at = end + len(words)
    return _merged(iter(found))


def fill_partially(pattern: dict[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    """A pattern with its holes filled; a nested table that would hold only null becomes null."""
    return {
        key: None if isinstance(part, dict) and _holds_null(part, found) else fill_pattern(part, found)
        for key, part in pattern.items()
    }


def _holds_null(pattern: dict[str, Any], found: Mapping[str, Any]) -> bool:
    names = [name for name, _ in holes(pattern)]
    return bool(names) and all(found[name] is None for name in names)


def fill_pattern(pattern: Any, found: Mapping[str, Any]) -> Any:
    """A pattern with all its holes filled."""
    if isinstance(pattern, dict):
        return {key: fill_pattern(part, found) for key, part in pattern.items()}
    if isinstance(pattern, list):
        return [fill_pattern(part, found) for part in pattern]
    if not isinstance(pattern, str):
        return pattern
    if hole := _HOLE.fullmatch(pattern):
        return found[hole[1]]
    return _HOLE.sub(lambda hole: _text(found[hole[1]]), pattern)


def _text(value: Any) -> str:
    return " ".join(map(_text, value)) if isinstance(value, list) else str(value)


# -- words ------------------------------------------------------------------------------------------------------------


class TwoWayNames:
    """Two-way names of one kind of thing. A thing that is not in the table keeps its name."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._theirs = _WordReplacer(names)
        self._ours = _WordReplacer({str(theirs): _plain(ours) for ours, theirs in names.items()})

    def theirs(self, value: Any) -> Any:
        """The program's word for Kronika's."""
        return self._theirs.said(value)

    def ours(self, value: Any) -> Any:
        """Kronika's word for the program's."""
        return self._ours.said(value)


def _plain(name: str) -> str | int:
    """A key of TOML as data: a key that is a number becomes one, as for a seat or a card."""
    return int(name) if name.isascii() and name.isdecimal() and str(int(name)) == name else name


class _WordReplacer:
    """Replaces words in texts, in lists of them, and in tables, including their keys."""

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
