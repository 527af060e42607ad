"""The oldest versions that pyproject.toml allows, as constraints for pip: `python tests/support/oldest.py`."""

from __future__ import annotations

import re
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
_BOUND = re.compile(r"([\w-]+)>=([\w.]+)(?:,<[\w.]+)?")


def oldest(pyproject: dict[str, Any]) -> Iterator[str]:
    """`name==version` for every dependency of the package, its extras and its tests. Each must have a bound."""
    project = pyproject["project"]
    groups = (
        project["dependencies"],
        *project["optional-dependencies"].values(),
        pyproject["dependency-groups"]["test"],
    )
    for requirement in (requirement for group in groups for requirement in group):
        bound = _BOUND.fullmatch(requirement.split(";")[0].strip())
        if bound is None:
            raise SystemExit(f"{requirement!r} in pyproject.toml has no lower bound of the form name>=version.")
        yield f"{bound[1]}=={bound[2]}"


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    for line in dict.fromkeys(oldest(tomllib.loads(PYPROJECT.read_text(encoding="utf-8")))):
        print(line)
