"""The numbered rules, found in the SPEC of each game."""

from __future__ import annotations

import re

import pytest

from kronika.core.registry import get_game
from kronika.core.spec import plain, rules_of, spec_text
from support import duel
from support.playouts import ROOT

TIDES = get_game("tides")


def test_every_rule_of_tides_is_found() -> None:
    """Counted another way: each number of the SPEC, wherever it is mentioned, is defined once."""
    text = (ROOT / "core" / "games" / "tides" / "SPEC.md").read_text(encoding="utf-8")
    assert spec_text(TIDES) == text
    found = [rule.number for rule in rules_of(TIDES)]
    assert len(found) == len(set(found))
    numbers = set(re.findall(r"\bTT-\d+\.\d+\b", text))
    assert {number for number in found if number.startswith("TT-")} == numbers
    # Sections 1 to 6 and 8 have 7, 9, 2, 18, 3, 1 and 9 rules.
    assert len(numbers) == 7 + 9 + 2 + 18 + 3 + 1 + 9


def test_rules_have_their_section_and_whole_text() -> None:
    rules = {rule.number: rule for rule in rules_of(TIDES)}
    swap = rules["TT-2.3"]
    assert swap.section == "2. Turn structure (state machine)"
    assert swap.text == (
        "SWAP. After picks 1–4 the players exchange all remaining hand cards. "
        "After pick 5 both hands are empty and there is no swap. (high)"
    )
    assert rules["TT-4.2"].section == "4.2 Stage 1 and 2 — modifiers"
    assert rules["TT-2.6"].text.endswith(
        "the 20 ordered pairs (relic, discard) with relic ≠ discard. (high; sealed as one pair: medium, OQ-5)"
    )
    assert rules["TT-5.3"].text.startswith("Printable items per player and round")
    assert "EX-1" not in " ".join(rule.text for rule in rules.values())


def test_a_game_in_a_single_module_has_no_spec() -> None:
    assert spec_text(duel.GAME) == ""
    assert rules_of(duel.GAME) == ()


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("**bold** and *slanted* and `code`", "bold and slanted and code"),
        ("3 VP * 4", "3 VP * 4"),
        ("| a | b |", "a b"),
        ("so: **a**.", "so: a"),
        ("n*m", "n*m"),
    ],
)
def test_plain(markdown: str, text: str) -> None:
    assert plain(markdown) == text
