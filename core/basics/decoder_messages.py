"""Facts that other libraries give only in messages: what is wrong with JSON or TOML, why and where an import failed.

This is the only place that parses such messages, and `CHECKED` names the versions they come from. A test provokes each
message, and fails if an installed version words it differently. For an unknown message only its position is reported.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from kronika.core.basics.nesting import TooDeep

CHECKED: Final = {"msgspec": ("0.21", "0.23"), "Python": ("3.11", "3.13")}
"""The oldest and the newest version of each library whose messages were checked."""

JSON_SAID: Final[Mapping[str, str]] = {
    "Input data was truncated": "it ends too early",
    "Invalid UTF-8": "it is not UTF-8",
    "Number out of range": "a number in it is too large",
    "Integer value out of range": "a number in it is too large",
    "JSON is malformed: trailing characters": "something follows its end",
    "JSON is malformed: trailing comma in array": "there is a comma before `]`",
    "JSON is malformed: trailing comma in object": "there is a comma before `}`",
    "JSON is malformed: object keys must be strings": "a key is not in double quotes",
    "JSON is malformed: expected '\"'": "a key is not in double quotes",
    "JSON is malformed: expected ':'": "`:` is missing after a key",
    "JSON is malformed: expected ',' or '}'": "`,` or `}` is missing",
    "JSON is malformed: expected ',' or ']'": "`,` or `]` is missing",
    "JSON is malformed: invalid number": "a number is not written as in JSON",
    "JSON is malformed: invalid escape": "JSON does not allow this character after `\\` in a text",
    "JSON is malformed: invalid character in unicode escape": "a code after `\\u` has four digits from 0 to f",
    "JSON is malformed: invalid utf-16 surrogate pair": "a code after `\\u` is half a character",
    "JSON is malformed: invalid character": "an unexpected character",
}
"""The beginnings of the messages of msgspec's JSON decoder, each with our wording. The longest that fits is used."""

TOML_SAID: Final[Mapping[str, str]] = {
    "Invalid initial character for a key part": "a key has letters, digits, `_` and `-`, or is in quotes",
    "Invalid value": "there is no value, or a text without quotes",
    "Invalid date or datetime": "there is no such date or time",
    "Invalid statement": "a line begins with a key, or with `[`",
    "Invalid hex value": "a code after `\\` has too few digits from 0 to f",
    "Escaped character is not a Unicode scalar value": "a code after `\\` is not a character",
    "Unescaped '\\' in a string": "`\\` in a text in double quotes is written twice",
    "Unterminated string": "a text does not end: its last quote is missing",
    "Expected \"'''\"": "a text does not end: its last quotes are missing",
    'Expected "\'"': "a text does not end: its last quote is missing",
    "Illegal character": "a character is not allowed in a text or comment",
    "Found invalid character": "a character is not allowed in a text or comment",
    "Expected ']' at the end of a table declaration": "the name of a table ends with `]`",
    "Expected ']]' at the end of an array declaration": "the name of a table in a list ends with `]]`",
    "Expected '=' after a key": "`=` is missing after a key",
    "Expected newline or end of document": "something follows a value in its line",
    "Unclosed array": "a list does not end: `,` or `]` is missing",
    "Unclosed inline table": "a table does not end: `,` or `}` is missing",
    "Cannot declare": "there is a table of this name already",
    "Cannot mutate immutable namespace": "there is a value of this name already",
    "Cannot redefine namespace": "there is a table of this name already",
    "Cannot overwrite a value": "there is a value of this name already",
    "Duplicate inline table key": "there is a value of this name already",
}
"""The beginnings of the messages of `tomllib`, each with our wording. The longest that fits is used."""

_LACKING: Final = re.compile(r"No module named 'kronika|on <module 'kronika")
_FRAME: Final = re.compile(r'File "(.+?)", line (\d+)')
_BYTE: Final = r"\(byte (\d+)\)$"
_LINE: Final = r"\(at line (\d+), column (\d+)\)$"


def json_fault(error: Exception) -> str:
    """The reason why a text is not valid JSON, as a clause for messages, with the byte counted from 1."""
    if isinstance(error, TooDeep):
        return str(error)
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    said = _instead(str(error), JSON_SAID) or "it can't be read"
    at = re.search(_BYTE, str(error))
    return f"{said} (byte {int(at[1]) + 1})" if at else said


def is_malformed(error: Exception) -> bool:
    """Whether msgspec refused a text because its JSON is malformed, not only because a number in it is too large."""
    return str(error).startswith("JSON is malformed")


def is_truncated(error: Exception) -> bool:
    """Whether msgspec refused a text because it ends too early."""
    return str(error).startswith("Input data was truncated")


def toml_fault(error: Exception) -> tuple[int | None, str]:
    """The line of the error, or None for the end of the text, and the reason why a text is not valid TOML.

    The reason is a clause for messages, with its position.
    """
    said = _instead(str(error), TOML_SAID) or "it can't be read"
    at = re.search(_LINE, str(error))
    if at is None:
        return None, f"{said} (at the end)"
    return int(at[1]), f"{said} (line {at[1]}, column {at[2]})"


def lacks_kronika(error: BaseException) -> bool:
    """Whether unpickling failed because this process has another version of Kronika, or none."""
    return isinstance(error, (ImportError, AttributeError)) and bool(_LACKING.search(str(error)))


def places_in(traceback: str) -> list[tuple[str, int]]:
    """The file and line of each frame in the text of a traceback, the outermost first."""
    return [(file, int(line)) for file, line in _FRAME.findall(traceback)]


def _instead(text: str, table: Mapping[str, str]) -> str:
    begun = max((said for said in table if text.startswith(said)), key=len, default="")
    return table.get(begun, "")
