"""Verdicts and analyses of Tides that are made by hand."""

from __future__ import annotations

from typing import Any

from kronika.core.analysis.decisions import ChanceVerdict, Decision, Delta, Judgement, mark_for_loss
from kronika.core.analysis.horizons import default_horizon
from kronika.core.analysis.judge import AnalysisConfig, Figures
from kronika.core.analysis.summary import Analysis, summarize
from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session

NAMES = ("Anna", "Bob")
TIDES_HORIZON = default_horizon(get_game("tides"))
LEVEL = Figures((0.5, 0.5), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))


def decided(n: int, seat: int, loss: float, error: float = 0.01, **more: Any) -> Decision:
    one = Judgement(LEVEL, LEVEL, Delta(loss, error, 20 * loss, 1.0))
    fields: dict[str, Any] = {"move": "pick 1", "legal": 3, "rank": 2, "best": "pick 2", "hindsight": one}
    return Decision(n, seat, **fields | {"skill": one, "mark": mark_for_loss(one.loss)} | more)


def fall(n: int, luck: float, error: float = 0.01) -> ChanceVerdict:
    return ChanceVerdict(n, "draw", LEVEL, LEVEL, (Delta(luck, error, 9 * luck), Delta(-luck, error, -9 * luck)))


def story(*verdicts: Decision | ChanceVerdict) -> Analysis:
    return summarize(Session.new("tides", NAMES, seed=1), AnalysisConfig(), None, verdicts)
