"""The suite gathers the checks of all its themes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from kronika.core.contract.registry import get_game
from kronika.testing import checks, contract
from kronika.testing.playouts import SHOWN, Table, cases, shared_playouts


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


UNREACHED = {
    "ancient_knowledge": {"Skipped", "PileEmpty"},
    "imhotep": {"Pass", "RowShort", "NoCard", "NoStone", "Stuck", "RoundBroken"},
    "tides": set(),
    "tigris": set(),
    "viceroy": {"Reward"},
}
"""By game: the moves and effects that the random games of the suite do not meet; tests of its own have them."""


@pytest.mark.parametrize("name", UNREACHED)
def test_the_suite_looks_at_every_kind_of_event_that_it_reaches(name: str) -> None:
    """Its tables divide them; none looks at more steps than all do."""
    game = get_game(name)
    looked_at: set[type] = set()
    for case in cases(game):
        steps = Table(case, 0).some_steps()
        assert len(steps) <= SHOWN
        looked_at |= {type(step.do) for step in steps} | {type(effect) for step in steps for effect in step.then}
    assert {kind.__name__ for kind in shared_playouts(game).unreached} == UNREACHED[name]
    reached = {type(step.do) for case in cases(game) for step in Table(case, 0).steps}
    reached |= {type(effect) for case in cases(game) for step in Table(case, 0).steps for effect in step.then}
    assert reached <= looked_at
