"""The suite gathers the checks of all its themes."""

from __future__ import annotations

import ast
from pathlib import Path

from kronika.testing import checks, contract


def test_every_check_of_every_theme_is_in_the_suite() -> None:
    """Told by the text of the modules: one that is forgotten, or two checks of one name, would check nothing."""
    (folder,) = checks.__path__
    written = [
        node.name
        for path in Path(folder).glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    assert sorted(written) == sorted(name for name in contract.__all__ if name.startswith("test_"))
