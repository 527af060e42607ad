"""Types of values as msgspec describes them, with the marks of `core.contract.annotations` that a game puts on them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from msgspec import Struct, inspect
from msgspec.structs import replace


class Field(Struct, frozen=True):
    """The type of a value: `type` as msgspec describes it, without None; `optional` if None is allowed; its marks."""

    type: inspect.Type
    optional: bool
    marks: Mapping[str, Any]

    def inside(self, key: str | int) -> Field:
        """The type of the entry `key` of this table or list; ANYTHING if it is not known."""
        match self.type:
            case inspect.StructType(fields=fields):
                field = next((field_of(field.type) for field in fields if field.encode_name == key), ANYTHING)
                return replace(field, marks={"seat": True}) if key == "seat" else field
            case inspect.DictType(value_type=value):
                return field_of(value)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return field_of(item)
            case inspect.TupleType(item_types=items) if isinstance(key, int) and key < len(items):
                return field_of(items[key])
            case inspect.UnionType(types=kinds):
                found = (field_of(kind).inside(key) for kind in kinds)
                return next((field for field in found if field is not ANYTHING), ANYTHING)
        return ANYTHING

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of a Struct's fields as they are encoded, of all Structs in a union; empty for other types."""
        if isinstance(self.type, inspect.UnionType):
            return tuple(key for kind in self.type.types for key in field_of(kind).keys)
        fields = self.type.fields if isinstance(self.type, inspect.StructType) else ()
        return tuple(field.encode_name for field in fields)

    @property
    def words(self) -> tuple[str, ...]:
        """The values of a Literal as strings, or the words of the mark `one_of`; empty for other types."""
        if isinstance(self.type, inspect.LiteralType):
            return tuple(map(str, self.type.values))
        return tuple(self.marks.get("one_of", ()))


ANYTHING: Final = Field(inspect.AnyType(), True, {})
"""A type of which nothing is known."""


def field_of(kind: inspect.Type) -> Field:
    """The Field for a msgspec type: None and metadata are taken off, and kept as `optional` and `marks`."""
    marks: dict[str, Any] = {}
    optional = False
    while isinstance(kind, (inspect.Metadata, inspect.UnionType)):
        if isinstance(kind, inspect.Metadata):
            marks |= kind.extra or {}
            kind = kind.type
            continue
        others = [member for member in kind.types if not isinstance(member, inspect.NoneType)]
        optional = optional or len(others) < len(kind.types)
        if len(others) > 1:
            break
        kind = others[0]
    return Field(kind, optional, marks)


def field_of_struct(value: Struct) -> Field:
    """The Field for the class of a Struct. It is cached: making it takes ten times as long as comparing a Struct."""
    kind: Any = type(value)
    return _field_of_class(kind)


@cache
def _field_of_class(kind: Any) -> Field:
    return field_of(inspect.type_info(kind))
