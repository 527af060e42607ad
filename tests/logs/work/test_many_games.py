"""Ten thousand random games of Tides of Time: written, and validated without a fault."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from kronika.core import get_game
from kronika.logs.replaying.validation import validate
from kronika.logs.work import simulate
from kronika.logs.work.pool import map_in_order


@pytest.mark.long
def test_ten_thousand_games_validate_and_end(tmp_path: Path) -> None:
    batch = simulate.plan(get_game("tides"), 2, {}, 5, 10_000, str(tmp_path))
    logs = list(simulate.simulate(batch, jobs=2))
    assert len(logs) == 10_000
    for report in map_in_order(partial(validate, strict=True), logs, jobs=2):
        assert report.faults == ()
        assert report.events == 39  # INV-12: a deal, 15 picks and 2 pairs for each, 4 draws
        assert report.result is not None
