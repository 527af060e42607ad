"""Where the keys of a TOML text stand."""

from __future__ import annotations

import pytest

from kronika.core.basics.toml_positions import source_spans

TEXT = '''\
# a comment = 1
title = """
not = "a key"
"""
"a.b" = 1
dotted.key = 2 # [not.a.table]
[table]
list = [
    1, [2, 3],
    { x = 1,
      y = "}]" },
]
[[table.of]]
id = 1
[table.of.deep]
when = 1979-05-27 07:32:00
[[table.of]]
id = 2
'a "b"' = { "3.0" = 1.5 }
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("title", 2),
        ("not", 1),
        ("a.b", 5),
        ("dotted.key", 6),
        ("table", 7),
        ("table.list", 8),
        ("table.list.1", 9),
        ("table.list.2.2", 9),
        ("table.list.3.x", 10),
        ("table.list.3.y", 11),
        ("table.of.1", 13),
        ("table.of.1.id", 14),
        ("table.of.1.deep.when", 16),
        ("table.of.2", 17),
        ("table.of.2.id", 18),
        ('table.of.2.a "b".3.0', 19),
        ("table.of.2.nowhere.id", 18),
        ("table.of.3", 13),
    ],
)
def test_a_path_leads_to_its_line(path: str, line: int) -> None:
    assert source_spans(TEXT).find(path).line == line


@pytest.mark.parametrize("text", ["", "[", "[[", "x", "x =", "x = [", "x = {", "]", "= 3", "x = [1, {y =", '"'])
def test_a_torn_text_has_places_too(text: str) -> None:
    assert source_spans(text).find("x").line == 1
