"""Checks that the pieces on a program's table are complete, wherever they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from kronika.core.basics.fields import Field
from kronika.core.contract.view import EMPTY, View
from kronika.core.sessions.session import Session
from kronika.logs.beside.comparing import Difference, view_fields
from kronika.logs.beside.engine import EngineReport, to_plain

_NOT_COUNTED: Final = frozenset(View.__struct_fields__)
"""The fields that all views begin with; they hold no pieces."""


def compare_pieces(session: Session, told: EngineReport) -> Difference | None:
    """The first kind of piece whose number on the program's table is wrong.

    Pieces are the cards, the seats' stones and other words in lists and tables, and numbers of such things in tables or
    by seat. Pieces that a view does not report are ignored on both sides.
    """
    for viewer, theirs in (told.views or {}).items():
        view = session.view(viewer)
        table = view_fields(view)
        keys = [key for key in theirs if key in table.keys and key not in _NOT_COUNTED]
        ours = to_plain(view)
        mine, other = (_counted(session, table, {key: side[key] for key in keys}) for side in (ours, theirs))
        for piece in (*mine, *other):
            if mine[piece] != other[piece]:
                whose = "referee" if viewer is None else session.players[viewer]
                what = f"pieces.{whose}.{piece}"
                return Difference(what, f"{mine[piece]} of them", f"{other[piece]} of them")
    return None


def _counted(session: Session, table: Field, values: Mapping[str, Any]) -> Counter[str]:
    pieces: Counter[str] = Counter()
    for key, value in values.items():
        for piece, number in _pieces(table.inside(key), value, len(session.players)):
            pieces[piece] += number
    return pieces


def _pieces(field: Field, value: Any, seats: int) -> Iterator[tuple[str, int]]:
    if isinstance(value, dict):
        for key, part in value.items():
            inner = field.inside(key)
            if isinstance(part, int) and not isinstance(part, bool) and not inner.marks.get("seat"):
                yield key, part
            else:
                yield from _pieces(inner, part, seats)
    elif isinstance(value, list):
        inner = field.inside(0)
        if len(value) == seats and not inner.marks and all(type(part) is int for part in value):
            yield from ((f"seat {seat}", number) for seat, number in enumerate(value))
        for at, part in enumerate(value):
            yield from _pieces(field.inside(at), part, seats)
    elif field.marks.get("seat") and isinstance(value, int):
        if value >= 0:
            yield f"seat {value}", 1
    elif value not in (None, EMPTY) and (field.marks.get("card") or field.words):
        yield str(value), 1
