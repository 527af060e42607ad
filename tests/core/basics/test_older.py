"""Keys of older files: renamed wherever they lie, and never in the place of one that is there."""

from __future__ import annotations

from kronika.core.basics.older import raised, renamed

KEYS = {"outcome": "result", "n": "record"}


def test_an_older_key_is_renamed_at_its_place() -> None:
    assert list(renamed({"a": 1, "outcome": 2, "b": 3}, KEYS).items()) == [("a", 1), ("result", 2), ("b", 3)]


def test_an_older_key_beside_the_newer_one_stays_and_is_refused_by_who_decodes() -> None:
    both = {"outcome": 1, "result": 2}
    assert renamed(both, KEYS) == both


def test_only_the_table_itself_is_renamed_or_all_that_lies_in_it() -> None:
    table = {"n": [{"n": 1}, "n"], "x": {"outcome": {"n": None}}}
    assert renamed(table, KEYS) == {"record": [{"n": 1}, "n"], "x": {"outcome": {"n": None}}}
    assert raised(table, KEYS) == {"record": [{"record": 1}, "n"], "x": {"result": {"record": None}}}
