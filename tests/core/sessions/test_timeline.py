"""Which events are in force: a stack of them, and a stack of what was taken back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kronika.core.basics.errors import CannotUndo
from kronika.core.sessions.events import Event
from kronika.core.sessions.timeline import Timeline


def event(number: int) -> Event:
    return Event(0, number, (), str(number))


def test_push_undo_redo() -> None:
    line = Timeline("start")
    line.push(event(1), "one")
    line.push(event(2), "two")
    line.undo(2)
    assert (line.state, line.events) == ("start", [])
    line.redo(1)
    assert (line.state, line.events) == ("one", [event(1)])
    line.push(event(3), "three")
    assert line.undone == []
    assert line.states == ["start", "one", "three"]


@pytest.mark.parametrize("events", [-1, 0, 2])
def test_too_many(events: int) -> None:
    line = Timeline("start")
    line.push(event(1), "one")
    with pytest.raises(CannotUndo, match="1 in force"):
        line.undo(events)
    line.undo(1)
    with pytest.raises(CannotUndo, match="1 taken back"):
        line.redo(events)
    assert line.state == "start"


@given(st.lists(st.tuples(st.sampled_from(("push", "undo", "redo")), st.integers(0, 4))))
def test_like_two_stacks(steps: list[tuple[str, int]]) -> None:
    line = Timeline(0)
    done: list[int] = []
    undone: list[int] = []
    for number, (what, n) in enumerate(steps, 1):
        if what == "push":
            line.push(event(number), number)
            done.append(number)
            undone.clear()
        elif what == "undo" and 0 < n <= len(done):
            line.undo(n)
            for _ in range(n):
                undone.append(done.pop())
        elif what == "redo" and 0 < n <= len(undone):
            line.redo(n)
            for _ in range(n):
                done.append(undone.pop())
        else:
            with pytest.raises(CannotUndo):
                line.undo(n) if what == "undo" else line.redo(n)
        assert line.events == [event(k) for k in done]
        assert line.states == [0, *done]
        assert line.undone == [event(k) for k in undone]
