"""Messages about plain data from outside that is not of the expected type: which key is wrong, and what is expected.

A decoder only says that it refuses the data. The fault is then found by comparing the data with the type here, so that
messages of decoders need not be shown or parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from msgspec import DecodeError, Struct, inspect
from msgspec.structs import replace

from kronika.core.basics.decoder_messages import is_malformed, json_fault
from kronika.core.basics.fields import Field, field_of
from kronika.core.basics.nesting import decoded
from kronika.core.basics.text import clipped, did_you_mean, join_some, join_words, quoted

MISMATCH: Final = "This does not have the expected form"
"""The message for a type that msgspec can't describe, such as a custom type of a game."""
TABLE, LIST = "a table `{…}`", "a list `[…]`"
"""Tables and lists, as messages call them."""


class DecodeFault(Struct, frozen=True):
    """A fault in data: `message` without a full stop, and `path` to the value that is wrong.

    The path has keys, and numbers of entries from 1, separated by points; it is empty for the data as a whole.
    `missing` is the name of the missing field, if that is the fault.
    """

    message: str
    path: str = ""
    missing: str = ""

    @property
    def sentence(self) -> str:
        """The message with a full stop, unless it ends in a question."""
        return self.message if self.message.endswith("?") else f"{self.message}."

    @property
    def told(self) -> str:
        """The sentence, after its path if there is one."""
        return f"{self.path}: {self.sentence}" if self.path else self.sentence

    @property
    def clause(self) -> str:
        """The message, after its path if there is one, as part of another sentence."""
        begins_with_letters = self.message[:2].isalpha() and self.message[:2].isupper()  # such as JSON
        message = self.message if begins_with_letters else self.message[:1].lower() + self.message[1:]
        return f"{self.path}: {message}" if self.path else message

    def below(self, key: str | int) -> DecodeFault:
        """The same fault with its path seen from one level up: `key` is the entry (from 0 in a list) that has it."""
        step = str(key + 1) if isinstance(key, int) else key
        return replace(self, path=f"{step}.{self.path}" if self.path else step)


def decode_fault(data: Any, kind: Any, *, str_keys: bool = False, lax: bool = False) -> DecodeFault:
    """The first reason why `data` can't be converted to the type `kind`.

    With `str_keys`, keys that are numbers may be strings, as in JSON. With `lax`, strings may also stand for numbers,
    true, false and null everywhere.
    """
    found = next(_Walk(str_keys, lax).find_faults(_known(kind), data), DecodeFault(MISMATCH))
    return DecodeFault(clipped(found.message), clipped(found.path), found.missing)


def json_decode_fault(text: bytes, kind: Any) -> DecodeFault:
    """The first reason why a JSON text can't be decoded as the type `kind`."""
    try:
        data = decoded(text)
    except (DecodeError, UnicodeDecodeError) as error:
        return DecodeFault(
            f"It is not JSON: {json_fault(error)}" if is_malformed(error) else _capital(json_fault(error))
        )
    return decode_fault(data, kind, str_keys=True)


@lru_cache(64)
def _known(kind: Any) -> Field:
    return field_of(inspect.type_info(kind))


