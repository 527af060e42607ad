"""Random data for tests: valid values of any msgspec type, variations of a value, and malformed texts and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import inspect as mi

JUNK = (
    *("", " ", "?", ":", "/", "//", ",", "\t", "\n", "'", '"', "[", "{}", "\x00", "\u202e"),
    *("0", "-1", "99999999999999999999", "1e9", "½", "²", "٣", "é", "Ž", "🂡", "a" * 300),
    *("chance", "null", "true", "Anna", "Bob", "discard", "with", "to", "pass"),
)
"""Texts that often break parsers."""


type_info = cache(mi.type_info)
"""`msgspec.inspect.type_info`, cached, as it takes ten times as long as making a value."""


def make_value(kind: mi.Type, random: Random) -> Any:
    """A random value that is valid for the type."""
    kind = _without_marks(kind)
    return _MAKERS[type(kind)](kind, random)


def make_of_type(kind: Any, random: Random) -> Any:
    """A random value of a Python type. Asserts that it stays the same when it is encoded and decoded."""
    value = make_value(type_info(kind), random)
    assert msgspec.convert(msgspec.to_builtins(value), kind) == value
    return value


def vary_value(value: Any, kind: mi.Type, random: Random) -> Any:
    """The value with one random part replaced by a new random one."""
    kind = _without_marks(kind)
    if isinstance(kind, mi.UnionType):
        kind = _without_marks(next((part for part in kind.types if _fits(value, part)), kind))
    if isinstance(kind, mi.StructType) and kind.fields and random.random() < 0.9:
        field = random.choice(kind.fields)
        return msgspec.structs.replace(
            value, **{field.name: vary_value(getattr(value, field.name), field.type, random)}
        )
    if isinstance(kind, mi.TupleType) and value and random.random() < 0.9:
        at = random.randrange(len(value))
        return (*value[:at], vary_value(value[at], kind.item_types[at], random), *value[at + 1 :])
    if isinstance(kind, mi.VarTupleType) and value and random.random() < 0.6:
        at = random.randrange(len(value))
        return (*value[:at], vary_value(value[at], kind.item_type, random), *value[at + 1 :])
    return make_value(kind, random)


def _without_marks(kind: mi.Type) -> mi.Type:
    """The type without the metadata around it."""
    while isinstance(kind, mi.Metadata):
        kind = kind.type
    return kind


def _fits(value: Any, kind: mi.Type) -> bool:
    kind = _without_marks(kind)
    if isinstance(kind, mi.StructType):
        return type(value) is kind.cls
    if isinstance(kind, mi.LiteralType):
        return value in kind.values
    plain = {mi.IntType: int, mi.StrType: str, mi.BoolType: bool, mi.NoneType: type(None), mi.TupleType: tuple}
    return type(value) is plain.get(type(kind), tuple)


def _int(kind: mi.IntType, random: Random) -> int:
    low = kind.ge if kind.ge is not None else kind.gt + 1 if kind.gt is not None else -3
    high = kind.le if kind.le is not None else kind.lt - 1 if kind.lt is not None else low + 30
    step = kind.multiple_of or 1
    return random.randrange(-(-low // step) * step, high + 1, step)


def _str(kind: mi.StrType, random: Random) -> str:
    low = kind.min_length or 0
    high = kind.max_length if kind.max_length is not None else low + 6
    return "".join(random.choice("abAB? 12-:") for _ in range(random.randint(low, high)))


def _var_tuple(kind: mi.VarTupleType, random: Random) -> tuple[Any, ...]:
    low = kind.min_length or 0
    high = kind.max_length if kind.max_length is not None else low + 6
    return tuple(make_value(kind.item_type, random) for _ in range(random.randint(low, high)))


def _struct(kind: mi.StructType, random: Random) -> Any:
    return kind.cls(**{field.name: make_value(field.type, random) for field in kind.fields})


_MAKERS: Mapping[type, Callable[[Any, Random], Any]] = {
    mi.IntType: _int,
    mi.BoolType: lambda kind, random: random.random() < 0.5,
    mi.NoneType: lambda kind, random: None,
    mi.FloatType: lambda kind, random: random.choice((0.0, -1.5, 1e300)),
    mi.StrType: _str,
    mi.BytesType: lambda kind, random: random.randbytes(random.randint(0, 6)),
    mi.LiteralType: lambda kind, random: random.choice(kind.values),
    mi.EnumType: lambda kind, random: random.choice(list(kind.cls)),
    mi.AnyType: lambda kind, random: random.choice((None, 1, "x", True, [], {})),
    mi.UnionType: lambda kind, random: make_value(random.choice(kind.types), random),
    mi.TupleType: lambda kind, random: tuple(make_value(part, random) for part in kind.item_types),
    mi.VarTupleType: _var_tuple,
    mi.ListType: lambda kind, random: list(_var_tuple(kind, random)),
    mi.DictType: lambda kind, random: {
        make_value(kind.key_type, random): make_value(kind.value_type, random) for _ in range(random.randint(0, 3))
    },
    mi.StructType: _struct,
}


def unbounded(kind: mi.Type, path: str = "") -> Iterator[str]:
    """The parts of a type that have no limits or are not plain data, each as a message with its path."""
    match kind:
        case mi.IntType():
            if (kind.ge is None and kind.gt is None) or (kind.le is None and kind.lt is None):
                yield f"{path}: an int without bounds"
        case mi.StrType() | mi.BytesType():
            if kind.max_length is None:
                yield f"{path}: text without a greatest length"
        case mi.UnionType():
            for part in kind.types:
                yield from unbounded(part, path)
        case mi.TupleType():
            for number, part in enumerate(kind.item_types):
                yield from unbounded(part, f"{path}[{number}]")
        case mi.VarTupleType():
            yield from unbounded(kind.item_type, f"{path}[]")
        case mi.StructType():
            for field in kind.fields:
                yield from unbounded(field.type, f"{path}.{kind.cls.__name__}.{field.name}")
        case mi.Metadata():  # metadata of a field, such as `Unordered`
            yield from unbounded(kind.type, path)
        case mi.LiteralType() | mi.BoolType() | mi.NoneType():
            pass
        case _:
            yield f"{path}: {type(kind).__name__} is not a type for a record"


def vary_text(text: str, random: Random) -> str:
    """The text with a few of its characters or words dropped, repeated, rotated or replaced by junk."""
    for _ in range(random.randint(1, 3)):
        parts = list(text) if random.random() < 0.5 else text.split(" ")
        glue = "" if parts == list(text) else " "
        at = random.randrange(len(parts) + 1)
        other = random.randrange(len(parts) + 1)
        match random.randrange(5):
            case 0:
                parts[at : at + 1] = []
            case 1:
                parts[at:at] = [random.choice(JUNK)]
            case 2:
                parts[at : at + 1] = [random.choice(JUNK)]
            case 3:
                parts[at:at] = parts[other : other + 1]
            case _:
                parts = parts[at:] + parts[:at]
        text = glue.join(parts)
    return text


def random_text(random: Random) -> str:
    """A meaningless text; it may have lone surrogates, which stand for invalid UTF-8 on a command line."""
    if random.random() < 0.5:
        return random.choice((" ", "")).join(random.choice((*JUNK, "\udcff")) for _ in range(random.randint(0, 5)))
    return "".join(chr(random.choice((32, 48, 97, 65, 0x300, 0x1F600)) + random.randrange(26)) for _ in range(12))


def vary_table(value: Any, random: Random) -> Any:
    """A table from TOML with one random fault: a key or value that is dropped, repeated, varied or replaced."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        rest = {other: part for other, part in value.items() if other != key}
        match random.randrange(8):
            case 0:
                return rest
            case 1:
                return {**rest, vary_text(key, random): value[key]}
            case _:
                return {**value, key: vary_table(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.9:
        at = random.randrange(len(value))
        match random.randrange(5):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value, value[at]]
            case _:
                return [*value[:at], vary_table(value[at], random), *value[at + 1 :]]
    if isinstance(value, str) and random.random() < 0.9:
        return vary_text(value, random)
    if isinstance(value, int) and not isinstance(value, bool) and random.random() < 0.8:
        return value + random.choice((-1, 1, 1, -value, 17, 10**6, -(10**9), 2**63))
    return random.choice(("", "x", 0, -1, 1, 2, 300, 1.5, True, False, [], {}, ["Anna"], {"Anna": 1}, [[]]))
