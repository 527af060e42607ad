"""What others say in sentences alone is known word for word: a version that words it differently fails here."""

from __future__ import annotations

import pickle
import tomllib
from traceback import format_exception

import msgspec
import pytest

from kronika.core.basics.decoder_messages import (
    CHECKED,
    JSON_SAID,
    TOML_SAID,
    json_fault,
    lacks_kronika,
    places_in,
    toml_fault,
)
from kronika.logs.files.json_lines import BAD_JSON
from support.playouts import ROOT

JSON = {
    b"": "Input data was truncated",
    b'"\xff"': "Invalid UTF-8",
    b"1e999": "Number out of range",
    b"1" * 5000: "Integer value out of range",
    b"{} x": "JSON is malformed: trailing characters",
    b"[1,]": "JSON is malformed: trailing comma in array",
    b'{"a":1,}': "JSON is malformed: trailing comma in object",
    b"{a:1}": "JSON is malformed: object keys must be strings",
    b'{"a" 1}': "JSON is malformed: expected ':'",
    b'{"a":1 2}': "JSON is malformed: expected ',' or '}'",
    b"[1 2]": "JSON is malformed: expected ',' or ']'",
    b"01": "JSON is malformed: invalid number",
    rb'"\q"': "JSON is malformed: invalid escape",
    rb'"\u12x4"': "JSON is malformed: invalid character in unicode escape",
    rb'"\udc00"': "JSON is malformed: invalid utf-16 surrogate pair",
    b"x": "JSON is malformed: invalid character",
}
RAW = {b"{a:1}": "JSON is malformed: expected '\"'"}
"""As the form alone is looked at."""

TOML = {
    "= 1": "Invalid statement",
    "a.= 1": "Invalid initial character for a key part",
    "a = x": "Invalid value",
    "a = 2020-02-30": "Invalid date or datetime",
    'a = "\\u12x4"': "Invalid hex value",
    'a = "\\ud800"': "Escaped character is not a Unicode scalar value",
    'a = "\\q"': "Unescaped '\\' in a string",
    'a = "': "Unterminated string",
    'a = """x': "Unterminated string",
    "a = '''x": "Expected \"'''\"",
    "a = 'x": 'Expected "\'"',
    'a = "\x01"': "Illegal character",
    "# \x01": "Found invalid character",
    "[a": "Expected ']' at the end of a table declaration",
    "[[a]": "Expected ']]' at the end of an array declaration",
    "a 1": "Expected '=' after a key",
    "a = 1 b": "Expected newline or end of document",
    "a = [1": "Unclosed array",
    "a = {b = 1": "Unclosed inline table",
    "[a]\n[a]": "Cannot declare",
    "a = {b = 1}\na.c = 2": "Cannot mutate immutable namespace",
    "a = 1\na = 2": "Cannot overwrite a value",
    "[a.b]\nc = 1\n[a]\nb.c = 2": "Cannot redefine namespace",
    "a = {b = 1, b = 2}": "Duplicate inline table key",
}


@pytest.mark.parametrize("text", JSON, ids=lambda text: repr(text)[:20])
def test_each_sentence_about_json_is_known(text: bytes) -> None:
    with pytest.raises(BAD_JSON) as caught:
        msgspec.json.decode(text)
    assert json_fault(caught.value).startswith(JSON_SAID[JSON[text]])
    # Before msgspec 0.22 what is not UTF-8 has an error of its own.
    assert str(caught.value).startswith(JSON[text]) or isinstance(caught.value, UnicodeDecodeError)


def test_a_key_without_quotes_where_the_form_alone_is_looked_at() -> None:
    ((text, said),) = RAW.items()
    with pytest.raises(msgspec.DecodeError) as caught:
        msgspec.json.decode(text, type=msgspec.Raw)
    assert str(caught.value).startswith(said)
    assert json_fault(caught.value) == "a key is not in double quotes (byte 2)"


@pytest.mark.parametrize("text", TOML, ids=repr)
def test_each_sentence_about_toml_is_known(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    line, why = toml_fault(caught.value)
    assert str(caught.value).startswith(TOML[text])
    assert why.startswith(TOML_SAID[TOML[text]])
    assert line in (None, text.count("\n") + 1)


def test_no_sentence_is_known_that_nothing_brings_up() -> None:
    assert {*JSON.values(), *RAW.values()} == JSON_SAID.keys()
    assert set(TOML.values()) == TOML_SAID.keys()


def test_of_a_sentence_that_is_not_known_the_place_is_reported() -> None:
    assert json_fault(msgspec.DecodeError("JSON is odd (byte 4)")) == "it can't be read (byte 5)"
    odd = tomllib.TOMLDecodeError("Something odd (at line 3, column 7)")
    assert toml_fault(odd) == (3, "it can't be read (line 3, column 7)")


@pytest.mark.parametrize(
    ("module", "name"), [("kronika.none", "there"), ("kronika", "none.there"), ("kronika.logs.work.cluster", "no_more")]
)
def test_what_a_worker_with_another_kronika_lacks(module: str, name: str) -> None:
    """As bytes that were pickled where there is such a function."""
    with pytest.raises((ImportError, AttributeError)) as caught:
        pickle.loads(f"c{module}\n{name}\n.".encode())
    assert lacks_kronika(caught.value)


def test_what_a_worker_without_a_module_of_others_lacks() -> None:
    with pytest.raises(ImportError) as caught:
        pickle.loads(b"cmy_bots\nclever\n.")
    assert not lacks_kronika(caught.value)
    assert not lacks_kronika(ValueError("No module named 'kronika'"))


def test_the_places_of_a_traceback() -> None:
    with pytest.raises(KeyError) as caught:
        {}["none"]
    (file, line), *inner = places_in("".join(format_exception(caught.value)))
    assert (file, line, inner) == (__file__, caught.tb.tb_lineno, [])


def test_the_oldest_version_that_was_read_is_the_oldest_that_is_allowed() -> None:
    """What is newer than the newest of them has passed the tests above where it is installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == f">={CHECKED['Python'][0]}"
    assert any(one.startswith(f"msgspec>={CHECKED['msgspec'][0]},") for one in project["dependencies"])
