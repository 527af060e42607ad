"""Optional libraries: each belongs to an extra of this package, and is imported where it is used."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from kronika.logs.files.faults import FileError

LIBRARIES: Final[Mapping[str, tuple[str, int]]] = {
    "zstd": ("zstandard", 1),
    "png": ("resvg_py", 1),
    "plot": ("vl_convert", 2),
    "rate": ("openskill.models", 7),
    "train": ("numpy", 3),
    "sql": ("duckdb", 3),
    "rl": ("pettingzoo", 2),
    "web": ("starlette", 2),
    "cluster": ("distributed", 3000),  # its versions are years
}
"""For each extra, the module to import and the first major version that is unknown here; `pyproject.toml` says the
same.
"""


def require_extra(extra: str, otherwise: str = "") -> Any:
    """The library of an extra; `otherwise` is a hint at what works without it.

    Raises FileError if it is not installed, or is of a version that may lack what is used here.
    """
    name, unknown = LIBRARIES[extra]
    hint = f"; {otherwise}" if otherwise else ""
    try:
        library = import_module(name)
    except ImportError:
        raise FileError(f"This needs `pip install 'kronika[{extra}]'`{hint}.") from None
    version = str(getattr(sys.modules[name.partition(".")[0]], "__version__", ""))
    major = re.match(r"\d+", version)
    if major and int(major[0]) >= unknown:
        raise FileError(
            f"{name} {version} is installed, and Kronika knows it up to version {unknown - 1}: this needs `pip install "
            f"'kronika[{extra}]'`{hint}."
        )
    return library
