"""Steps that wait, with a table of nothing but a stack and a diary."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.contract.pending import StepKind, StepKinds, accept_any, chance_seat, finish_step


class State(NamedTuple):
    stack: tuple[Any, ...]


class Table:
    def __init__(self, *stack: Any) -> None:
        self.stack = [*stack]
        self.diary: list[str] = []


class Bid(NamedTuple):
    seat: int
    left: int = 1


class Secret(NamedTuple):
    open_to: tuple[int, ...]


class Draw(NamedTuple):
    pass


class Tidy(NamedTuple):
    pass


def settle_bid(table: Table, step: Bid) -> Bid | None:
    """Bids of five and more shrink to four before they wait, bids of nothing are over."""
    return Bid(step.seat, 4) if step.left > 4 else step if step.left else None


def check_bid(state: State, step: Bid, seat: int, do: int) -> None:
    if do > step.left:
        raise IllegalAction("X-1", "Too much.")


def bid(table: Table, step: Bid, seat: int, do: int) -> None:
    table.diary.append(f"{seat} bids {do}")
    if step.left > do:
        table.stack.append(Bid(step.seat, step.left - do))


def tidy(table: Table, step: Tidy) -> None:
    table.diary.append("tidy")


STEPS: StepKinds[State, Table] = StepKinds(
    {
        Bid: StepKind(
            "X-1",
            "somebody bids",
            settle_bid,
            {int: (check_bid, bid), str: (accept_any, finish_step)},
            options=lambda state, step, seat: range(1, step.left + 1),
        ),
        Secret: StepKind(
            "X-2", "all choose", takes={int: (accept_any, finish_step)}, seats=lambda state, step: step.open_to
        ),
        Draw: StepKind("X-3", "a number is drawn", seats=chance_seat, sample=lambda state, step, dice: dice.below(1)),
        Tidy: StepKind("X-4", "all is tidied up", settle=tidy),
    }
)


def checked(step: Any, seat: int, do: Any) -> bool:
    return STEPS.due(step).check(State((step,)), step, seat, do)


@pytest.mark.parametrize(
    ("step", "seat", "do", "answers"),
    [
        (Bid(1), 1, 1, True),
        (Bid(1), 0, 1, False),  # somebody else's
        (Bid(1), 1, 1.5, False),  # no answer to this
        (Secret((0, 2)), 2, 1, True),
        (Secret((0, 2)), 1, 1, False),
        (Tidy(), 0, 1, False),  # nobody is asked
    ],
)
def test_who_may_answer_and_with_what(step: Any, seat: int, do: Any, answers: bool) -> None:
    assert checked(step, seat, do) is answers


def test_a_wrong_answer_says_why() -> None:
    with pytest.raises(IllegalAction, match=r"Too much\."):
        checked(Bid(1, 2), 1, 3)


def test_it_goes_on_until_a_step_waits() -> None:
    table = Table(Secret((0,)), Bid(0), Tidy(), Bid(1, 0), Tidy())
    assert STEPS.settle(table)
    assert table.diary == ["tidy", "tidy"]
    assert table.stack == [Secret((0,)), Bid(0)]


def test_a_step_may_wait_as_another_one() -> None:
    table = Table(Bid(0, 9))
    assert STEPS.settle(table)
    assert table.stack == [Bid(0, 4)]


def test_nothing_waits_at_the_end() -> None:
    table = Table(Tidy(), Bid(1, 0))
    assert not STEPS.settle(table)
    assert table.stack == []


def test_an_answered_step_is_off_the_stack_when_it_is_answered() -> None:
    table = Table(Tidy(), Bid(1, 3))
    STEPS.answer(table, 1, 2)
    assert (table.stack, table.diary) == ([Tidy(), Bid(1, 1)], ["1 bids 2"])
    STEPS.answer(table, 1, "no more")
    assert table.stack == [Tidy()]


def test_what_is_drawn_and_chosen_at_random() -> None:
    step, state = Bid(1, 2), State((Bid(1, 2),))
    due = STEPS.due(step)
    assert {due.choose(state, step, 1, Dice(seed)) for seed in range(20)} == {1, 2}
    assert replace(due, pick=lambda state, step, seat, dice: 7).choose(state, step, 1, Dice(0)) == 7
    drawn = STEPS.due(Draw())
    assert drawn.draw(state, Draw(), Dice(0)) == 0
    assert (drawn.seats(state, Draw()), drawn.options(state, Draw(), CHANCE)) == ((CHANCE,), ())
