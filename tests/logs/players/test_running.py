"""Which programs are kept running, and which are ended: by stand-ins, with no process at all."""

from __future__ import annotations

import os
from collections import OrderedDict
from threading import get_ident
from typing import Any

import pytest

from kronika.logs.players import running
from kronika.logs.players.described import Described
from kronika.logs.players.running import GRACE, MOST, close_all, partner


class Standing:
    """A partner without a process; how it was ended is noted."""

    def __init__(self, described: Any = None) -> None:
        self.described = described
        self.ended: list[float] = []

    def close(self, grace: float) -> None:
        self.ended.append(grace)


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> OrderedDict[Any, Any]:
    """Those that are kept: none as yet."""
    found: OrderedDict[Any, Any] = OrderedDict()
    monkeypatch.setattr(running, "_RUNNING", found)
    monkeypatch.setattr(running, "_see_to_the_end", lambda: None)
    monkeypatch.setattr(running, "Partner", Standing)
    return found


MINE, OTHER = Described(("mine",)), Described(("other",))


def test_a_program_goes_on_for_the_same_name_and_is_another_for_every_other(kept: OrderedDict[Any, Any]) -> None:
    """No process is told what two seats know."""
    anna = partner(MINE, "Anna")
    assert partner(MINE, "Anna") is anna
    assert partner(MINE, "Bob") is not anna
    assert partner(OTHER, "Anna") is not anna
    assert {(key[0], key[1]) for key in kept} == {(os.getpid(), get_ident())}


def test_the_one_that_was_not_asked_for_longest_is_ended(kept: OrderedDict[Any, Any]) -> None:
    """The first was asked again, so that the next one takes the place of the second."""
    players = [partner(MINE, f"player {number}") for number in range(MOST)]
    partner(MINE, "player 0")
    partner(MINE, "one more")
    assert [player.ended for player in players[:3]] == [[], [0], []]  # type: ignore[attr-defined]  # each is a Standing
    assert len(kept) == MOST


def test_programs_of_another_process_are_left_to_it(kept: OrderedDict[Any, Any]) -> None:
    """What a process was forked from has its own, and goes on asking them."""
    own, others = partner(MINE, "Anna"), Standing()
    kept[os.getpid() + 1, get_ident(), b"", "Anna"] = others
    close_all()
    assert own.ended == [GRACE]  # type: ignore[attr-defined]  # it is a Standing
    assert others.ended == []
    assert [*kept.values()] == [others]
