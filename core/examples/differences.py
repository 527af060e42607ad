"""The differences between an actual value and the value that is expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kronika.core.basics.fields import Field
from kronika.core.contract.view import EMPTY
from kronika.core.examples.matching import COUNT, HAS, LACKS, NOTHING, KnownNames, display_value, is_list_query

Difference = tuple[str, str, str]
"""The path of the part that differs, then the expected and the actual value as text."""


def differences(field: Field, wanted: Any, got: Any, known: KnownNames) -> Iterator[Difference]:
    """The parts of the actual value `got` that differ from `wanted`; none if it matches."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        yield from _table_differs(field, wanted, got, known)
    elif isinstance(wanted, dict) and isinstance(got, (list, tuple)):
        yield from _listed_differs(field, wanted, got, known)
    elif isinstance(wanted, list) and isinstance(got, (list, tuple)):
        yield from _list_differs(field, wanted, got, known)
    elif not _scalars_equal(field, wanted, got, known):
        yield "", display_value(field, wanted, known), display_value(field, got, known)


def matches(field: Field, wanted: Any, got: Any, known: KnownNames) -> bool:
    """Whether the actual value `got` matches `wanted`."""
    return next(differences(field, wanted, got, known), None) is None


def _inside(key: str | int, found: Iterator[Difference]) -> Iterator[Difference]:
    return ((f"{key}.{path}" if path else str(key), expected, got) for path, expected, got in found)


def _table_differs(
    field: Field, wanted: Mapping[str, Any], got: Mapping[Any, Any], known: KnownNames
) -> Iterator[Difference]:
    if not wanted and got:
        yield "", "nothing in it", display_value(field, got, known)
    by_name = {str(key): value for key, value in got.items()}
    for key, value in wanted.items():
        if key == COUNT and key not in by_name and isinstance(value, int):
            yield from _count_differs(field, value, got, known)
        elif key in by_name:
            yield from _inside(key, differences(field.inside(key), value, by_name[key], known))
        elif value != NOTHING:
            there = f"nothing there; there are: {', '.join(by_name) or 'none'}"
            yield key, display_value(field.inside(key), value, known), there


def _count_differs(field: Field, wanted: int, got: Any, known: KnownNames) -> Iterator[Difference]:
    if len(got) != wanted:
        yield COUNT, str(wanted), f"{len(got)}: {display_value(field, got, known)}"


def _listed_differs(
    field: Field, wanted: Mapping[str, Any], got: Sequence[Any], known: KnownNames
) -> Iterator[Difference]:
    """The differences of a list from a table: one with `count`, `has` and `lacks`, or one with an entry by player."""
    if not is_list_query(wanted):
        by_seat = len(got) == len(known.players)
        for name, value in wanted.items():
            if by_seat and name in known.players:
                seat = known.players.index(name)
                yield from _inside(name, differences(field.inside(seat), value, got[seat], known))
            else:
                yield (
                    name,
                    display_value(field, value, known),
                    f"no entry for each player: {display_value(field, got, known)}",
                )
        return
    if COUNT in wanted:
        yield from _count_differs(field, wanted[COUNT], got, known)
    for value in _unmatched(field, wanted.get(HAS, ()), got, known)[0]:
        yield HAS, display_value(field.inside(0), value, known), display_value(field, got, known)
    for value in wanted.get(LACKS, ()):
        if any(matches(field.inside(0), value, one, known) for one in got):
            yield LACKS, f"no {display_value(field.inside(0), value, known)}", display_value(field, got, known)


def _list_differs(field: Field, wanted: Sequence[Any], got: Sequence[Any], known: KnownNames) -> Iterator[Difference]:
    if field.marks.get("any_order"):
        missing, surplus = _unmatched(field, wanted, got, known)
        if missing or surplus:
            parts = ("without", missing), ("with", surplus)
            more = " and ".join(f"{word} {display_value(field, part, known)}" for word, part in parts if part)
            yield "", display_value(field, wanted, known), f"{display_value(field, got, known)}, {more}"
    elif len(wanted) == len(got) and any(isinstance(value, (dict, list)) for value in wanted):
        for at, (value, one) in enumerate(zip(wanted, got, strict=True)):
            yield from _inside(at + 1, differences(field.inside(at), value, one, known))
    elif len(wanted) != len(got) or not all(
        matches(field.inside(at), value, got[at], known) for at, value in enumerate(wanted)
    ):
        came = display_value(field, got, known)
        same = not any(_unmatched(field, wanted, got, known))
        yield "", display_value(field, wanted, known), f"the same in another order: {came}" if same else came


def _unmatched(
    field: Field, wanted: Sequence[Any], got: Sequence[Any], known: KnownNames
) -> tuple[list[Any], list[Any]]:
    """The wanted entries that are missing, and the actual entries that are not wanted; their order does not matter."""
    missing, left = [], list(got)
    for value in wanted:
        at = next((at for at, one in enumerate(left) if matches(field.inside(0), value, one, known)), None)
        if at is None:
            missing.append(value)
        else:
            del left[at]
    return missing, left


def _scalars_equal(field: Field, wanted: Any, got: Any, known: KnownNames) -> bool:
    """Whether an actual scalar is the wanted one.

    You may write a seat as the player's name, a card as any of its names or as a number, an empty place as 0, and
    null or an empty place as `nothing`. A bool equals only a bool.
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
