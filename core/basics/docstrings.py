"""Docstrings that are shown to people: help texts, descriptions of bots, comments in files, JSON Schemas.

`python -OO` removes docstrings; they are then read from the source file, if there is one.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any

from msgspec import Struct

STRIPPED = sys.flags.optimize > 1
"""Whether Python has removed all docstrings in this process (`python -OO`)."""


def doc_of(thing: Any) -> str:
    """The docstring of a function or type without its indentation; empty if there is none."""
    if thing.__doc__ or not STRIPPED:
        return cleandoc(thing.__doc__ or "")
    file = getattr(sys.modules.get(thing.__module__), "__file__", None)
    return _docs(file).get(thing.__qualname__, "") if file else ""


def restore_struct_docstrings() -> None:
    """Give all Structs back the docstrings that `python -OO` removed, as descriptions for their schemas."""
    for kind in _below(Struct) if STRIPPED else ():
        kind.__doc__ = doc_of(kind) or None


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


@cache
def _docs(file: str) -> dict[str, str]:
    """The docstrings of a source file by qualified name; empty if it can't be read."""
    try:
        return dict(_collect(ast.parse(Path(file).read_bytes()).body, ""))
    except (OSError, SyntaxError, ValueError):
        return {}


def _collect(body: Iterable[ast.stmt], inside: str) -> Iterator[tuple[str, str]]:
    for one in body:
        if isinstance(one, (ast.FunctionDef, ast.ClassDef)):
            yield f"{inside}{one.name}", ast.get_docstring(one) or ""
            yield from _collect(one.body if isinstance(one, ast.ClassDef) else (), f"{inside}{one.name}.")
