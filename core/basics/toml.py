"""Reading and writing TOML: files by people, with the line of an error; facts that a game ships; output for people."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from kronika.core.basics import limits
from kronika.core.basics.decoder_messages import toml_fault
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.nesting import is_deep

TOKEN: Final = re.compile(
    r"""
    (?P<text> \"\"\"(?:[^"\\]++|\\.?|"(?!""))*+(?:\"{3,5})?
            | \'\'\'(?:[^']++|'(?!''))*+(?:'{3,5})?
            | "(?:[^"\\\n]++|\\.?)*+"?
            | '[^'\n]*+'? )
    | (?P<comment> \#[^\n]*+ )
    | (?P<word> [A-Za-z0-9_+-]++ )
    | (?P<sign> [][{}.=,\n] )
    """,
    re.VERBOSE | re.DOTALL,
)
"""The tokens of a TOML text, as far as its size and structure need them. Matching takes linear time."""


class BadToml(KronikaError):
    """A text is not valid TOML; `line` is the line of the error, from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def read_toml(text: str) -> dict[str, Any]:
    """Return a TOML text as a table. Raises BadToml, also for a text that is too large or nested too deep."""
    _check_size(text)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, why = toml_fault(error)
        raise BadToml(line or text.count("\n") + 1, f"Not TOML: {why}.") from None
    except ValueError:
        raise BadToml(1, "A number is too long.") from None
    if is_deep(found, limits.NESTING + 1):  # the document is a table, too, as is each part of a dotted key
        raise _too_deep(1)
    return found


def _check_size(text: str) -> None:
    """Raise BadToml for a text that would take `tomllib` too much time or memory."""
    if len(text) > limits.TOML:
        raise BadToml(1, f"A TOML text has at most {limits.TOML:,} characters; this has {len(text):,}.")
    depth, parts, dots = 0, 1, 0
    for token in TOKEN.finditer(text):
        kind, sign = token.lastgroup, token[0]
        if kind == "word" and len(sign) > limits.NAME:
            raise BadToml(
                _line(text, token),
                f"A number is too long. It has at most {limits.NAME} characters, as a key without quotes.",
            )
        if kind != "sign":
            continue
        depth += (sign in "[{") - (sign in "]}")
        parts = parts + 1 if sign == "." else 1
        dots += sign == "."
        if depth > limits.NESTING:
            raise _too_deep(_line(text, token))
        if parts > limits.KEY or dots > limits.TOML_DOTS:
            message = (
                f"A key has at most {limits.KEY} parts, and a text at most {limits.TOML_DOTS:,} `.` in all its keys."
            )
            raise BadToml(_line(text, token), message)


def _line(text: str, token: re.Match[str]) -> int:
    return text.count("\n", 0, token.start()) + 1


def _too_deep(line: int) -> BadToml:
    return BadToml(line, f"Tables or lists are nested too deep. At most {limits.NESTING} levels are allowed.")


def read_facts(package: str | None, name: str) -> dict[str, Any]:
    """Return the table of the TOML file `name` in a package, which is trusted and not limited in size.

    A module passes its `__package__`, which is None only for a module outside packages.
    """
    assert package is not None, f"{name}: a module outside packages has no facts"
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


# -- writing ----------------------------------------------------------------------------------------------------

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_UNQUOTED_TEXT: Final = re.compile(r"([^\x00-\x1f\x7f\"\\]*\n)+")
"""Text of whole lines in which no character needs an escape."""
_WIDTH: Final = 120


def to_toml(table: Mapping[str, Any], head: str) -> Iterator[str]:
    """The lines of a table under its header `head`, such as `[[example]]`. `read_toml` reads them back.

    A value that fits is written in one line. Longer lists take several lines; longer tables, and tables that contain
    tables, get headers of their own; text of several lines is written as it is, between triple quotes.
    """
    own: list[str] = []
    below: list[str] = []
    for key, value in table.items():
        line = f"{_key(key)} = {_inline(value)}"
        if isinstance(value, Mapping) and (len(line) > _WIDTH or any(isinstance(v, Mapping) for v in value.values())):
            below += ["", *to_toml(value, f"[{head.strip('[]')}.{_key(key)}]")]
        elif isinstance(value, str) and _UNQUOTED_TEXT.fullmatch(value):
            own += [f'{_key(key)} = """', f'{value}"""']
        elif isinstance(value, (list, tuple)) and len(line) > _WIDTH:
            own += [f"{_key(key)} = [", *_entries(value), "]"]
        else:
            own.append(line)
    if own or not below or head.startswith("[["):  # an entry of a list must have its header, even if it has no keys
        yield from (head, *own, *below)
    else:
        yield from below[1:]


def _entries(values: Sequence[Any]) -> Iterator[str]:
    """The lines of a long list: as many words or numbers in a line as fit; each table or list begins a new line."""
    line = ""
    for value in values:
        entry = f"{_inline(value)},"
        if line and (isinstance(value, (Mapping, list, tuple)) or len(line) + len(entry) > _WIDTH - 5):
            yield f"    {line}"
            line = ""
        line = f"{line} {entry}".lstrip()
    yield f"    {line}"


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        parts = [f"{_key(key)} = {_inline(part)}" for key, part in value.items()]
        return f"{{ {', '.join(parts)} }}" if parts else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, str):
        return _quoted(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


@lru_cache(1024)  # the same names and cards are in every position of a game
def _quoted(text: str) -> str:
    # TOML reads all escapes of JSON. DEL is the only character that TOML escapes and JSON does not.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
