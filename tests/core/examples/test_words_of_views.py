"""The words of a view are listed by its type where they can be, so that a misspelt one in an expectation is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from kronika.core.basics.fields import field_of
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.matching import KnownNames, mismatches
from kronika.testing.playouts import Table, cases
from support.playouts import games

OWN = [game for game in games() if game.name != "duel"]


def views(game: AnyGame) -> Iterator[tuple[Any, KnownNames]]:
    for case in cases(game):
        table = Table(case, 0)
        for state in table.some_states():
            yield game.view(state, None), KnownNames(table.names)


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_what_a_view_says_can_be_expected_of_it(game: AnyGame) -> None:
    """No word of a random game is missing in the lists."""
    for view, known in views(game):
        kind = field_of(inspect.type_info(type(view)))
        for key in ("phase", "status", "turns"):
            plain = msgspec.json.decode(msgspec.json.encode(view))
            if key in plain and plain[key] is not None:
                assert list(mismatches(kind, {key: plain[key]}, known)) == []


@pytest.mark.parametrize(
    ("name", "wanted", "says"),
    [
        ("tides", {"phase": "picks"}, "Did you mean pick?"),
        ("tigris", {"phase": "revolt atack"}, "Did you mean revolt attack?"),
        ("tigris", {"conflict": {"kind": "wars"}}, "Did you mean war?"),
        ("imhotep", {"phase": "turns"}, "Did you mean turn?"),
        ("viceroy", {"phase": "bids"}, "Did you mean bid?"),
        ("viceroy", {"status": {"Anna": "pased"}}, "Did you mean passed?"),
        ("ancient_knowledge", {"turns": [{"phase": "timelin"}]}, "Did you mean timeline?"),
    ],
)
def test_a_misspelt_word(name: str, wanted: dict[str, Any], says: str) -> None:
    game = next(game for game in OWN if game.name == name)
    view, known = next(views(game))
    ((_, why),) = mismatches(field_of(inspect.type_info(type(view))), wanted, known)
    assert says in why
