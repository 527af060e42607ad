"""Actions at the wrong time: the same words in every game that goes through phases."""

from __future__ import annotations

import pytest

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.contract.turns import check_turn

DRAW, CHOOSE, OVER = range(3)
DUE = {DRAW: ("DU-2.1", "draw a card"), CHOOSE: ("DU-2.2", "choose a card"), OVER: ("DU-4.1", "")}


def test_who_may_act_is_not_refused() -> None:
    check_turn(DUE, CHOOSE, CHOOSE, 1, (0, 1))
    check_turn(DUE, DRAW, DRAW, CHANCE, (CHANCE,))


@pytest.mark.parametrize(
    ("now", "phase", "seat", "actors", "rule", "message"),
    [
        (OVER, CHOOSE, 0, (), "DU-4.1", "The game is over."),
        (DRAW, CHOOSE, 0, (CHANCE,), "DU-2.1", "You can't choose a card now: the next step is to draw a card."),
        (DRAW, DRAW, 0, (CHANCE,), "DU-2.1", "Only chance can do this."),
        (CHOOSE, CHOOSE, 0, (1,), "DU-2.2", "Another player decides this, or you have already decided."),
    ],
)
def test_who_may_not_is_refused(
    now: int, phase: int, seat: int, actors: tuple[int, ...], rule: str, message: str
) -> None:
    with pytest.raises(IllegalAction) as caught:
        check_turn(DUE, now, phase, seat, actors)
    assert (caught.value.rule, str(caught.value)) == (rule, f"{message} ({rule})")
