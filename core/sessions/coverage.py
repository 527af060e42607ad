"""Which numbered rules a run has exercised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

from kronika.core.contract.result import Result, ScoreItem

Kind = Literal["effect", "score", "refusal"]


class Coverage:
    """How often each rule was cited: by effects, by items of a score sheet (and the end), by refusals."""

    def __init__(self) -> None:
        self.by_kind: dict[Kind, Counter[str]] = {"effect": Counter(), "score": Counter(), "refusal": Counter()}

    def cite(self, kind: Kind, rule: str, times: int = 1) -> None:
        """Counts one citation."""
        self.by_kind[kind][rule] += times

    def cite_effects(self, effects: Iterable[Any]) -> None:
        """Counts the rules that effects name."""
        for effect in effects:
            self.cite("effect", effect.rule)

    def cite_score(self, items: Iterable[ScoreItem], result: Result | None) -> None:
        """Counts the rules that score items and the end of the game name."""
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
        """That of a game: its effects, its score and end, and the rules by which moves were refused."""
        coverage = cls()
        coverage.cite_effects(effects)
        coverage.cite_score(items, result)
        for rule in refused:
            coverage.cite("refusal", rule)
        return coverage

    def add(self, other: Coverage) -> None:
        """Adds another run's counts."""
        for kind, counter in other.by_kind.items():
            self.by_kind[kind].update(counter)

    def count(self, rule: str) -> int:
        """How often a rule was cited in all."""
        return sum(counter[rule] for counter in self.by_kind.values())

    def rules(self) -> set[str]:
        """Every rule that was cited."""
        return {rule for counter in self.by_kind.values() for rule in counter}
