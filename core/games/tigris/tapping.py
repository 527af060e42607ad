"""The pieces and places of the picture that a move names."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.game import CHANCE
from kronika.core.games.tigris.board import COLOURS, LEADER_INDEX, LEADERS
from kronika.core.games.tigris.view import View


def tapped(view: View, seat: int, words: Sequence[str]) -> Sequence[str] | None:
    """Return the tiles, leaders and cells of a move; see `Game.tapped`."""
    match words:
        case ["draw", *_, colour] if seat == CHANCE:
            return [f"bag-{colour}"]
        case [("red" | "black" | "blue" | "green") as colour, cell]:
            return [f"hand-{seat}-{colour}", cell]
        case ["swap", *colours]:
            return [f"hand-{seat}-{colour}" for colour in colours]
        case ["commit", number]:
            return [f"hand-{seat}-{_committed(view)}"] * int(number)
        case ["withdraw", leader]:
            return [f"leader-{seat}-{leader}"]
        case ["war", leaders]:
            return [" ".join(f"leader-{owner}-{leaders[:-1]}" for owner in range(len(view.players)))]
        case ["catastrophe", cell]:
            return [f"catastrophe-{seat}-0 catastrophe-{seat}-1", cell]
        case ["monument", cell, monument]:
            return [cell, f"monument-{monument}"]
        case [leader, cells] if leader in LEADERS:
            start, _, to = cells.partition(">")
            return [f"leader-{seat}-{leader}", to or start]
    return None


def _committed(view: View) -> str:
    """The colour of the tiles that support the leaders in the current conflict (TE-5.4, TE-6.7)."""
    conflict = view.conflict
    if conflict is None or conflict.leader is None or conflict.kind == "revolt":
        return COLOURS[0]
    return COLOURS[LEADER_INDEX[conflict.leader]]
