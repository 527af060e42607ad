"""What is loaded on first use: names of packages, so that importing one costs nothing (PEP 562), and functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def load_attribute(package: str, homes: Mapping[str, str], name: str) -> Any:
    """What `package.name` stands for; `homes` says for each name the module that has it: `session`.

    A module that calls it otherwise adds how: `store:write_log`. Raises AttributeError for a name without a home.
    """
    if name not in homes:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    module, _, inner = homes[name].partition(":")
    return getattr(import_module(f"{package}.{module}"), inner or name)


def lazy_function(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is imported when it is first called: a room of a game for those who enter it."""

    def call(*given: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*given, **named)

    return call
