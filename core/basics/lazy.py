"""Loading on first use (PEP 562): importing a package is cheap, because its names are loaded when they are needed."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any


def load_attribute(package: str, name: str) -> Any:
    """The value of `package.name`, imported from the module that the stub of the package names.

    For `__all__` it is the list of all names in the stub. Raises AttributeError for a name that the stub does not have.
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
    """The names in the stub of a package, each with the module that defines it and its name there."""
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
    """The text of the package's stub, read by the package's own loader, as the package may be in a zip file."""
    found = import_module(package)
    loader: Any = found.__loader__
    data: bytes = loader.get_data(os.path.join(found.__path__[0], "__init__.pyi"))
    return data.decode()


def lazy_function(module: str, name: str) -> Callable[..., Any]:
    """A function that imports `module` when it is called, and calls the function `name` of it."""

    def call(*given: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*given, **named)

    return call
