"""Whatever a seat is shown, the referee is shown too."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from kronika.core.contract.view import HIDDEN
from kronika.testing.playouts import Case, Table, cases
from support.playouts import games

OWN = ("viewer", "totals", "points", "unseen")
"""Fields that say something else to each viewer: who looks, points and cards as far as they are known."""
CASES = [case for game in games() for case in cases(game)]


def withheld(seen: Any, whole: Any, where: str = "") -> list[str]:
    """Where `seen` says something that `whole` does not."""
    match seen, whole:
        case dict(), dict():
            inside = [(key, value) for key, value in seen.items() if key not in OWN]
            return [place for key, value in inside for place in withheld(value, whole.get(key), f"{where}.{key}")]
        case list(), list() if all(isinstance(item, str) for item in (*seen, *whole)):
            more = Counter(item for item in seen if item != HIDDEN) - Counter(whole)
            return [f"{where}: {item}" for item in more]
        case list(), list() if seen:
            pairs = enumerate(zip(seen, whole, strict=True))
            return [place for at, (one, other) in pairs for place in withheld(one, other, f"{where}[{at}]")]
        case (None, _) | ([], _) | (_, _) if seen in (None, [], HIDDEN, whole):
            return []
    return [f"{where}: {seen!r}, {whole!r}"]


def plain(view: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_referee_sees_what_any_seat_sees(case: Case) -> None:
    table = Table(case, 0)
    for state in table.some_states():
        whole = plain(case.game.view(state, None))
        for seat in table.seats:
            assert withheld(plain(case.game.view(state, seat)), whole) == []
