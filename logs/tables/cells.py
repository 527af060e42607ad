"""Rows as CSV: exact for a database, harmless for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from kronika.logs.tables.columns import Table

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins with one of these may be read as a formula by a spreadsheet."""


def csv_row(values: Iterable[Any], *, harmless: bool) -> str:
    """A line of CSV. Texts are in quotation marks, so that an empty one differs from null, which is an empty cell.

    With `harmless`, a text that a spreadsheet would take for a formula begins with an apostrophe.
    """
    return ",".join([_cell(value, harmless) for value in values]) + "\n"


def csv_head(table: Table) -> str:
    """The first line of the CSV of a table: the names of its columns."""
    return ",".join(column.name for column in table.columns) + "\n"


def _cell(value: Any, harmless: bool) -> str:
    if value is None:
        return ""
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, str):
        text = f"'{value}" if harmless and value.startswith(FORMULA) else value
        return '"' + text.replace('"', '""') + '"'
    return value.hex() if isinstance(value, bytes) else str(value)
