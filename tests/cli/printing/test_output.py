"""Lines that are printed as they come."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kronika.cli.printing import output
from kronika.cli.printing.output import natural_widths, print_lines, shorten, table, wrapped


def test_lines_of_a_moment_are_printed_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each line takes 0.06 seconds: two of them are more than a moment."""
    seen: list[str] = []
    monkeypatch.setattr(output, "monotonic", lambda: 0.06 * len(seen))

    def coming() -> Iterator[str]:
        for line in ("a", "b\x1b", "c", "d", "e"):
            seen.append(line)
            yield line
            printed.append(capsys.readouterr().out)

    printed: list[str] = []
    print_lines(coming())
    assert printed == ["", "a\nb\\x1b\n", "", "c\nd\n", ""]
    assert capsys.readouterr().out == "e\n"


def test_lines_before_an_error_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    def coming() -> Iterator[str]:
        yield "a"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        print_lines(coming())
    assert capsys.readouterr().out == "a\n"


def test_no_line_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    print_lines([])
    assert capsys.readouterr().out == ""


def test_wide_letters_in_a_table_take_two_columns() -> None:
    text = table([["花子", 3], ["Anna", 10]], ["player", "won"], [1])
    assert text.split("\n") == ["player      won", "--------  -----", "花子          3", "Anna         10"]
    text = table([["a", 3]], ["", "山田太郎"], [1])
    assert text.split("\n") == ["      山田太郎", "--  ----------", "a            3"]


def test_wide_letters_in_a_cell_that_is_wrapped() -> None:
    """Six columns have room for three of these letters. In an odd width one may stand out, and no letter is parted."""
    text = table([["花子花子花", "x"]], ["n", "m"], widths=(6, 3))
    assert text.split("\n") == ["n       m", "------  ---", "花子花  x", "子花"]
    text = table([["花子花子花", "x"]], ["n", "m"], widths=(5, 3))
    assert text.split("\n") == ["n       m", "------  ---", "花子    x", "花子花"]


def test_wide_letters_are_cut_and_wrapped_by_columns() -> None:
    assert [shorten("山田太郎", width) for width in (8, 7, 6, 2)] == ["山田太郎", "山田太…", "山田…", "…"]
    assert wrapped("山田 太郎 a", width=9) == "山田 太郎\na"
    assert wrapped("山田 太郎 a", width=8) == "山田\n太郎 a"


def test_the_widths_of_columns_with_wide_letters() -> None:
    assert natural_widths([["花子花子花", "x"]], ["player", "n"]) == [10, 3]
