"""Counting which rules were cited."""

from __future__ import annotations

from kronika.core.contract.result import Result, ScoreItem
from kronika.core.sessions.coverage import Coverage
from support.duel import Shown, Won


def test_counting() -> None:
    coverage = Coverage()
    coverage.cite_effects([Shown((1, 2)), Shown((2, 1)), Won(0, 3)])
    coverage.cite("refusal", "DU-2", 3)
    items = [ScoreItem(0, "prizes", "prize 3", 3, "DU-5"), ScoreItem(1, "prizes", "prize 2", 2, "DU-5")]
    coverage.cite_score(items, None)
    assert coverage.by_kind == {"effect": {"DU-2": 2, "DU-4": 1}, "score": {"DU-5": 2}, "refusal": {"DU-2": 3}}
    coverage.cite_score((), Result((3, 3), ((0, 1),), "over", "DU-6", "shared", "DU-7"))
    coverage.cite_score((), Result((3, 2), ((0,), (1,)), "over", "DU-6"))
    assert coverage.by_kind["score"] == {"DU-5": 2, "DU-6": 2, "DU-7": 1}
    assert coverage.count("DU-2") == 5
    assert coverage.count("DU-1") == 0
    assert coverage.rules() == {"DU-2", "DU-4", "DU-5", "DU-6", "DU-7"}


def test_adding() -> None:
    one, two = Coverage(), Coverage()
    one.cite("effect", "A")
    two.cite("effect", "A", 2)
    two.cite("score", "B")
    one.add(two)
    assert one.by_kind == {"effect": {"A": 3}, "score": {"B": 1}, "refusal": {}}
    assert two.by_kind["effect"] == {"A": 2}
