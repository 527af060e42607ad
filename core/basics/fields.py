"""The type of a value, as msgspec describes it, with the marks that a game puts on it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from msgspec import Struct, inspect
from msgspec.structs import replace


class Field(Struct, frozen=True):
    """The type of a value: as msgspec describes it without None, whether None is one of its values, and its marks."""

    type: inspect.Type
    optional: bool
    marks: Mapping[str, Any]

    def inside(self, key: str | int) -> Field:
        """The field of an entry of this table or list; one of which nothing is known where there is none."""
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
        """The fields of a Struct."""
        if isinstance(self.type, inspect.UnionType):
            return tuple(key for kind in self.type.types for key in field_of(kind).keys)
        fields = self.type.fields if isinstance(self.type, inspect.StructType) else ()
        return tuple(field.encode_name for field in fields)

    @property
    def words(self) -> tuple[str, ...]:
        """The strings that it can be, where the game says so."""
        if isinstance(self.type, inspect.LiteralType):
            return tuple(map(str, self.type.values))
        return tuple(self.marks.get("one_of", ()))


ANYTHING: Final = Field(inspect.AnyType(), True, {})


def field_of(kind: inspect.Type) -> Field:
    """What is to be known of a type."""
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
    """What is to be known of the type of a Struct, found out once: it takes ten times as long as to compare one."""
    kind: Any = type(value)
    return _field_of_class(kind)


@cache
def _field_of_class(kind: Any) -> Field:
    return field_of(inspect.type_info(kind))
