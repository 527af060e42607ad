"""The values that a type of a game declares: words of a `Literal`, numbers between two bounds."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Meta


def bare(kind: Any) -> tuple[Any, list[Meta]]:
    """A type without its annotations, and these."""
    metas: list[Meta] = []
    while get_origin(kind) is Annotated:
        kind, *more = get_args(kind)
        metas += [meta for meta in more if isinstance(meta, Meta)]
    return kind, metas


def extras(metas: list[Meta]) -> dict[str, Any]:
    """All that the annotations of a type say beyond its bounds."""
    return {name: value for meta in metas for name, value in (meta.extra or {}).items()}


def is_union(kind: Any) -> bool:
    """Whether a type is a union."""
    return get_origin(kind) in (Union, UnionType)


def domain(kind: Any) -> tuple[Any, ...] | None:
    """All values of a type in the order of its declaration; None if it does not declare them."""
    kind, metas = bare(kind)
    if is_union(kind):
        parts = [domain(part) for part in get_args(kind)]
        return None if None in parts else tuple([value for part in parts for value in part or ()])
    if get_origin(kind) is Literal:
        return get_args(kind)
    if kind is NoneType:
        return (None,)
    if kind is bool:
        return (False, True)
    if kind is int:
        return numbers(metas)
    return extras(metas).get("one_of") if kind is str else None


def numbers(metas: list[Meta]) -> tuple[int, ...] | None:
    """The numbers between the bounds `ge` and `le`; None if one of them is missing."""
    low = next((meta.ge for meta in metas if meta.ge is not None), None)
    high = next((meta.le for meta in metas if meta.le is not None), None)
    return None if low is None or high is None else tuple(range(int(low), int(high) + 1))