class _Walk(Struct, frozen=True):
    """A walk through a value and its type that yields all faults in order."""

    str_keys: bool
    lax: bool

    def find_faults(self, field: Field, value: Any) -> Iterator[DecodeFault]:
        if value is None and field.optional:
            return
        match field.type:
            case inspect.UnionType(types=kinds):
                yield from self.in_union(field, [field_of(kind) for kind in kinds], value)
            case inspect.StructType() if isinstance(value, dict):
                yield from self.in_struct(field, value)
            case inspect.DictType(key_type=key_type) if isinstance(value, dict):
                yield from _size_fault(field, value)
                for key, inner in value.items():
                    found = chain(self.in_key(field_of(key_type), key), self.find_faults(field.inside(key), inner))
                    yield from (one.below(str(key)) for one in found)
            case inspect.VarTupleType() | inspect.ListType() | inspect.TupleType() if isinstance(value, (list, tuple)):
                yield from _size_fault(field, value)
                for at, inner in enumerate(value):
                    yield from (one.below(at) for one in self.find_faults(field.inside(at), inner))
            case kind if not _is_one(kind, value) and not (self.lax and _is_one(kind, _unquoted(value))):
                yield _got(field, value)

    def in_key(self, field: Field, key: Any) -> Iterator[DecodeFault]:
        yield from replace(self, lax=self.lax or self.str_keys).find_faults(field, key)

    def in_union(self, field: Field, kinds: Sequence[Field], value: Any) -> Iterator[DecodeFault]:
        """The faults of a value of a union.

        A table is compared with the Struct that its tag names, other values with the members that they are most like.
        """
        structs = [kind for kind in kinds if isinstance(kind.type, inspect.StructType)]
        if structs and isinstance(value, dict):
            yield from self.tagged(structs, value)
            return
        ways = (value, _unquoted(value)) if self.lax else (value,)
        near = [next(self.find_faults(kind, way), None) for way in ways for kind in kinds if _is_like(kind.type, way)]
        if None not in near:
            yield next((found for found in near if found is not None and found.path), _got(field, value))

    def tagged(self, structs: Sequence[Field], value: dict[str, Any]) -> Iterator[DecodeFault]:
        tags = [str(_struct(kind).tag) for kind in structs]
        key = _struct(structs[0]).tag_field
        if len(structs) == 1 or key is None:
            yield from self.in_struct(structs[0], value)
        elif key not in value:
            yield DecodeFault(f"`{key}` is missing: it can be {join_some(tags)}", missing=key)
        elif value[key] in tags:
            yield from self.in_struct(structs[tags.index(value[key])], value)
        else:
            yield _none_of(value[key], tags).below(key)

    def in_struct(self, field: Field, value: dict[str, Any]) -> Iterator[DecodeFault]:
        kind, names = _struct(field), field.keys
        for key, inner in value.items():
            if kind.tag is not None and key == kind.tag_field:
                if inner != kind.tag:
                    yield _none_of(inner, [str(kind.tag)]).below(key)
            elif key in names:
                yield from (found.below(key) for found in self.find_faults(field.inside(key), inner))
            elif kind.forbid_unknown_fields:
                yield _unknown(str(key), names)
        for one in kind.fields:
            if one.required and one.encode_name not in value:
                yield DecodeFault(f"`{one.encode_name}` is missing", missing=one.encode_name)


def _unknown(key: str, names: Sequence[str]) -> DecodeFault:
    there = _did_you_mean(key, tuple(names)) or _existing(names)
    return DecodeFault(f"There is no `{clipped(key)}` here{there and f'.{there}'}").below(key)


def _struct(field: Field) -> inspect.StructType:
    assert isinstance(field.type, inspect.StructType)
    return field.type


def _unquoted(value: Any) -> Any:
    """The value that a string holds as JSON, such as a number or true. Other values are returned as they are."""
    try:
        return decoded(value.encode()) if isinstance(value, str) else value
    except (DecodeError, UnicodeError):
        return value


def _size_fault(field: Field, value: Any) -> Iterator[DecodeFault]:
    fewest, most = _sizes(field.type)
    if not fewest <= len(value) <= (len(value) if most is None else most):
        yield DecodeFault(f"{_capital(_expected(field))} is needed, not one of {len(value)}")


def _sizes(kind: inspect.Type) -> tuple[int, int | None]:
    """The least and the greatest length of values of a type; None for no greatest."""
    if isinstance(kind, inspect.TupleType):
        return len(kind.item_types), len(kind.item_types)
    return getattr(kind, "min_length", None) or 0, getattr(kind, "max_length", None)


def _is_one(kind: inspect.Type, value: Any) -> bool:
    """Whether a value is of this type, for types other than tables and lists. True for types that are not described."""
    match kind:
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return type(value) is bool
        case inspect.IntType():
            return type(value) is int and _is_within(kind, value)
        case inspect.FloatType():
            return type(value) in (int, float) and _is_within(kind, value)
        case inspect.StrType(pattern=pattern):
            fewest, most = _sizes(kind)
            sized = isinstance(value, str) and fewest <= len(value) <= (len(value) if most is None else most)
            return sized and (pattern is None or re.search(pattern, value) is not None)
        case inspect.LiteralType(values=values):
            return any(type(value) is type(one) and value == one for one in values)
    return type(kind) not in _LIKE


