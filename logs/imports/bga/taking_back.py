"""Take-backs in games of Tigris & Euphrates: what was taken back is left out, and so is the notice of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kronika.logs.imports.notices import Notice
from kronika.logs.imports.values import as_int, as_word, is_true

_LEADER_MOVES: Final = ("placeLeader", "leaderReturned")


def without_taken_back(notices: Sequence[Notice]) -> list[Notice]:
    """The notifications that stand.

    A tile that is returned takes with it all since it was placed; a leader what was last done with it, up to the next
    thing; a choice of a war the last choice.
    """
    kept: list[Notice] = []
    returned: set[tuple[str, int]] = set()
    for notice in notices:
        if notice.kind == "tileReturned":
            number = as_int(notice.args.get("tile_id"))
            if _cut(kept, lambda one, n=number: one.kind == "placeTile" and as_int(one.args.get("tile_id")) == n):
                returned.add((notice.move, number or 0))
        elif notice.kind == "leaderUnSelected":
            _cut(kept, lambda one: one.kind == "leaderSelected")
        elif notice.kind in _LEADER_MOVES and is_true(notice.args.get("undo")):
            leader = _leader(notice)
            _cut(kept, lambda one, of=leader: one.kind in _LEADER_MOVES and _leader(one) == of)
        else:
            kept.append(notice)
    return [one for one in kept if not _is_given_back(one, returned)]


def _cut(kept: list[Notice], test: Callable[[Notice], bool]) -> bool:
    """Leaves out the last notification of a kind and all behind it. Whether there is one."""
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
    """Whether it tells a player alone of the tile that comes back to the hand."""
    tiles = notice.args.get("tiles")
    if notice.kind != "drawTiles" or not isinstance(tiles, list) or len(tiles) != 1:
        return False
    row = tiles[0] if isinstance(tiles[0], dict) else {}
    return (notice.move, as_int(row.get("id")) or 0) in returned
