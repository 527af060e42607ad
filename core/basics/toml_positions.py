"""The line of each key and list entry in a TOML text, for messages about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from kronika.core.basics.toml import TOKEN


class SourceSpan:
    """The line where a table, a list or a value begins, from 1, and the spans inside it by key.

    The keys of list entries are "1", "2", …
    """

    def __init__(self, line: int, *, is_list: bool = False) -> None:
        self.line = line
        self.is_list = is_list
        self.inside: dict[str, SourceSpan] = {}

    def key(self, name: str, line: int) -> SourceSpan:
        """The span of a key, added at `line` if it is new; for a list of tables, the span of its latest entry."""
        place = self.inside.setdefault(name, SourceSpan(line))
        return place.inside[str(len(place.inside))] if place.is_list else place

    def entry(self, line: int) -> SourceSpan:
        """Add the next entry of a list, and return its span."""
        place = self.inside[str(len(self.inside) + 1)] = SourceSpan(line)
        return place

    def find(self, path: str, older: Mapping[str, str] = MappingProxyType({})) -> SourceSpan:
        """The span at a path of keys and entries, such as `when.2.expect`. Parts that don't exist are skipped.

        A key that contains points is written in the path as it is. `older` maps old keys, which the text may have
        instead, to their current names.
        """
        place, parts = self, path.split(".")
        while parts:
            names = [".".join(parts[:n]) for n in range(len(parts), 0, -1)]
            names += [old for old, new in older.items() if new == parts[0]]
            name = next((name for name in names if name in place.inside), "")
            place = place.inside.get(name, place)
            parts = parts[name.count(".") + 1 :]
        return place


def source_spans(text: str) -> SourceSpan:
    """The spans of a TOML text that `read_toml` accepts. For other texts some of them are wrong or missing."""
    return _SpanParser(text).all()


class _SpanParser:
    """A parser of the tokens. It recurses once for each nested list or table, less than `read_toml` has done before."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, int]] = []
        line = 1
        for token in TOKEN.finditer(text):
            if token.lastgroup != "comment":
                self.tokens.append((token[0], line))
            line += token[0].count("\n")
        self.tokens += [("", line)] * 2
        self.at = 0

    def all(self) -> SourceSpan:
        root = table = SourceSpan(1)
        while self._token():
            if self._passes("\n"):
                continue
            if self._token() == "[":
                table = self._head(root)
            else:
                self._pair(table)
        return root

    def _token(self) -> str:
        return self.tokens[self.at][0]

    def _line(self) -> int:
        return self.tokens[self.at][1]

    def _take(self) -> str:
        token = self._token()
        self.at += self.at < len(self.tokens) - 2
        return token

    def _passes(self, *tokens: str) -> bool:
        """Whether the next token is one of `tokens`; if so, it is taken."""
        return self._token() in tokens and bool(self._take())

    def _head(self, root: SourceSpan) -> SourceSpan:
        """Parse `[table]`, or `[[table]]` for the next table of a list, and return the span for the pairs below it."""
        line = self._line()
        self._take()
        of_list = self._passes("[")
        *above, name = self._path()
        while self._passes("]"):
            pass
        for part in above:
            root = root.key(part, line)
        if not of_list:
            return root.key(name, line)
        return root.inside.setdefault(name, SourceSpan(line, is_list=True)).entry(line)

    def _pair(self, table: SourceSpan) -> None:
        line = self._line()
        for name in self._path():
            table = table.key(name, line)
        self._passes("=")
        self._value(table)

    def _path(self) -> list[str]:
        """The parts of a key, dotted or not. In malformed text any token is taken as a key."""
        names = [_unquoted(self._take())]
        while self._passes("."):
            names.append(_unquoted(self._take()))
        return names

    def _value(self, place: SourceSpan) -> None:
        if self._passes("["):
            while self._token() and not self._passes("]"):
                if not self._passes("\n", ","):
                    self._value(place.entry(self._line()))
        elif self._passes("{"):
            while self._token() and not self._passes("}"):
                if not self._passes("\n", ","):
                    self._pair(place)
        else:
            self._take()
            while self._token() not in ("", "\n", ",", "]", "}"):
                self._take()


def _unquoted(key: str) -> str:
    if key.startswith("'"):
        return key.strip("'")
    try:
        return str(json.loads(key)) if key.startswith('"') else key
    except ValueError:  # an escape that TOML has and JSON has not
        return key.strip('"')
