"""How deep things lie in one another is counted before they are decoded, and no text or number misleads the count."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kronika.core.basics import limits
from kronika.core.basics.nesting import TooDeep, decoded, is_deep, is_packed_too_deep, is_too_deep

DEEPEST = limits.NESTING


def lists(depth: int, inside: str = "") -> bytes:
    return f"{'[' * depth}{inside}{']' * depth}".encode()


def objects(depth: int) -> bytes:
    return b'{"a":' * depth + b"1" + b"}" * depth


@pytest.mark.parametrize("make", [lists, objects])
def test_one_more_than_may_be_is_too_deep(make: Any) -> None:
    assert decoded(make(DEEPEST)) is not None
    for depth in (DEEPEST + 1, 500, 5_000, 100_000):
        with pytest.raises(TooDeep, match="it is nested too deeply"):
            decoded(make(depth))
        assert is_too_deep(make(depth)[:-1])  # cut short: that it is too deep comes first


def test_brackets_in_texts_and_beside_one_another_are_not_deep() -> None:
    for text in ('"' + "[" * 500 + '"', "[" + '"\\"[{",' * 300 + '"\\\\"]', "[" + "[]," * 500 + "{}]"):
        assert not is_too_deep(text.encode())
        decoded(text.encode())
    assert is_too_deep(b"[" + b'"]",[' * DEEPEST)  # a bracket in a text closes nothing


@pytest.mark.parametrize("kind", [list, dict])
def test_packed_one_more_than_may_be_is_too_deep(kind: type) -> None:
    value: Any = 1
    for _ in range(DEEPEST):
        value = [value] if kind is list else {"a": value}
    assert not is_packed_too_deep(msgspec.msgpack.encode(value))
    assert is_packed_too_deep(msgspec.msgpack.encode([value]))
    for wide in (b"\x91" * 5_000, b"\x81\x01" * 5_000, b"\xdc\x00\x01" * 5_000, b"\xdf\x00\x00\x00\x01\x01" * 5_000):
        assert is_packed_too_deep(wide)
        assert is_packed_too_deep(wide[:1_000])


DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
    max_leaves=30,
)


@settings(max_examples=40)
@given(DATA, st.integers(0, 120))
def test_whatever_lies_there_the_count_is_right(data: Any, more: int) -> None:
    deep = data
    for _ in range(more):
        deep = [deep, data] if more % 2 else {"a": deep, "b": data}
    right = depth(deep) > DEEPEST
    assert is_packed_too_deep(msgspec.msgpack.encode(deep)) == right
    assert is_packed_too_deep(msgspec.msgpack.encode(wide(deep))) == right
    assert is_too_deep(msgspec.json.encode(deep)) == right
    assert is_deep(deep, DEEPEST) == right


def wide(data: Any) -> Any:
    """As deep, but with more in it than the short forms of MessagePack can count."""
    if isinstance(data, list):
        return [*data, *[0] * 70_000]
    return {**data, **{str(n): n for n in range(20)}} if isinstance(data, dict) else data


def depth(data: Any) -> int:
    if isinstance(data, dict):
        return 1 + max(map(depth, data.values()), default=0)
    return 1 + max(map(depth, data), default=0) if isinstance(data, list) else 0


@given(st.binary(max_size=400))
def test_bytes_that_are_nothing_are_no_trouble(data: bytes) -> None:
    is_too_deep(data)
    is_packed_too_deep(data)
    is_packed_too_deep(b"\x91" * DEEPEST + data)


def test_what_cannot_be_stored_at_all_is_not_called_deep() -> None:
    assert not is_deep({"a": object()}, 1)
    loop: list[Any] = []
    loop.append(loop)
    assert is_deep(loop, DEEPEST)
