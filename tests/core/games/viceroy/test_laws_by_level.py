"""Laws that depend on where they lie and on the cards around them, on every level (VC-2.13, VC-3.5)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kronika.core.games.viceroy import GAME
from kronika.core.games.viceroy.state import END, NEW_PLAYER, Options, setup
from kronika.core.sessions.session import Session
from support.playing import allowed
from support.viceroy import place

COLOURS = ("blue", "red", "green", "yellow")


def part_points(session: Session, part: str) -> int:
    return sum(item.points for item in session.score() if item.part == part)


def full(top: int, law: int, at: tuple[int, int]) -> dict[str, int]:
    """A pyramid of characters up to level `top`, with a law in one place."""
    cards = iter(range(1, 65))
    places = [(level, column) for level in range(1, top + 1) for column in range(6 - level)]
    return {f"{level}.{column}": law if (level, column) == at else next(cards) for level, column in places}


@pytest.mark.parametrize("law", [85, 86, 87, 88])
@pytest.mark.parametrize(
    ("top", "at", "vp"),
    [
        (5, (1, 0), 4),  # 1.1 and 2.0
        (5, (1, 2), 8),  # 1.1, 1.3, 2.1, 2.2
        (5, (2, 1), 12),  # 2.0, 2.2, 1.1, 1.2, 3.0, 3.1
        (5, (3, 0), 8),  # 3.1, 2.0, 2.1, 4.0; there is no column -1
        (5, (4, 0), 8),  # 4.1, 3.0, 3.1, 5.0
        (4, (4, 1), 6),  # 4.0, 3.1, 3.2
    ],
)
def test_laws_85_to_88_count_their_neighbours_on_every_level(law: int, top: int, at: tuple[int, int], vp: int) -> None:
    """VC-3.5: two beside, two below, two above."""
    session = place(phase="end", pyramids={"Anna": full(top, law, at)})
    assert part_points(session, "laws") == vp


@pytest.mark.parametrize("law", [85, 86, 87, 88])
def test_nothing_lies_above_level_five(law: int) -> None:
    """VC-3.5, though a law may not lie there (VC-3.2): over two characters it is worth 4."""
    rows = (b"\1\2\3\4\5", b"\6\7\x08\x09", b"\x0a\x0b\x0c", b"\x0d\x0e", bytes((law,)))
    state = setup(Options(virtual=1), 1)
    state = replace(state, phase=END, players=(replace(NEW_PLAYER, rows=rows),))
    assert [item.points for item in GAME.score(state) if item.part == "laws"] == [4]


@pytest.mark.parametrize(("neighbour", "vp"), [(1, 2), (64, 2), (65, 0), (88, 0)])
def test_law_85_counts_the_first_and_the_last_character_and_no_law(neighbour: int, vp: int) -> None:
    """VC-1.1: characters are 1 to 64, laws 65 to 88."""
    session = place(phase="end", pyramids={"Anna": {"1.0": neighbour, "1.1": 85}})
    assert [item.points for item in session.score() if item.source.startswith("85 ")] == [vp]


@pytest.mark.parametrize(("last", "playable"), [(64, True), (88, False)])
def test_law_66_needs_a_character_in_the_pyramid(last: int, playable: bool) -> None:
    """VC-2.13: after law 65 there may be none; where nothing lies at 2.0 there is none either."""
    laws = {"1.0": 65, "1.1": 70, "1.2": 71, "2.1": last}
    session = place(phase="select", pyramids={"Anna": laws}, hands={"Anna": [66]})
    assert session.legal()["Anna"] == (["select 66", "pass"] if playable else ["pass"])
    assert allowed(session, "select 66") == playable
