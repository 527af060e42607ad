"""What functions and types say of themselves, where people or programs read it: helps, bots, keys of files, schemas.

It is their docstring. `python -OO` takes docstrings away; then it is read from the source, where that is there.
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
"""Are there no docstrings in this process?"""


def doc_of(thing: Any) -> str:
    """What a function or a type says of itself, without the margin that it has in its file; perhaps nothing."""
    if thing.__doc__ or not STRIPPED:
        return cleandoc(thing.__doc__ or "")
    file = getattr(sys.modules.get(thing.__module__), "__file__", None)
    return _docs(file).get(thing.__qualname__, "") if file else ""


def restore_struct_docstrings() -> None:
    """Gives all Structs their docstrings, which stand in the schemas that are made of them."""
    for kind in _below(Struct) if STRIPPED else ():
        kind.__doc__ = doc_of(kind) or None


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


@cache
def _docs(file: str) -> dict[str, str]:
    """The docstrings of a source file, by qualified names."""
    try:
        return dict(_collect(ast.parse(Path(file).read_bytes()).body, ""))
    except (OSError, SyntaxError, ValueError):
        return {}


def _collect(body: Iterable[ast.stmt], inside: str) -> Iterator[tuple[str, str]]:
    for one in body:
        if isinstance(one, (ast.FunctionDef, ast.ClassDef)):
            yield f"{inside}{one.name}", ast.get_docstring(one) or ""
            yield from _collect(one.body if isinstance(one, ast.ClassDef) else (), f"{inside}{one.name}.")
