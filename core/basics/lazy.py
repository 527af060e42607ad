"""What is loaded on first use: names of packages, so that importing one costs nothing (PEP 562)."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any


def load_attribute(package: str, name: str) -> Any:
    """What `package.name` stands for, by the stub of the package, or `__all__`: the names that the stub has.

    Raises AttributeError for a name that it does not have.
    """
    known = homes(package)
    if name == "__all__":
        return [*known]
    if name not in known:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    module, there = known[name]
    return getattr(import_module(module), there)


@cache
def homes(package: str) -> dict[str, tuple[str, str]]:
    """The names in the stub of a package, each with the module that has it and what it is called there."""
    called: dict[str, tuple[str, str]] = {}
    found: dict[str, tuple[str, str]] = {}
    for line in _stub(package).split("\n"):
        match line.split():
            case ["from", module, "import", name, "as", same]:
                found[same] = module, name
            case ["from", module, "import", *names]:
                called |= {name.rstrip(","): (module, name.rstrip(",")) for name in names}
            case [name, "=", there]:
                found[name] = called[there]
            case ["__version__:", _]:
                found["__version__"] = package, "__version__"
    return found


def _stub(package: str) -> str:
    """Read by whatever has imported the package, which may lie in a zip file."""
    found = import_module(package)
    loader: Any = found.__loader__
    data: bytes = loader.get_data(os.path.join(found.__path__[0], "__init__.pyi"))
    return data.decode()


def lazy_function(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is imported when it is first called: a room of a game for those who enter it."""

    def call(*given: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*given, **named)

    return call
