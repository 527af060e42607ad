"""Two versions of numbered rules compared."""

from __future__ import annotations

from kronika.core.rulebook.changes import digest_of, rule_changes, words_changed
from kronika.core.rulebook.spec import rules_in

OLD = """
## 1. Set-up
- **DU-1.1** Shuffle the prizes.
- **DU-1.2** Everybody has the cards 1 to 4.
- **DU-1.3** The oldest player begins.

## 2. Play
- **DU-2.1** Turn up a prize.
- **DU-2.2** All choose a card.
- **R-1** Equal cards: nobody wins.
"""


def found(new: str, old: str = OLD) -> list[tuple[str, str, str]]:
    """What has changed: how, under which number before, and now."""
    return [
        (change.kind, change.before.number if change.before else "-", change.after.number if change.after else "-")
        for change in rule_changes(rules_in(old, "DU"), rules_in(new, "DU"))
    ]


def test_nothing() -> None:
    assert found(OLD) == []


def test_marks_and_line_breaks_are_no_words() -> None:
    new = OLD.replace("Shuffle the prizes.", "*Shuffle*\n  the `prizes`.")
    assert found(new) == []
    assert [*map(digest_of, rules_in(new, "DU"))] == [*map(digest_of, rules_in(OLD, "DU"))]


def test_other_words() -> None:
    new = OLD.replace("1 to 4", "1 to 5")
    assert found(new) == [("words", "DU-1.2", "DU-1.2")]
    one, other = (next(rule for rule in rules_in(text, "DU") if rule.number == "DU-1.2") for text in (OLD, new))
    assert digest_of(one) != digest_of(other)


def test_a_rule_that_is_put_in_moves_those_behind_it() -> None:
    """By numbers alone 2.1 and 2.2 would have other words, and 2.3 would be new."""
    new = OLD.replace("- **DU-2.1** Turn up a prize.\n- **DU-2.2** All", "").replace(
        " choose a card.", "- **DU-2.1** Say hello.\n- **DU-2.2** Turn up a prize.\n- **DU-2.3** All choose a card."
    )
    assert found(new) == [
        ("new", "-", "DU-2.1"),
        ("moved", "DU-2.1", "DU-2.2"),
        ("moved", "DU-2.2", "DU-2.3"),
    ]


def test_gone() -> None:
    assert found(OLD.replace("- **DU-1.3** The oldest player begins.\n", "")) == [("gone", "DU-1.3", "-")]


def test_under_another_heading() -> None:
    new = OLD.replace("- **R-1** Equal cards: nobody wins.\n", "").replace(
        "## 2. Play", "- **R-1** Equal cards: nobody wins.\n\n## 2. Play"
    )
    assert found(new) == [("moved", "R-1", "R-1")]


def test_a_heading_with_other_words_moves_nothing() -> None:
    assert found(OLD.replace("## 2. Play", "## 2. The rounds")) == []


def test_two_rules_of_the_same_words_stay_apart() -> None:
    twice = "- **DU-1** So.\n- **DU-2** So.\n"
    assert found(twice, twice) == []
    assert found("- **DU-2** So.\n", twice) == [("gone", "DU-1", "-")]
    assert found("- **DU-3** So.\n", twice) == [("moved", "DU-1", "DU-3"), ("gone", "DU-2", "-")]


def test_words() -> None:
    assert list(words_changed("a b c d", "a x c d e")) == [("a", "b", "x"), ("c d", "", "e")]
    assert list(words_changed("a b", "a b")) == [("a b", "", "")]
    assert list(words_changed("", "a")) == [("", "", "a")]
