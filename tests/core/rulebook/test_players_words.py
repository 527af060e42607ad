"""What a player reads of the rules is in the words of players; notes for programs stay in the SPEC."""

from __future__ import annotations

import re

import pytest

from kronika.core.contract.registry import get_game
from kronika.core.rulebook.spec import rules_in, rules_of

GAMES = ("ancient_knowledge", "imhotep", "tides", "tigris", "viceroy")
OF_PROGRAMS = re.compile(
    r"state machine|\bengines?\b|implement"
    r"|multiset|permutation|parameter|\bAPI\b|atomic|payload|pseudo|\bops?\b|\biff\b"
    r"|\b[A-Z]{4,}_[A-Z]+|\(high|\(medium|\(low|\[[ML]\]|\[S\]|BGA|\bPI\b|\bRB\b|min\(|max\(|[Aa]dopted|\*\*|^>",
    re.MULTILINE,
)
"""Words of those who program a game, and marks of sources and of how sure a rule is."""


@pytest.mark.parametrize("name", GAMES)
def test_rules_have_no_words_of_programs(name: str) -> None:
    for rule in rules_of(get_game(name)):
        found = OF_PROGRAMS.search(f"{rule.section}\n{rule.text}")
        # Open questions say who answers them how.
        assert found is None or rule.number.startswith("OQ"), f"{rule.number}: {found[0]}: {rule.text}"


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_says_something(name: str) -> None:
    assert all(rule.text for rule in rules_of(get_game(name)))


def test_notes_sources_and_marks_are_left_out() -> None:
    text = (
        "**XX-1.1 Bid.** Choose one card *(high; seen in print)*. Show it [BGA, FR] (RB p.4: so the picture).\n"
        "> An engine may do it.\n"
        "Then pay **[L]**.\n\n"
        "| number | point | answer | source, confidence |\n|---|---|---|---|\n"
        "| **XX-1.2** | twice? | no | S; high. *Figure: comes up in 2 games.* |\n"
    )
    assert [(rule.number, rule.text) for rule in rules_in(text, "XX")] == [
        ("XX-1.1", "Bid. Choose one card. Show it. Then pay."),
        ("XX-1.2", "point: twice? | answer: no | Figure: comes up in 2 games."),
    ]
