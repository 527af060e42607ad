"""Values of a notification: numbers may be written as texts; any other value of a wrong type is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kronika.core.basics.text import quoted
from kronika.logs.imports.notices import Notice, refuse

DIGITS: Final = 18
"""The most digits of a number of the platform, which has 64 bits."""


def as_int(value: Any) -> int | None:
    """A whole number that is written as a number or as a text; None for anything else."""
    if isinstance(value, str) and len(value) <= DIGITS and value.removeprefix("-").isascii():
        return int(value) if value.removeprefix("-").isdigit() else None
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**DIGITS else None


def as_word(value: Any) -> str:
    """A number or a text, as a text; empty for anything else."""
    if isinstance(value, str):
        return value
    number = as_int(value)
    return "" if number is None else str(number)


def is_true(value: Any) -> bool:
    """Whether a value means yes: true, 1, or one of these as a text."""
    return value is True or value in (1, "1", "true")


class Args:
    """The values of one notification, by name. A missing value or one of a wrong type is refused, with its place."""

    def __init__(self, path: str, notice: Notice) -> None:
        self.path = path
        self.notice = notice

    def refuse(self, why: str) -> Any:
        """Raise LogError."""
        refuse(self.path, self.notice, "schema", why)

    def has(self, name: str) -> bool:
        """Whether there is a value that is neither null, false nor empty."""
        return self.notice.args.get(name) not in (None, "", False)

    def number(self, name: str) -> int:
        """The value as a whole number. Raises LogError if it is not one."""
        found = as_int(self.notice.args.get(name))
        return self._needed(name, "a whole number") if found is None else found

    def word(self, name: str, among: Sequence[str] = ()) -> str:
        """The value as a text, which must be one of `among` unless that is empty. Raises LogError."""
        found = as_word(self.notice.args.get(name))
        if not found or (among and found not in among):
            return str(self._needed(name, f"one of {', '.join(among)}" if among else "a text"))
        return found

    def table(self, name: str) -> Args:
        """The values of the table with this name. Raises LogError if it is not a table."""
        found = self.notice.args.get(name)
        if not isinstance(found, Mapping):
            return Args(self.path, self._needed(name, "a table"))
        return self.inside(found)

    def inside(self, values: Any) -> Args:
        """The values of a table within the same notification. Raises LogError if it is not a table."""
        if not isinstance(values, Mapping):
            self.refuse("one of its lists has an item that is not a table.")
        one = self.notice
        return Args(
            self.path,
            Notice(one.kind, values, one.line, one.packet, one.move, one.uid, one.time, one.private),
        )

    def rows(self, name: str) -> list[Any]:
        """The value as a list; of a table, its values. Raises LogError for anything else."""
        found = self.notice.args.get(name)
        if isinstance(found, Mapping):
            return list(found.values())
        if not isinstance(found, list):
            return list(self._needed(name, "a list"))
        return found

    def tables(self, name: str) -> list[Args]:
        """The value as a list of tables. Raises LogError if it is not one."""
        return [self.inside(row) for row in self.rows(name)]

    def _needed(self, name: str, what: str) -> Any:
        value = self.notice.args.get(name)
        told = "is missing" if value is None else f"is {quoted(value)}"
        return self.refuse(f"`{name}` {told}; it should be {what}.")
