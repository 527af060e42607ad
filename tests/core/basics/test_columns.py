"""Columns of text at a terminal: letters of Chinese, Japanese and Korean take two."""

from __future__ import annotations

import pytest

from kronika.core.basics.columns import columns_of, gathered, left_aligned, right_aligned, spread


@pytest.mark.parametrize(
    ("text", "columns"),
    [("", 0), ("Anna", 4), ("Łódź", 4), ("花子", 4), ("한 A", 4), ("ﾊﾅ", 2), ("Ａ", 2), ("🎲", 2)],
)
def test_a_wide_letter_takes_two_columns(text: str, columns: int) -> None:
    assert columns_of(text) == columns == len(spread(text))
    assert gathered(spread(text)) == text


def test_names_are_aligned_by_their_columns() -> None:
    assert left_aligned("花子", 6) == "花子  "
    assert right_aligned("花子", 6) == "  花子"
    assert right_aligned("Hanako", 4) == "Hanako"
