"""Where a value differs from what was wanted of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kronika.core.basics.fields import Field
from kronika.core.contract.view import EMPTY
from kronika.core.examples.matching import COUNT, HAS, LACKS, NOTHING, Known, in_words, shown

Difference = tuple[str, str, str]
"""The path of what differs, what was expected there, and what came, in words."""


def differences(field: Field, wanted: Any, got: Any, known: Known) -> Iterator[Difference]:
    """Where the value that came is not what is wanted, part by part."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        yield from _table_differs(field, wanted, got, known)
    elif isinstance(wanted, dict) and isinstance(got, (list, tuple)):
        yield from _listed_differs(field, wanted, got, known)
    elif isinstance(wanted, list) and isinstance(got, (list, tuple)):
        yield from _list_differs(field, wanted, got, known)
    elif not _same(field, wanted, got, known):
        yield "", shown(field, wanted, known), shown(field, got, known)


def fits(field: Field, wanted: Any, got: Any, known: Known) -> bool:
    """Is the value that came what is wanted?"""
    return next(differences(field, wanted, got, known), None) is None


def _inside(key: str | int, found: Iterator[Difference]) -> Iterator[Difference]:
    return ((f"{key}.{path}" if path else str(key), expected, got) for path, expected, got in found)


def _table_differs(
    field: Field, wanted: Mapping[str, Any], got: Mapping[Any, Any], known: Known
) -> Iterator[Difference]:
    if not wanted and got:
        yield "", "nothing in it", shown(field, got, known)
    by_name = {str(key): value for key, value in got.items()}
    for key, value in wanted.items():
        if key == COUNT and key not in by_name and isinstance(value, int):
            yield from _count_differs(field, value, got, known)
        elif key in by_name:
            yield from _inside(key, differences(field.inside(key), value, by_name[key], known))
        elif value != NOTHING:
            there = f"nothing there; there are: {', '.join(by_name) or 'none'}"
            yield key, shown(field.inside(key), value, known), there


def _count_differs(field: Field, wanted: int, got: Any, known: Known) -> Iterator[Difference]:
    if len(got) != wanted:
        yield COUNT, str(wanted), f"{len(got)}: {shown(field, got, known)}"


def _listed_differs(field: Field, wanted: Mapping[str, Any], got: Sequence[Any], known: Known) -> Iterator[Difference]:
    """A list in words, or by player."""
    if not in_words(wanted):
        by_seat = len(got) == len(known.players)
        for name, value in wanted.items():
            if by_seat and name in known.players:
                seat = known.players.index(name)
                yield from _inside(name, differences(field.inside(seat), value, got[seat], known))
            else:
                yield name, shown(field, value, known), f"no entry for each player: {shown(field, got, known)}"
        return
    if COUNT in wanted:
        yield from _count_differs(field, wanted[COUNT], got, known)
    for value in _left_over(field, wanted.get(HAS, ()), got, known)[0]:
        yield HAS, shown(field.inside(0), value, known), shown(field, got, known)
    for value in wanted.get(LACKS, ()):
        if any(fits(field.inside(0), value, one, known) for one in got):
            yield LACKS, f"no {shown(field.inside(0), value, known)}", shown(field, got, known)


def _list_differs(field: Field, wanted: Sequence[Any], got: Sequence[Any], known: Known) -> Iterator[Difference]:
    if field.marks.get("any_order"):
        missing, surplus = _left_over(field, wanted, got, known)
        if missing or surplus:
            parts = ("without", missing), ("with", surplus)
            more = " and ".join(f"{word} {shown(field, part, known)}" for word, part in parts if part)
            yield "", shown(field, wanted, known), f"{shown(field, got, known)}, {more}"
    elif len(wanted) == len(got) and any(isinstance(value, (dict, list)) for value in wanted):
        for at, (value, one) in enumerate(zip(wanted, got, strict=True)):
            yield from _inside(at + 1, differences(field.inside(at), value, one, known))
    elif len(wanted) != len(got) or not all(
        fits(field.inside(at), value, got[at], known) for at, value in enumerate(wanted)
    ):
        came = shown(field, got, known)
        same = not any(_left_over(field, wanted, got, known))
        yield "", shown(field, wanted, known), f"the same in another order: {came}" if same else came


def _left_over(field: Field, wanted: Sequence[Any], got: Sequence[Any], known: Known) -> tuple[list[Any], list[Any]]:
    """What is wanted and not there, and what is there and not wanted, in whatever order."""
    missing, left = [], list(got)
    for value in wanted:
        at = next((at for at, one in enumerate(left) if fits(field.inside(0), value, one, known)), None)
        if at is None:
            missing.append(value)
        else:
            del left[at]
    return missing, left


def _same(field: Field, wanted: Any, got: Any, known: Known) -> bool:
    """Are two scalars the same?

    A seat may be given by name, a card by any of its names or with its number, an empty place as 0.
    """
    if isinstance(wanted, str) and field.marks.get("card") and (known.card(wanted) == str(got)):
        return True
    if wanted == NOTHING and (got is None or (got == EMPTY and isinstance(got, str))):
        return True
    if isinstance(wanted, str) and isinstance(got, int) and not isinstance(got, bool):
        return wanted in known.players and known.players.index(wanted) == got
    if isinstance(got, str) and isinstance(wanted, int) and not isinstance(wanted, bool):
        return (str(wanted) if wanted else EMPTY) == got
    return bool(wanted == got) and isinstance(wanted, bool) == isinstance(got, bool)
