"""Text from outside is shown, never obeyed."""

from __future__ import annotations

import pytest

from kronika.core.basics.printable import printable, printable_lines


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Anna", "Anna"),
        ("a\nb\r\n", "a\\nb\\r\\n"),
        ("\x1b[2J\x1b]0;x\x07", "\\x1b[2J\\x1b]0;x\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("x\u0085y\u2028z", "x\\x85y\\u2028z"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\u2066a\u2069", "\\u2066a\\u2069"),
        ("n\udcff.jsonl", "n\\udcff.jsonl"),
        ("\ufeffa", "\\ufeffa"),
        ("\U000e0041", "\\U000e0041"),
        ("a ##[error]b ##vso[task]c ##teamcity[d", "a \\x23#[error]b \\x23#vso[task]c \\x23#teamcity[d"),
    ],
)
def test_what_would_act_is_shown_as_a_code(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize(
    "text", ["Žofie", "محمد\u200cرضا", "👩\u200d👩\u200d👧", "1\u00a0000", "C:\\games", "日本", "क्\u200dष"]
)
def test_letters_signs_and_spaces_stay(text: str) -> None:
    assert printable(text) == text


def test_lines_of_our_own_stay_lines() -> None:
    assert printable_lines("a\n\x1bb\n") == "a\n\\x1bb\n"


def test_no_line_begins_with_a_command_to_a_runner() -> None:
    assert printable_lines("::error::a\n  ::b\nc ::d") == "\\x3a:error::a\n  \\x3a:b\nc ::d"
