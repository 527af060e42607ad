"""Cells of CSV: what a database reads back exactly, and a spreadsheet without harm."""

from __future__ import annotations

import csv
import io

import pytest

from kronika.logs.tables.cells import csv_row, exact_rows


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


def test_exact_rows_tell_null_from_texts_and_have_bytes_in_base_64() -> None:
    rows = [(1, None, "null", True), (-2, "", 'a "b", c', False), (3, b"\x93\x00", "Şule", None)]
    said = '1,null,"null",true\n-2,"","a ""b"", c",false\n3,"kwA=","Şule",null\n'
    assert exact_rows(rows) == said.encode()
    assert exact_rows([]) == b""


@pytest.mark.parametrize("text", ["a\nb", "a\\b", '\\"', '"\\\\"', "]\n[", "\x00\x7f"])
def test_exact_rows_of_texts_that_json_would_write_otherwise(text: str) -> None:
    (row,) = csv.reader(io.StringIO(exact_rows([(text, None)]).decode(), newline=""), strict=True)
    assert row == [text, "null"]
