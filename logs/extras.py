"""Libraries that not everybody needs: each comes with an extra of this package, and is imported where it is used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from kronika.logs.faults import FileTrouble

LIBRARIES: Final[Mapping[str, str]] = {
    "zstd": "zstandard",
    "png": "resvg_py",
    "plot": "vl_convert",
    "rate": "openskill.models",
    "cluster": "distributed",
}
"""By extra what is imported; `pyproject.toml` says what is installed."""


def needs(extra: str, otherwise: str = "") -> Any:
    """The library of an extra; `otherwise` says what does without it. Raises FileTrouble where it is not installed."""
    try:
        return import_module(LIBRARIES[extra])
    except ImportError:
        hint = f"; {otherwise}" if otherwise else ""
        raise FileTrouble(f"This needs `pip install 'kronika[{extra}]'`{hint}.") from None
