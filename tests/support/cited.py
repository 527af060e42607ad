"""Which numbered rules the shipped examples and recorded games cite."""

from __future__ import annotations

from pathlib import Path

from kronika.core.contract.registry import AnyGame
from kronika.core.examples.example import read_examples, run_example
from kronika.core.rulebook.spec import rules_of
from kronika.core.sessions.coverage import Coverage
from kronika.logs.replaying.validation import validate
from support.playouts import ROOT


def numbered(game: AnyGame) -> list[str]:
    """The game's numbered rules; rulings and open questions have other numbers."""
    return [rule.number for rule in rules_of(game) if rule.number.startswith(game.rule_prefix)]


def cited(game: AnyGame) -> Coverage:
    """All that the game's example files and recorded games cite."""
    coverage = Coverage()
    examples = ROOT / "fixtures" / "examples" / f"{game.name}.toml"
    for example in read_examples(examples.read_text(encoding="utf-8")) if examples.exists() else ():
        run = run_example(example)
        if run.session is not None:
            coverage.cite_effects(run.effects)
            coverage.add(run.session.coverage())
    for log in sorted(Path(ROOT, "fixtures", "games", game.name).rglob("*.jsonl")):
        validate(str(log), coverage=coverage)
    return coverage