def _is_within(kind: inspect.IntType | inspect.FloatType, value: float) -> bool:
    return (
        (kind.ge is None or value >= kind.ge)
        and (kind.gt is None or value > kind.gt)
        and (kind.le is None or value <= kind.le)
        and (kind.lt is None or value < kind.lt)
        and (kind.multiple_of is None or value % kind.multiple_of == 0)
    )


_LIKE: Final[dict[type[inspect.Type], tuple[type, ...]]] = {
    inspect.NoneType: (type(None),),
    inspect.BoolType: (bool,),
    inspect.IntType: (int,),
    inspect.FloatType: (int, float),
    inspect.StrType: (str,),
    inspect.DictType: (dict,),
    inspect.VarTupleType: (list, tuple),
    inspect.ListType: (list, tuple),
    inspect.TupleType: (list, tuple),
    inspect.StructType: (dict,),
}
"""The Python types that values of each msgspec type have in plain data."""


def _is_like(kind: inspect.Type, value: Any) -> bool:
    if isinstance(kind, inspect.LiteralType):
        return any(type(value) is type(one) for one in kind.values)
    return type(value) in _LIKE.get(type(kind), (type(value),))


# -- in words -----------------------------------------------------------------------------------------------------


def _got(field: Field, value: Any) -> DecodeFault:
    if words := _words(field):
        return _none_of(value, words)
    return DecodeFault(f"{_capital(_expected(field))} is needed, not {_shown(value)}")


def _none_of(value: Any, words: Sequence[str]) -> DecodeFault:
    guess = _did_you_mean(value, tuple(words)) if isinstance(value, str) else ""
    return DecodeFault(
        f"{_capital(_shown(value))} is not possible: it can be {join_some(words)}{guess and f'.{guess}'}"
    )


def _words(field: Field) -> Sequence[str]:
    """The possible values if they are words. If it may be a number, too, as `by` in a log, that is the last one."""
    kinds = [field_of(kind) for kind in field.type.types] if isinstance(field.type, inspect.UnionType) else [field]
    words = [word for kind in kinds if isinstance(kind.type, inspect.LiteralType) for word in kind.words]
    numbers = [f"a number{_bounds(kind.type)}" for kind in kinds if words and isinstance(kind.type, inspect.IntType)]
    return [*words, *numbers]


def _expected(field: Field) -> str:
    kind = field.type
    fewest, most = _sizes(kind)
    match kind:
        case inspect.UnionType(types=kinds):
            return join_words(list(dict.fromkeys(_expected(field_of(one)) for one in kinds)), "or")
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return f"a whole number{_bounds(kind)}"
        case inspect.FloatType():
            return f"a number{_bounds(kind)}"
        case inspect.StrType(pattern=pattern):
            return f"a text{_length(fewest, most)}{f' that fits `{pattern}`' if pattern else ''}"
        case inspect.DictType() | inspect.StructType():
            return f"{TABLE}{_length(fewest, most)}"
        case inspect.VarTupleType() | inspect.ListType() | inspect.TupleType():
            return f"{LIST}{_length(fewest, most)}"
        case inspect.LiteralType():
            return join_some(field.words)
    return "null" if isinstance(kind, inspect.NoneType) else "something else"


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.ge is not None and kind.le is not None:
        return f" from {kind.ge} to {kind.le}"
    parts = ("of at least", kind.ge), ("above", kind.gt), ("of at most", kind.le), ("below", kind.lt)
    told = [f"{word} {bound}" for word, bound in parts if bound is not None]
    return f" {join_words(told)}" if told else ""


def _length(fewest: int, most: int | None) -> str:
    if most is None:
        return f" of at least {fewest}" if fewest else ""
    return f" of {most}" if fewest == most else f" of {fewest} to {most}"


def _shown(value: Any) -> str:
    """A value as messages quote it. Tables and lists are only named as such."""
    if isinstance(value, dict):
        return TABLE
    if isinstance(value, (list, tuple)):
        return LIST
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return quoted(value)


@lru_cache(256)  # a misspelt key is often misspelt in every line
def _did_you_mean(word: str, words: Sequence[str]) -> str:
    return did_you_mean(word, words)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _existing(words: Sequence[str]) -> str:
    return f" There {'is' if len(words) == 1 else 'are'} {join_some(words)}" if words else ""
