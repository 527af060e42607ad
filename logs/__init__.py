"""The log format of Kronika: records, files, validation, comparison. It prints nothing.

>>> from kronika.core import Session
>>> from kronika.logs import load, save, validate
>>> save("game.jsonl", Session.new("tides", players=["Anna", "Bob"], seed=7))
>>> validate("game.jsonl").faults
()
>>> load("game.jsonl").totals()
{'Anna': 0, 'Bob': 0}
"""

from __future__ import annotations

if __name__ != "kronika.logs":
    raise ImportError("This folder is the package kronika.logs: import that.")

from typing import Any


def __getattr__(name: str) -> Any:
    # Loaded on first use, so that `kronika --version` does not pay for the engine. `__init__.pyi` has the names.
    from kronika.core.basics.lazy import load_attribute

    return load_attribute(__name__, name)


def __dir__() -> list[str]:
    return __getattr__("__all__")
