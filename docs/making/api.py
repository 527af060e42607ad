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
import kronika.core
import kronika.logs
import kronika.testing
from kronika.core.basics.lazy import homes
from kronika.testing import contract
from making.wording import contents, first_sentence, next_steps, page, safe

THEMES = {
    "Games in progress": ("sessions.session", "sessions.notebook", "contract.moves", "contract.options", ""),
    "Errors": ("basics.errors",),
    "Games and their results": ("contract.registry", "contract.result"),
    "What a game is": ("contract.game", "contract.effects", "contract.annotations", "contract.heuristic"),
    "What a viewer may know": ("contract.view",),
    "Moves and positions as text": ("contract.notation", "contract.positions"),
    "Pictures and tables": ("contract.blocks", "contract.paper"),
    "Chance, texts and files of facts": ("basics.chance", "basics.text", "basics.toml"),
}
"""The pages of `kronika.core`, each with the modules whose names it has."""

_NEXT = next_steps("api", "python", "promise")
_LEAD = """You can rely on everything on these pages ([what is promised](../promise.md)). Everything else may change at
any time.
"""


def pages() -> dict[str, str]:
    """A page for each face, and one for the suite that every game must pass."""
    themed = {f"api-core-{slug(theme)}": theme_page(theme) for theme in THEMES}
    made = {
        "api-door": door_page(),
        "api-core": core_page(),
        **themed,
        "api-logs": f"{face_page(kronika.logs)}\n{_NEXT}",
        "api-testing": testing_page(),
    }
    entries = [("kronika", "api-door"), *((f"kronika.{name}", f"api-{name}") for name in ("core", "logs", "testing"))]
    return {"api": page("Public names", _LEAD, contents(entries), _NEXT), **made}


def slug(theme: str) -> str:
    """A theme in the name of its page."""
    return theme.lower().replace(",", "").replace(" ", "-")


def names_of(theme: str) -> list[str]:
    """The public names of a theme: classes and functions, then constants."""
    homes_of = _homes(kronika.core)
    known = {f"kronika.core.{module}".rstrip(".") for module in THEMES[theme]}
    return sorted((name for name in kronika.core.__all__ if homes_of[name][0].__name__ in known), key=_place)


def _place(name: str) -> tuple[bool, str]:
    return name.isupper(), name.casefold()


def core_page() -> str:
    """The table of contents of `kronika.core`: each theme with its names, each name with its first sentence."""
    told = inspect.cleandoc(kronika.core.__doc__ or "").partition("\nNames that are neither")[0]
    parts = [
        _rst(f".. py:module:: kronika.core\n\n{told}"),
        contents((theme, f"api-core-{slug(theme)}") for theme in THEMES),
    ]
    for theme in THEMES:
        parts.append(f"## {theme}\n")
        # MyST knows no anchors but headings; that these are there is held by a test.
        address = f"api-core-{slug(theme)}.html#kronika.core."
        parts += [f'- <a href="{address}{name}"><code>{name}</code></a>: {_line(name)}' for name in names_of(theme)]
        parts.append("")
    return page("kronika.core", *parts, _NEXT)


def _line(name: str) -> str:
    thing = getattr(kronika.core, name)
    documented = inspect.isclass(thing) or inspect.isfunction(thing)
    said = constants(kronika.core).get(name) or (inspect.getdoc(thing) if documented else "")
    return safe(first_sentence(said or ""))


def theme_page(theme: str) -> str:
    """The names of a theme."""
    return page(f"kronika.core: {theme}", *(_rst(_directive(kronika.core, name)) for name in names_of(theme)), _NEXT)


def door_page() -> str:
    """The front door: what it lists, with the packages that these are from."""
    rows = []
    for name, (module, there) in _homes(kronika).items():
        thing = getattr(kronika, name)
        said = inspect.getdoc(thing) if callable(thing) else _below(module, there)
        home = module.__name__.split(".")[1]
        rows.append(f"- [`{name}`](api-{home}.md): {safe((said or '').partition(chr(10))[0])}")
    return page("kronika", _rst(".. automodule:: kronika\n   :no-members:"), *rows, "", _NEXT)


def face_page(face: ModuleType) -> str:
    """All that a package lists: classes, functions, and constants with what stands below them."""
    parts = [f"# {face.__name__}\n", _rst(f".. automodule:: {face.__name__}\n   :no-members:")]
    for name in sorted(face.__all__, key=_place):
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
    return "\n".join([*parts, _NEXT])


def _rst(directive: str) -> str:
    return f"```{{eval-rst}}\n{directive}\n```\n"
