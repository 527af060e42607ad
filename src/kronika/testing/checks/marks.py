"""Marks on views: lists are no longer than they say, and words are those that are listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec import inspect as mi

from kronika.core.basics.fields import Field, field_of, field_of_struct
from kronika.testing.checks.views import viewers
from kronika.testing.playouts import Table


def test_lists_and_words_of_views_are_as_marked(table: Table) -> None:
    """A list is a set of cards or words, or is by seat, or has a mark `at_most`; a word is one of its `choices`."""
    for state in table.some_states():
        for viewer in viewers(table):
            view = table.game.view(state, viewer)
            assert sorted({*unlike_marks(view, field_of_struct(view), len(table.seats), "view")}) == []


def unlike_marks(value: Any, field: Field, seats: int, path: str) -> Iterator[str]:
    """The differences of a view from its marks, in words."""
    if value is None or "observed" in field.marks:
        return
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from unlike_marks(getattr(value, name), field.inside(name), seats, f"{path}.{name}")
    elif isinstance(value, tuple) and isinstance(field.type, mi.VarTupleType):
        yield from _list(value, field, seats, path)
    elif isinstance(value, dict) and isinstance(field.type, mi.DictType):
        yield from _table(value, field, field.type, seats, path)
    elif isinstance(value, str) and "one_of" in field.marks and value not in field.words:
        yield f"{path} is {value!r}, which is none of its `choices`"


def _list(value: tuple[Any, ...], field: Field, seats: int, path: str) -> Iterator[str]:
    inside = field.inside(0)
    most = field.marks.get("at_most", seats)
    is_set = "at_most" not in field.marks and ("any_order" in field.marks or "card" in inside.marks)
    if len(value) > most and not is_set:
        yield f"{path} has {len(value)} entries, and {most} at most: mark it with `at_most`"
    for item in value:
        yield from unlike_marks(item, inside, seats, f"{path}.*")


def _table(value: Mapping[Any, Any], field: Field, kind: mi.DictType, seats: int, path: str) -> Iterator[str]:
    key = field_of(kind.key_type)
    most = field.marks.get("at_most")
    if not key.words and "card" not in key.marks:
        if most is None:
            yield f"{path} has keys that no type names: use `choices`, or `at_most` for places"
        elif len(value) > most:
            yield f"{path} has {len(value)} places, and {most} at most"
    for name, item in value.items():
        if key.words and name not in key.words:
            yield f"{path} has the key {name!r}, which is none of its `choices`"
        yield from unlike_marks(item, field_of(kind.value_type), seats, f"{path}.*")
