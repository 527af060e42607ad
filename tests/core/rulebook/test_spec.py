"""The numbered rules, found in the SPEC of each game."""

from __future__ import annotations

import re

import pytest

from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.rulebook.spec import rules_in, rules_of, spec_text, strip_markdown
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
    assert swap.section == "2. Turn structure"
    assert swap.text == (
        "Exchange of hands. After picks 1–4 the players exchange all remaining hand cards. "
        "After pick 5 both hands are empty and there is no swap."
    )
    assert rules["TT-4.2"].section == "4.2 Stage 1 and 2 — modifiers"
    assert rules["TT-2.6"].text.endswith("The relic and the discard are two different cards.")
    assert rules["TT-5.3"].text.startswith("The score sheet of a round")
    assert "EX-1" not in " ".join(rule.text for rule in rules.values())


def words_of(text: str) -> list[str]:
    """The words of a text for players, with all marks taken off that are no words."""
    text = re.sub(r"^ *>.*$", "", text, flags=re.M)
    text = re.sub(
        r"\s?(?:\*\((?:high|medium|low)[^*]*\)\*|\*\*\[[ML]\]\*\*|\[[A-Z][^]]*\]|\((?:RB|PI)\b[^)]*\))", "", text
    )
    return re.sub(r"[*`]|^\|[-:| ]+\|$", "", text, flags=re.M).replace("|", " ").split()


def shown_cell(above: str, cell: str) -> str:
    """A cell below its heading; of the cells on sources only the figure."""
    if above in ("basis", "confidence", "source, confidence"):
        return (re.findall(r"(?:F|No f)igure:.*", cell) or [""])[0]
    return f"{above}: {cell}"


NAMES = ("ancient_knowledge", "imhotep", "tides", "tigris", "viceroy")
HEAD_OF_THE_LAWS = ["law", "top", "/", "bottom", "effect", "and", "resolution"]


@pytest.mark.parametrize("game", [*map(get_game, NAMES)], ids=NAMES)
def test_every_rule_is_whole(game: AnyGame) -> None:
    """Word for word what stands in the SPEC from its number to the next one, heading or line across the page.

    Where a rule is a row of a table, each cell comes with the word above it; the rule before has no empty table.
    """
    mark = rf"(?:^[-*|] |^\d+\. |^)\*\*(?=(?:{game.rule_prefix}|R|OQ)-\d)"
    rules = {rule.number: rule for rule in rules_of(game)}
    for part in re.split(r"^(?=##)|^---+\n", spec_text(game), flags=re.M):
        for text in re.split(mark, part, flags=re.M)[1:]:
            number = re.match(r"[\w.-]*\w", text)
            assert number is not None
            rule = rules.pop(number[0])
            said = words_of(text.removeprefix(number[0]).lstrip("*. "))
            if part[part.index(text) - 4 :].startswith("| **"):
                head = re.findall(r"^\|(.*)\|\n\|[-:| ]+\|$", part, re.M)[-1].split("|")[1:]
                cells = text.split("\n")[0].rstrip("| ").split(" | ")[1:]
                pairs = [shown_cell(above.strip(), cell) for above, cell in zip(head, cells, strict=True)]
                assert words_of(rule.text) == words_of(" ".join(pairs).replace(" :", ":")), rule.number
            else:
                end = -len(HEAD_OF_THE_LAWS) if rule.number == "VC-4.0" else None
                assert words_of(rule.text) == said[:end], rule.number
    assert not rules


def test_tables_and_what_is_laid_out_stay() -> None:
    rules = {rule.number: rule.text for rule in rules_of(get_game("imhotep"))}
    assert "\n| card | you name | legal if | effect |\n| lever | ship, site, order | as IM-2.6;" in rules["IM-2.7"]
    assert "\n- pyramids B: pyramid left, pyramid middle or pyramid right, then the choice" in rules["IM-2.12"]
    board = {rule.number: rule.text for rule in rules_of(get_game("tigris"))}["TE-1.1"]
    assert f"\n{' ' * 24}2  .P..~.......~..P{' ' * 28}2  ..~~..........T~\n" in board
    law = {rule.number: rule.text for rule in rules_of(get_game("viceroy"))}["VC-4.68"]
    assert law == (
        "top / bottom: red / green | "
        "effect and resolution: End: 1 VP per card in your pyramid, placed or tucked, itself included."
    )


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("of a", "paragraph"), "Words of a paragraph"),
        (("of one", "", "and another", "one"), "Words of one\nand another one"),
        (("- an item", "  of two lines", "- and one"), "Words\n- an item of two lines\n- and one"),
        (("1. first", "2. second"), "Words\n1. first\n2. second"),
        (("", "| a | **b** |", "|---|:--|", "| c | d |"), "Words\n| a | b |\n| c | d |"),
        (("| a |", "|---|", "| c |", "and on"), "Words\n| a |\n| c |\nand on"),
        (("```", " **x**", "", "y", "```", "and on"), "Words\n     **x**\n\n    y\nand on"),
        (("| law | says |", "|---|---|", "| **AB-2** | b |"), "Words"),  # the head of rules that follow
        (("", "---", "no rule"), "Words"),
        (("", "## Another section", "no rule"), "Words"),
    ],
)
def test_a_line_of_a_rule_is_a_paragraph_an_item_a_row_or_what_was_laid_out(lines: tuple[str, ...], text: str) -> None:
    rules = rules_in("\n".join(("## A section", "", "- **AB-1.** Words", *lines)), "AB")
    assert (rules[0].number, rules[0].section, rules[0].text) == ("AB-1", "A section", text)


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("| **AB-1** | one | two |", "law: one | says: two"),
        ("| **AB-1** | one |", "law: one"),
        ("| **AB-1** | one | two | three |", "law: one | says: two | three"),
        ("| **AB-1** |", ""),
    ],
)
def test_a_row_of_rules_may_have_other_cells_than_its_head(row: str, text: str) -> None:
    """No word of it is lost, no matter who wrote the table."""
    (rule,) = rules_in(f"## 1\n\n| rule | law | says |\n|---|---|---|\n{row}\n", "AB")
    assert rule.text == text


def test_a_row_of_rules_without_a_head() -> None:
    (rule,) = rules_in("## 1\n\n| **AB-1** | one | two |\n", "AB")
    assert rule.text == "one | two"


def test_a_game_in_a_single_module_has_no_spec() -> None:
    assert spec_text(duel.GAME) == ""
    assert rules_of(duel.GAME) == ()


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("**bold** and *slanted* and `code`", "bold and slanted and code"),
        ("3 VP * 4", "3 VP * 4"),
        ("`pyramid {left|middle|right}`", "pyramid {left|middle|right}"),
        ("so: **a**.", "so: a."),
        ("n*m", "n*m"),
    ],
)
def test_plain(markdown: str, text: str) -> None:
    assert strip_markdown(markdown) == text
