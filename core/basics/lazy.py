"""What is loaded on first use: names of packages, so that importing one costs nothing (PEP 562)."""

from __future__ import annotations

from collections.abc import Mapping
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
