"""Take-backs in games of Tigris & Euphrates: moves that were taken back are omitted, with the notices of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kronika.logs.imports.notices import Notice
from kronika.logs.imports.values import as_int, as_word, is_true

_LEADER_MOVES: Final = ("placeLeader", "leaderReturned")


def without_taken_back(notices: Sequence[Notice]) -> list[Notice]:
    """The notifications without those that were taken back.

    A returned tile removes all notifications since it was placed, a leader all since its last move, and a choice of a
    war all since the last choice.
    """
    kept: list[Notice] = []
    returned: set[tuple[str, int]] = set()
    for notice in notices:
        undone = _undone_by(notice)
        if undone is None:
            kept.append(notice)
        elif _cut(kept, undone) and notice.kind == "tileReturned":
            returned.add((notice.move, as_int(notice.args.get("tile_id")) or 0))
    return [one for one in kept if not _is_given_back(one, returned)]


def _undone_by(notice: Notice) -> Callable[[Notice], bool] | None:
    """A test for the notification that this one takes back; None if it takes nothing back."""
    if notice.kind == "tileReturned":
        tile = as_int(notice.args.get("tile_id"))
        return lambda one: one.kind == "placeTile" and as_int(one.args.get("tile_id")) == tile
    if notice.kind == "leaderUnSelected":
        return lambda one: one.kind == "leaderSelected"
    if notice.kind in _LEADER_MOVES and is_true(notice.args.get("undo")):
        leader = _leader(notice)
        return lambda one: one.kind in _LEADER_MOVES and _leader(one) == leader
    return None


def _cut(kept: list[Notice], test: Callable[[Notice], bool]) -> bool:
    """Remove the last notification that passes the test, and all after it. Returns whether there was one."""
    at = next((at for at in range(len(kept) - 1, -1, -1) if test(kept[at])), None)
    if at is None:
        return False
    del kept[at:]
    return True


def _leader(notice: Notice) -> str:
    inside = notice.args.get("leader")
    row = inside if isinstance(inside, dict) else {}
    return as_word(notice.args.get("leader_id")) or as_word(row.get("id"))


def _is_given_back(notice: Notice, returned: set[tuple[str, int]]) -> bool:
    """Whether it is the private notification of a tile that returns to the hand."""
    tiles = notice.args.get("tiles")
    if notice.kind != "drawTiles" or not isinstance(tiles, list) or len(tiles) != 1:
        return False
    row = tiles[0] if isinstance(tiles[0], dict) else {}
    return (notice.move, as_int(row.get("id")) or 0) in returned
