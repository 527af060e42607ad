"""Exchanges of things that moved unseen, by each of the two searches for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kronika.core.contract.unseen import Operation, Supply
from kronika.core.unseen.exchange import Exchange, single_kinds
from kronika.core.unseen.rows import Places, Row
from kronika.core.unseen.singles.exchange import Exchanges


def exchanged_singles(supply: Supply, moves: Sequence[Operation], things: Sequence[Any], last: int) -> list[Any] | None:
    """What moved unseen when exchanges let the last operations happen too; None where they do not.

    There is one thing of each kind.
    """
    before, new = moves[: len(moves) - last], moves[len(moves) - last :]
    found = Exchanges(before, things, Places(supply).moved(before, things))
    return list(found.things) if found.follow(new) else None


def exchanged_kinds(supply: Supply, moves: Sequence[Operation], things: Sequence[Any], last: int) -> list[Any] | None:
    """What moved unseen when exchanges let the last operations happen too; None where they do not.

    There are many things of few kinds.
    """
    before, new = moves[: len(moves) - last], moves[len(moves) - last :]
    there = Places(supply).moved(before, things)
    row = Row(0, None, (), tuple(before))
    found = Exchange(single_kinds(supply), lambda thing: thing == "pass", [row], [tuple(things)], there)
    return [*found.changed.get(0, things), *found.things] if found.run(new) else None
