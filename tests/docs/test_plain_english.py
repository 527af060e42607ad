"""The pages are in plain English: short sentences, subjects that are things, the field's words."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.plain import DIALECT, MOST_WORDS, Sentence, dialect, faults, first_sentence, sentences
from support.playouts import ROOT
from support.readme import PAGES, README, contents

INDEX = ROOT / "docs" / "index.md"
CHECKED = (*PAGES, ROOT / "SECURITY.md")


def first_pages() -> list[Path]:
    """README, the contents, and the first ten written pages that the contents link."""
    listed = [name for name in contents(INDEX.read_text(encoding="utf-8")) if not name.startswith("made/")]
    return [README, INDEX, *(INDEX.with_name(f"{name}.md") for name in listed[:10])]


@pytest.mark.parametrize("page", CHECKED, ids=lambda page: page.stem)
def test_a_page_is_in_plain_english(page: Path) -> None:
    most = MOST_WORDS if page in first_pages() else None
    assert faults(page.read_text(encoding="utf-8"), most=most) == []


def test_twelve_pages_have_short_sentences() -> None:
    assert len(set(first_pages())) == 12
    assert set(first_pages()) <= set(CHECKED)


# -- the checker ------------------------------------------------------------------------------------------------------


def test_a_sentence_ends_at_its_stop() -> None:
    text = "# A head\n\nOne `x. Y` here,\nin two lines. Two\n(see [a. B](c.md)).\n- Three 1.5\n- Four?\n"
    text += "\n| Five | Six |\n| --- | --- |\n"
    assert [(found.line, found.text) for found in sentences(text)] == [
        (1, "A head"),
        (3, "One x here, in two lines."),
        (3, "Two (see a."),
        (3, "B)."),
        (6, "Three 1.5"),
        (7, "Four?"),
        (9, "Five"),
        (9, "Six"),
    ]


def test_code_is_not_read() -> None:
    assert sentences("```console\n$ kronika told\nWhoever.\n```\n\n    make anew\n") == []


def test_words_are_counted() -> None:
    assert Sentence(1, "`x` – a well-known 25 % of it, isn't it").words == 8
    assert faults("One two three.", most=3) == []
    assert faults("One two three four.", most=3) == ["1: 4 words: One two three four."]


@pytest.mark.parametrize("text", ["What is in it counts.", "**Whoever** wins.", "- Of one game.", "Where is it?"])
def test_a_bare_beginning_is_found(text: str) -> None:
    assert any("begins with" in fault for fault in faults(text))


def test_a_heading_may_be_a_question() -> None:
    assert faults("## What is hidden?") == []
    assert faults("## What is hidden") != []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("It is drawn anew.", "anew"),
        ("The outcome is to be entered.", "is to be"),
        ("A mark is no move.", "is no"),
        ("They see the own hand.", "the own"),
        ("Words are parted by commas.", "parted by"),
        ("The card fell.", "fell"),
        ("A tie that counts otherwise is rare.", "otherwise"),
    ],
)
def test_a_word_of_the_dialect_is_found_with_a_better_one(text: str, word: str) -> None:
    assert [found for found, _ in dialect(text)] == [word]
    assert all(DIALECT.values())


@pytest.mark.parametrize(
    "text",
    ["It falls back to X.", "There is no limit.", "It is no longer so.", "Otherwise, it fails.", "- x stands for y"],
)
def test_plain_words_pass(text: str) -> None:
    assert dialect(text) == []


def test_the_first_sentence_of_a_docstring() -> None:
    assert first_sentence("\n    Two lines\n    of it. More.\n    ") == "Two lines of it."
    assert first_sentence(None) == ""
