"""Cells of CSV: what a database reads back exactly, and a spreadsheet without harm."""

from __future__ import annotations

import csv
import io

import pytest

from kronika.logs.tables.cells import csv_row


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x")'])
def test_a_text_that_a_spreadsheet_would_run_begins_with_an_apostrophe(text: str) -> None:
    (row,) = csv.reader(io.StringIO(csv_row([text], harmless=True), newline=""))
    assert row == [f"'{text}"]


def test_numbers_keep_their_sign_and_have_a_decimal_point() -> None:
    assert csv_row([-1, 1.5, True, False], harmless=True) == "-1,1.5,true,false\n"


def test_null_differs_from_an_empty_text() -> None:
    assert csv_row([None, ""], harmless=True) == ',""\n'


@pytest.mark.parametrize("text", ['a"b', "a,b", "a\nb", "a\r\nb", "", "Şule", "'", "\\N", "NULL"])
def test_what_is_written_is_read_back(text: str) -> None:
    line = csv_row([text, 7], harmless=False)
    assert [*csv.reader(io.StringIO(line, newline=""))] == [[text, "7"]]


def test_bytes_are_hexadecimal_digits() -> None:
    assert csv_row([b"\x93\x00"], harmless=True) == "9300\n"
