"""Coverage of the numbered rules by one or more games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

from kronika.core.contract.result import Result, ScoreItem

Kind = Literal["effect", "score", "refusal"]
"""The type of the kind of a citation."""


class Coverage:
    """How often each rule was cited by effects, by score items and results (`score`), and by refusals."""

    def __init__(self) -> None:
        self.by_kind: dict[Kind, Counter[str]] = {"effect": Counter(), "score": Counter(), "refusal": Counter()}

    def cite(self, kind: Kind, rule: str, times: int = 1) -> None:
        """Count `times` citations of a rule."""
        self.by_kind[kind][rule] += times

    def cite_effects(self, effects: Iterable[Any]) -> None:
        """Count the rules that effects cite."""
        for effect in effects:
            self.cite("effect", effect.rule)

    def cite_score(self, items: Iterable[ScoreItem], result: Result | None) -> None:
        """Count the rules that score items and the result cite."""
        for item in items:
            self.cite("score", item.rule)
        if result is not None:
            self.cite("score", result.rule)
            if result.tie_rule:
                self.cite("score", result.tie_rule)

    @classmethod
    def of(
        cls, effects: Iterable[Any], items: Iterable[ScoreItem], result: Result | None, refused: Iterable[str]
    ) -> Coverage:
        """Return the coverage of a game by its effects, score items, result, and the rules that refused moves."""
        coverage = cls()
        coverage.cite_effects(effects)
        coverage.cite_score(items, result)
        for rule in refused:
            coverage.cite("refusal", rule)
        return coverage

    def add(self, other: Coverage) -> None:
        """Add the counts of another coverage."""
        for kind, counter in other.by_kind.items():
            self.by_kind[kind].update(counter)

    def count(self, rule: str) -> int:
        """How often a rule was cited, in all kinds together."""
        return sum(counter[rule] for counter in self.by_kind.values())

    def rules(self) -> set[str]:
        """All rules that were cited."""
        return {rule for counter in self.by_kind.values() for rule in counter}
