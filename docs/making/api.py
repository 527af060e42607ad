"""The public names: what the faces of the packages list, each with its docstring."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import kronika
import kronika.testing
from kronika.core.basics.lazy import homes
from kronika.testing import contract
from making.wording import contents, page, safe

FACES = ("kronika.core", "kronika.logs")


_LEAD = """What stands on these pages is what others may rely on ([what is promised](../promise.md)). Everything else
may change at any time.
"""


def pages() -> dict[str, str]:
    """A page for each face, and one for the suite that every game must pass."""
    faces = {face.rpartition(".")[2]: face_page(import_module(face)) for face in FACES}
    made = {f"api-{name}": text for name, text in {"door": door_page(), **faces, "testing": testing_page()}.items()}
    entries = [("kronika", "api-door"), *((f"kronika.{name}", f"api-{name}") for name in (*faces, "testing"))]
    return {"api": page("Public names", _LEAD, contents(entries)), **made}


def door_page() -> str:
    """The front door: what it lists, with the packages that these are from."""
    rows = []
    for name, (module, there) in _homes(kronika).items():
        thing = getattr(kronika, name)
        said = inspect.getdoc(thing) if callable(thing) else _below(module, there)
        home = module.__name__.split(".")[1]
        rows.append(f"- [`{name}`](api-{home}.md): {safe((said or '').partition(chr(10))[0])}")
    return page("kronika", _rst(".. automodule:: kronika\n   :no-members:"), *rows)


def face_page(face: ModuleType) -> str:
    """All that a package lists: classes, functions, and constants with what stands below them."""
    parts = [f"# {face.__name__}\n", _rst(f".. automodule:: {face.__name__}\n   :no-members:")]
    for name in sorted(face.__all__, key=lambda name: (name.isupper(), name.casefold())):
        parts.append(_rst(_directive(face, name)))
    return "\n".join(parts)


def _directive(face: ModuleType, name: str) -> str:
    thing, whole = getattr(face, name), f"{face.__name__}.{name}"
    if inspect.isclass(thing) and thing.__module__.startswith("kronika"):
        return f".. autoclass:: {whole}\n   :members:"
    if inspect.isfunction(inspect.unwrap(thing)):
        return f".. autofunction:: {whole}"
    text = constants(face).get(name, "").replace("\n", "\n   ")
    return f".. py:data:: {whole}\n\n   {text}"


def constants(face: ModuleType) -> dict[str, str]:
    """What stands below the constants of a face, in the modules that they are from."""
    return {name: _below(module, there) for name, (module, there) in _homes(face).items()}


def _homes(face: ModuleType) -> dict[str, tuple[ModuleType, str]]:
    """The names of a face, each with the module that has it and what it is called there."""
    return {name: (import_module(module), there) for name, (module, there) in homes(face.__name__).items()}


@cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def _below(module: ModuleType, name: str) -> str:
    """The string under the assignment of a constant."""
    for node, after in pairwise(_tree(module).body):
        target = getattr(node, "target", None) or next(iter(getattr(node, "targets", ())), None)
        if isinstance(target, ast.Name) and target.id == name and isinstance(after, ast.Expr):
            return inspect.cleandoc(ast.literal_eval(after.value))
    return ""


def testing_page() -> str:
    """The contract suite: how it is run, and its checks by theme."""
    parts = [face_page(kronika.testing), "## The contract\n"]
    parts.append(_rst(".. automodule:: kronika.testing.contract\n   :no-members:"))
    for theme in contract.THEMES:
        parts.append(f"### {theme.__name__.rpartition('.')[2]}\n\n{inspect.cleandoc(theme.__doc__ or '')}\n")
        checks = [name for name in vars(theme) if name.startswith("test_")]
        parts += [f"- {name.removeprefix('test_').replace('_', ' ')}" for name in checks] + [""]
    return "\n".join(parts)


def _rst(directive: str) -> str:
    return f"```{{eval-rst}}\n{directive}\n```\n"
